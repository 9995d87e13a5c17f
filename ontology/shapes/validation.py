"""Running the compiled shapes over a store or over quads."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from ontology.graph import GraphReader, Term
from ontology.namespaces import PREFIXES
from ontology.shapes.compiler import Constraint, compile_shapes
from ontology.shapes.memory import Table, check, ox_literal, table_of

__all__ = ["Violation", "validate"]


@dataclass(frozen=True, slots=True)
class Violation:
    """A node that breaks a constraint; `severity` is "Violation", "Warning" or "Info".

    `page`, `line` and `column` say where the node stands, where it has a place.
    """

    node: str
    shape: str
    component: str
    path: str | None
    value: str | None
    severity: str
    message: str
    page: str | None = None
    line: int | None = None
    column: int | None = None


_IRI = re.compile(r"<[^<>\s]+>")
_TYPE = f"<{PREFIXES['rdf']}type>"


class _Reader:
    """A reader over the triples that some queries speak of, as one graph in memory."""

    def __init__(self, table: Table, queries: Iterable[str]) -> None:
        self._store = ox.Store()
        named = {iri for query in queries for iri in _IRI.findall(query)} | {_TYPE}
        lines = (
            f"{s} {p} {o} .\n"
            for s, row in table.items()
            for p, values in row.items()
            if p in named
            for o in values
            if p != _TYPE or o in named
        )
        self._store.load("".join(lines).encode("utf-8", "replace"), format=ox.RdfFormat.N_TRIPLES)

    def select(self, query: str, *, timeout: float | None = None) -> Iterable[Sequence[Term]]:
        """Yield rows as lexical forms."""
        found = self._store.query(query)
        if not isinstance(found, ox.QuerySolutions):
            raise TypeError("not a SELECT query")
        for row in found:
            yield [_lexical(row[i]) for i in range(len(found.variables))]

    def ask(self, query: str, *, timeout: float | None = None) -> bool:
        """Answer an ASK query."""
        return bool(self._store.query(query))


def _lexical(term: object) -> Term:
    return None if term is None else str(getattr(term, "value", term))


def validate(
    graph: GraphReader | Table | Iterable[ox.Quad] | Iterable[str] | Iterable[bytes],
    *,
    constraints: Sequence[Constraint] | None = None,
    timeout: float | None = None,
) -> list[Violation]:
    """Return what breaks the shapes, in a stable order.

    Takes a store (its merged graph, asked in SPARQL), or quads, lines of N-Triples, or what `table_of` makes of them
    (of one page, say: what they refer to has to be among them), which are checked in memory. `constraints` are those of this folder where none are
    given; `timeout` is in seconds for each query.
    """
    shapes = compile_shapes() if constraints is None else constraints
    found: list[Violation] = []
    if hasattr(graph, "select"):
        reader: GraphReader = graph  # type: ignore[assignment]
        found += _ask(reader, shapes, timeout)
        placed = _places(reader, sorted({v.node for v in found}), timeout)
    else:
        table = graph if isinstance(graph, dict) else table_of(graph)
        for c, node, value in check(table, shapes):
            blamed = ox_literal(value) if value is not None else None
            found.append(
                Violation(ox_literal(node), c.shape, c.component, c.path, blamed, c.severity, c.message)
            )
        if asked := [c for c in shapes if c.component == "sparql" and _may_apply(c, table)]:
            found += _ask(_Reader(table, [c.query for c in asked]), asked, timeout)
        placed = {v.node: place for v in found if (place := _place(table, v.node))}
    located = [
        Violation(
            v.node,
            v.shape,
            v.component,
            v.path,
            v.value,
            v.severity,
            v.message,
            *placed.get(v.node, (None, None, None)),
        )
        for v in dict.fromkeys(found)
    ]
    return sorted(
        located, key=lambda v: (v.severity, v.node, v.shape, v.path or "", v.component, v.value or "")
    )


def _ask(reader: GraphReader, constraints: Sequence[Constraint], timeout: float | None) -> list[Violation]:
    found: list[Violation] = []
    for c in constraints:
        for row in reader.select(c.query, timeout=timeout):
            value = row[1] if len(row) > 1 else None
            found.append(Violation(str(row[0]), c.shape, c.component, c.path, value, c.severity, c.message))
    return found


def _may_apply(constraint: Constraint, table: Table) -> bool:
    """Whether all predicates that a SPARQL constraint needs occur, so that it can find anything."""
    needed = {n for n in constraint.value.split("\n") if not n[1:-1].rsplit("#", 1)[-1][:1].isupper()}
    for row in table.values():
        needed -= row.keys()
        if not needed:
            return True
    return False


def _place(table: Table, node: str) -> tuple[str, int | None, int | None] | None:
    """Where a node stands: page, line, column."""
    row = table.get(f"<{node}>", {})
    tcg = "https://saitei.example/tcg#"
    pages = row.get(f"<{tcg}onPage>")
    if not pages:
        return None
    line, column = (_int(ox_literal(row.get(f"<{tcg}{name}>", ['""'])[0])) for name in ("line", "column"))
    return ox_literal(pages[0]), line, column


def _places(
    reader: GraphReader, nodes: list[str], timeout: float | None
) -> dict[str, tuple[str, int | None, int | None]]:
    """Where nodes stand: page, line, column."""
    found: dict[str, tuple[str, int | None, int | None]] = {}
    tcg = "https://saitei.example/tcg#"
    for i in range(0, len(nodes), 200):
        values = " ".join(f"<{n}>" for n in nodes[i : i + 200] if not n.startswith("_:"))
        query = (
            f"SELECT ?n ?page ?line ?column WHERE {{ VALUES ?n {{ {values} }} ?n <{tcg}onPage> ?page "
            f"OPTIONAL {{ ?n <{tcg}line> ?line }} OPTIONAL {{ ?n <{tcg}column> ?column }} }}"
        )
        for node, page, line, column in reader.select(query, timeout=timeout):
            found[str(node)] = (str(page), _int(line), _int(column))
    return found


def _int(text: Term) -> int | None:
    return int(text) if text and text.isdigit() else None
