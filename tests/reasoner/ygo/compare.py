"""Comparing the reasoner with the independent checker: ``python -m tests.reasoner.ygo.compare [COUNT] [FIRST SEED]``."""

import sys
from collections.abc import Iterable
from typing import Any

from clingo import Symbol, SymbolType

from ontology.reasoner.run import Outcome
from tests.reasoner.ygo.boards import derive_document, random_board
from tests.reasoner.ygo.checker import FIELD, Table, play

__all__ = ["disagreement", "seen_by_checker", "seen_by_reasoner"]


def _rows(state: Iterable[Symbol], name: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(_plain(a) for a in s.arguments) for s in state if s.name == name)


def _plain(value: Symbol) -> str | int:
    if value.type == SymbolType.Number:
        return value.number
    return value.string if value.type == SymbolType.String else value.name


def seen_by_reasoner(outcome: Outcome) -> dict[str, Any]:
    """Return what the outcome says, in plain terms."""
    state = outcome.state
    return {
        "place": {c: (z, p) for c, z, p in _rows(state, "at")},
        "face_up": {c: face == "face_up" for c, face in _rows(state, "face")},
        "equipped": dict(_rows(state, "equipped")),
        "life": dict(_rows(state, "life")),
        "had_effect": [c for (c,) in _rows(state, "had_effect")],
    }


def seen_by_checker(table: Table) -> dict[str, Any]:
    """Return what the checker's table says, in the same terms."""
    return {
        "place": table.place,
        "face_up": {c: up for c, up in table.up.items() if table.place[c][0] in FIELD},
        "equipped": table.equipped,
        "life": table.life,
        "had_effect": sorted(table.had),
    }


def disagreement(case: dict[str, Any]) -> str | None:
    """Return how the two differ on a case, None if they agree."""
    outcomes = derive_document(case).outcomes
    if len(outcomes) != 1:
        return f"{len(outcomes)} outcomes"
    ours, theirs = seen_by_reasoner(outcomes[0]), seen_by_checker(play(case))
    wrong = [f"{k}: reasoner {ours[k]} / checker {theirs[k]}" for k in ours if ours[k] != theirs[k]]
    return "; ".join(wrong) or None


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    different = 0
    for seed in range(first, first + count):
        found = disagreement(random_board(seed))
        if found:
            different += 1
            if different <= 10:
                print(f"seed {seed}: {found}", flush=True)
    print(f"{count - different} of {count} boards agree")
    sys.exit(bool(different))
