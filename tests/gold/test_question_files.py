"""The questions and the boards they describe belong together, and the boards come out as they say."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ontology.reasoner import derive, load_scenarios

GOLD = Path(__file__).parent / "questions"
HABITS = {"scene", "conditional", "terse", "negative", "confirm"}
PHRASINGS: list[dict[str, Any]] = yaml.safe_load((GOLD / "phrasings.yaml").read_text(encoding="utf-8"))
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for game in ("dm", "ygo")
    for case in yaml.safe_load((GOLD / f"{game}.yaml").read_text(encoding="utf-8"))["cases"]
}


def test_every_board_is_worded_in_every_habit() -> None:
    assert [p["case"] for p in PHRASINGS] == list(CASES)
    assert all(set(p) == HABITS | {"case"} for p in PHRASINGS)
    assert sum(len(HABITS) for _ in PHRASINGS) >= 60
    texts = [p[h]["q"] for p in PHRASINGS for h in HABITS]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=[p["case"] for p in PHRASINGS])
def test_questions_name_the_cards_of_their_board(phrasing: dict[str, Any]) -> None:
    cards = CASES[phrasing["case"]]["situation"]["cards"].values()
    asked = yaml.safe_dump(CASES[phrasing["case"]]["asks"])
    names = {card.get("name", card.get("label")): card for card in cards}
    for habit in HABITS:
        question = phrasing[habit]["q"]
        assert sum(name in question for name in names) >= min(2, len(names)), (habit, question)
        assert ("召喚酔い" in question) == ("sick" in asked)
        assert not ("linked" in asked and "リンク" not in question)


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=[p["case"] for p in PHRASINGS])
def test_the_first_word_of_the_answer_fits_the_verdict(phrasing: dict[str, Any]) -> None:
    verdict = CASES[phrasing["case"]]["expected"]["verdict"]
    for habit in HABITS:
        yes = phrasing[habit]["a"].startswith("はい")
        assert yes == ((verdict == "yes") != (habit == "negative")), (habit, phrasing[habit])


@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_the_boards_come_out_as_they_say(game: str) -> None:
    for case in load_scenarios(GOLD / f"{game}.yaml").cases:
        (result,) = derive(case)
        assert result.verdict == CASES[case.id]["expected"]["verdict"], case.id
