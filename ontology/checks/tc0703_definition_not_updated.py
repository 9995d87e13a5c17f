# ---
# code: TC0703
# kinds: [K1, K3, K7, K17]
# severity: info
# status: reconcilable
# title:
#   ja: "定義が変更前のまま"
#   en: "A definition was left as it was before a change"
# means:
#   ja: "以前は一つの原因に限られていたことが広がったと書かれているのに、定義は以前のままです。"
#   en: "The page says that something used to have one cause only and now has more, while the definition still names the one."
# fix:
#   ja: "定義に、広がった分を書き足してください。"
#   en: "Extend the definition."
# message:
#   ja: "「{stated}」は変更前の書き方のままです。別の文に「{changed}」とあります。"
#   en: "“{stated}” is worded as it was before a change: “{changed}”."
# example:
#   - 例: |2
#       *状態処理
#       状態処理とは、特定の状態の時に行う処理のこと。状態処理はルールによる処理である。
#       **歴史
#       状態処理は、かつてはルールによって起こるもののみだったが、2016年からは札の能力によっても起こるようになった。
# look_alike:
#   - 例: |2
#       *状態処理
#       状態処理とは、特定の状態の時に行う処理のこと。状態処理はルールまたは札の能力による処理である。
#       **歴史
#       状態処理は、かつてはルールによって起こるもののみだったが、2016年からは札の能力によっても起こるようになった。
# ---
"""A definition says what a later sentence calls a thing of the past."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.claims import content_words
from ontology.checking.cues import cue
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]

_ONLY = re.compile(
    r"(?P<way>[一-龥々ァ-ヴー]+)(?:に|で|から|の)?[^、。]{0,12}?(?:のみ|だけ|しか)[^。]*?(?:った|だった|いた)(?:が|もの|けれど|ものの)"
)
_BY = re.compile(r"(?P<way>[一-龥々ァ-ヴー]+)(?:に|で)よ(?:る|って|り)")
_TODAY = ("も", "でも")


def check_page(page: PageView) -> Iterator[Match]:
    """Find sentences of change (かつては A のみ、今は B も) and plain statements that still say A."""
    plain: list[tuple[str, str, str]] = []
    changes: list[tuple[str, str, str]] = []
    for passage in passages(page):
        if not passage.in_force:
            continue
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            if cue("history_mark").search(text) and (only := _ONLY.search(text)):
                changes.append((only["way"], sentence.strip(), passage.iri))
            elif (by := _BY.search(text)) and not cue("history_mark").search(text):
                plain.append((by["way"], sentence.strip(), passage.iri))
    title = content_words(page.title)
    for way, changed, at in changes:
        for other, stated, where in plain:
            if way == other and title & content_words(stated) and title & content_words(changed):
                yield Match(
                    (where, at) if where != at else (at,),
                    {"stated": stated, "changed": changed, "way": way},
                    reconciled_by="時期の違い / different times",
                    key=f"{page.iri} {stated} {changed}",
                )
