"""The three real pages, through the whole pipeline, without being told their game or format."""

import pytest

from ingest.pipeline import ingest_paths
from ingest.store import open_store

TCG = "PREFIX tcg: <https://saitei.example/tcg#> "


@pytest.fixture(scope="module")
def loaded(real_pages):
    with open_store(":memory:") as store:
        yield store, ingest_paths(store, [str(real_pages)])


def test_every_page_is_read_and_every_character_accounted_for(loaded):
    _, result = loaded
    assert (result.pages, result.skipped) == (3, 0)
    assert not [p for p in result.problems if p.severity == "error"]
    assert sorted(e["game"] for e in result.report) == ["dm", "dm", "ygo"]
    for entry in result.report:
        assert entry["covered"] == entry["characters"] > 3000
        assert entry["uninterpreted"] <= 0.02 * entry["characters"]


def test_the_rulings_of_the_rebuilding_page(loaded):
    store, _ = loaded
    rows = store.select(
        TCG
        + "SELECT ?verdict (COUNT(DISTINCT ?r) AS ?n) { ?r a tcg:Ruling ; tcg:verdict ?verdict } GROUP BY ?verdict"
    )
    assert {verdict: int(n) for verdict, n in rows} == {"no": 6, "yes": 5, "other": 1}
    dates = store.select(
        TCG
        + "SELECT ?d (COUNT(DISTINCT ?r) AS ?n) { ?r a tcg:Ruling ; tcg:rulingDate ?d } GROUP BY ?d ORDER BY ?d"
    )
    assert [(d, int(n)) for d, n in dates] == [
        ("2021-09-07", 4), ("2021-11-19", 4), ("2022-04-08", 3), ("2022-07-28", 1),
    ]  # fmt: skip


def test_every_extract_is_the_slice_at_its_offsets(loaded):
    store, _ = loaded
    rows = store.select(
        TCG
        + "SELECT (COUNT(*) AS ?n) (SUM(IF(SUBSTR(?all, ?start + 1, ?end - ?start) = ?text, 1, 0)) AS ?same) {"
        " GRAPH ?page { ?x tcg:start ?start ; tcg:end ?end ; tcg:text ?text . ?page tcg:text ?all } }"
    )
    assert rows[0][0] == rows[0][1]
    assert int(rows[0][0]) > 1000
