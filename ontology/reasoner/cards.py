"""What is known of cards by name: the scenario file, the graph, and the facts no page gives."""

from collections.abc import Mapping

from ontology.graph import GraphReader
from ontology.reasoner.game import CardFacts
from ontology.reasoner.scenario import ScenarioFile

__all__ = ["card_facts"]


def card_facts(file: ScenarioFile, graph: GraphReader | None) -> Mapping[str, CardFacts]:
    """Return card facts by name; several rows of one name are united."""
    result: dict[str, CardFacts] = {}
    for row in file.card_facts:
        name = str(row["name"])
        old = result.get(name, CardFacts(name))
        does = tuple(dict.fromkeys([*old.does, *(row.get("does") or ())]))
        attributes = {**old.attributes, **{k: row[k] for k in ("requires", "cost") if k in row}}
        result[name] = CardFacts(name, does, attributes, old.partners, old.unread, (*old.sources, str(row.get("basis", ""))))
    return result
