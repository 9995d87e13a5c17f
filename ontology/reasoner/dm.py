"""Duel Masters: boards and events as facts. No rule of the game is in here; those are in ``rules/dm``."""

from collections.abc import Mapping

from clingo import Symbol

from ontology.reasoner.dm_board import PLAYERS, BoardReader
from ontology.reasoner.dm_events import turns
from ontology.reasoner.game import CardFacts, Setup
from ontology.reasoner.predicates import load_table
from ontology.reasoner.scenario import Board
from ontology.reasoner.symbols import atom, constant

__all__ = ["DuelMasters"]


class DuelMasters:
    """The adapter of Duel Masters."""

    id = "dm"
    ambient: tuple[Symbol, ...] = tuple(atom("player", constant(p)) for p in PLAYERS)

    def setup(self, board: Board, cards: Mapping[str, CardFacts]) -> Setup:
        """Return the board as facts and its events as turns (see ``Game.setup``)."""
        reader = BoardReader(board, cards)
        facts = frozenset(reader.facts())
        run = tuple(turns(reader))
        table = load_table("dm")
        known = {
            "card": frozenset(reader.cards),
            "card_name": reader.names(),
            "ability": frozenset(reader.abilities | set(table.vocabulary("abilities"))),
            "keyword": frozenset(table.vocabulary("keywords")),
            "verb": frozenset(table.events) | frozenset(table.vocabulary("steps_in_ids")),
        }
        tokens = frozenset({*PLAYERS, "unspecified"})
        return Setup(facts, run, known, tokens, tuple(reader.conditional))
