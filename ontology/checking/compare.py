"""Comparing claims: do two of them speak of the same thing, and do they disagree?"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations, product

from ontology.checking.claims import Claim
from ontology.checking.cues import cue_list, cue_table
from ontology.checking.japanese import small_kana_fold

__all__ = [
    "Clash",
    "Relation",
    "claim_pairs",
    "clash",
    "declared_exception",
    "in_force_together",
    "instance",
    "older_page",
    "overlap",
    "related",
    "relation",
    "set_apart",
    "thing_of",
    "weak_words",
]

_BUCKET = 300
_FAR = 4
"""So many words on either side that the other has not: no heads of compounds bring that together."""


class Clash(StrEnum):
    """How two claims about one matter disagree."""

    POLARITY = "polarity"
    ZONE = "zone"
    NUMBER = "number"
    CONTRAST = "contrast"
    MODALITY = "modality"


class Relation(StrEnum):
    """How what one claim speaks of relates to what another speaks of."""

    SAME = "same"
    NARROWER = "narrower"
    WIDER = "wider"
    APART = "apart"


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard similarity of two sets of words; 1 for two empty ones."""
    union = len(a | b)
    return len(a & b) / union if union else 1.0


@cache
def _pairs(name: str) -> frozenset[tuple[str, str]]:
    return frozenset((str(p), str(q)) for x, y in cue_table(name) for p, q in ((x, y), (y, x)))


@cache
def _families() -> dict[str, frozenset[str]]:
    """Predicates that a wider predicate includes (プレイ includes セット)."""
    return {str(wide): frozenset(map(str, narrow)) for wide, narrow in cue_table("includes").items()}


@cache
def weak_words() -> frozenset[str]:
    """Words that change nothing about what a claim speaks of."""
    return frozenset(map(small_kana_fold, cue_list("weak_words")))


@cache
def _generic() -> frozenset[str]:
    """Words for classes of cards."""
    return frozenset(map(small_kana_fold, cue_list("generic_words")))


@cache
def _zone_words() -> frozenset[str]:
    zones = frozenset(small_kana_fold(w) for words in cue_table("zones").values() for w in words)
    return zones | {"ゾーン", "罠", "魔法", "超次元"}


def related(a: str, b: str, *, families: bool = False) -> bool:
    """Whether two predicates are the same, or (with `families`) one includes the other."""
    if a == b:
        return True
    return families and (b in _families().get(a, ()) or a in _families().get(b, ()))


def clash(a: Claim, b: Claim, *, families: bool = False) -> Clash | None:
    """Return how the predicates of two claims disagree, or None when they do not (or are not comparable)."""
    if (a.verb, b.verb) in _pairs("antonyms"):
        return Clash.POLARITY if a.positive == b.positive else None
    if not related(a.verb, b.verb, families=families):
        moved = a.zone and b.zone and a.zone != b.zone and a.positive and b.positive
        return Clash.ZONE if moved and _moves(a) and _moves(b) else None
    if a.positive != b.positive:
        return Clash.POLARITY
    if not a.positive:
        return None
    if a.zone and b.zone and a.zone != b.zone:
        return Clash.ZONE
    if {a.modality, b.modality} in ({"may", "must"}, {"may", "is"}):
        return Clash.MODALITY
    return _difference(a, b)


def _moves(claim: Claim) -> bool:
    """Whether the predicate moves a card, so that its zone is where the card ends up."""
    return claim.verb in cue_list("moving_verbs") or bool(claim.zone and claim.verb in (claim.zone, "ゾーン"))


def _difference(a: Claim, b: Claim) -> Clash | None:
    """One count, or one half of a contrast (前/後), in which two claims differ and in nothing else."""
    left, right = a.all_words - b.all_words, b.all_words - a.all_words
    if len(left) != 1 or len(right) != 1 or a.names != b.names:
        return None
    x, y = next(iter(left)), next(iter(right))
    if x[0] == "#" == y[0]:
        return Clash.NUMBER if x.partition(":")[0] == y.partition(":")[0] and _exclude(x, y) else None
    return Clash.CONTRAST if (x, y) in _pairs("contrasts") and a.modality != "may" else None


def _exclude(x: str, y: str) -> bool:
    """Whether two counts cannot both be meant: two numbers, two bounds of one side, or bounds that do not meet."""
    if "何" in x or "何" in y:
        return True  # without limit
    (low, high), (other_low, other_high) = _bounds(x), _bounds(y)
    if x[-1] == y[-1] or not (x[-1] in "+-" or y[-1] in "+-"):
        return True
    return low > other_high or other_low > high


def _bounds(count: str) -> tuple[float, float]:
    """The smallest and the largest number that a count (#枚:3, #枚:3+, #枚:3-) allows; all for one without digits."""
    value = count.partition(":")[2]
    digits = value.rstrip("+-")
    if not digits.isdigit():
        return 0.0, float("inf")
    number = float(digits)
    return (0.0 if value[-1] == "-" else number), (float("inf") if value[-1] == "+" else number)


