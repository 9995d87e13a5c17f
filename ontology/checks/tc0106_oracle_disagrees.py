# ---
# code: TC0106
# kinds: [K1, K7]
# severity: error
# status: real
# title:
#   ja: "規則から導いた結論と裁定が違う"
#   en: "The rules give another verdict than the ruling"
# means:
#   ja: "裁定の盤面を、その日に有効な規則（その裁定だけに基づくものを除く）で実際に処理すると、裁定と違う結論になります。"
#   en: "Running the board of the ruling by the rules in force on its day, without those that rest on this ruling alone, gives another verdict."
# fix:
#   ja: "規則の適用か裁定の書き写しのどちらが誤っているかを、出典で確かめてください。"
#   en: "See in the source whether the rules are misapplied or the ruling is miscopied."
# message:
#   ja: "裁定は「{verdict}」ですが、規則（{rules}）からは「{derived}」になります（事例 {case}）。"
#   en: "The ruling says “{verdict}”, the rules ({rules}) give “{derived}” (case {case})."
# example:
#   - 例: |2
#       *裁定
#       Q.《龍神ヘヴィ》と《暗黒破壊神デス・フェニックス》がリンクしていて、後者の進化元は《ボルシャック・ドラゴン》です。上の札だけが離れたとき、組はそのままですか？
#       A.はい、そのままです。
#       引用元（2021.9.7）
# look_alike:
#   - 例: |2
#       *裁定
#       Q.《龍神ヘヴィ》と《暗黒破壊神デス・フェニックス》がリンクしていて、後者の進化元は《ボルシャック・ドラゴン》です。上の札だけが離れたとき、組はそのままですか？
#       A.いいえ、組は解けます。
#       引用元（2021.9.7）
# ---
"""Rulings whose verdict the rules do not give on the ruling's own board."""

from collections.abc import Iterable, Iterator, Sequence

from ontology.checking import Match, PageView
from ontology.checking.finding import Severity
from ontology.checking.oracle import RulingRecord, judge_rulings
from ontology.checking.verdicts import question_shape
from ontology.namespaces import fold_name
from ontology.reasoner import Case

__all__ = ["gather", "judge"]

_AUTOMATIC = "（自動読取 / read automatically）"
"""Such a board was read by the grammar alone: where it clashes, the reading is to be looked at first."""


def gather(page: PageView) -> Iterator[RulingRecord]:
    """Rulings with their day, cards and verdict."""
    for ruling in page.of("Ruling"):
        _, _, names = question_shape((ruling.one("question") or "") + (ruling.one("answer") or ""))
        cards = frozenset(fold_name(n) for n in names if n.startswith("《"))
        day, verdict = ruling.one("rulingDate") or "", ruling.one("verdict") or ""
        if day:
            read = ruling.one("readCase") or ""
            yield RulingRecord(ruling.iri, page.game, day, cards, verdict, page.iri, read)


def judge(
    rulings: Iterable[RulingRecord], *, only: frozenset[str] | None = None, attached: Sequence[Case] = ()
) -> Iterator[Match]:
    """Derive each formal case; report disagreement."""
    for judgement in judge_rulings(rulings, only=only, attached=attached):
        if judgement.result == "disagree":
            yield Match(
                (judgement.ruling.iri,),
                {
                    "verdict": {"yes": "はい", "no": "いいえ"}[judgement.ruling.verdict],
                    "derived": {"yes": "はい", "no": "いいえ"}[judgement.derived],
                    "rules": "、".join(judgement.rules),
                    "case": judgement.case + (_AUTOMATIC if judgement.automatic else ""),
                },
                severity=Severity.WARNING if judgement.automatic else None,
                board=f"{judgement.case}: {judgement.board}",
                key=f"{judgement.ruling.iri} {judgement.case}",
            )
