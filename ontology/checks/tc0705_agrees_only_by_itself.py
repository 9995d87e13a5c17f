# ---
# code: TC0705
# kinds: [K7]
# severity: info
# status: gap
# title:
#   ja: "その裁定だけが根拠の結論"
#   en: "A verdict that rests on its ruling alone"
# means:
#   ja: "裁定の盤面を規則で処理すると同じ結論になりますが、その裁定だけに基づく規則を除くと導けません。規則文書には根拠がありません。"
#   en: "The rules give the verdict, but not without a rule that rests on this ruling alone; the rulebook does not support it."
# fix:
#   ja: "根拠になる条文が後から加わっていないかを確かめてください。"
#   en: "See whether a provision has been added since."
# message:
#   ja: "この結論は、この裁定だけに基づく規則がなければ導けません（事例 {case}、規則 {rules}）。"
#   en: "The verdict follows only by a rule that rests on this ruling (case {case}, rules {rules})."
# group_message:
#   ja: "その裁定だけが根拠の結論が {count} 件あります。"
#   en: "{count} verdicts rest on their rulings alone."
# example:
#   - 例: |2
#       *裁定
#       Q.《龍神ヘヴィ》と《暗黒破壊神デス・フェニックス》がリンクしていて、後者の進化元は《龍神メタル》です。上の札だけが離れたとき、残った札との組はそのままですか？
#       A.はい、そのままです。
#       引用元（2021.9.7）
# look_alike:
#   - 例: |2
#       *裁定
#       Q.《龍神ヘヴィ》と《暗黒破壊神デス・フェニックス》がリンクしていて、後者の進化元は《ボルシャック・ドラゴン》です。上の札だけが離れたとき、組はそのままですか？
#       A.いいえ、組は解けます。
#       引用元（2021.9.7）
# ---
"""Rulings whose verdict follows only from rules that rest on that ruling."""

from collections.abc import Iterable, Iterator, Sequence

from ontology.checking import Match
from ontology.checking.oracle import RulingRecord, judge_rulings
from ontology.checks.tc0106_oracle_disagrees import gather
from ontology.reasoner import Case

__all__ = ["gather", "judge"]


def judge(
    rulings: Iterable[RulingRecord], *, only: frozenset[str] | None = None, attached: Sequence[Case] = ()
) -> Iterator[Match]:
    """Derive each formal case; report agreement that rests on the ruling alone."""
    for judgement in judge_rulings(rulings, only=only, attached=attached):
        if judgement.result == "itself":
            yield Match(
                (judgement.ruling.iri,),
                {"rules": "、".join(judgement.rules), "case": judgement.case},
                cause=f"{judgement.ruling.game} itself",
                board=f"{judgement.case}: {judgement.board}",
                key=f"{judgement.ruling.iri} {judgement.case}",
            )
