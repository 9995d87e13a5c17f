"""What our API, the killable worker and the endpoint add to a query, and how rdflib compares.

Run: ``python -m tests.benchmarks.query_overhead --quads 1000000``. Six kinds of query and one of 10,000 rows, each
with other values every round; all sides answer the same text with the same bytes of SPARQL JSON in turn, the first
of a round changing from round to round. Medians in milliseconds, ratios of medians of this one run.
Exit code 1 where a limit is passed. `--store DIR` keeps the stores for the next time.
"""

import argparse
import contextlib
import http.client
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pyoxigraph as ox

from ingest.store.layout import Layout
from ontology.namespaces import card_iri, page_iri
from tests.benchmarks.graphs import CARDS, card_name, store_of
from tests.store.servers import free_port, oxigraph_server

API_RATIO = WORKER_RATIO = 1.15
ENDPOINT_RATIO = 1.3
EXTRA_MS = 3.0
ROWS = 10_000

_P = (
    "PREFIX tcg: <https://saitei.example/tcg#> PREFIX dcterms: <http://purl.org/dc/terms/> "
    "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>\n"
)


def _card(pick: random.Random) -> str:
    return f"<{card_iri('dm', card_name(int(CARDS * pick.random() ** 3)))}>"


def _date(pick: random.Random) -> str:
    year = 2008 + pick.randrange(14)
    return (
        "SELECT ?r ?d { ?r tcg:rulingDate ?d FILTER("
        f'?d >= "{year}-01-01"^^xsd:date && ?d < "{year + 1}-01-01"^^xsd:date) }} ORDER BY ?d ?r LIMIT 100'
    )


KINDS: dict[str, Callable[[random.Random], str]] = {
    "q1 all about a card": lambda pick: (
        f"SELECT ?s ?p ?o {{ {{ {(c := _card(pick))} ?p ?o }} UNION {{ ?s ?p {c} }} }}"
    ),
    "q2 two hops": lambda pick: (
        "SELECT ?other (COUNT(DISTINCT ?r2) AS ?n) { "
        f"?r tcg:involves <{card_iri('dm', card_name(CARDS // 3 + pick.randrange(CARDS // 2)))}> ; tcg:cites ?rule . "
        "?r2 tcg:cites ?rule ; tcg:involves ?other } GROUP BY ?other ORDER BY DESC(?n) ?other LIMIT 20"
    ),
    "q3 count per rule": lambda pick: (
        "SELECT ?rule (COUNT(?r) AS ?n) { ?r a tcg:Ruling ; tcg:cites ?rule } "
        f"GROUP BY ?rule HAVING(COUNT(?r) > {pick.randrange(5)}) ORDER BY DESC(?n) ?rule"
    ),
    "q4 text contains": lambda pick: (
        f'SELECT ?r ?t {{ ?r tcg:question ?t FILTER(CONTAINS(?t, "{card_name(pick.randrange(CARDS))}》")) }}'
    ),
    "q5 date range ordered": _date,
    "q6 property path": lambda pick: (
        f"SELECT ?part {{ ?part dcterms:isPartOf+ <{page_iri('dm', 'generated', f'質問{pick.randrange(4000)}')}> }}"
    ),
    "10,000 rows": lambda pick: (
        "SELECT ?r ?d ?v ?q { ?r a tcg:Ruling ; tcg:rulingDate ?d ; tcg:verdict ?v ; tcg:question ?q } "
        f"OFFSET {pick.randrange(2000)} LIMIT {ROWS}"
    ),
}


class _Client:
    """One connection that is kept open, as clients of both servers do."""

    def __init__(self, url: str) -> None:
        self.parts = urlsplit(url)
        self.connection = http.client.HTTPConnection(self.parts.netloc, timeout=120)
        self.connection.connect()

    def __call__(self, query: str) -> bytes:
        headers = {
            "Accept": "application/sparql-results+json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        form = urlencode({"query": query}).encode()
        try:
            self.connection.request("POST", self.parts.path, form, headers)
            answer = self.connection.getresponse()
        except (
            BrokenPipeError,
            http.client.RemoteDisconnected,
        ):  # servers close what idled between two kinds
            self.connection.close()
            self.connection.request("POST", self.parts.path, form, headers)
            answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{self.parts.netloc} answers {answer.status}: {body[:300]!r}")
        return body


@contextlib.contextmanager
def _saitei(store: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "explorer.cli", "serve", "--store", str(store), "--port", str(port)]
    process = subprocess.Popen([*command, "--timeout", "60"], stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with (
                contextlib.suppress(OSError),
                contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=2)) as probe,
            ):
                probe.connect()
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/sparql"
    finally:
        process.terminate()
        process.wait(20)


def _median_ms(times: list[float]) -> float:
    return 1000 * statistics.median(times)


def _measure(
    sides: dict[str, Callable[[str], bytes]], make: Callable[[random.Random], str], seconds: float
) -> tuple[dict[str, float], int, int]:
    """Return the median of each side in ms, the number of rounds and the bytes of the last answer."""
    pick = random.Random(7)
    for side in sides.values():
        side(_P + make(pick))
    times: dict[str, list[float]] = {name: [] for name in sides}
    names, size = list(sides), 0
    until = time.monotonic() + seconds
    for number in range(400):
        if number >= 15 and time.monotonic() > until:
            break
        query = _P + make(pick)
        answers = set()
        for name in names[number % len(names) :] + names[: number % len(names)]:
            began = time.perf_counter()
            data = sides[name](query)
            times[name].append(time.perf_counter() - began)
            answers.add(len(data))
            size = len(data)
        if len(answers) > 1:
            raise RuntimeError(f"answers differ in length: {answers}\n{query}")
    return {name: _median_ms(found) for name, found in times.items()}, len(times[names[0]]), size


