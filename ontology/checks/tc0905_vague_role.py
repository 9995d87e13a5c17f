# ---
# code: TC0905
# kinds: [K9]
# severity: warning
# status: gap
# title:
#   ja: "行き先・持ち主・決める人があいまい"
#   en: "Destination, owner or decider left open"
# means:
#   ja: "カードがどこへ、誰のゾーンへ行くのか、順番を誰が決めるのかが書かれていません。"
#   en: "Where a card goes, whose zone it is, or who fixes an order is left open."
# fix:
#   ja: "{role}を書いてください。"
#   en: "Write what is left open."
# message:
#   ja: "{role}が書かれていません：「{text}」"
#   en: "Left open ({role}): “{text}”"
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -合わない札は、ほかのゾーンに置かれる。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -合わない札は、持ち主の墓地に置かれる。
# ---
"""A rule moves a card to “another zone”, or leaves open whose it is, how many move, or who chooses or orders."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]

_VAGUE = (
    (
        re.compile(r"(?:ほか|他|別|どこか|いずれか)の(?:ゾーン|場所)(?:へ|に)(?:置|移|送|戻)[ぁ-ん]*$"),
        "行き先",
    ),
    (
        re.compile(r"(?:どちらか|いずれか|誰か)の(?:墓地|手札|山札|デッキ|場|ゾーン|マナゾーン)(?:へ|に)"),
        "誰のゾーンか",
    ),
    (re.compile(r"順番を(?:決め|選|決定)[ぁ-ん]*$"), "順番を決める人"),
    (
        re.compile(
            r"が(?:[0-9一二三]+(?:枚|体|つ)|ひとつ)?、?(?:選ばれ|選択され)(?:て|、)[^。]*(?:破壊|置|戻|送|移|捨て|離れ)[ぁ-ん]*$"
        ),
        "選ぶ人",
    ),
)
_AMOUNT = re.compile(
    r"(?:何(?:枚|体|つ|個)か|数(?:枚|体|個)|いくつか)(?:を)?[^、。]{0,10}(?:捨て|置|送|破壊|戻|引|加え|移)[ぁ-ん]*$"
)
_ANY = re.compile(r"選|好きな|任意|まで|以上|以下|こと(?:が|も)|ランダム|無作為|場合(?:が|も)")
_NAMES = re.compile(r"とは、|(?:こと|もの)(?:も|は|で|を|$)")
_TOLD = {"Definition", "ExampleStatement", "Gloss", "FlavorRemark", "StrategyRemark", "HistoryStatement"}
_WHO = re.compile(
    r"(?:プレイヤー|持ち主|持主|自分|相手|使用者|コントローラー|あなた)(?:が|は|の選)|選(?:んだ|ぶ|び)"
)

_AGENT = re.compile(
    r"によって|により|(?:プレイヤー|持ち主|自分|相手|使用者|コントローラー)に(?:選|、)|ランダム|無作為"
)


def check_page(page: PageView) -> Iterator[Match]:
    """Look at rules and statements in force; a sub-item may give what the item leaves open."""
    for passage in passages(page):
        if passage.role not in ("rule", "statement") or not passage.in_force:
            continue
        if passage.extract.types & _TOLD:
            continue
        below = page.below(passage.extract)
        known = bool(_WHO.search(fold(passage.text + below)))
        for _, sentence in sentences(passage.text):
            text = re.sub(r"[(][^()]*[)]", "", fold(sentence)).rstrip("。")
            if _AMOUNT.search(text) and not _ANY.search(text + fold(below)):
                yield Match((passage.iri,), {"role": "いくつか", "text": sentence.strip()})
            if known or _AGENT.search(text):
                continue
            if _NAMES.search(text):
                continue  # it says what a word means, not what is to be done
            for pattern, role in _VAGUE:
                if pattern.search(text):
                    yield Match((passage.iri,), {"role": role, "text": sentence.strip()})
