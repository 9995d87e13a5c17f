"""Running the compiled shapes over a store or over quads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from ontology.graph import GraphReader, Term
from ontology.shapes.compiler import Constraint, compile_shapes

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


class _Quads:
    """A reader over quads, as one merged graph in memory."""

    def __init__(self, quads: Iterable[ox.Quad]) -> None:
        self._store = ox.Store()
        self._store.extend(ox.Quad(q.subject, q.predicate, q.object) for q in quads)

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
    graph: GraphReader | Iterable[ox.Quad], *, constraints: Sequence[Constraint] | None = None, timeout: float | None = None
) -> list[Violation]:
    """Return what breaks the shapes in a store (its merged graph) or in quads, in a stable order.

    `constraints` are those of this folder where none are given; `timeout` is in seconds for each query.
    """
    reader: GraphReader = graph if hasattr(graph, "select") else _Quads(graph)  # type: ignore[assignment]
    found: list[Violation] = []
    for c in compile_shapes() if constraints is None else constraints:
        for row in reader.select(c.query, timeout=timeout):
            node, value = str(row[0]), row[1] if len(row) > 1 else None
            found.append(Violation(node, c.shape, c.component, c.path, value, c.severity, c.message))
    placed = _places(reader, sorted({v.node for v in found}), timeout)
    located = [
        Violation(v.node, v.shape, v.component, v.path, v.value, v.severity, v.message, *placed.get(v.node, (None, None, None)))
        for v in found
    ]
    return sorted(located, key=lambda v: (v.severity, v.node, v.shape, v.path or "", v.component, v.value or ""))


def _places(reader: GraphReader, nodes: list[str], timeout: float | None) -> dict[str, tuple[str, int | None, int | None]]:
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
