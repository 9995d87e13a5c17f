"""Every Duel Masters case, and the two honesty tests over all of them."""

from pathlib import Path

import pytest

import ontology
from ontology.reasoner import ScenarioFile, derive, load_scenarios
from tests.reasoner.honesty import honesty

CASES = Path(ontology.__file__).parent / "cases" / "dm.yaml"
BOARDS = [c.id for c in load_scenarios(CASES) if c.mode == "board"]


@pytest.mark.parametrize("case_id", BOARDS)
def test_case(dm_cases: ScenarioFile, case_id: str) -> None:
    for derivation in derive(dm_cases.case(case_id), explain=False):
        wrong = [j for j in derivation.holds if j.ok is not True and j.fact.predicate != "class"]
        assert not wrong, derivation.id
        assert all(c.ok for c in derivation.choices), (derivation.id, derivation.choices)
        if derivation.expected_verdict in ("yes", "no"):
            assert derivation.verdict == derivation.expected_verdict


def test_honesty() -> None:
    scores = honesty(CASES, graph_cases=False)
    assert scores.caught == scores.flips > 50
    assert scores.same == scores.boards == len(BOARDS)
