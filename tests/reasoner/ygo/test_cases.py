"""Every Yu-Gi-Oh case the project ships, as it is, flipped, and stripped of its expectations."""

from pathlib import Path

import pytest

import ontology
from ontology.reasoner import Case, derive, load_scenarios
from tests.reasoner.honesty import honesty

CASES = Path(ontology.__file__).parent / "cases"
FILES = ("ygo.yaml", "ygo-extra.yaml")
ALL = [case for name in FILES for case in load_scenarios(CASES / name)]
BOARDS = [case for case in ALL if case.mode == "board"]


def test_nothing_is_missing() -> None:
    assert len([c for c in ALL if c.id.startswith("ygo-x-")]) >= 30
    assert len(ALL) - len(BOARDS) == 1


@pytest.mark.parametrize("case", BOARDS, ids=lambda c: c.id)
def test_case(case: Case) -> None:
    """Medium and low readings hold too, so they are held here like the rest."""
    for derivation in derive(case, explain=False):
        wrong = [
            (j.fact.predicate, dict(j.fact.args), j.actual) for j in derivation.holds if j.ok is not True
        ]
        assert not wrong, f"{derivation.id}: {wrong}"
        assert all(c.ok for c in derivation.choices), derivation.id


@pytest.mark.parametrize("name", FILES)
def test_answers_are_computed(name: str) -> None:
    scores = honesty(CASES / name, graph_cases=False)
    assert scores.hold == scores.cases, scores.short
    assert scores.caught == scores.flips > 0
    assert scores.same == scores.boards > 0


def test_unknown_words_are_not_answered(tmp_path: Path) -> None:
    text = (CASES / "ygo-extra.yaml").read_text(encoding="utf-8")
    changed = text.replace(
        "effect_state: {card: eq, is: negated}", "effect_stage: {card: eq, is: negated}", 1
    )
    assert changed != text
    path = tmp_path / "case.yaml"
    path.write_text(changed, encoding="utf-8")
    holds = derive(load_scenarios(path).case("ygo-x-neg-2016"), explain=False)[0].holds
    assert [j.ok for j in holds if j.fact.predicate == "effect_stage"] == [None]
