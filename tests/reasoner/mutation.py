"""The mutation table as a command: ``python -m tests.reasoner.mutation`` leaves out each rule in turn.

For every rule the boards that exercise it are derived without it, until one comes out wrong. A rule without such a
board is not needed by any case.
"""

import sys
from pathlib import Path

import ontology
from ontology.reasoner import Board, ReasonerError, derive_board, load_rules, load_scenarios
from ontology.reasoner.whatif import exercised, matters

CASES = Path(ontology.__file__).parent / "cases"


def boards(game: str) -> list[Board]:
    """Every board of the shipped cases of a game that is run."""
    files = [load_scenarios(p) for p in sorted(CASES.glob(f"{game}*.yaml"))]
    return [b for f in files for c in f if c.mode == "board" for b in c.boards]


def table(game: str, rules: list[str] | None = None) -> dict[str, str | None]:
    """Return, for each rule, a board that fails without it (None if no board does)."""
    by_rule: dict[str, list[Board]] = {}
    for board in boards(game):
        try:
            derivations = derive_board(board)
        except ReasonerError:
            continue
        if not all(j.ok for d in derivations for j in d.holds if j.fact.predicate != "class"):
            continue
        for derivation in derivations:
            for rule in exercised(derivation):
                by_rule.setdefault(rule, []).append(board)
    result: dict[str, str | None] = {}
    known = load_rules(game).rules
    # Rules of low confidence are never part of an answer, so no case can need them.
    for rule in rules or sorted(k for k, r in known.items() if r.confidence != "low"):
        result[rule] = next((b.id for b in by_rule.get(rule, ()) if _fails(b, rule)), None)
    return result


def _fails(board: Board, rule: str) -> bool:
    if any(f.predicate == "class" for f in board.facts):
        return False
    return matters(board, rule)


if __name__ == "__main__":
    found = table(sys.argv[1] if len(sys.argv) > 1 else "dm")
    for rule, board in found.items():
        print(f"{rule:<28} {board or '— no board needs it'}")
    print(f"{sum(b is not None for b in found.values())} of {len(found)} rules are needed by a case")
    sys.exit(None in found.values())
