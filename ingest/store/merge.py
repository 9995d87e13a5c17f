"""Changes of named graphs, and the default graph that always holds their deduplicated merge.

The merge is written out: every triple of a named graph stands once in the default graph. A query without GRAPH
so reads one index instead of merging thousands of graphs, and counts a triple that three pages state once. The
price is about half as much again on disk and while loading. Every change of a named graph is planned here
together with its effect on the default graph, as one SPARQL update, which the engine applies entirely or not at all.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b

import pyoxigraph as ox

__all__ = ["MergedQuads", "as_ntriples", "plan_update", "skolemised", "stated"]

GENID = "https://saitei.example/id/.well-known/genid/"


def stated(graph: str, statements: Iterable[ox.Quad | ox.Triple]) -> set[ox.Triple]:
    """Return the triples of one graph as a set, blank nodes named.

    Raises:
        ValueError: a quad belongs to another named graph.
    """
    triples = set()
    for statement in statements:
        if isinstance(statement, ox.Quad):
            name = statement.graph_name
            if not isinstance(name, ox.DefaultGraph) and name.value != graph:
                raise ValueError(f"a quad of graph {name.value} was given for graph {graph}")
            triples.add(statement.triple)
        else:
            triples.add(statement)
    return skolemised(graph, triples)


def skolemised(graph: str, triples: set[ox.Triple]) -> set[ox.Triple]:
    """Replace blank nodes by IRIs that are the same each time the same graph is given.

    A store without blank nodes can be compared, updated in place and exported without loss.
    """
    if not any(isinstance(t.subject, ox.BlankNode) or isinstance(t.object, ox.BlankNode) for t in triples):
        return triples
    dataset = ox.Dataset(ox.Quad(t.subject, t.predicate, t.object) for t in triples)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    base = GENID + graph.rsplit("/", 1)[-1] + "-"

    def named(
        term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple,
    ) -> ox.NamedNode | ox.Literal | ox.Triple:
        return ox.NamedNode(base + term.value) if isinstance(term, ox.BlankNode) else term

    result = set()
    for quad in dataset:
        subject = named(quad.subject)
        if isinstance(subject, ox.NamedNode):
            result.add(ox.Triple(subject, quad.predicate, named(quad.object)))
    return result


def plan_update(store: ox.Store, changes: Mapping[str, set[ox.Triple] | None]) -> str:
    """Return the SPARQL update that gives each graph its new triples (None: the graph goes); "" changes nothing."""
    deletions: list[str] = []
    insertions: list[str] = []
    drops: list[str] = []
    orphans: set[ox.Triple] = set()
    news: set[ox.Triple] = set()
    for name, new in changes.items():
        graph = ox.NamedNode(name)
        old = {q.triple for q in store.quads_for_pattern(None, None, None, graph)}
        removed, added = old - (new or set()), (new or set()) - old
        if new is None and (old or store.contains_named_graph(graph)):
            drops.append(f"DROP SILENT GRAPH {graph}")
        elif removed:
            deletions.append(f"GRAPH {graph} {{\n{_lines(removed)}}}")
        if added:
            insertions.append(f"GRAPH {graph} {{\n{_lines(added)}}}")
        news |= added
        orphans |= {t for t in removed if not _held(store, t, changes)}
    news = {t for t in news if ox.Quad(t.subject, t.predicate, t.object) not in store}
    if orphans:
        deletions.append(_lines(orphans))
    if news:
        insertions.append(_lines(news))
    steps = []
    if deletions:
        steps.append("DELETE DATA {\n" + "\n".join(deletions) + "}")
    steps += drops
    if insertions:
        steps.append("INSERT DATA {\n" + "\n".join(insertions) + "}")
    return ";\n".join(steps)


def _held(store: ox.Store, triple: ox.Triple, changes: Mapping[str, set[ox.Triple] | None]) -> bool:
    """Tell whether some named graph holds the triple once the changes are made."""
    if any(new is not None and triple in new for new in changes.values()):
        return True
    return any(
        isinstance(q.graph_name, ox.NamedNode) and q.graph_name.value not in changes
        for q in store.quads_for_pattern(triple.subject, triple.predicate, triple.object, None)
    )


def _lines(triples: Iterable[ox.Triple]) -> str:
    return "".join(f"{t} .\n" for t in triples)


def as_ntriples(triples: Iterable[ox.Triple]) -> bytes:
    """Serialise triples as N-Triples, one a line."""
    return ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b""


_SHARED = 1_000_000
"""Triples of which `MergedQuads` knows that they were written; later ones are written again, which changes nothing."""


class MergedQuads:
    """N-Quads that put the triples of graphs into their graph and, each once, into the default graph.

    What a graph says of things of its own (their IRIs begin with its own) is said nowhere else. The rest, the names
    of cards, terms and rules above all, comes again on page after page: an eighth of the default graph.
    """

    def __init__(self) -> None:
        """Begin with an empty default graph."""
        self._written: set[bytes] = set()

    def of(self, graph: str, ntriples: bytes) -> Iterator[bytes]:
        """Yield the N-Quads of one graph, given as N-Triples."""
        # In N-Triples a line break can only end a triple: inside literals it is escaped.
        yield ntriples.replace(b" .\n", b" <" + graph.encode() + b"> .\n")
        own = b"<" + graph.encode()
        written, new = self._written, []
        for line in ntriples.split(b"\n"):
            if not line.startswith(own) and line:
                key = blake2b(line, digest_size=16).digest()
                if key in written:
                    continue
                if len(written) < _SHARED:
                    written.add(key)
            new.append(line)
        yield b"\n".join(new)
