# ---
# code: TC0402
# kinds: [K4]
# severity: warning
# status: wording
# title:
#   ja: "文面と実際の扱いが違う"
#   en: "The wording is not what is done"
# means:
#   ja: "規則やカードの文面と実際の扱いが違うと述べていますが、どの規則についてかが項目として結び付いていません。"
#   en: "A sentence says that the wording of a rule or card differs from what is done, without being tied to the rule."
# fix:
#   ja: "規則の番号と、運用の根拠（裁定の日付や出典）を書いてください。"
#   en: "Write the number of the rule and the source of the practice."
# message:
#   ja: "文面と実際の扱いが違うと述べています：「{text}」"
#   en: "Says that the wording is not what is done: “{text}”"
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -この札の文面には「壊す」とあるが、大会では墓地へ送る処理として扱われている。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -この札の文面には「壊す」とあり、大会でもそのとおりに扱われている。
# ---
"""Sentences that set the wording of a rule or card against how it is handled."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.cues import cue
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]

_AGREES = re.compile(
    r"(?:とおり|通り|一致|同じ(?:で|く)?(?:ある|です|処理))|(?:まとめ|紹介|列挙|説明し)[ぁ-ん]*。?$"
)


def check_page(page: PageView) -> Iterator[Match]:
    """Find sentences with a source, a practice and a word that sets them against each other."""
    for passage in passages(page):
        if passage.role != "statement" or not passage.in_force:
            continue
        if passage.extract.is_a("PracticeRemark") and passage.extract.all("practiceDiffersFrom"):
            continue  # TC0401 reports it with its rule
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            if (
                cue("source_wording").search(text)
                and cue("practice").search(text)
                and not _AGREES.search(text)
            ) and cue("set_against").search(text):
                yield Match((passage.iri,), {"text": sentence.strip()})
                break
