"""Queries of strangers: nothing is changed, nothing is fetched, and reading a query takes no longer than it is long."""

import contextlib
import http.server
import threading
import time
from collections.abc import Iterator

import pytest

from ingest.store import QueryError, QueryRefused, open_store
from ingest.store.lint import MAX_QUERY_LENGTH, check_query, with_limit

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


@pytest.mark.parametrize(
    "piece", ["a.", "1.", "a-", '\\"""', '"""x', "<a", "\u3000", "\n\u3000", "SERVICE#", "?a·", "a:\\"]
)
def test_reading_a_query_is_linear(piece: str) -> None:
    def seconds(size: int) -> float:
        started = time.process_time()
        with contextlib.suppress(QueryError):
            check_query("SELECT * { " + piece * (size // len(piece)))
        return time.process_time() - started

    small, large = min(seconds(10_000) for _ in range(3)), min(seconds(40_000) for _ in range(3))
    assert large < 8 * small + 0.1  # four times the text; a square would be sixteen


def test_ten_megabytes_are_refused_at_once() -> None:
    started = time.process_time()
    with pytest.raises(QueryRefused, match=str(MAX_QUERY_LENGTH)):
        check_query("SELECT * { ?s ?p ?o } #" + "x" * 10_000_000)
    assert time.process_time() - started < 1


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
