"""The gold score does not fall below its floors, which belong to one state of the gold pages."""

import json
from pathlib import Path

from tests.extraction.corpus import corpus_hash
from tests.extraction.score import score

FLOORS = json.loads(Path(__file__).with_name("floors.json").read_text("utf-8"))
REMEASURE = (
    "the gold pages changed: run python -m tests.extraction.score --write-floors and look at what moved"
)


def test_floors_belong_to_these_pages() -> None:
    assert FLOORS["corpus"] == corpus_hash(), REMEASURE


def test_no_kind_falls_below_its_floor() -> None:
    problems: list[str] = []
    result = score(echo=problems.append)
    assert problems == []
    fallen = {
        kind: (measure, result[kind][measure], floor[measure])
        for kind, floor in FLOORS["kinds"].items()
        for measure in ("precision", "recall")
        if result[kind][measure] < floor[measure]
    }
    assert fallen == {}
    assert result.keys() == FLOORS["kinds"].keys()
