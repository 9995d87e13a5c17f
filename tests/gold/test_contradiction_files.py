"""The labelled pairs hold together: places exist, labels are the documented ones, the set is large enough."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

GOLD = Path(__file__).parent
FILES = [
    f
    for name in ("contradictions", "contradictions-second", "contradictions-third", "contradictions-fourth")
    for f in sorted((GOLD / name).glob("k*.yaml"))
]
KINDS = {f"K{n}" for n in range(1, 18)}
STATUSES = {"gap", "real", "reconcilable", "stale", "superseded", "wording"}
ENTRIES: list[tuple[str, dict[str, Any]]] = [
    (file.stem, entry) for file in FILES for entry in yaml.safe_load(file.read_text(encoding="utf-8"))
]


@pytest.fixture(params=ENTRIES, ids=[entry["id"] for _, entry in ENTRIES])
def entry(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    param: tuple[str, dict[str, Any]] = request.param
    return param


def test_an_entry_is_filed_under_its_kind(entry: tuple[str, dict[str, Any]]) -> None:
    stem, data = entry
    assert set(data) <= {"id", "about", "pages", "findings", "may"}
    assert re.fullmatch(rf"[kn]{stem[1:]}-\d\d", data["id"])
    assert bool(data["findings"]) == data["id"].startswith("k")
    kind = f"K{int(stem[1:])}"
    assert all(kind in f["kinds"] for f in data["findings"][:1])


def test_pages_are_distinct_and_begin_with_their_title(entry: tuple[str, dict[str, Any]]) -> None:
    _, data = entry
    titles = [p["title"] for p in data["pages"]]
    assert len(titles) == len(set(titles)) >= 1
    for page in data["pages"]:
        assert page["game"] in {"dm", "ygo"}
        lines = [line for line in page["text"].split("\n") if not re.match(r"#author\([^)]*\)$", line)]
        first = re.sub(r"^#author\([^)]*\) ", "", lines[0]).lstrip("*")
        flat = first.startswith(f"{page['title']} [#")  # the whole page in one line
        assert flat or re.sub(r" [0-9/]+$", "", first) == page["title"]
        assert flat or len(lines) > 2


def test_places_and_labels_are_true(entry: tuple[str, dict[str, Any]]) -> None:
    _, data = entry
    lines = {page["title"]: page["text"].split("\n") for page in data["pages"]}
    for finding in [*data["findings"], *data.get("may", [])]:
        assert set(finding["kinds"]) <= KINDS
        assert set(finding["status"]) <= STATUSES
        assert finding["at"]
        for place in finding["at"]:
            assert place["text"] in lines[place["page"]][place["line"] - 1], place


def test_the_set_is_as_large_and_as_broad_as_it_claims() -> None:
    ids = [data["id"] for _, data in ENTRIES]
    assert len(ids) == len(set(ids)) >= 337
    assert sum(i.startswith("n") for i in ids) >= 152
    assert {stem for stem, _ in ENTRIES} == {f"k{n:02}" for n in range(1, 18)}
    by_kind = Counter(i[:3] for i in ids)
    assert all(by_kind[f"k{n:02}"] >= 3 and by_kind[f"n{n:02}"] >= 3 for n in range(1, 18)), by_kind
