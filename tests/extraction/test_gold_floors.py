"""The gold scores do not fall below their floors, which belong to one state of the gold pages."""

import json
from pathlib import Path

import pytest

from tests.extraction.corpus import SETS, corpus_hash
from tests.extraction.score import score

FLOORS = json.loads(Path(__file__).with_name("floors.json").read_text("utf-8"))
REMEASURE = (
    "the gold pages changed: run python -m tests.extraction.score --write-floors and look at what moved"
)
LEAST = 0.98
"""What each kind of fact is to reach on every set, in precision and in recall."""


@pytest.mark.parametrize("folder", SETS, ids=lambda f: f.name)
def test_floors_belong_to_these_pages(folder: Path) -> None:
    assert FLOORS[folder.name]["corpus"] == corpus_hash(folder), REMEASURE


@pytest.mark.parametrize("folder", SETS, ids=lambda f: f.name)
def test_no_kind_falls_below_its_floor(folder: Path) -> None:
    problems: list[str] = []
    result = score(echo=problems.append, folder=folder)
    assert problems == []
    floors = FLOORS[folder.name]["kinds"]
    fallen = {
        kind: (measure, result[kind][measure], floor[measure])
        for kind, floor in floors.items()
        for measure in ("precision", "recall")
        if result[kind][measure] < floor[measure]
    }
    assert fallen == {}
    assert result.keys() == floors.keys()


def test_floors_are_as_high_as_they_should_be() -> None:
    low = {
        (name, kind, measure): floor[measure]
        for name, entry in FLOORS.items()
        for kind, floor in entry["kinds"].items()
        for measure in ("precision", "recall")
        if floor[measure] < LEAST
    }
    assert low == {}
