"""Yu-Gi-Oh: boards and events as facts. No rule of the game is in here; those are in ``rules/ygo``."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clingo import Function, Symbol

from ontology.reasoner.game import CardFacts, Setup, Turn
from ontology.reasoner.predicates import load_table
from ontology.reasoner.scenario import Board
from ontology.reasoner.symbols import atom, constant
from ontology.reasoner.ygo_board import BoardReader
from ontology.reasoner.ygo_events import event_facts

__all__ = ["PLAYERS", "YuGiOh"]

PLAYERS = ("me", "opp")


class YuGiOh:
    """The adapter of Yu-Gi-Oh."""

    id = "ygo"
    ambient: Iterable[Symbol] = tuple(atom("player", constant(p)) for p in PLAYERS)

    def setup(self, board: Board, cards: Mapping[str, CardFacts]) -> Setup:
        """Return the board as facts and its events as turns (see ``Game.setup``)."""
        reader = BoardReader(board, cards)
        table = load_table("ygo")
        known = {
            "card": frozenset(reader.cards),
            "attribute": frozenset(table.vocabulary("attributes")),
            "verb": frozenset(table.events) | frozenset(table.vocabulary("steps_in_ids")),
        }
        facts = frozenset(reader.facts())
        turns = tuple(_turns(reader, known))
        return Setup(facts, turns, known, frozenset(PLAYERS), tuple(dict.fromkeys(reader.conditional)))


def _turns(reader: BoardReader, known: Mapping[str, frozenset[str]]) -> Iterator[Turn]:
    events = reader.board.events
    for index, event in enumerate(events):
        facts = list(event_facts(reader, event, index, known))
        facts.extend(_upcoming(events[index + 1 :]))
        yield Turn(frozenset(facts), False, (index,), str(event["do"]))


def _upcoming(later: tuple[Mapping[str, Any], ...]) -> Iterator[Symbol]:
    """Maintenance that a later event settles is not a choice when a phase is reached before it."""
    for event in later:
        if event["do"] == "maintenance" and isinstance(event.get("card"), str):
            yield atom("upcoming", Function("maintenance", [atom("x", event["card"]).arguments[0]]))
