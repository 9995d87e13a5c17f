"""What is known of cards by name: the scenario file, the graph, and the facts no page gives."""

from collections.abc import Iterator, Mapping
from typing import Any

from ontology.graph import GraphReader
from ontology.reasoner.dm_cards import dm_card_facts
from ontology.reasoner.game import CardFacts
from ontology.reasoner.scenario import Case
from ontology.reasoner.ygo_cards import ygo_card_facts

__all__ = ["card_facts"]


def card_facts(case: Case, graph: GraphReader | None) -> Mapping[str, CardFacts]:
    """Return card facts by name for the cards of a case; several rows of one name are united."""
    result: dict[str, CardFacts] = {}
    file = case.file
    if file.game == "ygo":
        result.update(ygo_card_facts(_names(case), graph))
    else:
        result.update(dm_card_facts(_names(case), graph))
    for row in file.card_facts:
        name = str(row["name"])
        old = result.get(name, CardFacts(name))
        does = tuple(dict.fromkeys([*old.does, *(row.get("does") or ())]))
        attributes = {**old.attributes, **{k: row[k] for k in ("requires", "cost") if k in row}}
        result[name] = CardFacts(
            name, does, attributes, old.partners, old.unread, (*old.sources, str(row.get("basis", "")))
        )
    return result


def _names(case: Case) -> set[str]:
    """Names of cards that the case and the card facts of its file speak of."""
    names = {str(row["name"]) for row in case.file.card_facts}
    for board in case.boards:
        names.update(_named(board.situation.get("cards")))
        for fact in board.facts:
            item = fact.args.get("item")
            if isinstance(item, str) and item.startswith("card:"):
                names.add(item.removeprefix("card:"))
    return names


def _named(cards: Any) -> Iterator[str]:
    for attributes in cards.values() if isinstance(cards, dict) else ():
        if isinstance(attributes, dict) and isinstance(attributes.get("name"), str):
            yield attributes["name"]
