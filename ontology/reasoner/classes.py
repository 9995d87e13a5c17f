"""Facts about classes of rules, processes and cards: what the rules and the card facts say belongs where."""

from ontology.graph import GraphReader
from ontology.reasoner.cards import card_facts
from ontology.reasoner.judge import Judged
from ontology.reasoner.rulebase import load_rules
from ontology.reasoner.scenario import Board, Fact
from ontology.reasoner.ygo_classes import card_in_class

__all__ = ["judge_class"]


def judge_class(fact: Fact, board: Board, graph: GraphReader | None) -> Judged:
    """Judge a ``class`` fact by what the rules say (``member`` in their headers) and by card facts.

    A case that is only about statements (``mode: graph``) needs the graph.
    """
    expected = fact.args.get("is")
    if not isinstance(expected, bool):
        return Judged(fact, None, None, reason="is must be true or false")
    if graph is None and board.case.mode == "graph":
        return Judged(fact, expected, None, reason="needs a store")
    item, of = str(fact.args.get("item")), str(fact.args.get("in"))
    members = {m for rule in load_rules(board.case.game).rules.values() for m in rule.members}
    if (item, of) in members:
        return Judged(fact, expected, True)
    if board.case.game == "ygo" and item.startswith("card:"):
        kind = "cls:equip_spell"
        belongs = card_in_class(item.removeprefix("card:"), of, card_facts(board.case.file, graph), graph)
        if belongs is None and (kind, of) in members:
            belongs = card_in_class(
                item.removeprefix("card:"), kind, card_facts(board.case.file, graph), graph
            )
        return Judged(fact, expected, belongs, reason="" if belongs is not None else "nothing is known of it")
    # Both the item and the class are spoken of by some rule, and none puts the one into the other.
    if item in {m[0] for m in members} and of in {m[1] for m in members}:
        return Judged(fact, expected, False)
    return Judged(fact, expected, None, reason="not said by any rule")
