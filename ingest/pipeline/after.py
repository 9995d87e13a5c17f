"""What follows a change of pages: the graphs that no page gives, derived facts, shapes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

import pyoxigraph as ox

import ontology.reasoner
from ingest.pipeline.findings import drop_stale_findings
from ingest.pipeline.plan import Steps
from ingest.pipeline.result import Problem, Result
from ingest.store import CARDS_GRAPH, DERIVED_GRAPH, VOCABULARY_GRAPH, Store
from ontology.shapes import Violation, validate

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
            triples = ox.parse(
                entry.read_bytes(), format=ox.RdfFormat.TURTLE, base_iri=base, rename_blank_nodes=True
            )
            found += [q.triple for q in triples]
    return found


SMALL = 1000
"""Pages up to which facts are derived with every ingest."""

_PAGES = "SELECT (COUNT(?page) AS ?pages) WHERE { ?page a <https://saitei.example/tcg#Page> }"


def _small(store: Store) -> bool:
    ((pages,),) = store.select(_PAGES)
    return int(pages or 0) <= SMALL


def after_change(
    store: Store, result: Result, steps: Steps, changed: Mapping[str, str], found: Sequence[Violation]
) -> None:
    """Renew derived facts, take out stale findings, and report what breaks the shapes.

    In a store of more than `SMALL` pages deriving takes longer than reading the pages; there it is done where
    derived facts were asked for once (`saitei derive --materialise`), as they must not grow stale.

    `changed` are the pages that were written, each with the file it comes from; `found` what each of them breaks
    by itself. Only where that depends on the class of something the whole store is looked at.
    """
    drop_stale_findings(store, changed)
    materialise = getattr(ontology.reasoner, "materialise", None)
    if materialise is not None and (_small(store) or next(store.quads(DERIVED_GRAPH), None) is not None):
        steps("derive", 0, 1)
        store.replace_graph(DERIVED_GRAPH, materialise(store))
        store.publish()
        steps("derive", 1, 1)
    violations = list(found)
    if any(v.component == "class" for v in found):
        steps("shapes", 0, 1)
        violations = [v for v in validate(store) if not _shipped_only(store, v.node)]
        steps("shapes", 1, 1)
    for v in violations:
        severity = {"Violation": "error", "Warning": "warning"}.get(v.severity, "info")
        what = f"the graph breaks a shape: {v.message} ({v.path or v.component} of {v.node})"
        file = changed.get(v.page or "", v.page or "")
        result.problems.append(Problem(file, v.line or 0, v.column or 0, "IN201", severity, what))


def _shipped_only(store: Store, node: str) -> bool:
    """Tell whether only graphs of the project speak of a node; those are held to the shapes by its own tests."""
    shipped = ", ".join(f"<{g}>" for g in fixed_graphs())
    return not store.ask(f"ASK {{ GRAPH ?g {{ <{node}> ?p ?o }} FILTER(?g NOT IN ({shipped})) }}")
