# ---
# code: TC1302
# kinds: [K1, K13]
# severity: info
# status: reconcilable
# title:
#   ja: "節の題と中の文の分類が違う"
#   en: "A section title and a statement in it classify differently"
# means:
#   ja: "節の題ではあるものに分類されているのに、中の文はそれではないと述べています。"
#   en: "The title files something under a class that a statement in the section denies."
# fix:
#   ja: "題を段階の名前にするなど、分類と読まれない題にしてください。"
#   en: "Choose a title that is not read as a class."
# message:
#   ja: "節「{title}」の中で、「{noun}」ではないと述べています。"
#   en: "Under the title “{title}”, a statement says that it is not “{noun}”."
# example:
#   - 例: |2
#       *甲
#       **効果
#       -札を付けること自体は魔法の効果ではない。札は残る。
#       **終わり
#       -札は効果で戻る。
# look_alike:
#   - 例: |2
#       *甲
#       **付け方
#       -札を付けること自体は魔法の効果ではない。札は残る。
#       **終わり
#       -札は効果で戻る。
# ---
"""A section is titled as one thing, and a statement in it says that its subject is not that thing."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold
from ontology.checking.passages import passages

__all__ = ["check_page"]

_NOT = re.compile(r"(?P<noun>[一-龥ァ-ヴー]{2,})(?:では|に当たら|には当たら)(?:な(?:い|く)|ありません|ず)")
_WORDS = re.compile(r"[一-龥ァ-ヴー]{2,}")


def check_page(page: PageView) -> Iterator[Match]:
    """Look for ‘X ではない’ under a title that names X."""
    for passage in passages(page):
        if not passage.titles or not passage.in_force or passage.role in ("question", "answer"):
            continue
        title = fold(passage.titles[0])
        names = _WORDS.findall(title)
        for found in _NOT.finditer(fold(passage.text)):
            noun = found["noun"]
            if noun in names and passage.titles[0] != page.title:
                at = next((a.iri for a in page.ancestors(passage.extract) if a.one("title")), None)
                yield Match(
                    (passage.iri,) if at is None else (passage.iri, at),
                    {"noun": noun, "title": passage.titles[0]},
                    reconciled_by="題は処理の段階を指す / the title names a step",
                    key=f"{passage.iri} {noun}",
                )
                break
