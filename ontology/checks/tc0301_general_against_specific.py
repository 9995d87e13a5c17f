# ---
# code: TC0301
# kinds: [K3]
# severity: info
# status: reconcilable
# title:
#   ja: "一般の文と特別の文が反対の結論を述べている"
#   en: "A general and a specific statement conclude differently"
# means:
#   ja: "一般に禁じ（または許し）、狭い場合について反対を述べています。狭い方が優先します。"
#   en: "One statement forbids (or allows) in general what another allows (or forbids) in a narrower case; the narrower one goes first."
# fix:
#   ja: "一般の文に「〜を除く」と書くか、特別の文に「ただし」と書いてください。"
#   en: "Write “except …” in the general statement, or mark the specific one as an exception."
# message:
#   ja: "一般の「{general}」に対し、「{specific}」は反対の結論です。{mark}"
#   en: "“{specific}” concludes the opposite of the general “{general}”."
# example:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -条件の合わない種族の札を、移す対象にする事はできない。
#       -「集めの笛」の場合は、条件の合わない種族の札を、移す対象にする事が可能。
# look_alike:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -条件の合わない種族の札を、移す対象にする事はできない。
#       -「集めの笛」の場合は、手札の枚数を数える事が可能。
# ---
"""A general ban or permission and a narrower statement that says the opposite."""

from collections.abc import Iterable, Iterator

from ontology.checking import Match, PageView
from ontology.checking.claims import Claim, page_claims
from ontology.checking.compare import Clash, claim_pairs, clash, covered, in_force_together, same_matter

__all__ = ["gather", "judge"]


def gather(page: PageView) -> Iterable[Claim]:
    """Claims with a polarity or a modality to compare."""
    return (
        c for c in page_claims(page) if c.all_words and (c.modality != "is" or not c.positive or c.excepted)
    )


def judge(claims: Iterable[Claim]) -> Iterator[Match]:
    """Join opposite claims of which one speaks of a part of what the other speaks of."""
    for one, other in claim_pairs(claims, families=True):
        if clash(one, other, families=True) is not Clash.POLARITY or not in_force_together(one, other):
            continue
        for general, specific in ((one, other), (other, one)):
            if not _narrower(specific, general):
                continue
            if (
                general.iri == specific.iri
                or covered(general, specific) < 0.8
                or same_matter(one, other) >= 0.75
            ):
                continue
            yield Match(
                (general.iri, specific.iri),
                {
                    "general": general.sentence,
                    "specific": specific.sentence,
                    "mark": "" if specific.excepted else "例外の印（ただし・以外など）がありません。",
                },
                reconciled_by="特別の規定が一般の規定に優先する / the specific statement goes before the general one",
                board="、".join(sorted(specific.conditions | specific.words)),
            )
            break


def _narrower(specific: Claim, general: Claim) -> bool:
    """Whether a claim adds a name or a condition to what another speaks of."""
    if not general.names <= specific.names:
        return False
    return (
        general.names < specific.names
        or general.conditions < specific.conditions
        or len(general.all_words) < len(specific.all_words)
    )