def overhead(quads: int, folder: Path, seconds: float) -> bool:
    """Measure all kinds over a store of this size; returns whether every limit held."""
    held = True
    print(f"\n{quads:,} quads; medians in ms; sides of a pair in turn, JSON results")
    head = (
        "query",
        "raw",
        "API",
        "worker",
        "API/raw",
        "worker-1.15 raw",
        "oxigraph",
        "endpoint",
        "endp.-1.3 ox.",
    )
    print("| " + " | ".join((*head, "KB", "rounds", "holds")) + " |\n|" + "---|" * 12)
    with (
        store_of(quads, folder) as store,
        tempfile.TemporaryDirectory(dir=folder) as copy,
        contextlib.ExitStack() as stack,
    ):
        layout = Layout(Path(store.location))
        current = layout.current()
        assert current is not None
        snapshot = layout.snapshots / current.snapshot
        raw = ox.Store.read_only(str(snapshot))
        shutil.copytree(snapshot, Path(copy) / "oxigraph")
        theirs = stack.enter_context(
            oxigraph_server(Path(copy), location=Path(copy) / "oxigraph", timeout=60)
        )
        ours = stack.enter_context(_saitei(Path(store.location)))
        local: dict[str, Callable[[str], bytes]] = {
            "raw": lambda q: raw.query(q).serialize(format=ox.QueryResultsFormat.JSON),  # type: ignore[union-attr,dict-item]
            "api": lambda q: store.query(q, result_format="json").data,
            "worker": lambda q: store.query(q, result_format="json", timeout=60).data,
        }
        served: dict[str, Callable[[str], bytes]] = {
            "oxigraph": _Client(f"{theirs}/query"),
            "endpoint": _Client(ours),
        }
        for name, make in KINDS.items():
            here, rounds, size = _measure(local, make, seconds)
            there, _, _ = _measure(served, make, seconds)
            ratio = here["api"] / here["raw"]
            extra = here["worker"] - WORKER_RATIO * here["raw"]
            beyond = there["endpoint"] - ENDPOINT_RATIO * there["oxigraph"]
            good = ratio <= API_RATIO and extra <= EXTRA_MS and beyond <= EXTRA_MS
            held &= good
            print(
                f"| {name} | {here['raw']:.2f} | {here['api']:.2f} | {here['worker']:.2f} | {ratio:.3f} | {extra:+.2f} "
                f"| {there['oxigraph']:.2f} | {there['endpoint']:.2f} | {beyond:+.2f} | {size // 1024} | {rounds} "
                f"| {'yes' if good else 'NO'} |",
                flush=True,
            )
        print(f"limits: API/raw <= {API_RATIO}; the two differences <= {EXTRA_MS} ms")
    return held


def against_rdflib(quads: int, folder: Path) -> None:
    """Compare with rdflib's memory store over the default graph: the ratio of medians, and of memory."""
    import rdflib

    print(f"\nrdflib memory, {quads:,} quads; medians in ms (3 rounds; given up after a minute)")
    print("| query | rdflib | API | ratio |\n|---|---|---|---|")
    with store_of(quads, folder) as store:
        graph = rdflib.Graph()
        began, before = time.perf_counter(), _resident()
        graph.parse(data=ox.serialize(store.merged(), format=ox.RdfFormat.N_TRIPLES), format="nt")
        took = time.perf_counter() - began
        used = _resident() - before
        for name, make in KINDS.items():
            query = _P + make(random.Random(7))
            times = []
            for _ in range(3):
                began = time.perf_counter()
                list(graph.query(query))
                times.append(time.perf_counter() - began)
                if times[0] > 60:
                    break
            here, _, _ = _measure(
                {"api": lambda q: store.query(q, result_format="json").data},
                lambda _, q=query: q[len(_P) :],
                0.2,
            )  # type: ignore[misc]
            slow = _median_ms(times)
            print(f"| {name} | {slow:.1f} | {here['api']:.2f} | {slow / here['api']:.0f} |", flush=True)
        print(f"loading into rdflib: {took:.1f} s, {used // 2**20} MB for {len(graph):,} triples")


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096


def main() -> int:
    """Measure, print, and tell by the exit code whether the limits held."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quads", type=int, action="append", help="size of the store (repeatable)")
    parser.add_argument("--store", type=Path, help="folder in which the stores are kept")
    parser.add_argument("--seconds", type=float, default=8.0, help="time for each kind and each set of sides")
    parser.add_argument("--rdflib", type=int, default=100_000, metavar="QUADS", help="0 leaves rdflib out")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="saitei-bench-") as made:
        folder = given.store or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        held = [overhead(n, folder, given.seconds) for n in given.quads or [1_000_000]]
        if given.rdflib:
            against_rdflib(given.rdflib, folder)
    print(json.dumps({"held": all(held)}))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
