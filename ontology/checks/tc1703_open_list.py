# ---
# code: TC1703
# kinds: [K9, K17]
# severity: info
# status: gap
# title:
#   ja: "「など」で終わる一覧"
#   en: "A list left open"
# means:
#   ja: "名前の一覧が「など」で終わっていて、ほかに何が当てはまるのかが分かりません。"
#   en: "A list of names ends in “etc.”; what else belongs to it is not said."
# fix:
#   ja: "当てはまる条件を書くか、すべてを挙げてください。"
#   en: "Give the criterion, or name them all."
# message:
#   ja: "一覧が「など」で終わっています：「{text}」"
#   en: "The list is left open: “{text}”"
# group_message:
#   ja: "「など」で終わる一覧が {count} 件あります。"
#   en: "{count} lists are left open."
# example:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -「王の命令」「裸の王」などが働いている間、効果は無効になる。
# look_alike:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -「王の命令」「裸の王」が働いている間、効果は無効になる。
# ---
"""Lists that end in など or 等: who else belongs to them is not said."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]

_OPEN = re.compile(r"[》」](?:など|等)")
_NESTED = re.compile(r"「[^「」]*(?:など|等)[^「」]*」")


def check_page(page: PageView) -> Iterator[Match]:
    """Yield statements in force whose list of named cards is left open."""
    for passage in passages(page):
        if passage.role != "statement" or not passage.in_force or passage.extract.is_a("ExampleStatement"):
            continue
        for _, sentence in sentences(passage.text):
            if _OPEN.search(_NESTED.sub("", fold(sentence))):
                yield Match((passage.iri,), {"text": sentence.strip()}, cause=page.iri)
                break
