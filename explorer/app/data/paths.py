"""Shortest paths through the whole graph, searched from both ends in batches."""

from collections.abc import Collection

from explorer.app.data.base import rows, values
from ontology.graph import GraphReader
from ontology.namespaces import TCG

__all__ = ["path"]

_SKIP = ", ".join(
    f"<{name}>"
    for name in (
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
        "http://www.w3.org/2000/01/rdf-schema#isDefinedBy",
        "http://www.w3.org/2004/02/skos/core#exactMatch",
        str(TCG.onPage),
        str(TCG.document),
        str(TCG.inStatement),
        str(TCG.mentions),
        str(TCG.linksTo),
        "http://purl.org/dc/terms/isPartOf",
    )
)
_FRONTIER = 400


def path(reader: GraphReader, start: str, goal: str, *, depth: int = 8) -> list[str] | None:
    """Return the things on a shortest path from one thing to another, both included, or None.

    Being on the same page does not connect things: every page would be a shortcut.
    """
    if start == goal:
        return [start]
    sides: list[dict[str, str | None]] = [{start: None}, {goal: None}]
    frontiers = [[start], [goal]]
    for _ in range(depth):
        side = 0 if len(frontiers[0]) <= len(frontiers[1]) else 1
        reached: list[str] = []
        for near, far in _steps(reader, frontiers[side]):
            if far not in sides[side]:
                sides[side][far] = near
                reached.append(far)
        meeting = next((node for node in reached if node in sides[1 - side]), None)
        if meeting is not None:
            return [*reversed(_back(sides[0], meeting)), *_back(sides[1], meeting)[1:]]
        if not reached:
            return None
        frontiers[side] = reached[:_FRONTIER]
    return None


def _back(came_from: dict[str, str | None], node: str) -> list[str]:
    found = [node]
    while (before := came_from[found[-1]]) is not None:
        found.append(before)
    return found


def _steps(reader: GraphReader, frontier: Collection[str]) -> list[tuple[str, str]]:
    near = values("near", frontier)
    query = f"""SELECT DISTINCT ?near ?far WHERE {{ {near}
        {{ ?near ?p ?far FILTER(isIRI(?far)) FILTER(?p NOT IN ({_SKIP})) }}
        UNION {{ ?far ?p ?near FILTER(isIRI(?far)) FILTER(?p NOT IN ({_SKIP})) }}
        UNION {{ ?m tcg:inStatement ?near ; tcg:mentions ?far }}
        UNION {{ ?m tcg:mentions ?near ; tcg:inStatement ?far }}
        FILTER NOT EXISTS {{ ?far a tcg:Mention }} FILTER NOT EXISTS {{ ?far a tcg:Link }}
        FILTER NOT EXISTS {{ ?far a tcg:Page }} FILTER NOT EXISTS {{ ?far a tcg:Claim }}
        FILTER NOT EXISTS {{ ?far a tcg:Interaction }} }} ORDER BY ?near ?far"""
    return [(str(a), str(b)) for a, b in rows(reader, query)]
