"""The table of near misses: for each rule a board on which it was considered and rejected.

``python -m tests.reasoner.ygo.near_misses > tests/reasoner/ygo/near_misses.tsv`` writes it anew (a minute or two).
A rule is rejected because one condition failed, because another took precedence, or because it was not in force.
"""

from collections.abc import Iterator
from pathlib import Path

from ontology.reasoner import Board, Derivation, derive_board, load_rules, load_scenarios
from ontology.reasoner.engine import Rejected
from tests.reasoner.mutation import boards

__all__ = ["all_boards", "rejected_on", "table"]

MORE = Path(__file__).with_name("more.yaml")


def all_boards() -> list[Board]:
    """Every board of the shipped cases and of ``more.yaml``."""
    more = [b for c in load_scenarios(MORE) if c.mode == "board" for b in c.boards]
    return [*boards("ygo"), *more]


def rejected_on(board: Board) -> Iterator[Rejected]:
    """Yield every rejection on a board, at any step and at its end."""
    for derivation in derive_board(board):
        yield from _rejected(derivation)


def _rejected(derivation: Derivation) -> Iterator[Rejected]:
    for outcome in derivation.outcomes:
        for step in outcome.steps:
            yield from step.rejected
    for _, rejected in derivation.conclusions:
        yield from rejected


def table() -> dict[str, tuple[str, str] | None]:
    """Return, for each rule, how and on which board it was rejected; a failed condition before anything else."""
    found: dict[str, tuple[str, str]] = {}
    for board in all_boards():
        for rejected in rejected_on(board):
            if rejected.rule not in found or (
                found[rejected.rule][0] != "condition" and rejected.kind == "condition"
            ):
                found[rejected.rule] = (rejected.kind, board.id)
    return {rule: found.get(rule) for rule in load_rules("ygo").rules}


if __name__ == "__main__":
    for rule, line in table().items():
        print("\t".join((rule, *(line or ("-", "-")))), flush=True)
