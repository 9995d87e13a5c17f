"""Where a store says so: the passages that state the rules of a derivation."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ontology.graph import GraphReader
from ontology.namespaces import rule_iri, sparql_prefixes

__all__ = ["Passage", "passages_of"]

MOST = 5
"""So many passages are shown for one rule; a big wiki repeats the common ones hundreds of times."""

_QUERY = """
SELECT DISTINCT ?rule ?passage ?title ?line ?column ?rank WHERE {
  VALUES ?rule { %s }
  { ?passage tcg:versionOf ?rule BIND(0 AS ?rank) } UNION { ?passage tcg:states ?rule BIND(1 AS ?rank) }
  ?passage tcg:line ?line ; tcg:column ?column ; tcg:onPage/dcterms:title ?title .
}
"""


@dataclass(frozen=True)
class Passage:
    """A place in the store; line and column count from 1."""

    iri: str
    page: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.page}:{self.line}:{self.column}"


def passages_of(graph: GraphReader, game: str, rules: Iterable[str]) -> Mapping[str, tuple[Passage, ...]]:
    """Return, for each rule id, the passages of the store that state or quote it: quotations first."""
    asked = {rule_iri(game, rule): rule for rule in rules}
    if not asked:
        return {}
    found: dict[str, dict[tuple[str, int, int, str], int]] = {}
    query = sparql_prefixes() + _QUERY % " ".join(f"<{iri}>" for iri in asked)
    for iri, passage, title, line, column, rank in graph.select(query, timeout=60):
        if iri and passage and title and line and column:
            places = found.setdefault(asked[iri], {})
            place = (title, int(line), int(column), passage)
            places[place] = min(places.get(place, 1), int(rank or 1))
    return {
        rule: tuple(
            Passage(iri, title, line, column)
            for _, title, line, column, iri in sorted((rank, *place) for place, rank in places.items())[:MOST]
        )
        for rule, places in found.items()
    }
