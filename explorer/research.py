"""The graph in Python, for research: rdflib Dataset, pandas DataFrames, a networkx graph.

>>> from explorer import open_graph
>>> with open_graph(":memory:") as graph:
...     graph.frame("SELECT ?page { ?page a tcg:Page }").shape
(0, 1)
"""

import os
from collections.abc import Mapping
from datetime import date
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import pyoxigraph as ox

from explorer.cli.tables import shorten
from ingest.store import Store, open_store
from ontology.namespaces import PREFIXES
from ontology.queries import QueryFileError, load_queries

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    import rdflib

__all__ = ["Graph", "open_graph"]

_XSD = PREFIXES["xsd"]
_NUMBERS = {_XSD + n: int for n in ("integer", "int", "long", "nonNegativeInteger")} | {
    _XSD + n: float for n in ("decimal", "double", "float")
}
_LABELS = tuple(
    PREFIXES[p] + n
    for p, n in (("skos", "prefLabel"), ("rdfs", "label"), ("dcterms", "title"), ("skos", "notation"))
)


def open_graph(store: str | os.PathLike[str] | None = None) -> "Graph":
    """Open a store for reading: a folder or the URL of a SPARQL endpoint.

    Without one it is that of `SAITEI_STORE`, else `./saitei-store`.

    Raises:
        StoreError: there is no store, or it cannot be read; the message says what to do.
    """
    place = store if store is not None else os.environ.get("SAITEI_STORE") or "./saitei-store"
    return Graph(open_store(place, read_only=True))


class Graph:
    """A store as the objects of other libraries. Queries know the prefixes of the project."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the store go."""
        self.store.close()

    def frame(self, query: str, *, timeout: float | None = None, **parameters: object) -> "pd.DataFrame":
        """Answer a SELECT query, or a named one with its parameters, as a DataFrame.

        One column a variable. Numbers become numbers, days `datetime.date`, booleans bool, IRIs and texts str,
        unbound values None.

        Raises:
            QueryError: the query is wrong or took longer than `timeout` seconds. QueryFileError: wrong parameters.
        """
        import pandas as pd

        named = load_queries().get(query)
        if named is not None:
            query = named.bind(dict(named.example) | {k: str(v) for k, v in parameters.items()})
        elif parameters:
            raise QueryFileError(f"only named queries take parameters, and {query[:40]!r} is not one")
        table = self.store.table(query, timeout=timeout)
        rows = [[_python(value) for value in row] for row in table.rows]
        return pd.DataFrame(rows, columns=table.variables, dtype=None if rows else object)

    def queries(self, lang: str = "ja") -> "pd.DataFrame":
        """List the named queries: name, title, parameters, columns."""
        import pandas as pd

        rows = [
            [q.name, q.title(lang), ", ".join(p.name for p in q.parameters), ", ".join(q.columns)]
            for q in load_queries().values()
        ]
        return pd.DataFrame(rows, columns=["name", "title", "parameters", "columns"])

    def dataset(self, *graphs: str) -> "rdflib.Dataset":
        """Copy named graphs (all of them without arguments) into an rdflib Dataset.

        Its default graph answers as the union of the named ones. A copy in memory takes about a kilobyte a triple;
        ask a large store with `frame` instead.
        """
        import rdflib

        found = rdflib.Dataset(default_union=True)
        for prefix, iri in PREFIXES.items():
            found.bind(prefix, iri)
        for name in graphs or self.store.graphs():
            found.graph(rdflib.URIRef(name)).parse(data=self.store.ntriples(name), format="nt")
        return found

    def network(
        self,
        query: str = "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o FILTER(isIRI(?o)) }",
        *,
        timeout: float | None = None,
    ) -> "nx.MultiDiGraph[str]":
        """Return the triples of a CONSTRUCT query as a networkx graph.

        Nodes are IRIs, with `label` and `kind` where the store has them; a triple with a literal becomes an
        attribute of its subject (a list where there are several). Edges have the property as their key, and
        its short form as `label`.
        """
        import networkx as nx

        found: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        values: dict[tuple[str, str], list[object]] = {}
        for triple in self.store.construct(query, timeout=timeout):
            subject, key = _iri(triple.subject), triple.predicate.value
            found.add_node(subject)
            if isinstance(triple.object, ox.NamedNode | ox.BlankNode):
                found.add_edge(subject, triple.object.value, key=key, label=shorten(key))
            else:
                values.setdefault((subject, shorten(key)), []).append(_python(triple.object))
        for (subject, name), given in values.items():
            found.nodes[subject][name] = given[0] if len(given) == 1 else given
        for attribute, known in (("label", self._labels(found.nodes)), ("kind", self._kinds(found.nodes))):
            for node, value in known.items():
                found.nodes[node][attribute] = value
        return found

    def link_network(self) -> "nx.MultiDiGraph[str]":
        """Return which page links to which, an edge a pair; `links` counts the links, `label` is the title."""
        import networkx as nx

        found: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        pages = self.store.table(
            "SELECT ?p ?title ?game { ?p a tcg:Page ; dcterms:title ?title ; tcg:game ?game }"
        )
        for page, title, game in pages.rows:
            found.add_node(_iri(page), label=_python(title), game=_python(game))
        links = self.store.table(
            "SELECT ?from ?to (COUNT(?link) AS ?n) "
            "{ ?link tcg:linksTo ?to ; tcg:onPage ?from . ?to a tcg:Page FILTER(?from != ?to) } GROUP BY ?from ?to"
        )
        for source, target, count in links.rows:
            found.add_edge(_iri(source), _iri(target), key=PREFIXES["tcg"] + "linksTo", links=_python(count))
        return found

    def _labels(self, nodes: Mapping[str, Any]) -> dict[str, str]:
        best: dict[str, tuple[int, str]] = {}
        for subject, key, label in self.store.table(
            f"SELECT ?s ?p ?l {{ VALUES ?p {{ {' '.join(f'<{p}>' for p in _LABELS)} }} ?s ?p ?l }}"
        ).rows:
            name = _iri(subject)
            if name not in nodes or not isinstance(label, ox.Literal):
                continue
            rank = 2 * _LABELS.index(_iri(key)) + (label.language not in ("ja", None))
            if name not in best or (rank, label.value) < best[name]:
                best[name] = (rank, label.value)
        return {name: label for name, (_, label) in best.items()}

    def _kinds(self, nodes: Mapping[str, Any]) -> dict[str, str]:
        kinds: dict[str, str] = {}
        for subject, kind in self.store.table("SELECT ?s ?t { ?s a ?t } ORDER BY ?s ?t").rows:
            if _iri(subject) in nodes:
                kinds.setdefault(_iri(subject), shorten(_iri(kind)))
        return kinds


def _iri(term: object) -> str:
    return term.value if isinstance(term, ox.NamedNode | ox.BlankNode | ox.Literal) else str(term)


def _python(term: object) -> object:
    """Turn an RDF term into the Python value it stands for; a literal that is not what its type says stays text."""
    if not isinstance(term, ox.Literal):
        return None if term is None else _iri(term)
    kind = term.datatype.value
    try:
        if kind in _NUMBERS:
            return _NUMBERS[kind](term.value)
        if kind == _XSD + "date":
            return date.fromisoformat(term.value)
    except ValueError:
        return term.value
    if kind == _XSD + "boolean":
        return term.value in ("true", "1")
    return term.value
