"""`saitei serve` over a store of the sample wiki, and beside it `oxigraph serve-read-only` over the same quads."""

import contextlib
import threading
import time

import pytest
import uvicorn

from explorer.serve import Limits, create_app
from ingest.pipeline import ingest_paths
from ingest.store import open_store
from tests.serve.clauses import CLAUSES, OXIGRAPH
from tests.store.servers import free_port, oxigraph_server


@pytest.fixture(scope="session")
def serve_store(tmp_path_factory, sample_wiki):
    folder = tmp_path_factory.mktemp("serve") / "store"
    with open_store(folder) as store:
        ingest_paths(store, [str(sample_wiki)])
    return folder


@contextlib.contextmanager
def serving(store, limits):
    """Our endpoint in a thread of this process; yields the URL of its query service."""
    port = free_port()
    app = create_app(str(store), limits)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}/sparql"
    server.should_exit = True
    thread.join(5)
    app.state.store.close()


@pytest.fixture(scope="session")
def saitei_endpoint(serve_store):
    """URL of our query service; 2 seconds, 500 rows."""
    with serving(serve_store, Limits(timeout=2.0, max_rows=500, workers=2)) as url:
        yield url


@pytest.fixture
def slow_endpoint(serve_store):
    """The same with a limit of ten minutes and one worker."""
    with serving(serve_store, Limits(timeout=600.0, max_rows=500, workers=1)) as url:
        yield url


@pytest.fixture(scope="session")
def oxigraph_endpoint(serve_store, tmp_path_factory):
    """URL of Oxigraph's query service over the published snapshot of the same store."""
    import json

    current = json.loads((serve_store / "CURRENT").read_text("utf-8"))
    snapshot = serve_store / "snapshots" / current["snapshot"]
    folder = tmp_path_factory.mktemp("oxigraph-read-only")
    with oxigraph_server(folder, location=snapshot, read_only=True, timeout=2) as base:
        yield f"{base}/query"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the clauses with the outcome of both servers side by side."""
    ours: dict[str, str] = {}
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            name = report.nodeid.rpartition("[")[2].rstrip("]")
            if report.when == "call" and "test_clause[" in report.nodeid:
                ours[name] = "yes" if outcome == "passed" else "NO"
    if not ours:
        return
    terminalreporter.write_line(
        "\nSPARQL 1.1 Protocol, clause by clause: saitei serve | oxigraph serve-read-only"
    )
    for key, (clause, _) in CLAUSES.items():
        terminalreporter.write_line(f"  {ours.get(key, '-'):4} {OXIGRAPH.get(key, '-'):4} {clause}")
    for name, found in (("saitei", ours), ("oxigraph", OXIGRAPH)):
        terminalreporter.write_line(f"  {name}: {list(found.values()).count('yes')} of {len(CLAUSES)}")
