"""Pages that a change of some pages can concern: they share a cited rule, a link or a mentioned entity."""

from collections.abc import Sequence

from ontology.graph import GraphReader
from ontology.namespaces import sparql_prefixes

__all__ = ["related_pages"]

_LIMIT = 60
_COMMON = 400
"""Pages from which on a thing in common says nothing."""


def related_pages(graph: GraphReader, pages: Sequence[str]) -> list[str]:
    """Return `pages` and the pages that share something with them, rarest ties first, at most 60 of these."""
    values = " ".join(f"<{page}>" for page in pages)
    weights: dict[str, float] = {}
    for relation in ("tcg:versionOf", "tcg:cites", "tcg:linksTo", "tcg:mentions", "tcg:involves"):
        query = f"""{sparql_prefixes()}
SELECT DISTINCT ?thing WHERE {{ VALUES ?page {{ {values} }} GRAPH ?page {{ ?x {relation} ?thing }} }}"""
        for thing in [row[0] for row in graph.select(query) if row[0]]:
            # what everybody mentions ties nobody to anybody, and need not be listed to its end
            query = f"""{sparql_prefixes()}
SELECT DISTINCT ?other WHERE {{ GRAPH ?other {{ ?y {relation} <{thing}> }} }} LIMIT {_COMMON + 1}"""
            others = [row[0] for row in graph.select(query) if row[0]]
            if len(others) <= _COMMON:
                for page in others:
                    weights[page] = weights.get(page, 0.0) + 1.0 / len(others)
    query = f"""{sparql_prefixes()}
SELECT DISTINCT ?other WHERE {{ VALUES ?page {{ {values} }} GRAPH ?other {{ ?x tcg:linksTo ?page }} }}"""
    for (other,) in graph.select(query):
        if other:
            weights[other] = weights.get(other, 0.0) + 1.0
    known = set(pages)
    rows = graph.select(sparql_prefixes() + "SELECT DISTINCT ?page WHERE { ?page a tcg:Page }")
    exist = {row[0] for row in rows if row[0]}
    ranked = sorted((o for o in weights if o in exist and o not in known), key=lambda o: (-weights[o], o))
    return [page for page in pages if page in exist] + ranked[:_LIMIT]
