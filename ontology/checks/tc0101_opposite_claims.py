# ---
# code: TC0101
# kinds: [K1]
# severity: error
# status: real
# title:
#   ja: "同じことについて反対のことが書かれている"
#   en: "Opposite statements about one matter"
# means:
#   ja: "同じ条件の同じことについて、二つの文が反対の結論（起こる・起こらない、行き先、数）を述べています。"
#   en: "Two statements in force give opposite conclusions (whether, where, how many) for the same matter under the same conditions."
# fix:
#   ja: "出典を確かめ、誤っている方を直すか、条件の違いを書き足してください。"
#   en: "Check the source; correct the wrong one, or write the condition in which they differ."
# message:
#   ja: "「{a}」と「{b}」は、同じ盤面で両立しません。"
#   en: "“{a}” and “{b}” cannot both hold on one board."
# example:
#   - 甲: |2
#       *甲
#       **ルール
#       -下に重ねたカードの順番は、あとから変更できる。
#     乙: |2
#       *乙
#       **ルール
#       -下に重ねたカードの順番は、あとから変更できない。
# look_alike:
#   - 甲: |2
#       *甲
#       **ルール
#       -下に重ねたカードの順番は、あとから変更できない。
#     乙: |2
#       *乙
#       **ルール
#       -下に重ねたカードの順番を、あとから変更することはできない。
# ---
"""Claims about one matter with opposite predicates, both in force."""

from collections.abc import Iterable, Iterator

from ontology.checking import Match, PageView, Severity
from ontology.checking.claims import Claim, page_claims, setting
from ontology.checking.compare import (
    Clash,
    Relation,
    claim_pairs,
    clash,
    declared_exception,
    in_force_together,
    instance,
    older_page,
    relation,
)

__all__ = ["gather", "judge"]


_RULED = frozenset({"answer", "ruling"})
"""What two rulings say is compared with their questions, by TC0103."""


def gather(page: PageView) -> Iterable[Claim]:
    """Claims in force with something to compare."""
    return (c for c in page_claims(page) if c.all_words and not c.valid_to)


def judge(claims: Iterable[Claim]) -> Iterator[Match]:
    """Join claims about the same matter whose predicates disagree."""
    seen = set()
    for a, b in claim_pairs(claims):
        kind = clash(a, b)
        if kind is None or kind is Clash.MODALITY or not in_force_together(a, b) or a.iri == b.iri:
            continue
        one_card = kind is Clash.POLARITY and (instance(a, b) or instance(b, a))
        if not one_card and relation(a, b, kind) is not Relation.SAME:
            continue
        if declared_exception(a, b) or a.marked or b.marked:
            continue
        if (
            older_page(a, b)
            or older_page(b, a)
            or (a.role in _RULED and b.role in _RULED)
            or (a.iri, b.iri) in seen
        ):
            continue
        seen.add((a.iri, b.iri))
        yield Match(
            (a.iri, b.iri),
            {"a": a.sentence, "b": b.sentence},
            severity=Severity.WARNING if one_card else None,  # the card's own text may say so
            board=setting(a.sentence) or setting(b.sentence) or None,
        )
