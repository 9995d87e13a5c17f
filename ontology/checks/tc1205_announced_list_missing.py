# ---
# code: TC1205
# kinds: [K12]
# severity: warning
# status: gap
# title:
#   ja: "予告された一覧がない"
#   en: "An announced list is missing"
# means:
#   ja: "「次のとおり」と書かれていますが、その後に一覧がありません。"
#   en: "“As follows”, but nothing follows."
# fix:
#   ja: "一覧を書くか、予告の文を消してください。"
#   en: "Write the list or delete the announcement."
# message:
#   ja: "一覧が続いていません：「{text}」"
#   en: "No list follows: “{text}”"
# example:
#   - 例: |2
#       *甲
#       **一覧
#       勝ちを決める能力は次のとおりである。
#       **補足
#       -勝ちは一度だけ決まる。
# look_alike:
#   - 例: |2
#       *甲
#       **一覧
#       勝ちを決める能力は次のとおりである。
#       -山札を引ききる能力。
#       **補足
#       -勝ちは一度だけ決まる。
# ---
"""“As follows” with nothing that follows."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold

__all__ = ["check_page"]

_ANNOUNCES = re.compile(
    r"(?:次|以下|下記)の(?:とおり|通り|一覧|もの|表)(?:である|です|がある|があります|だ)?[。:]?$"
)


def check_page(page: PageView) -> Iterator[Match]:
    """Look at what comes right after such a statement within its section."""
    blocks = [e for e in page.extracts if e.is_a("Statement", "Section", "Ruling", "RuleVersion")]
    for number, statement in enumerate(blocks):
        if not statement.is_a("Statement") or not _ANNOUNCES.search(fold(statement.plain)):
            continue
        following = next((e for e in blocks[number + 1 :] if e.start >= statement.end), None)
        between = page.text[statement.end : following.start if following else len(page.text)]
        if "|" in between or "#" in between.replace("[#", ""):
            continue
        if following is None or following.is_a("Section"):
            yield Match((statement.iri,), {"text": statement.plain.strip()})