def relation(a: Claim, b: Claim, kind: Clash) -> Relation:
    """What claim `a` speaks of, seen from `b`: the same, a part (narrower), more (wider), or something else.

    Cards, conditions and subject count; a word and its denial, or two halves of a contrast, set claims apart.
    """
    if kind in (Clash.NUMBER, Clash.CONTRAST):
        return Relation.SAME
    if _contrasted(a.all_words - b.all_words, b.all_words - a.all_words):
        return Relation.APART
    left, right = a.all_words - weak_words(), b.all_words - weak_words()
    if kind is Clash.ZONE:
        left, right = _without_zones(left), _without_zones(right)
    elif kind is Clash.POLARITY and _counts(left) & _counts(right) and _other_counts(left, right):
        return Relation.APART  # 1回できる beside 2回はできない
    if len(left - right) > _FAR and len(right - left) > _FAR:
        return Relation.APART
    more, less = _beyond(left, right), _beyond(right, left)
    if a.names - b.names:
        less -= _generic()  # a card that is named is a member of its class
    if b.names - a.names:
        more -= _generic()
    if any(("¬" + w) in less or (w.removeprefix("¬") in less and w[0] == "¬") for w in more):
        return Relation.APART
    denied = {w for w in left ^ right if w[0] == "¬" and (w[1:] in left or w[1:] in right)}
    if denied:
        return Relation.APART
    if not more and not less:
        return Relation.SAME
    if not less or (a.names > b.names and len(less) <= len(right) // 5):
        return Relation.NARROWER if b.names <= a.names else Relation.APART
    if not more or (b.names > a.names and len(more) <= len(left) // 5):
        return Relation.WIDER if a.names <= b.names else Relation.APART
    return Relation.APART


def instance(ruling: Claim, general: Claim) -> bool:
    """Whether a ruling decides about one named card what another claim says of all, on no other condition."""
    if ruling.role != "ruling" or general.role == "ruling" or general.names or len(ruling.names) != 1:
        return False
    if relation(ruling, general, Clash.POLARITY) is not Relation.NARROWER:
        return False
    return all(
        w[0] == "#" or any(n in w for n in ruling.names) for w in _beyond(ruling.all_words, general.all_words)
    )


def set_apart(a: Claim, b: Claim) -> bool:
    """Whether the words of one claim exclude those of the other: halves of a contrast, or a word and its denial."""
    left, right = a.all_words - b.all_words, b.all_words - a.all_words
    denied = any(w[0] == "¬" and (w[1:] in a.all_words or w[1:] in b.all_words) for w in left | right)
    return denied or _contrasted(left, right)


def _contrasted(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether one side has the one half of a contrast where the other side has the other half."""
    return any((x, y) in _pairs("contrasts") for x in left for y in right)


def _without_zones(words: frozenset[str]) -> frozenset[str]:
    return frozenset(w for w in words if w.rpartition("の")[2] not in _zone_words() and w not in ("上", "下"))


def _counts(words: frozenset[str]) -> frozenset[str]:
    """What is counted: the units of the numbers among the words."""
    return frozenset(w.partition(":")[0] for w in words if w[0] == "#")


def _other_counts(left: frozenset[str], right: frozenset[str]) -> bool:
    return any(w[0] == "#" for w in left - right) and any(w[0] == "#" for w in right - left)


def _beyond(words: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Words that the other side has neither as they are nor as the head of a compound."""
    return frozenset(
        w
        for w in words
        if w not in other
        and not any(
            len(w) > 1 and (o.endswith(w) or (w[0] == "#" and o.rstrip("-") == w.rstrip("-"))) for o in other
        )
    )


def in_force_together(a: Claim, b: Claim) -> bool:
    """Whether there can be a day on which both claims hold."""
    return not (_ends_before(a, b) or _ends_before(b, a))


def _ends_before(a: Claim, b: Claim) -> bool:
    """Whether `a` has ended when `b` begins; an end beside no end means that the other is what came after."""
    if not a.valid_to:
        return False
    if b.valid_to:
        return bool(b.valid_from and b.valid_from > a.valid_to)
    return not b.valid_from or b.valid_from > a.valid_to


def older_page(a: Claim, b: Claim) -> bool:
    """Whether `b` came into force after the page of `a` was last edited, and `a` names no day of its own."""
    return bool(
        b.valid_from and a.page_date and a.page_date < b.valid_from and not a.valid_from and not a.valid_to
    )


def declared_exception(a: Claim, b: Claim) -> bool:
    """Whether one of the two is said to be an exception of the other."""
    return a.iri in b.exception_to or b.iri in a.exception_to


def thing_of(a: Claim, b: Claim) -> float:
    """Similarity of what two claims speak of, without their conditions."""
    return 0.0 if a.names != b.names else overlap(a.words, b.words)


def claim_pairs(claims: Iterable[Claim], *, families: bool = False) -> Iterator[tuple[Claim, Claim]]:
    """Yield pairs of claims of one game that share a predicate (or zones to go to) and a word, each pair once.

    Equal sentences stand for each other. Two that name cards, and none in common, speak of two things and are no
    pair. What more than 300 different sentences share is too common to say anything and is left out.
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
        for a, b in _of_one_thing(members.values()):
            pair = (id(a), id(b))
            if pair not in seen:
                seen.add(pair)
                yield a, b


def _of_one_thing(members: Collection[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Pairs of a bucket of which at least one names no card, or which have a card in common."""
    if len(members) < 2:
        return
    unnamed = [c for c in members if not c.names]
    named: dict[str, list[Claim]] = defaultdict(list)
    for claim in members:
        for name in claim.names:
            named[name].append(claim)
    if len(unnamed) <= _BUCKET:
        yield from combinations(unnamed, 2)
        if len(unnamed) * (len(members) - len(unnamed)) <= _BUCKET * _BUCKET / 2:
            yield from product(unnamed, (c for c in members if c.names))
    for group in named.values():
        if len(group) <= _BUCKET:
            yield from combinations(group, 2)


def _keys(claim: Claim, *, families: bool) -> set[str]:
    keys = {claim.verb, *(min(pair) + max(pair) for pair in _pairs("antonyms") if claim.verb in pair)}
    if claim.zone:
        keys.add("→")
    if families:
        keys |= {wide for wide, narrow in _families().items() if claim.verb in narrow}
    return keys
