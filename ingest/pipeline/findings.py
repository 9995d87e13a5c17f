"""Findings in the graph that a change of pages makes stale."""

from collections.abc import Collection

import pyoxigraph as ox

from ingest.store import FINDINGS_GRAPH, Store

__all__ = ["drop_stale_findings"]

_REFERENCES = f"SELECT ?f ?page {{ GRAPH <{FINDINGS_GRAPH}> {{ ?f dcterms:references ?page }} }}"
_GONE = (
    f"SELECT DISTINCT ?page {{ GRAPH <{FINDINGS_GRAPH}> {{ ?f dcterms:references ?page }} "
    "FILTER NOT EXISTS { ?page a tcg:Page } }"
)


def drop_stale_findings(store: Store, changed: Collection[str]) -> int:
    """Take out the findings that speak of a changed page or of one that is gone; return how many.

    `saitei check --write` finds again those that still hold.
    """
    if next(store.quads(FINDINGS_GRAPH), None) is None:
        return 0
    doubtful = {*changed, *(str(page) for (page,) in store.select(_GONE))}
    stale = {ox.NamedNode(str(f)) for f, page in store.select(_REFERENCES) if page in doubtful}
    if stale:
        kept = [q.triple for q in store.quads(FINDINGS_GRAPH) if q.subject not in stale]
        store.replace_graph(FINDINGS_GRAPH, kept)
    return len(stale)
