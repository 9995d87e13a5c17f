# ---
# code: TC0901
# kinds: [K7, K9]
# severity: warning
# status: gap
# title:
#   ja: "残せないカードの行き先が書かれていない"
#   en: "No destination for a card that cannot stay"
# means:
#   ja: "その場に残せないと書かれていますが、どこへ置かれるのか、どの規則によるのかが書かれていません。"
#   en: "The card cannot stay, but neither its destination nor the rule that moves it is given."
# fix:
#   ja: "行き先のゾーンと、根拠の規則の番号を書いてください。"
#   en: "Write the zone it goes to and the number of the rule."
# message:
#   ja: "残せないカードがどこへ行くかが書かれていません：「{text}」"
#   en: "It is not said where a card that cannot stay goes: “{text}”"
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -獣でない札の下にあった札は、場に残すことはできない。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -獣でない札の下にあった札は、場に残すことはできない。持ち主の墓地に置く。
# ---
"""A card that cannot stay, and no word on where it goes."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.cues import cue_table
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]

_CANNOT_STAY = re.compile(
    r"(?:場|ゾーン|フィールド)(?:上)?に(?:は)?(?:残せ|残す(?:こと|事)(?:は|が)?(?:でき|出来)|残れ|とどまれ)(?:ない|ません)"
)


def check_page(page: PageView) -> Iterator[Match]:
    """Find such sentences where no zone to go to is named in the passage, nor in a neighbour of its list."""
    for passage in passages(page):
        if passage.role in ("question", "answer"):
            continue
        text = fold(passage.text)
        if not any(_CANNOT_STAY.search(fold(s)) for _, s in sentences(passage.text)):
            continue
        stays = ("バトルゾーン", "フィールド", "モンスターゾーン", "魔法&罠ゾーン")
        zones = [w for z, words in cue_table("zones").items() if z not in stays for w in words]
        if not any(re.search(rf"{w}(?:に|へ|から)?(?:置|送|戻|移|行|落|返|加)", text) for w in zones):
            yield Match((passage.iri,), {"text": passage.text.strip()})
