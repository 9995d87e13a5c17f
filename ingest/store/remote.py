"""A store behind a SPARQL 1.1 endpoint: query, update and graph store protocol."""

import re
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping

import pyoxigraph as ox

from ingest.store.base import Contents, Graphs, Store, Table, contents_as_ntriples, parse_table
from ingest.store.dialect import (
    MERGED_GRAPH,
    STAGED_GRAPH,
    named_graphs,
    plain_results,
    with_prefixes,
    without_merged,
)
from ingest.store.endpoint import Endpoint, Reply
from ingest.store.errors import QueryError, QueryStopped, QueryTimeout, StoreError, StoreReadOnly
from ingest.store.merge import as_ntriples, stated
from ingest.store.syntax import syntax_error
from ingest.store.worker import GRAPH_FORMATS, RESULT_FORMATS
from ontology.namespaces import PREFIXES

__all__ = ["RemoteStore"]

_FRESH = 10.0
"""Seconds after which a reader asks again whether others changed the store."""

_PIECE = 4_000_000
"""Bytes of N-Triples in one request to a graph."""


class RemoteStore(Store):
    """Any endpoint; see README.md for what each engine does differently.

    The default graph holds the merge of all graphs, written out as on disk. Engines that answer it as a union of
    the graphs (Virtuoso) would count duplicates; there the merge is a graph of its own, which queries are directed to.
    """

    def __init__(self, location: str, *, read_only: bool = False) -> None:
        self._endpoint = Endpoint(location)
        self.location = self._endpoint.query_url
        self.read_only = read_only
        self._guard = threading.RLock()
        self._changes = 0
        self._size = (float("-inf"), 0)
        self._checker = ox.Store()
        server = self._endpoint.server
        self._transactional = not server.startswith("Virtuoso")
        self._whole = server.lower().startswith("oxigraph")
        self._merged = "" if self._transactional else MERGED_GRAPH
        self._hidden: frozenset[str] = frozenset()
        if self._merged:
            names = self._names("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }")
            foreign = {g for g in names if not g.startswith(PREFIXES["id"])}
            self._hidden = frozenset(foreign | {MERGED_GRAPH, STAGED_GRAPH})

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """Changes made here; of a reader the number of triples, looked up every ten seconds at most."""
        if not self.read_only:
            return self._changes
        asked, size = self._size
        if time.monotonic() - asked > _FRESH:
            ((found,),) = self.select("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")
            size = int(found or 0)
            self._size = (time.monotonic(), size)
        return size

    def _local_table(self, query: str) -> Table:
        return parse_table(self._run(query, "SELECT", "json", None))

    def _run(
        self,
        query: str,
        form: str,
        result_format: str,
        timeout: float | None,
        stop: threading.Event | None = None,
    ) -> bytes:
        try:
            self._checker.query(query, prefixes=PREFIXES)  # of nothing: errors with their place, in our words
        except SyntaxError as error:
            raise syntax_error(str(error), query) from None
        text = with_prefixes(query)
        more: dict[str, str | list[str]] = {}
        if self._merged:
            text = without_merged(text, self._hidden)
            if not re.search(r"\bFROM\b", query, re.IGNORECASE):
                more["default-graph-uri"] = self._merged
                more["named-graph-uri"] = named_graphs(query) or []  # else it finds nothing in GRAPH <…>
            if timeout is not None:
                more["timeout"] = str(max(1000, int(timeout * 1000)))
        if stop is not None and stop.is_set():
            raise QueryStopped
        if form in ("SELECT", "ASK"):
            reply = self._whole_answer(self._endpoint.select(text, timeout=timeout, more=more), timeout)
            data = plain_results(reply.body) if self._merged else reply.body
            if result_format != "json":
                parsed = ox.parse_query_results(data, format=ox.QueryResultsFormat.JSON)
                data = parsed.serialize(format=RESULT_FORMATS[result_format]) or b""
            return data
        reply = self._whole_answer(self._endpoint.construct(text, timeout=timeout, more=more), timeout)
        triples = dict.fromkeys(q.triple for q in ox.parse(reply.body, format=ox.RdfFormat.N_TRIPLES))
        return ox.serialize(triples, format=GRAPH_FORMATS[result_format], prefixes=PREFIXES) or b""

    def _whole_answer(self, reply: Reply, timeout: float | None) -> Reply:
        """Refuse what Virtuoso marks as a part of an answer only."""
        if reply.headers.get("x-sql-state") == "S1TAT":
            raise QueryTimeout(timeout or 0)
        limit = reply.headers.get("x-sparql-maxrows")
        if limit:
            raise QueryError(
                f"the endpoint cut the answer at {limit} rows; raise ResultSetMaxRows in its settings"
            )
        return reply

    def _names(self, query: str) -> list[str]:
        found = parse_table(plain_results(self._endpoint.select(query, timeout=None).body))
        return [term.value for (term,) in found.rows if isinstance(term, ox.NamedNode)]

    def graphs(self) -> list[str]:
        """Names of the graphs, sorted."""
        names = self._names("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }")
        return sorted(set(names) - self._hidden)

    def quads(self, graph: str | None = None) -> Iterator[ox.Quad]:
        """Fetch one graph after the other."""
        for name in self.graphs() if graph is None else [graph]:
            node = ox.NamedNode(name)
            for t in self._triples(name):
                yield ox.Quad(t.subject, t.predicate, t.object, node)

    def merged(self) -> Iterator[ox.Triple]:
        """Fetch the default graph."""
        yield from self.construct("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }")

    def ntriples(self, graph: str) -> bytes:
        """Fetch one graph."""
        return as_ntriples(self._triples(graph))

    def _triples(self, graph: str) -> list[ox.Triple]:
        return self.construct(f"CONSTRUCT {{ ?s ?p ?o }} {{ GRAPH {ox.NamedNode(graph)} {{ ?s ?p ?o }} }}")

    # -- writing ------------------------------------------------------------------------------------------------

    def _may_write(self) -> None:
        if self.read_only:
            raise StoreReadOnly(f"the store {self.location} was opened for reading only")

    def apply(self, changes: Mapping[str, Iterable[ox.Quad | ox.Triple] | None]) -> bool:
        """Change several graphs; in one transaction where the engine has those for an update."""
        self._may_write()
        with self._guard:
            wanted = {g: None if new is None else stated(g, new) for g, new in changes.items()}
            known = set(self.graphs())
            removed: dict[str, set[ox.Triple]] = {}
            added: dict[str, set[ox.Triple]] = {}
            for graph, new in wanted.items():
                old = set(self._triples(graph)) if graph in known else set()
                gone, come = old - (new or set()), (new or set()) - old
                if gone:
                    removed[graph] = gone
                if come:
                    added[graph] = come
            if not removed and not added:
                return False
            try:
                if self._transactional:
                    self._endpoint.update(_update(removed, added))
                else:
                    self._staged(
                        {g: wanted[g] or set() for g in removed.keys() | added.keys()}, removed, added
                    )
            except QueryError as error:
                raise StoreError(f"the change failed: {error}") from error
            self._changes += 1
            return True

    def _staged(
        self,
        new: Mapping[str, set[ox.Triple]],
        removed: Mapping[str, set[ox.Triple]],
        added: Mapping[str, set[ox.Triple]],
    ) -> None:
        """Change graph by graph: updates of this engine are neither transactions nor of any length."""
        for graph, triples in new.items():
            if triples:
                self._put(graph, as_ntriples(triples))
            else:
                self._endpoint.update(f"CLEAR SILENT GRAPH <{graph}>")
        come = set().union(*added.values())
        if come:
            self._post(self._merged, as_ntriples(come))
        gone = set().union(*removed.values()) - come
        if gone:
            self._put(STAGED_GRAPH, as_ntriples(gone))
            self._endpoint.update(
                f"DELETE {{ GRAPH <{self._merged}> {{ ?s ?p ?o }} }} WHERE {{ GRAPH <{STAGED_GRAPH}> {{ ?s ?p ?o }} "
                f"FILTER NOT EXISTS {{ GRAPH ?g {{ ?s ?p ?o }} FILTER(?g NOT IN (<{self._merged}>, <{STAGED_GRAPH}>)) }} }}"
            )
            self._endpoint.update(f"CLEAR SILENT GRAPH <{STAGED_GRAPH}>")

    def _put(self, graph: str, ntriples: bytes) -> None:
        first, *rest = _pieces(ntriples) or [b""]
        self._endpoint.put(graph, first)
        for piece in rest:
            self._endpoint.post(graph, piece)

    def _post(self, graph: str, ntriples: bytes) -> None:
        for piece in _pieces(ntriples):
            self._endpoint.post(graph, piece)

    def build(self, graphs: Graphs) -> None:
        """Replace everything, once all of it is there.

        Oxigraph replaces its dataset in one transaction; other engines one graph after the other.
        """
        self._may_write()
        with self._guard, tempfile.TemporaryDirectory(prefix="saitei-") as folder:
            local = ox.Store(folder)
            pairs: Iterable[tuple[str, Contents]] = graphs(None) if callable(graphs) else graphs
            names = []
            for graph, contents in pairs:
                data = contents_as_ntriples(graph, contents)
                if data:
                    names.append(graph)
                    local.bulk_load(data, ox.RdfFormat.N_TRIPLES, to_graph=ox.NamedNode(graph), lenient=True)
                    local.bulk_load(data, ox.RdfFormat.N_TRIPLES, lenient=True)
            try:
                self._upload(local, names)
            except QueryError as error:
                raise StoreError(f"loading into {self.location} failed: {error}") from error
            self._changes += 1
            del local

    def _upload(self, local: ox.Store, names: list[str]) -> None:
        if self._whole:
            self._endpoint.put_dataset(local.dump(format=ox.RdfFormat.N_QUADS) or b"")
            return
        old = set(self.graphs()) - set(names)
        for name in names:
            self._put(name, _dumped(local, ox.NamedNode(name)))
        for name in old:
            self._endpoint.update(f"CLEAR SILENT GRAPH <{name}>")
        merge = _dumped(local, ox.DefaultGraph())
        if merge or not self._merged:
            self._put(self._merged, merge)
        else:
            self._endpoint.update(f"CLEAR SILENT GRAPH <{self._merged}>")

    def publish(self) -> None:
        """Everything is visible at once."""

    def close(self) -> None:
        """Nothing is kept open between requests."""


