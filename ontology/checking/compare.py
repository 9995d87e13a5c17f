"""Comparing claims: do two of them speak of the same thing, and do they disagree?"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations

from ontology.checking.claims import Claim
from ontology.checking.cues import cue_table
from ontology.checking.japanese import small_kana_fold

__all__ = [
    "Clash",
    "claim_pairs",
    "clash",
    "covered",
    "declared_exception",
    "in_force_together",
    "overlap",
    "related",
    "same_matter",
    "stem",
    "thing_of",
]

_BUCKET = 300


class Clash(StrEnum):
    """How two claims about one matter disagree."""

    POLARITY = "polarity"
    ZONE = "zone"
    NUMBER = "number"
    MODALITY = "modality"


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard similarity of two sets of words; 1 for two empty ones."""
    union = len(a | b)
    return len(a & b) / union if union else 1.0


@cache
def _antonyms() -> frozenset[tuple[str, str]]:
    return frozenset(p for x, y in cue_table("antonyms") for p in ((x, y), (y, x)))


@cache
def _families() -> dict[str, frozenset[str]]:
    """Predicates that a wider predicate includes (プレイ includes セット)."""
    return {str(wide): frozenset(map(str, narrow)) for wide, narrow in cue_table("includes").items()}


@cache
def _zone_words() -> frozenset[str]:
    return frozenset(small_kana_fold(zone) for zone in cue_table("zones")) | {
        "ゾーン",
        "罠",
        "魔法",
        "超次元",
    }


def stem(claim: Claim) -> str:
    """The predicate without what varies between 残す, 残る and 残せる: its kanji or katakana."""
    return claim.verb


def related(a: str, b: str, *, families: bool = False) -> bool:
    """Whether two predicates are the same, or (with `families`) one includes the other."""
    if a == b:
        return True
    return families and (b in _families().get(a, ()) or a in _families().get(b, ()))


def clash(a: Claim, b: Claim, *, families: bool = False) -> Clash | None:
    """Return how the predicates of two claims disagree, or None when they do not (or are not comparable)."""
    if (a.verb, b.verb) in _antonyms():
        return Clash.POLARITY if a.positive == b.positive else None
    if not related(a.verb, b.verb, families=families):
        return Clash.ZONE if a.zone and b.zone and a.zone != b.zone and a.positive and b.positive else None
    if a.positive != b.positive:
        return Clash.POLARITY
    if not a.positive:
        return None
    if a.zone and b.zone and a.zone != b.zone:
        return Clash.ZONE
    if {a.modality, b.modality} in ({"may", "must"}, {"may", "is"}):
        return Clash.MODALITY
    return Clash.NUMBER if _other_number(a, b) else None


def _other_number(a: Claim, b: Claim) -> bool:
    """Whether the claims differ in one number and nothing else, and the number is not part of a date."""
    difference = a.all_words ^ b.all_words
    return len(difference) == 2 and all(w.isdigit() for w in difference) and "月" not in a.all_words


def thing_of(a: Claim, b: Claim) -> float:
    """Similarity of the main clauses alone."""
    return 0.0 if a.names != b.names else overlap(a.words, b.words)


def covered(general: Claim, specific: Claim) -> float:
    """Share of the general claim's words that the specific one has, whole or as the head of a compound."""
    words = general.all_words
    hits = sum(1 for w in words if any(s == w or (len(w) > 1 and s.endswith(w)) for s in specific.all_words))
    return hits / len(words) if words else 0.0


def declared_exception(a: Claim, b: Claim) -> bool:
    """Whether one of the two is said to be an exception of the other."""
    return a.iri in b.exception_to or b.iri in a.exception_to


def same_matter(a: Claim, b: Claim) -> float:
    """How far two claims speak of the same thing under the same conditions, from 0 to 1.

    Names of cards must be the same; numbers and destination do not count.
    """
    if a.names != b.names:
        return 0.0
    drop = _zone_words() | {w for w in a.all_words | b.all_words if w.isdigit()}
    return overlap(a.all_words - drop, b.all_words - drop)


def in_force_together(a: Claim, b: Claim) -> bool:
    """Whether there can be a day on which both claims hold."""
    if a.valid_to and not b.valid_to:
        return bool(b.valid_from and b.valid_from <= a.valid_to)
    if b.valid_to and not a.valid_to:
        return bool(a.valid_from and a.valid_from <= b.valid_to)
    return True


def claim_pairs(claims: Iterable[Claim], *, families: bool = False) -> Iterator[tuple[Claim, Claim]]:
    """Yield pairs of claims of one game that share a predicate (or zones to go to) and a word, each pair once.

    Equal sentences stand for each other. Buckets of more than 300 different sentences are too common to say
    anything and are left out.
    """
    buckets: dict[tuple[str, str, str], dict[str, Claim]] = defaultdict(dict)
    for claim in claims:
        for predicate in _keys(claim, families=families):
            for word in {*claim.all_words, *(claim.cites if claim.role in ("answer", "rule") else ())}:
                buckets[(claim.game, predicate, word)].setdefault(claim.sentence, claim)
            if families:
                buckets[(claim.game, predicate, claim.page)].setdefault(claim.sentence, claim)
    seen: set[tuple[int, int]] = set()
    for members in buckets.values():
        if 2 <= len(members) <= _BUCKET:
            for a, b in combinations(members.values(), 2):
                pair = (id(a), id(b))
                if pair not in seen:
                    seen.add(pair)
                    yield a, b


def _keys(claim: Claim, *, families: bool) -> set[str]:
    keys = {claim.verb, *(min(pair) + max(pair) for pair in _antonyms() if claim.verb in pair)}
    if claim.zone:
        keys.add("→")
    if families:
        keys |= {wide for wide, narrow in _families().items() if claim.verb in narrow}
    return keys
