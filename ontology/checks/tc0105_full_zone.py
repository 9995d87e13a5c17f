# ---
# code: TC0105
# kinds: [K1]
# severity: warning
# status: gap
# title:
#   ja: "ゾーンが埋まっているとき、そこにあるカードを使えるか"
#   en: "A full zone and the cards that already lie in it"
# means:
#   ja: "ゾーンが埋まっていると使えないという文と、そのゾーンに伏せてあるカードを使うという文があり、伏せたカード自身が枚数に入る盤面の答えがありません。"
#   en: "One statement forbids playing while a zone is full, another plays a card that lies in it; the board on which that card is counted is not answered."
# fix:
#   ja: "「手札から新たに出すことはできない」のように、どこから使うことが禁じられるかを書いてください。"
#   en: "Say from where a card cannot be played, for instance “from the hand”."
# message:
#   ja: "「{zone}」が埋まっているとき、そこに伏せてあるカードを使えるかどうかが書かれていません。"
#   en: "The page does not say whether a card that lies in “{zone}” can be used while that zone is full."
# example:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -自分の魔法＆罠ゾーンにカードが５枚ある間は、魔法を使う事はできない。
#       -自分の魔法＆罠ゾーンにセットしてある魔法は、表にして発動する。
# look_alike:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -自分の魔法＆罠ゾーンにカードが５枚ある間は、手札から魔法を新たに使う事はできない。
#       -自分の魔法＆罠ゾーンにセットしてある魔法は、表にして発動する。
# ---
"""A zone that is full forbids playing; a card that already lies in it is counted itself."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.cues import cue, cue_table
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_FULL = re.compile(
    r"[0-9]+枚(?:が)?(?:ある|あれば|存在|置かれ|埋ま|以上|ちょうど)|[0-9]+枚で(?:埋|いっぱい)|(?:上限|最大)"
)
_FORBIDS = re.compile(r"(?:でき|出来|出せ|使え|置け|唱えられ)(?:ない|ません)|不可|×")
_FROM = re.compile(r"手札から|新た|新しく|ほかの場所から|他のゾーンから")
_LIES = re.compile(
    r"(?:セット|伏せ|置|裏向き)[^。]{0,12}(?:してある|している|てある|ている|であった|た)[^。]*(?:表|発動|使)"
)


@dataclass(frozen=True, slots=True)
class _Said:
    full: bool
    game: str
    page: str
    zone: str
    iri: str
    sentence: str


def gather(page: PageView) -> Iterator[_Said]:
    """Sentences that forbid playing while a zone is full, and sentences that play a card lying in that zone."""
    for passage in passages(page):
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            forbids = bool(_FORBIDS.search(text))
            full = forbids and bool(_FULL.search(text)) and not _FROM.search(text)
            lies = not forbids and bool(_LIES.search(text)) and not cue("history_mark").search(text)
            if not (full or lies) or not passage.in_force or (zone := _zone(text)) is None:
                continue
            if full:
                yield _Said(True, page.game, page.iri, zone, passage.iri, sentence.strip())
            else:
                yield _Said(False, page.game, page.iri, zone, passage.iri, sentence.strip())


def _zone(text: str) -> str | None:
    for zone, words in cue_table("zones").items():
        if any(re.search(word, text) for word in words):
            return str(zone)
    return None


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Join the two on a page."""
    full_zones: list[_Said] = []
    lying: dict[tuple[str, str], list[_Said]] = {}
    for one in said:
        if one.full:
            full_zones.append(one)
        else:
            lying.setdefault((one.page, one.zone), []).append(one)
    for full in full_zones:
        for lies in lying.get((full.page, full.zone), ()):
            if lies.iri != full.iri:
                yield Match(
                    (full.iri, lies.iri),
                    {"zone": full.zone},
                    board=f"{full.zone}が埋まっていて、その1枚が伏せられている / the zone is full, one of its cards lies face-down",
                    cause=f"{full.page} {full.zone}",
                )
