"""Floors on the sets that were written after the readers had been built."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.claims.held_out import corpus_hash, questions, sentences

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
