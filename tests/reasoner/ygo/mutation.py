"""The mutation table: which case fails when one rule is left out.

``python -m tests.reasoner.ygo.mutation > tests/reasoner/ygo/mutation.tsv`` writes it anew (some minutes); the test
only tries the case that the table names for a rule.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import ontology
from ontology.reasoner import Case, ReasonerError, derive, load_rules, load_scenarios

CASES = Path(ontology.__file__).parent / "cases"
FILES = ("ygo.yaml", "ygo-extra.yaml")


def board_cases() -> list[Case]:
    """Every case that is run on a board."""
    return [case for name in FILES for case in load_scenarios(CASES / name) if case.mode == "board"]


def _touching(cases: list[Case]) -> dict[str, list[Case]]:
    """Cases in which a rule fired or barred something, by rule."""
    found: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        rules = {
            fired.rule
            for derivation in derive(case)
            for outcome in derivation.outcomes
            for step in outcome.steps
            for fired in step.fired
        }
        for rule in rules:
            found[rule].append(case)
    return found


def fails(case: Case, rule: str) -> bool:
    """Whether something the case expects is no longer derived without the rule."""
    try:
        return any(not d.ok for d in derive(case, without=[rule], explain=False))
    except ReasonerError:
        return True


def table() -> Iterator[tuple[str, str | None]]:
    """Yield each rule with the first case that fails without it; None if there is none."""
    cases = board_cases()
    touching = _touching(cases)
    for rule in load_rules("ygo").rules:
        first = touching.get(rule, [])
        rest = [c for c in cases if c not in first]
        yield rule, next((c.id for c in [*first, *rest] if fails(c, rule)), None)


if __name__ == "__main__":
    for rule, case in table():
        print(f"{rule}\t{case or '-'}", flush=True)