def _dumped(store: ox.Store, graph: ox.NamedNode | ox.DefaultGraph) -> bytes:
    return store.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=graph) or b""


def _pieces(ntriples: bytes) -> list[bytes]:
    """Cut N-Triples between lines."""
    pieces, start = [], 0
    while start < len(ntriples):
        end = ntriples.find(b"\n", start + _PIECE)
        end = len(ntriples) if end < 0 else end + 1
        pieces.append(ntriples[start:end])
        start = end
    return pieces


def _update(removed: Mapping[str, set[ox.Triple]], added: Mapping[str, set[ox.Triple]]) -> str:
    """Write a change of named graphs and of the default graph as one update."""
    steps = []
    come: set[ox.Triple] = set().union(*added.values())
    gone: set[ox.Triple] = set().union(*removed.values()) - come
    if removed:
        steps.append(
            "DELETE DATA {\n" + "".join(f"GRAPH <{g}> {{\n{_lines(t)}}}\n" for g, t in removed.items()) + "}"
        )
    if added:
        named = "".join(f"GRAPH <{g}> {{\n{_lines(t)}}}\n" for g, t in added.items())
        steps.append("INSERT DATA {\n" + named + _lines(come) + "}")
    if gone:
        rows = "".join(f"({t.subject} {t.predicate} {t.object})\n" for t in gone)
        steps.append(
            f"DELETE {{ ?s ?p ?o }} WHERE {{ VALUES (?s ?p ?o) {{\n{rows}}} "
            "FILTER NOT EXISTS { GRAPH ?g { ?s ?p ?o } } }"
        )
    return ";\n".join(steps)


def _lines(triples: Iterable[ox.Triple]) -> str:
    return "".join(f"{t} .\n" for t in triples)
