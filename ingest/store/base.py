"""What every store can do, whatever keeps its data."""

import abc
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

import pyoxigraph as ox

from ingest.store.errors import QueryError, QuerySyntaxError, QueryTooManyRows
from ingest.store.lint import MAX_QUERY_LENGTH, check_query, with_limit
from ingest.store.merge import as_ntriples, stated
from ingest.store.pool import QueryPool
from ingest.store.syntax import syntax_error
from ingest.store.worker import GRAPH_FORMATS, RESULT_FORMATS, count_rows, run_query
from ontology.namespaces import PREFIXES

__all__ = ["MAX_QUERY_LENGTH", "Answer", "Contents", "Store", "Table"]

Contents = Iterable[ox.Quad | ox.Triple] | bytes
"""The triples of one graph: quads or triples, or N-Triples as bytes."""

Graphs = Iterable[tuple[str, Contents]] | Callable[[Path | None], Iterable[tuple[str, Contents]]]

Value = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple


@dataclass(frozen=True, slots=True)
class Table:
    """The answer of a SELECT: names of the variables, and rows of RDF terms (None where unbound)."""

    variables: list[str]
    rows: list[tuple[Value | None, ...]]


@dataclass(frozen=True)
class Answer:
    """A serialised answer; `rows` counts the solutions of a SELECT (-1 for other forms), when asked for them."""

    form: str
    format: str
    data: bytes
    truncated: bool = False

    @cached_property
    def rows(self) -> int:
        """Number of solutions, counted in the data."""
        return count_rows(self.data, self.format) if self.form == "SELECT" else -1


