"""Ingest against a bulk load of the same quads, re-ingest, full text, and what our API adds to a query.

Run: `python -m pytest tests/benchmarks/test_store_speed.py -s -p no:addopts`. `SAITEI_BENCH_PAGES` sets the size
(default 300; the issue asks for 20,000). Every figure is a median or a ratio of medians of one run. The figures of the
README come from `python -m tests.benchmarks.ingest` and `python -m tests.benchmarks.text_index`.
"""

import io
import os
import statistics
import time

import pyoxigraph as ox
import pytest

from ingest.pipeline import ingest_paths
from ingest.store import open_store
from tests.benchmarks.text_index import MEDIAN, compare, passages
from tests.benchmarks.wiki import change_pages, write_wiki

PAGES = int(os.environ.get("SAITEI_BENCH_PAGES", "300"))
PASSAGES = int(os.environ.get("SAITEI_BENCH_PASSAGES", "30000"))
INGEST_RATIO = 2.5
"""Issue 4: a whole ingest takes at most so many times the bulk load of the same quads."""
REINGEST_SHARE = 0.05
"""Issue 4: twenty changed pages of twenty thousand; checked from 5,000 pages on, where fixed costs are small."""
API_RATIO, WORKER_EXTRA = 1.15, 0.003


def seconds(function, times=5):
    found = []
    for _ in range(times):
        started = time.perf_counter()
        function()
        found.append(time.perf_counter() - started)
    return statistics.median(found)


@pytest.fixture(scope="module")
def ingested(tmp_path_factory):
    root = tmp_path_factory.mktemp("bench")
    write_wiki(root / "w", PAGES)
    started = time.perf_counter()
    with open_store(root / "store") as store:
        result = ingest_paths(store, [str(root / "w")], workers=2)
    return root, time.perf_counter() - started, result


def test_ingest_against_bulk_load(ingested, tmp_path):
    root, whole, _ = ingested
    with open_store(root / "store", read_only=True) as store:
        data = ox.serialize(store.quads(), format=ox.RdfFormat.N_QUADS)
    count = iter(range(9))

    def load():
        raw = ox.Store(str(tmp_path / f"raw{next(count)}"))
        raw.bulk_load(io.BytesIO(data), ox.RdfFormat.N_QUADS)
        raw.flush()

    alone = seconds(load, 3)
    quads = data.count(b"\n")
    print(
        f"\n{PAGES} pages, {quads} quads: ingest {whole:.1f} s, bulk load {alone:.1f} s, ratio {whole / alone:.2f}"
    )
    assert whole <= INGEST_RATIO * alone


def test_reingest_of_twenty_pages(ingested):
    root, whole, _ = ingested
    change_pages(root / "w", 20)
    started = time.perf_counter()
    with open_store(root / "store") as store:
        result = ingest_paths(store, [str(root / "w")], workers=2)
    took = time.perf_counter() - started
    print(
        f"\n20 of {PAGES} pages again: {took:.2f} s, {100 * took / whole:.1f} % of the whole; {result.summary()}"
    )
    assert result.changed == 20
    if PAGES >= 5000:
        assert took <= REINGEST_SHARE * whole


def test_text_search(tmp_path):
    texts = list(passages(PASSAGES, 1))
    took = [t for times in compare(texts, 200, 1, tmp_path).values() for t in times]
    median = statistics.median(took)
    print(f"\n{PASSAGES} passages: search {1000 * median:.2f} ms (median), {1000 * max(took):.1f} ms (worst)")
    assert median <= MEDIAN


def test_query_overhead(ingested):
    root, _, _ = ingested
    queries = {
        "all about a card": "SELECT ?p ?o { <https://saitei.example/id/dm/card/%E9%BE%8D%E7%A5%9E%E3%83%98%E3%83%B4%E3%82%A3> ?p ?o }",
        "two hops": "SELECT ?r ?c { ?r a <https://saitei.example/tcg#Ruling> ; <https://saitei.example/tcg#involves> ?c } LIMIT 500",
        "ten thousand rows": "SELECT ?s ?o { ?s <https://saitei.example/tcg#text> ?o } LIMIT 10000",
        "count by rule": "SELECT ?c (COUNT(?x) AS ?n) { ?x <https://saitei.example/tcg#cites> ?c } GROUP BY ?c",
    }
    with open_store(root / "store", read_only=True) as store:
        layout = store._layout  # the snapshot that the store reads
        raw = ox.Store.read_only(str(layout.snapshots / layout.current().snapshot))
        for name, query in queries.items():

            def direct(q=query):
                return raw.query(q).serialize(format=ox.QueryResultsFormat.JSON)

            def ours(q=query):
                return store.query(q, result_format="json").data

            def worker(q=query):
                return store.query(q, result_format="json", timeout=60).data

            assert direct() == ours() == worker()
            a, b, c = seconds(direct, 15), seconds(ours, 15), seconds(worker, 15)
            print(
                f"\n{name}: raw {1000 * a:.2f} ms, in process {b / a:.2f}x, worker {1000 * (c - a):+.2f} ms ({c / a:.2f}x)",
                end="",
            )
            assert b <= API_RATIO * a + 0.0005
            assert c <= API_RATIO * a + WORKER_EXTRA
