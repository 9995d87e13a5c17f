"""Floors on the sets that were written after the readers had been built."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ontology.reasoner import derive, load_scenarios
from tests.claims.held_out import GOLD, asked, corpus_hash, load, questions, sentences

FLOORS: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "floors.yaml").read_text(encoding="utf-8"))[
    "held_out"
]


@pytest.mark.parametrize("of", FLOORS)
def test_the_sets_are_those_the_floors_were_taken_on(of: str) -> None:
    assert corpus_hash(of) == FLOORS[of]["corpus"]


@pytest.mark.parametrize("of", ["second", "third"])
def test_sentences_keep_their_floor(of: str) -> None:
    score = sentences(of)
    assert score.precision >= FLOORS[of]["precision"], score.wrong
    assert score.recall >= FLOORS[of]["recall"], score.missed
    assert score.sure_wrong == []


@pytest.mark.parametrize("of", FLOORS)
def test_questions_keep_their_floor_and_nothing_is_read_wrongly_while_sure(of: str) -> None:
    result = questions(of)
    assert len(result.equal) >= FLOORS[of]["equal"], result.wrong
    assert result.unmarked == []


@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_the_boards_of_the_second_set_come_out_as_they_say(game: str) -> None:
    for case in load_scenarios(GOLD / "questions-second" / f"{game}.yaml").cases:
        (result,) = derive(case)
        assert result.verdict == case.raw["expected"]["verdict"] and result.ok, case.id


@pytest.mark.parametrize("of", FLOORS)
def test_questions_are_new_and_belong_to_a_board(of: str) -> None:
    boards = {
        case["id"]
        for folder in ("questions", "questions-second")
        for game in ("dm", "ygo")
        for case in load(f"{folder}/{game}.yaml")["cases"]
    }
    told = list(asked(of))
    assert {board for _, board, _ in told} <= boards
    assert len({question["q"] for _, _, question in told}) == len(told) >= 16
