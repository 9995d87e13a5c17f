"""What a case asks, and whether the alternatives it lists are what the outcomes are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ontology.reasoner.judge import Judge
from ontology.reasoner.scenario import Case, Fact

__all__ = ["Alternative", "ChoiceResult", "alternatives_of", "asks_of", "choices_of", "verdict_of"]


@dataclass(frozen=True)
class ChoiceResult:
    """Whether the alternatives of a case are what the outcomes are."""

    decides: str
    chooser: str | None
    exhaustive: bool
    labels: tuple[str, ...]
    matched: tuple[tuple[int, ...], ...]
    ok: bool


def asks_of(case: Case) -> tuple[str, Fact] | None:
    """Return the quantifier (``all`` or ``some``) and the fact of the question; None where none is asked."""
    asks = case.raw.get("asks")
    if not isinstance(asks, dict) or not isinstance(asks.get("atom"), dict) or len(asks["atom"]) != 1:
        return None
    ((predicate, args),) = asks["atom"].items()
    return str(asks.get("quantifier", "all")), Fact(
        predicate, args if isinstance(args, dict) else {}, (*case.path, "asks")
    )


def verdict_of(judge: Judge, asks: tuple[str, Fact]) -> str:
    """Return ``yes`` or ``no``; ``none`` where the fact cannot be asked."""
    quantifier, fact = asks
    judged = judge.judge(fact)
    if judged.expected is None:
        return "none"
    if not judged.each:
        return "yes" if judged.ok else "no"
    holds = [v == judged.expected if v is not None else None for v in judged.each]
    if quantifier == "some":
        return "yes" if True in holds else "no"
    return "yes" if all(v is True for v in holds) else "no"


Alternative = tuple[str, str, list[Fact]]


def alternatives_of(raw: Mapping[str, Any]) -> Iterable[Alternative]:
    """Yield the alternatives of ``choices`` and ``unknowns``: which of them, label, facts."""
    for key in ("choices", "unknowns"):
        block = raw.get(key)
        if not isinstance(block, dict):
            continue
        for item in block.get("alternatives") or []:
            if isinstance(item, dict):
                facts = [
                    Fact(p, a) for h in item.get("holds") or [] if isinstance(h, dict) for p, a in h.items()
                ]
                yield key, str(item.get("label", "")), facts
        for kept in block.get("legal_sets") or []:
            yield key, _set_label(kept), list(_legal_set(kept, block))


def _set_label(kept: Sequence[Sequence[str]]) -> str:
    return " | ".join("/".join(o) for o in kept) or "none"


def _legal_set(kept: Sequence[Sequence[str]], block: Mapping[str, Any]) -> Iterable[Fact]:
    stays = {card for o in kept for card in o}
    for objects in kept:
        yield Fact("stack", {"top_to_bottom": list(objects)})
    for card in (block.get("subset_rule") or {}).get("from") or []:
        if card not in stays:
            if block.get("rest_go_to"):
                yield Fact("zone", {"card": card, "is": block["rest_go_to"]})
            if block.get("rest_moved_by"):
                yield Fact("moved_by", {"card": card, "by": block["rest_moved_by"]})


def choices_of(
    raw: Mapping[str, Any], alternatives: list[Alternative], judge: Judge, count: int
) -> tuple[list[ChoiceResult], tuple[str | None, ...]]:
    """Match the alternatives of ``choices`` and ``unknowns`` with ``count`` outcomes; label each outcome it matches."""
    results = []
    labels: list[str | None] = [None] * count
    for key in ("choices", "unknowns"):
        block = raw.get(key)
        if not isinstance(block, dict):
            continue
        mine = [(label, facts) for k, label, facts in alternatives if k == key]
        matched: list[list[int]] = [[] for _ in range(count)]
        for index, (label, facts) in enumerate(mine):
            each = [judge.each(f) for f in facts]
            for outcome in range(count):
                if all(e[outcome] is True for e in each):
                    matched[outcome].append(index)
                    labels[outcome] = labels[outcome] or label
        exhaustive = bool(block.get("exhaustive"))
        occurs = {i for m in matched for i in m} == set(range(len(mine)))
        exact = all(len(m) == 1 for m in matched) if exhaustive else True
        decides = str(block.get("decides") or block.get("what") or "")
        results.append(
            ChoiceResult(
                decides,
                block.get("chooser"),
                exhaustive,
                tuple(m[0] for m in mine),
                tuple(map(tuple, matched)),
                occurs and exact,
            )
        )
    return results, tuple(labels)
