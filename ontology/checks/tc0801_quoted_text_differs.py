# ---
# code: TC0801
# kinds: [K8]
# severity: error
# status: real
# title: {ja: 同じ番号の規則が違う文面で引用されている, en: One rule number quoted with different texts}
# means:
#   ja: 同じ規則文書の同じ番号が、二か所で違う文面で引用されています。どちらかが古いか、写し間違いです。
#   en: One number of one rules document is quoted with two texts; one of them is old or miscopied.
# fix:
#   ja: 規則の原文で確かめ、古い方に「いつまでの文面か」を書くか、写し間違いを直してください。
#   en: Compare with the rules document; date the older text, or correct the copy.
# message:
#   ja: 規則 {number} の文面が「{page1}」と「{page2}」で違います。
#   en: Rule {number} is quoted with different texts on “{page1}” and “{page2}”.
# example:
#   甲: |
#     *処理
#     -組になった神の情報が合わなくなったら、組は解かれる。(703.4e)
#   乙: |
#     *裁定
#     -組になった神の情報が合わなくなったら、神は破壊される。(703.4e)
# look_alike:
#   甲: |
#     *処理
#     -組になった神の情報が合わなくなったら、組は解かれる。(703.4e)
#   乙: |
#     *裁定
#     -組になった[[神]]の情報が合わなくなったら、組は解かれる。(703.4e)
# ---
"""One number of one document quoted with two texts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView, Status
from ontology.checking.claims import Claim, read_claims
from ontology.checking.compare import clash
from ontology.checking.cues import cue
from ontology.checking.japanese import fold
from ontology.checking.passages import Passage

__all__ = ["gather", "judge"]

_TRIM = re.compile(r"[\s。．.、,]|[(（][0-9.a-z]+[)）]$")


@dataclass(frozen=True, slots=True)
class _Quote:
    rule: str
    document: str
    number: str
    text: str
    iri: str
    claims: tuple[Claim, ...] = ()
    told: bool = False
    """Whether it is a statement of the page that ends in the number; a box or a rules document is word by word."""


def gather(page: PageView) -> Iterator[_Quote]:
    """Quoted texts in force, without what does not count (spaces, width, stops)."""
    other = page.title if cue("other_documents").search(fold(page.title)) else ""
    for version in page.of("RuleVersion"):
        if version.one("validTo") is None:
            text = _TRIM.sub("", fold(version.plain))
            document, number = other or version.one("document") or "", version.one("notation") or ""
            claims = tuple(read_claims(Passage(version, page, version.plain, "rule", None, None, ())))
            told = version.is_a("Statement")
            for rule in version.all("versionOf"):
                yield _Quote(rule, document, number, text, version.iri, claims, told)


def judge(quotes: Iterable[_Quote]) -> Iterator[Match]:
    """Set every rarer text of a number against the commonest one."""
    texts: dict[tuple[str, str], dict[str, list[_Quote]]] = defaultdict(lambda: defaultdict(list))
    documents: dict[tuple[str, str], set[str]] = defaultdict(set)
    for quote in quotes:
        texts[(quote.rule, quote.number)][quote.text].append(quote)
        documents[(quote.rule, quote.number)].add(quote.document)
    for key, wordings in sorted(texts.items()):
        if len(wordings) < 2 or len(documents[key] - {""}) > 1:
            continue
        ranked = sorted(wordings.items(), key=lambda item: (-len(item[1]), item[0]))
        usual = ranked[0][1][0]
        for _, found in ranked[1:]:
            for other in found:
                values, told = {"number": usual.number}, f"{other.iri} {key}"
                same = _agree(other, usual)
                yield Match((other.iri, usual.iri), values, key=told, status=Status.WORDING if same else None)


def _agree(a: _Quote, b: _Quote) -> bool:
    """Whether one of them is in the words of its page, and both say the same as far as can be told."""
    if not a.told and not b.told:
        return False
    same = {c.verb for c in a.claims} & {c.verb for c in b.claims}
    return bool(same) and not any(clash(x, y) for x in a.claims for y in b.claims)
