"""Limits of queries: what a glance lets pass, rows counted in the bytes, a query stopped or killed, memory given back."""

import json
import os
import threading
import time
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.store import QueryStopped, QuerySyntaxError, QueryTimeout, open_store
from ingest.store.lint import _plainly, check_query
from ingest.store.worker import count_rows

CROSS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
TEXTS = [
    '}},{"',
    '"}}',
    '},{"a":',
    "{}",
    '{"type":"uri"',
    '"bindings":[]',
    "",
    "裁定\n「」",
    '\\"}},{',
    "<result>",
]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("limits") / "store"
    graphs = [
        (f"https://saitei.example/id/dm/page/t/{n}", [
            ox.Triple(ox.NamedNode(f"https://saitei.example/id/t/{n}-{m}"), ox.NamedNode("https://saitei.example/tcg#text"),
                      ox.Literal(f"{n} {m}"))
            for m in range(20)
        ])
        for n in range(50)
    ]  # fmt: skip
    with open_store(folder) as writer:
        writer.build(graphs)
    with open_store(folder, read_only=True) as reader:
        yield reader


@given(st.lists(st.lists(st.sampled_from([*TEXTS, None]), min_size=2, max_size=2), max_size=5))
@settings(max_examples=150, deadline=None)
def test_rows_are_counted_as_they_are(rows):
    values = " ".join(
        "(" + " ".join("UNDEF" if v is None else json.dumps(v, ensure_ascii=False) for v in row) + ")"
        for row in rows
    )
    query = f"SELECT * {{ VALUES (?a ?b) {{ {values} }} }}"
    for name, form in (("json", ox.QueryResultsFormat.JSON), ("xml", ox.QueryResultsFormat.XML),
                       ("csv", ox.QueryResultsFormat.CSV), ("tsv", ox.QueryResultsFormat.TSV)):  # fmt: skip
        assert count_rows(ox.Store().query(query).serialize(format=form), name) == len(rows), name


def test_rows_of_other_engines_are_counted_too():
    rows = {"results": {"bindings": [{"a": {"type": "literal", "value": "x"}}] * 3}, "head": {"vars": ["a"]}}
    assert count_rows(json.dumps(rows, indent=2).encode(), "json") == 3
    assert count_rows(json.dumps(rows, separators=(",", ":")).encode(), "json") == 3


PIECES = ["SELECT ", "select*", "ASK", "CONSTRUCT", "{ ?s ?p ?o }", "PREFIX a: <http://a/> ", "BASE <b:> ", "# 「」？\n", "#x",
          "SERVICE ", "<http://service/>", "INSERT DATA", "loaded", "ſERVICE <a:> {}", "？ｓ", '"「"', " ", "\n", "WHERE", "'", "a:drop"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
@settings(max_examples=400, deadline=None)
def test_a_glance_says_what_reading_all_of_it_says(query):
    """What passes at a glance is what the full reading lets pass, with the same form."""
    glance = _plainly(query)
    if glance:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ingest.store.lint._plainly", lambda _: "")
            assert check_query(query) == glance


def test_a_glance_is_enough_for_ordinary_queries():
    assert (
        _plainly("# c\nPREFIX tcg: <https://saitei.example/tcg#>\nSELECT ?s { ?s tcg:text '裁定' }")
        == "SELECT"
    )
    assert _plainly("ASK{}") == "ASK"
    assert not _plainly("SELECT ?s { SERVICE <a:> {} }")


def resident(pid: int) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    return int(pages) * 4096


def workers(store) -> set[int]:
    """Process ids of the query workers of this process that answer for the store."""
    found = set()
    place = str(store.location).encode()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text("ascii", "replace").rpartition(")")[2].split()[1])
            command = (status.parent / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if parent == os.getpid() and b"worker.py" in command and place in command:
            found.add(int(status.parent.name))
    return found


def test_a_runaway_query_is_killed_at_its_limit(store):
    assert store.query("ASK {}", timeout=20).data
    before = workers(store)
    assert before
    with pytest.raises(QueryTimeout, match=r"stopped after 0\.5 s"):
        store.query(CROSS, timeout=0.5)
    assert store.select("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", timeout=20) == [("1000",)]
    assert before.isdisjoint(workers(store))


def test_memory_of_a_runaway_query_comes_back(store):
    """The sort of a cross product takes more and more; stopped once it has grown by 100 MB, all of it is given back."""
    assert store.query("ASK {}", timeout=20).data
    (process,) = workers(store)
    small, large = resident(process), 0
    stop = threading.Event()

    def watch() -> None:
        nonlocal large
        while not stop.is_set():
            large = resident(process)
            if large > small + 100 * 2**20:
                stop.set()
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with pytest.raises(QueryStopped):
            store.query("SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?c ?f", timeout=120, stop=stop)
    finally:
        stop.set()
        watcher.join()
    assert not Path(f"/proc/{process}").exists()
    assert store.ask("ASK { ?s ?p ?o }", timeout=20)
    (after,) = workers(store)
    assert resident(after) < large - 50 * 2**20


def test_a_query_is_stopped_from_outside(store):
    stop = threading.Event()
    timer = threading.Timer(0.5, stop.set)
    timer.start()
    began = time.monotonic()
    with pytest.raises(QueryStopped, match="was stopped"):
        store.query(CROSS, timeout=60, stop=stop)
    assert time.monotonic() - began < 30
    assert store.ask("ASK { ?s ?p ?o }", timeout=20)


def test_prefixes_of_the_project_are_known_and_errors_keep_their_place(store):
    assert len(store.select("SELECT ?s { ?s tcg:text ?t } LIMIT 3", timeout=20)) == 3
    with pytest.raises(QuerySyntaxError) as caught:
        store.select("SELECT ?s {\n ?s tcg:text }")
    assert caught.value.line == 2
