# ---
# code: TC0902
# kinds: [K9]
# severity: info
# status: gap
# title:
#   ja: "誰が選ぶかが書かれていない"
#   en: "Nobody is said to choose"
# means:
#   ja: "いくつかのうちの一つが動くと書かれていますが、どれになるかを誰が決めるのかが書かれていません。"
#   en: "One of several is moved, but who picks it is not said."
# fix:
#   ja: "「持ち主が選ぶ」のように、選ぶ人を書いてください。"
#   en: "Say who picks."
# message:
#   ja: "どれにするかを誰が選ぶのか、書かれていません：「{text}」"
#   en: "It is not said who picks: “{text}”"
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -組が場を離れる場合、そのうちの 1 枚のみが離れる。(703.4f)
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -組が場を離れる場合、持ち主が選んだ、そのうちの 1 枚のみが離れる。(703.4f)
# ---
"""One of several is taken, and no word on who picks it."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]

_PICKED = re.compile(
    r"(?:を|が|、)(?:[0-9一]+(?:枚|体|つ)|ひとつ)(?:が|を|だけ|のみ)?[^、。]{0,12}$|^[^、。]{0,6}(?:[0-9一]+(?:枚|体|つ)|ひとつ)が"
)
_FIXED = re.compile(
    r"(?:だけ|のみ)(?:なら|の|で|に)|一番|いちばん|(?:上|下)から|順番|同じ名前|自分の手札|手札から|側に|あった|その[0-9一]|残りの|必要"
)
_ONE_OF = re.compile(
    r"(?:のうち|の中)(?:の|から)?(?:[0-9一]+(?:枚|体|つ)|ひとつ|どれか|いずれか)|から、?[^、。]{0,8}(?:ひとつ|[0-9]+(?:枚|つ|体))(?=[をだがの])"
)
_CHOOSER = re.compile(
    r"選|プレイヤー(?:が|は)|持ち主(?:が|は)|相手(?:が|は)|自分(?:が|は)|使った|コントローラー|ランダム|無作為|すべて|全て|一番"
)
_LATER = re.compile(
    r"(?:どれ|どちら|どの[一-龥ァ-ヴー]+|いずれ|(?:その|この)(?:選択|選び方|[0-9一]+(?:枚|体|つ)))[^。]*(?:決め|選)"
)
_MOVES = re.compile(r"(?:離れ|置|戻|破壊|残|移|送|外)[ぁ-ん]*$")


def check_page(page: PageView) -> Iterator[Match]:
    """Look at rules and rule statements only: in examples and answers the pick is often plain."""
    for passage in passages(page):
        if passage.role not in ("rule", "statement") or passage.extract.is_a("ExampleStatement", "Gloss"):
            continue
        if (
            passage.role == "statement"
            and not passage.extract.is_a("RuleStatement")
            and not passage.extract.all("cites")
        ):
            continue
        below = page.below(passage.extract)
        if _CHOOSER.search(fold(below)) or _LATER.search(fold(passage.text)):
            continue
        for _, sentence in sentences(passage.text):
            text = re.sub(r"[(][^()]*[)]", "", fold(sentence)).rstrip("。")
            picked = _ONE_OF.search(text) or (
                _PICKED.search(text.rsplit("、", 1)[-1]) and not _FIXED.search(text)
            )
            if picked and _MOVES.search(text) and not _CHOOSER.search(text):
                yield Match((passage.iri,), {"text": sentence.strip()})
                break
