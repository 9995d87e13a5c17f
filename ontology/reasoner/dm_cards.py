"""What is known of Duel Masters cards: from a graph, and from the facts the ontology ships (``cards/dm*.ttl``)."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pyoxigraph as ox

from ontology.graph import GraphReader
from ontology.namespaces import card_iri, fold_name, sparql_prefixes
from ontology.reasoner.game import CardFacts

__all__ = ["dm_card_facts", "shipped_store"]

FOLDER = Path(__file__).resolve().parent.parent / "cards"

_QUERY = """
SELECT DISTINCT ?card ?key ?value WHERE {{
  {cards}
  {{ ?card tcg:does ?value . BIND("does" AS ?key) }}
  UNION {{ ?card (tcg:hasAbility|tcg:hasFace/tcg:hasAbility)/tcg:abilityKind ?value . BIND("does" AS ?key) }}
  UNION {{ ?card dm:linkPartner/skos:prefLabel ?value . BIND("partner" AS ?key) }}
  UNION {{ ?card dm:isGod ?value . BIND("god" AS ?key) }}
  UNION {{ ?card dm:evolutionKind ?value . BIND("evolution" AS ?key) }}
  UNION {{ ?card tcg:hasAbility|tcg:hasFace/tcg:hasAbility ?ability . ?ability tcg:abilityKind tcg:UnmodelledText ;
           tcg:abilityText ?value . BIND("unread" AS ?key) }}
}} ORDER BY ?card ?key ?value
"""

Known = dict[str, dict[str, list[str]]]


@functools.cache
def shipped_store() -> ox.Store:
    """Return the shipped card facts as a store."""
    store = ox.Store()
    for path in sorted(FOLDER.glob("dm*.ttl")):
        store.load(path=str(path), format=ox.RdfFormat.TURTLE)
    return store


@functools.cache
def _shipped() -> Known:
    solutions = shipped_store().query(
        sparql_prefixes() + _QUERY.format(cards='?card a tcg:Card ; tcg:game "dm" .')
    )
    if not isinstance(solutions, ox.QuerySolutions):
        raise TypeError("the query of card facts is a SELECT query")
    return _collect(
        [getattr(row[name], "value", None) for name in ("card", "key", "value")] for row in solutions
    )


def _collect(rows: Iterable[Sequence[str | None]]) -> Known:
    result: Known = {}
    for card, key, value in rows:
        if card is not None and key is not None and value is not None:
            word = value.rsplit("#", 1)[-1] if key in ("does", "evolution") else value
            result.setdefault(card, {}).setdefault(key, []).append(_snake(word) if key == "does" else word)
    return result


def _snake(word: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()


def dm_card_facts(names: Iterable[str], graph: GraphReader | None) -> dict[str, CardFacts]:
    """Return card facts of these names: those of the graph, and under them those the ontology ships.

    Behaviours are united. Where both sources give link partners, god or evolution and differ, the graph wins and
    the conflict is named among the sources. Names nothing is known of are left out.
    """
    wanted = {card_iri("dm", name): name for name in sorted(set(names)) if fold_name(name)}
    result: dict[str, CardFacts] = {}
    if not wanted:
        return result
    shipped, read = _shipped(), _read(wanted, graph)
    for iri, name in wanted.items():
        below, above = shipped.get(iri, {}), read.get(iri, {})
        if not below and not above:
            continue
        does = dict.fromkeys([*above.get("does", ()), *below.get("does", ())])
        partners = above.get("partner") or below.get("partner") or []
        sources = [*(["graph"] if above else []), *(["ontology/cards"] if below else [])]
        sources += [
            f"conflict: {key}: graph {', '.join(above[key])}; ontology/cards {', '.join(below[key])}"
            for key in ("partner", "god", "evolution")
            if key in above and key in below and set(above[key]) != set(below[key])
        ]
        unread = tuple(above.get("unread", ()))
        result[name] = CardFacts(
            name, tuple(does), {}, tuple(dict.fromkeys(partners)), unread, tuple(sources)
        )
    return result


def _read(wanted: Mapping[str, str], graph: GraphReader | None) -> Known:
    if graph is None:
        return {}
    values = "VALUES ?card { " + " ".join(f"<{iri}>" for iri in wanted) + " }"
    return _collect(graph.select(sparql_prefixes() + _QUERY.format(cards=values), timeout=20))
