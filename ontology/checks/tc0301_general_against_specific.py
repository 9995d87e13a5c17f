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
#   ja: "「{general}」という一般の文に対して、「{specific}」は反対の結論です。例外だとは書かれていません。"
#   en: "“{specific}” concludes the opposite of the general “{general}” and is not marked as an exception."
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

import re
from collections.abc import Iterable, Iterator
from itertools import product

from ontology.checking import Match, PageView
from ontology.checking.claims import Claim, page_claims, setting
from ontology.checking.compare import (
    Clash,
    Relation,
    claim_pairs,
    clash,
    declared_exception,
    in_force_together,
    instance,
    relation,
    set_apart,
)
from ontology.checking.cues import cue
from ontology.checking.japanese import fold

__all__ = ["check_page", "gather", "judge"]


_SUBJECT = re.compile(r"(?<![時際合])[一-龥ァ-ヴー》」](?<!事)(?:は|が|も|を)")


def gather(page: PageView) -> Iterable[Claim]:
    """Claims in force that say of something that it can, cannot, does or does not happen."""
    return (c for c in page_claims(page) if c.all_words and not c.valid_to)


def check_page(page: PageView) -> Iterator[Match]:
    """An item and the item below it that says the opposite of the same act: a part of the matter, left unmarked."""
    by_statement: dict[str, list[Claim]] = {}
    for claim in gather(page):
        if claim.role == "statement":
            by_statement.setdefault(claim.iri, []).append(claim)
    for iri, below in by_statement.items():
        if page.by_iri[iri].is_a("PracticeRemark", "ExampleStatement", "Gloss", "HistoryStatement"):
            continue
        for parent in page.by_iri[iri].all("parentStatement"):
            for general, specific in product(by_statement.get(parent, ()), below):
                if not _part_denied(general, specific):
                    continue
                if declared_exception(general, specific) or set_apart(general, specific):
                    continue
                yield _match(general, specific)


def _part_denied(general: Claim, specific: Claim) -> bool:
    """Whether the item below denies for a part what the item above says of all."""
    if specific.marked or specific.excepts or general.excepts or cue("hedge").search(fold(general.sentence)):
        return False
    if general.verb == specific.verb and general.positive != specific.positive:
        return True
    only = re.search(f"(?:だけ|のみ)[がをはで]?[^、。]*{re.escape(general.verb)}", fold(specific.sentence))
    return bool(only and general.positive and cue("everything").search(fold(general.sentence)))


def judge(claims: Iterable[Claim]) -> Iterator[Match]:
    """Join opposite claims of which one speaks of a part of what the other speaks of, and no mark says so."""
    seen = set()
    for one, other in claim_pairs(claims, families=True):
        kind = clash(one, other, families=True)
        if kind is not Clash.POLARITY or not in_force_together(one, other) or one.iri == other.iri:
            continue
        found = relation(one, other, kind)
        if found not in (Relation.NARROWER, Relation.WIDER) or declared_exception(one, other):
            continue
        specific, general = (one, other) if found is Relation.NARROWER else (other, one)
        if specific.marked or general.excepts or specific.excepts or (general.iri, specific.iri) in seen:
            continue
        if general.page != specific.page and not _SUBJECT.search(fold(general.sentence)):
            continue  # what a sentence without a subject speaks of is told by its own page
        if general.role in ("answer", "ruling") or (specific.role == "ruling" and general.names):
            continue
        if instance(specific, general):
            continue  # not a narrower case, but one case: TC0101
        seen.add((general.iri, specific.iri))
        yield _match(general, specific)


def _match(general: Claim, specific: Claim) -> Match:
    return Match(
        (general.iri, specific.iri),
        {"general": general.sentence, "specific": specific.sentence},
        reconciled_by="特別の規定が一般の規定に優先する / the specific statement goes before the general one",
        board=setting(specific.sentence) or specific.sentence,
    )
