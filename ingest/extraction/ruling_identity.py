"""Which ruling of a page is which ruling of the page as it was read before.

The IRI of a ruling comes from its source address, or from its page, date, verdict and the cards it names (see
`ingest.extraction.rulings`). A correction can touch each of these: a typo inside a card's name names another card. So
when a page is read again, its rulings are compared with those that the store holds for it, and keep their IRIs:

1. the same IRI with the same question or the same address;
2. the same question, with the same date or the same verdict;
3. the most alike question (`SequenceMatcher` ratio of at least 0.8), with the same verdict, and no other date or address;
4. whatever is left over gets the IRI that it would get on a page never read before, or the next free number of it.

A store that was built from nothing knows no earlier reading: the same text may then have another IRI there.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

__all__ = ["KnownRuling", "settle"]

_ALIKE = 0.8


class KnownRuling(NamedTuple):
    """A ruling of a page: its IRI, its question without white space, its date (ISO), verdict and source address."""

    iri: str
    question: str
    date: str | None = None
    verdict: str = "other"
    url: str | None = None


def settle(read: Sequence[KnownRuling], known: Sequence[KnownRuling]) -> list[str]:
    """Return the IRIs of the rulings read, in their order; `iri` of what was read is the one it has by itself."""
    given: dict[int, str] = {}
    left = {k.iri: k for k in known}

    def give(i: int, iri: str) -> None:
        given[i] = iri
        del left[iri]

    for i, r in enumerate(read):
        old = left.get(r.iri)
        if old is not None and (old.question == r.question or (r.url is not None and old.url == r.url)):
            give(i, r.iri)
    for i, r in enumerate(read):
        if i not in given and (same := [k for k in left.values() if _same_question(r, k)]):
            give(i, min(same, key=lambda k: (k.date != r.date, k.verdict != r.verdict, k.iri)).iri)
    alike = [
        (-share, k.iri != r.iri, i, k.iri)
        for i, r in enumerate(read)
        if i not in given
        for k in left.values()
        if _may_be(r, k) and (share := _likeness(r.question, k.question)) >= _ALIKE
    ]
    for _, _, i, iri in sorted(alike):
        if i not in given and iri in left:
            give(i, iri)
    used = set(given.values())
    reserved = {k.iri for k in known}
    for i, r in enumerate(read):
        if i not in given:
            given[i] = _free(r.iri, used, reserved)
            used.add(given[i])
    return [given[i] for i in range(len(read))]


def _same_question(a: KnownRuling, b: KnownRuling) -> bool:
    return (
        a.question == b.question and (a.date == b.date or a.verdict == b.verdict) and _no_other_address(a, b)
    )


def _may_be(a: KnownRuling, b: KnownRuling) -> bool:
    dated = a.date == b.date or a.date is None or b.date is None
    return dated and a.verdict == b.verdict and _no_other_address(a, b)


def _no_other_address(a: KnownRuling, b: KnownRuling) -> bool:
    return a.url is None or b.url is None or a.url == b.url


def _likeness(a: str, b: str) -> float:
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() < _ALIKE or matcher.quick_ratio() < _ALIKE:
        return 0.0
    return matcher.ratio()


def _free(iri: str, used: set[str], reserved: set[str]) -> str:
    """The IRI itself unless it was given away, else the next free number of it."""
    if iri not in used:
        return iri
    n = 2
    while f"{iri}-{n}" in used or f"{iri}-{n}" in reserved:
        n += 1
    return f"{iri}-{n}"
