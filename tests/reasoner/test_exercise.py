"""What is written down about which case exercises which rule is so."""

import pytest

from ontology.reasoner import derive, load_rules
from ontology.reasoner.exercise import cases_by_rule
from ontology.reasoner.rulings import shipped_cases
from ontology.reasoner.whatif import exercised


@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_cases_written_down_exercise_their_rules(game: str) -> None:
    written = cases_by_rule(game)
    if not written:
        pytest.skip(
            f"rules/{game}/exercised.csv is not written; run python -m ontology.reasoner.exercise {game}"
        )
    assert set(written) <= set(load_rules(game).rules)
    cases = {case.id: case for case in shipped_cases(game)}
    for rule in sorted(written)[::9]:
        assert any(rule in exercised(d) for d in derive(cases[written[rule][0]])), rule
