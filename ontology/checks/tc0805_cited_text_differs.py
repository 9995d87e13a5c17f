# ---
# code: TC0805
# kinds: [K8]
# severity: error
# status: wording
# title:
#   ja: "挙げた番号の規則と違うことを書いている"
#   en: "A statement differs from the rule it cites"
# means:
#   ja: "規則の番号を挙げた文が、その規則の文面と少し、または結論で違います。写し間違いか番号違いです。"
#   en: "A statement that cites a number differs from the text of that rule, by a slip or in its conclusion."
# fix:
#   ja: "規則の文面に合わせるか、番号を直してください。"
#   en: "Follow the text of the rule, or correct the number."
# message:
#   ja: "規則 {number} は「{rule}」ですが、「{said}」と書かれています。"
#   en: "Rule {number} says “{rule}”, the page says “{said}”."
# example:
#   - 甲: |2
#       *甲
#       **規則
#       -組が合わなくなった時、組は解かれることになる。(205.1a)
#     乙: |2
#       *乙
#       -組が合わなくなった時、神は墓地に置かれる。(総合ルール 205.1a)
# look_alike:
#   - 甲: |2
#       *甲
#       **規則
#       -組が合わなくなった時、組は解かれることになる。(205.1a)
#     乙: |2
#       *乙
#       -組が合わなくなった時、組は解かれることになる。(総合ルール 205.1a)
# ---
"""A statement that gives the number of a rule and says something else than the rule."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.claims import Claim, page_claims, read_claims
from ontology.checking.compare import overlap
from ontology.checking.japanese import fold
from ontology.checking.passages import Passage
from ontology.checking.verdicts import alike

__all__ = ["gather", "judge"]

_CITES = re.compile(r"[(（](?:総合(?:ゲーム)?ルール)?\s*([0-9]+(?:\.[0-9]+)*[a-z]?)[)）][。．]?$")
_TRIM = re.compile(r"[。、.,・\s]|''|[(][^()]*[0-9][a-z]?[)]$")


@dataclass(frozen=True, slots=True)
class _Text:
    quoted: bool
    game: str
    iri: str
    number: str
    text: str
    claims: tuple[Claim, ...]
    dated: bool


def gather(page: PageView) -> Iterator[_Text]:
    """Rule texts, and statements that end in the number of a rule."""
    claims: dict[str, list[Claim]] = defaultdict(list)
    for claim in page_claims(page):
        claims[claim.iri].append(claim)
    versions = {(v.start, v.end) for v in page.of("RuleVersion")}
    for version in page.of("RuleVersion"):
        dated = bool(page.valid_to(version))
        passage = Passage(version, page, version.plain, "rule", None, None, ())
        text = _TRIM.sub("", fold(version.plain))
        number = (version.one("notation") or "").lower()
        yield _Text(True, page.game, version.iri, number, text, tuple(read_claims(passage)), dated)
    for statement in page.of("Statement"):
        found = _CITES.search(statement.plain.strip())
        if not found or page.valid_to(statement) is not None or statement.is_a("PracticeRemark"):
            continue
        if not any(statement.start <= start and end <= statement.end for start, end in versions):
            text = _TRIM.sub("", fold(statement.plain))
            yield _Text(
                False, page.game, statement.iri, found[1].lower(), text, tuple(claims[statement.iri]), False
            )


def judge(texts: Iterable[_Text]) -> Iterator[Match]:
    """Compare the two where both have the same conditions or nearly the same words."""
    everything = list(texts)
    rules: dict[tuple[str, str], dict[str, _Text]] = defaultdict(dict)  # each wording once
    for text in everything:
        if text.quoted and not text.dated:
            rules[(text.game, text.number)].setdefault(text.text, text)
    for said in everything:
        known = rules.get((said.game, said.number), {})
        if said.quoted or not known or said.text in known:
            continue
        for rule in known.values():
            if alike(said.text, rule.text) >= 0.85 or any(
                _opposed(a, b) for a in said.claims for b in rule.claims
            ):
                yield Match(
                    (rule.iri, said.iri), {"number": said.number, "rule": rule.text, "said": said.text}
                )
                break


def _opposed(a: Claim, b: Claim) -> bool:
    """Whether two claims have the same conditions and end in different acts."""
    same = bool(a.conditions) and overlap(a.conditions, b.conditions) >= 0.8
    return (
        same and (a.verb, a.zone) != (b.verb, b.zone) and a.positive == b.positive and not a.words & b.words
    )
