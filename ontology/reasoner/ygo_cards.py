"""What is known of Yu-Gi-Oh cards: from a graph, and from the facts the ontology ships (``cards/ygo*.ttl``)."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

from ontology.graph import GraphReader
from ontology.namespaces import card_iri, fold_name, sparql_prefixes
from ontology.reasoner.game import CardFacts
from ontology.vocabulary import concepts

__all__ = ["EQUIP_TYPE", "SIDES", "notations", "ygo_card_facts"]

FOLDER = Path(__file__).resolve().parent.parent / "cards"
EQUIP_TYPE = "equip_spell"
SIDES = {"self": "me", "opponent": "opp"}

_QUERY = """
SELECT ?card ?key ?value WHERE {{
  {cards}
  {{ ?card tcg:does ?value . BIND("does" AS ?key) }}
  UNION {{ ?card tcg:hasType ?value . BIND("type" AS ?key) }}
  UNION {{ ?card ygo:monsterType ?value . BIND("monster_type" AS ?key) }}
  UNION {{ ?card ygo:attribute ?value . BIND("attribute" AS ?key) }}
  UNION {{ ?card ygo:level ?value . BIND("level" AS ?key) }}
  UNION {{ ?card ygo:attack ?value . BIND("attack" AS ?key) }}
  UNION {{ ?card ygo:defense ?value . BIND("defense" AS ?key) }}
  UNION {{ ?card ygo:activationLifeCost ?value . BIND("life_cost" AS ?key) }}
  UNION {{ ?card ygo:activationDiscardCost ?value . BIND("discard_cost" AS ?key) }}
  UNION {{ ?card ygo:hasActivationCost ?value . BIND("has_cost" AS ?key) }}
  UNION {{ ?card ygo:hasMaintenanceCost ?value . BIND("has_upkeep" AS ?key) }}
  UNION {{ ?card ygo:maintenanceLifeCost ?value . BIND("upkeep" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresType ?value . BIND("requires monster_type" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresAttribute ?value . BIND("requires attribute" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresMaxLevel ?value . BIND("requires max_level" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresMinLevel ?value . BIND("requires min_level" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresController ?value . BIND("requires controller" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresCardType ?value . BIND("requires card_type" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresMaxAttack ?value . BIND("requires max_attack" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresMinAttack ?value . BIND("requires min_attack" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresMaxDefense ?value . BIND("requires max_defense" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresMinDefense ?value . BIND("requires min_defense" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:excludesType ?value . BIND("requires not_monster_type" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:excludesAttribute ?value . BIND("requires not_attribute" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:excludesCardType ?value . BIND("requires not_card_type" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:excludesCardName/skos:prefLabel ?value . BIND("requires not_card_name" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:anyOf ?value . BIND("requires any_of" AS ?key) FILTER(?value) }}
  UNION {{ ?card ygo:equipCondition/ygo:unreadCondition ?value . BIND("unread" AS ?key) }}
  UNION {{ ?card ygo:equipCondition/ygo:requiresCardName/skos:prefLabel ?value . BIND("requires card_name" AS ?key) }}
  UNION {{ ?card tcg:hasAbility ?ability . ?ability tcg:abilityKind tcg:UnmodelledText ; tcg:abilityText ?value .
           BIND("unread" AS ?key) }}
}} ORDER BY ?card ?key ?value
"""


@functools.cache
def notations() -> Mapping[str, str]:
    """Words of scenarios by the IRI of their concept (attributes by their one-character Japanese name)."""
    result = {}
    for concept in concepts("ygo"):
        if "Attribute" in concept.classes:
            result[concept.iri] = concept.ja.removesuffix("属性")
        elif concept.notation:
            result[concept.iri] = concept.notation
    return result


@functools.cache
def _shipped() -> Mapping[str, "_Collected"]:
    store = ox.Store()
    for path in sorted(FOLDER.glob("ygo*.ttl")):
        store.load(path=str(path), format=ox.RdfFormat.TURTLE)
    query = sparql_prefixes() + _QUERY.format(cards='?card tcg:game "ygo" .')
    solutions = store.query(query)
    if not isinstance(solutions, ox.QuerySolutions):
        raise TypeError("the query of card facts is a SELECT query")
    names = ("card", "key", "value")
    return _collect([getattr(row[name], "value", None) for name in names] for row in solutions)


@dataclass
class _Collected:
    does: list[str] = field(default_factory=list)
    attributes: dict[str, object] = field(default_factory=dict)
    requires: dict[str, list[object]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    def add(self, key: str, text: str) -> None:
        value = notations().get(text, text.rsplit("/", 1)[-1] if text.startswith("http") else text)
        if key == "does":
            self.does.append(value)
        elif key == "unread":
            self.unread.append(text)
        elif key in ("monster_type", "attribute", "type"):
            self.attributes[key] = [*_listed(self.attributes.get(key)), value]
        elif key in ("level", "attack", "defense", "upkeep"):
            self.attributes[key] = int(value)
        elif key == "life_cost":
            self.attributes["cost"] = f"cost:lp:{int(value)}"
        elif key == "discard_cost":
            self.attributes["cost"] = "cost:discard_one"
        elif key in ("has_cost", "has_upkeep"):
            self.attributes[key] = value == "true"
        else:
            self._require(key.removeprefix("requires "), value)

    def _require(self, kind: str, value: str) -> None:
        found: object = SIDES.get(value, value) if kind == "controller" else value
        if kind.startswith(("max_", "min_")):
            found = int(value)
        self.requires.setdefault(kind, []).append(found)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def ygo_card_facts(names: Iterable[str], graph: GraphReader | None) -> dict[str, CardFacts]:
    """Return card facts of these names: those of the graph, and under them those the ontology ships.

    Where both give an attribute the graph wins; behaviours are united. Names nothing is known of are left out.
    """
    wanted = {card_iri("ygo", name): name for name in sorted(set(names)) if fold_name(name)}
    result: dict[str, CardFacts] = {}
    if not wanted:
        return result
    shipped = _shipped()
    read: dict[str, _Collected] = {}
    if graph is not None:
        values = "VALUES ?card { " + " ".join(f"<{iri}>" for iri in wanted) + " }"
        read = _collect(graph.select(sparql_prefixes() + _QUERY.format(cards=values)))
    for iri, name in wanted.items():
        below, above = shipped.get(iri), read.get(iri)
        if below is None and above is None:
            continue
        does = [*(above.does if above else ()), *(below.does if below else ())]
        attributes = {**_attributes(below), **_attributes(above)}
        sources = (*(("graph",) if above else ()), *(("ontology/cards",) if below else ()))
        unread = tuple(above.unread) if above else ()
        result[name] = CardFacts(name, tuple(dict.fromkeys(does)), attributes, (), unread, sources)
    return result


def _attributes(collected: _Collected | None) -> dict[str, object]:
    if collected is None:
        return {}
    found = dict(collected.attributes)
    if collected.requires:
        found["requires"] = {k: v[0] if len(v) == 1 else v for k, v in collected.requires.items()}
    return found


def _collect(rows: Iterable[Sequence[str | None]]) -> dict[str, _Collected]:
    result: dict[str, _Collected] = {}
    for card, key, value in rows:
        if card is not None and key is not None and value is not None:
            result.setdefault(card, _Collected()).add(key, value)
    return result
