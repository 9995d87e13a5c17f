"""Classes of Yu-Gi-Oh cards that scenarios ask about, decided by card facts."""

from collections.abc import Callable, Mapping

from ontology.graph import GraphReader
from ontology.reasoner.game import CardFacts
from ontology.reasoner.ygo_cards import EQUIP_TYPE, ygo_card_facts

__all__ = ["card_in_class"]


def _equip(facts: CardFacts) -> bool:
    types = facts.attributes.get("type")
    return isinstance(types, list) and EQUIP_TYPE in types


def _has_cost(facts: CardFacts) -> bool:
    return facts.attributes.get("has_cost") is True or "cost" in facts.attributes


def _has_upkeep(facts: CardFacts) -> bool:
    return facts.attributes.get("has_upkeep") is True or "maintenance" in facts.does


_CLASSES: Mapping[str, Callable[[CardFacts], bool]] = {
    "cls:equip_spell": _equip,
    "cls:equip_with_activation_cost": lambda facts: _equip(facts) and _has_cost(facts),
    "cls:equip_with_maintenance": lambda facts: _equip(facts) and _has_upkeep(facts),
}


def card_in_class(
    name: str, of: str, cards: Mapping[str, CardFacts], graph: GraphReader | None
) -> bool | None:
    """Whether the card of this name belongs to the class; None if nothing is known of the card or the class."""
    facts = cards.get(name) or ygo_card_facts([name], graph).get(name)
    test = _CLASSES.get(of)
    return None if facts is None or test is None else test(facts)