class Store(abc.ABC):
    """A graph store. The default graph answers as the deduplicated merge of all named graphs.

    Fulfils `ontology.graph.GraphReader`. All queries are checked to be reading ones; see `query` for the errors.
    """

    location: str
    read_only: bool

    # -- reading ------------------------------------------------------------------------------------------------

    def select(self, query: str, *, timeout: float | None = None) -> list[tuple[str | None, ...]]:
        """Answer a SELECT query with rows of lexical forms (None where unbound)."""
        return [
            tuple(None if v is None else _lexical(v) for v in row)
            for row in self.table(query, timeout=timeout).rows
        ]

    def table(self, query: str, *, timeout: float | None = None, max_rows: int | None = None) -> Table:
        """Answer a SELECT query with RDF terms."""
        self._expect(query, "SELECT")
        if timeout is None:
            return self._local_table(query if max_rows is None else with_limit(query, max_rows))
        answer = self.query(query, result_format="json", timeout=timeout, max_rows=max_rows)
        return parse_table(answer.data)

    def ask(self, query: str, *, timeout: float | None = None) -> bool:
        """Answer an ASK query."""
        self._expect(query, "ASK")
        return b"true" in self.query(query, result_format="csv", timeout=timeout).data

    def construct(self, query: str, *, timeout: float | None = None) -> list[ox.Triple]:
        """Answer a CONSTRUCT or DESCRIBE query with its triples, each once."""
        self._expect(query, "CONSTRUCT", "DESCRIBE")
        data = self.query(query, result_format="ntriples", timeout=timeout).data
        return list(dict.fromkeys(q.triple for q in ox.parse(data, format=ox.RdfFormat.N_TRIPLES)))

    def query(
        self,
        query: str,
        *,
        result_format: str | None = None,
        timeout: float | None = None,
        max_rows: int | None = None,
        refuse_more: bool = False,
        stop: threading.Event | None = None,
    ) -> Answer:
        """Answer any query, serialised. The prefixes of the project need not be declared.

        `result_format` is json, xml, csv or tsv for SELECT and ASK, and turtle, ntriples, rdfxml, jsonld for
        CONSTRUCT and DESCRIBE. With `timeout` (seconds) the query runs in a process that is killed at the limit.
        With `max_rows` a longer answer is cut and marked `truncated`, or, with `refuse_more`, an error.
        Another thread ends a query with a time limit by setting `stop` (behind an endpoint: once it has answered).

        Raises:
            QueryStopped: `stop` was set.
            QuerySyntaxError: with line and column. QueryRefused: updates, SERVICE, LOAD.
            QueryTimeout, QueryTooManyRows, QueryMemoryError, StoreError.
        """
        form = self._expect(query)
        tabular = form in ("SELECT", "ASK")
        chosen = result_format or ("json" if tabular else "turtle")
        known: Mapping[str, object] = RESULT_FORMATS if tabular else GRAPH_FORMATS
        if chosen not in known:
            raise QueryError(
                f"the answer of a {form} query cannot be written as {chosen}; use one of {', '.join(known)}"
            )
        if max_rows is None or form == "ASK":
            return Answer(form, chosen, self._run(query, form, chosen, timeout, stop))
        if form != "SELECT":
            return Answer(form, chosen, self._run(with_limit(query, max_rows), form, chosen, timeout, stop))
        answer = Answer(form, chosen, self._run(with_limit(query, max_rows + 1), form, chosen, timeout, stop))
        if answer.rows <= max_rows:
            return answer
        if refuse_more:
            raise QueryTooManyRows(max_rows)
        data = self._run(with_limit(query, max_rows), form, chosen, timeout, stop)
        return Answer(form, chosen, data, truncated=True)

    def _expect(self, query: str, *forms: str) -> str:
        form = check_query(query)
        if forms and form not in forms:
            raise QuerySyntaxError(f"a {' or '.join(forms)} query was expected, this is a {form} query")
        return form

    @abc.abstractmethod
    def _local_table(self, query: str) -> Table: ...

    @abc.abstractmethod
    def _run(
        self,
        query: str,
        form: str,
        result_format: str,
        timeout: float | None,
        stop: threading.Event | None = None,
    ) -> bytes: ...

    @abc.abstractmethod
    def graphs(self) -> list[str]:
        """Return the IRIs of the named graphs that hold something, sorted."""

    @abc.abstractmethod
    def quads(self, graph: str | None = None) -> Iterator[ox.Quad]:
        """Yield the quads of one named graph, or of all; the merged default graph is not repeated."""

    @abc.abstractmethod
    def merged(self) -> Iterator[ox.Triple]:
        """Yield the triples of the default graph: the merge of all named graphs, each triple once."""

    @abc.abstractmethod
    def ntriples(self, graph: str) -> bytes:
        """Return one named graph as N-Triples (empty when there is none)."""

    @property
    @abc.abstractmethod
    def revision(self) -> int:
        """A number that changes with every published change, for caches."""

    # -- writing ------------------------------------------------------------------------------------------------

    def replace_page(self, graph: str, quads: Iterable[ox.Quad | ox.Triple]) -> bool:
        """Give a page graph its new triples in one transaction; returns whether anything changed."""
        return self.apply({graph: quads})

    def replace_graph(self, graph: str, quads: Iterable[ox.Quad | ox.Triple]) -> bool:
        """The same for any other named graph (vocabulary, cards, derived facts, findings)."""
        return self.apply({graph: quads})

    def remove_page(self, graph: str) -> bool:
        """Take a graph out; returns whether it was there."""
        return self.apply({graph: None})

    @abc.abstractmethod
    def apply(self, changes: Mapping[str, Iterable[ox.Quad | ox.Triple] | None]) -> bool:
        """Change several graphs (None removes one) in one transaction; returns whether anything changed."""

    @abc.abstractmethod
    def build(self, graphs: Graphs) -> None:
        """Replace the whole content; the old one stays readable until the new one is complete.

        `graphs` yields each graph once. It may also be a function that makes these from the folder in which the
        indexes of the new content belong (None for a store without folders).
        """

    @abc.abstractmethod
    def publish(self) -> None:
        """Let readers see what was changed so far."""

    @property
    def index_folder(self) -> Path | None:
        """The folder for the indexes of the current content, beside the store; None when it has none."""
        return None

    @abc.abstractmethod
    def close(self) -> None:
        """Publish what is unpublished, stop the query processes and free the store."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class EngineStore(Store):
    """The parts that are the same for every store inside this process."""

    _engine: ox.Store
    _pool: QueryPool | None = None

    def _reading(self) -> ox.Store:
        """Return the engine to read from, brought up to date."""
        return self._engine

    @abc.abstractmethod
    def _worker_pool(self) -> QueryPool: ...

    def _local_table(self, query: str) -> Table:
        try:
            found = self._reading().query(query, prefixes=PREFIXES)
            if not isinstance(found, ox.QuerySolutions):
                raise QuerySyntaxError("a SELECT query was expected")
            variables = [v.value for v in found.variables]
            return Table(variables, [tuple(row) for row in found])
        except SyntaxError as error:
            raise syntax_error(str(error), query) from None
        except (OSError, ValueError) as error:
            raise QueryError(f"the query failed: {error}") from error

    def _run(
        self,
        query: str,
        form: str,
        result_format: str,
        timeout: float | None,
        stop: threading.Event | None = None,
    ) -> bytes:
        if timeout is not None:
            return self._worker_pool().run(
                query, result_format=result_format, timeout=timeout, prefixes=PREFIXES, stop=stop
            )
        try:
            return run_query(self._reading(), query, result_format=result_format, prefixes=PREFIXES)
        except SyntaxError as error:
            raise syntax_error(str(error), query) from None
        except (OSError, ValueError) as error:
            raise QueryError(f"the query failed: {error}") from error

    def graphs(self) -> list[str]:
        engine = self._reading()
        names = (g for g in engine.named_graphs() if isinstance(g, ox.NamedNode))
        return sorted(g.value for g in names if next(engine.quads_for_pattern(None, None, None, g), None))

    def quads(self, graph: str | None = None) -> Iterator[ox.Quad]:
        engine = self._reading()
        if graph is not None:
            yield from engine.quads_for_pattern(None, None, None, ox.NamedNode(graph))
            return
        for name in self.graphs():
            yield from engine.quads_for_pattern(None, None, None, ox.NamedNode(name))

    def merged(self) -> Iterator[ox.Triple]:
        for quad in self._reading().quads_for_pattern(None, None, None, ox.DefaultGraph()):
            yield quad.triple

    def ntriples(self, graph: str) -> bytes:
        return self._reading().dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.NamedNode(graph)) or b""


def contents_as_ntriples(graph: str, contents: Contents) -> bytes:
    """Bring the triples of a graph to N-Triples, blank nodes named."""
    if isinstance(contents, bytes):
        if b"_:" not in contents or not any(
            line.startswith(b"_:") or b" _:" in line for line in contents.split(b"\n")
        ):
            return contents
        contents = (q.triple for q in ox.parse(contents, format=ox.RdfFormat.N_TRIPLES))
    return as_ntriples(stated(graph, contents))


def parse_table(data: bytes) -> Table:
    """Read SPARQL JSON results back into RDF terms."""
    found = ox.parse_query_results(data, format=ox.QueryResultsFormat.JSON)
    if not isinstance(found, ox.QuerySolutions):
        raise QueryError("the answer is not a table")
    return Table([v.value for v in found.variables], [tuple(row) for row in found])


def _lexical(value: Value) -> str:
    return str(value) if isinstance(value, ox.Triple) else value.value


def expanded(location: str | os.PathLike[str]) -> Path:
    """Return the folder of a store as an absolute path."""
    return Path(location).expanduser().absolute()
