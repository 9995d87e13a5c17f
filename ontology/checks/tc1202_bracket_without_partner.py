# ---
# code: TC1202
# kinds: [K12]
# severity: warning
# status: wording
# title:
#   ja: "括弧が閉じていない"
#   en: "A bracket without its partner"
# means:
#   ja: "名前や引用の括弧の開きと閉じの数が合いません。名前や引用の範囲を読み違えます。"
#   en: "Opening and closing brackets of a name or quotation do not match."
# fix:
#   ja: "足りない括弧を補ってください。"
#   en: "Add the missing bracket."
# message:
#   ja: "括弧 {pairs} の開きと閉じの数が合いません。"
#   en: "Brackets {pairs} do not match."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -《黒い獣が離れる時、札は戻る。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -《黒い獣》が離れる時、札は戻る。
# ---
"""Brackets of names and quotations that are not closed, or not opened."""

from collections.abc import Iterator

from ontology.checking import Match, PageView

__all__ = ["check_page"]

_PAIRS = {"《": "》", "「": "」", "【": "】", "『": "』"}


def check_page(page: PageView) -> Iterator[Match]:
    """Count in each statement and ruling; what is nested in another extract is counted there."""
    for extract in page.of("Statement", "Ruling"):
        raw = page.text[extract.start : extract.end]
        wrong = [a + b for a, b in _PAIRS.items() if raw.count(a) != raw.count(b)]
        if wrong:
            yield Match((extract.iri,), {"pairs": "、".join(wrong)})
