"""Boards written from the page's rows, bullet by bullet, without a look at the rules (``more.yaml``)."""

from pathlib import Path

import pytest

from ontology.reasoner import Case, derive, load_scenarios

CASES = list(load_scenarios(Path(__file__).with_name("more.yaml")))
BOARDS = [case for case in CASES if case.mode == "board"]


def test_nothing_is_missing() -> None:
    assert sum(len(case.boards) for case in BOARDS) >= 380


@pytest.mark.parametrize("case", BOARDS, ids=lambda c: c.id)
def test_case(case: Case) -> None:
    for derivation in derive(case, explain=False):
        wrong = [
            (j.fact.predicate, dict(j.fact.args), j.actual) for j in derivation.holds if j.ok is not True
        ]
        assert not wrong, f"{derivation.id}: {wrong}"
        assert all(c.ok for c in derivation.choices), derivation.id
