"""Queries of strangers: nothing is changed, nothing is fetched, and reading a query takes no longer than it is long."""

import contextlib
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest

from ingest.store import QueryError, QueryRefused, open_store
from ingest.store.lint import MAX_QUERY_LENGTH, check_query, with_limit

A = ox.NamedNode("https://saitei.example/id/a")

# The engine's grammar needs no space after a keyword, ends a comment at a carriage return, and compares with `<`.
SERVICES = [
    "SELECT * { SERVICE <U> { ?s ?p ?o } }",
    "SELECT * { # x\rSERVICE <U> { ?s ?p ?o }\n }",
    "SELECT * { SERVICESILENT<U> { ?s ?p ?o } }",
    "PREFIX e: <U> SELECT * { SERVICEe:a { ?s ?p ?o } }",
    "PREFIX : <U> SELECT * { SERVICE:a { ?s ?p ?o } }",
    "SELECT * { FILTER(?a<'x>')SERVICE<U>{?s ?p ?o} FILTER(?b='y') }",
    "SELECT * { SERVICE#\r#x\n silent#\n<U>#\n{ ?s ?p ?o } }",
    "SELECT * { BIND(<U> AS ?x) SERVICE?x{ ?s ?p ?o } }",
    "SELECT * { ?s ?p 1SERVICE<U>{ ?s ?p ?o } }",
    "SELECT * { sErViCe sIlEnT <U> { ?s ?p ?o } }",
]
UPDATES = [
    "CLEAR ALL",
    "LOAD <file:///etc/passwd>",
    "DELETE WHERE { ?s ?p ?o }",
    "INSERT DATA { <a:a> <a:b> 1 }",
    "DROP ALL",
]


@pytest.fixture(scope="module")
def listener() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(500)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", asked
    server.shutdown()


@pytest.mark.parametrize("query", SERVICES)
def test_no_request_leaves(query: str, listener: tuple[str, list[str]]) -> None:
    address, asked = listener
    with open_store(":memory:") as store, pytest.raises(QueryRefused, match="SERVICE"):
        store.query(query.replace("U", address))
    assert asked == []


def test_the_word_service_is_no_crime() -> None:
    for query in ('SELECT * { ?s ?service "SERVICE" }', "SELECT * { ?s a <http://e/Service> } # SERVICE"):
        assert check_query(query) == "SELECT"


@pytest.mark.parametrize("query", UPDATES)
def test_updates_are_refused(query: str) -> None:
    with open_store(":memory:") as store, pytest.raises(QueryRefused):
        store.query(query)


def test_ten_megabytes_are_refused_at_once() -> None:
    with pytest.raises(QueryRefused, match=str(MAX_QUERY_LENGTH)):
        check_query("SELECT * { ?s ?p ?o } #" + "x" * 10_000_000)


@pytest.mark.parametrize("limit", ["1.5", "9" * 5000, "-1", "²"])
def test_odd_limits_are_errors_or_lowered(limit: str) -> None:
    query = f"SELECT * {{ ?s ?p ?o }} LIMIT {limit}"
    if limit.startswith("99"):
        assert with_limit(query, 5).endswith("LIMIT 5")
    with open_store(":memory:") as store:
        try:
            assert store.query(query, max_rows=5).rows == 0
        except QueryError as error:
            assert str(error)


BOMBS = {
    "pattern": f'SELECT * {{ ?s ?p ?o FILTER(REGEX(CONCAT(STR(?o), "{"a" * 5000}!"), "(a+)+(a+)+$")) }}',
    "repetition": 'SELECT * { ?s ?p ?o FILTER(REGEX(STR(?o), "((a{1,100}){1,100}){1,100}")) }',
    "values": f"SELECT ?a ?b {{ VALUES ?a {{ {'1 ' * 20_000} }} VALUES ?b {{ {'1 ' * 20_000} }} }}",
    "strings": f'SELECT (CONCAT({", ".join(["?a"] * 50_000)}) AS ?x) {{ BIND("a" AS ?a) }}',
    "nesting": f"SELECT * {{ {'{' * 3000} ?s ?p ?o {'}' * 3000} }}",
    "paths": f"SELECT * {{ ?s ({'|'.join(['<a:a>'] * 5000)})* ?o }}",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_answered_or_stopped_and_the_next_query_answers(name: str, tmp_path: Path) -> None:
    with open_store(tmp_path / "s") as store:
        store.apply({"https://saitei.example/id/a": [ox.Triple(A, A, ox.Literal("a" * 2000))]})
    with open_store(tmp_path / "s", read_only=True) as reader:
        with contextlib.suppress(QueryError):
            reader.query(BOMBS[name], timeout=3, max_rows=1000)
        assert reader.select("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }") == [("1",)]
