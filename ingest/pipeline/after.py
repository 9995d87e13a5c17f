"""What follows a change of pages: the graphs that no page gives, derived facts, shapes."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

import pyoxigraph as ox

from ingest.pipeline.plan import Steps
from ingest.pipeline.result import Problem, Result
from ingest.store import CARDS_GRAPH, DERIVED_GRAPH, VOCABULARY_GRAPH, Store

__all__ = ["after_change", "fixed_graphs"]


@cache
def fixed_graphs() -> dict[str, Iterable[ox.Quad | ox.Triple]]:
    """Return the graphs that the project ships: vocabulary, and card facts that no page gives."""
    return {VOCABULARY_GRAPH: _turtle("vocabulary"), CARDS_GRAPH: _turtle("cards")}


def _turtle(folder: str) -> list[ox.Quad | ox.Triple]:
    found: list[ox.Quad | ox.Triple] = []
    root = files("ontology") / folder
    if not root.is_dir():
        return found
    for entry in sorted(root.iterdir(), key=lambda f: f.name):
        if entry.name.endswith(".ttl"):
            base = f"https://saitei.example/id/graph/{folder}"
            triples = ox.parse(entry.read_bytes(), format=ox.RdfFormat.TURTLE, base_iri=base, rename_blank_nodes=True)
            found += [q.triple for q in triples]
    return found


def after_change(store: Store, result: Result, steps: Steps) -> None:
    """Renew derived facts where there are any, and hold the shapes against the store."""
    reasoner = import_module("ontology.reasoner")
    materialise = getattr(reasoner, "materialise", None)
    if materialise is not None and next(store.quads(DERIVED_GRAPH), None) is not None:
        steps("derive", 0, 1)
        store.replace_graph(DERIVED_GRAPH, materialise(store))
        store.publish()
        steps("derive", 1, 1)
    if find_spec("ontology.shapes") is None:
        return
    validate = getattr(import_module("ontology.shapes"), "validate", None)
    if validate is None:
        return
    steps("shapes", 0, 1)
    for violation in validate(store):
        result.problems.append(Problem("", 0, 0, "IN201", "error", f"the graph breaks a shape: {violation}"))
    steps("shapes", 1, 1)
