"""What a game tells the reasoner: how a board and its events become facts. Everything else is rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from clingo import Symbol

from ontology.reasoner.scenario import Board

__all__ = ["CardFacts", "Game", "Setup", "Turn"]


@dataclass(frozen=True)
class Turn:
    """One thing to carry out: the facts it adds for this step, and whether it repeats until nothing applies."""

    facts: frozenset[Symbol]
    repeat: bool = False
    events: tuple[int, ...] = ()
    label: str = ""


@dataclass(frozen=True)
class Setup:
    """A board as facts, the turns to run on it, and the names facts may use."""

    facts: frozenset[Symbol]
    turns: tuple[Turn, ...]
    known: Mapping[str, frozenset[str]]
    tokens: frozenset[str]
    conditional: tuple[str, ...] = ()


@dataclass(frozen=True)
class CardFacts:
    """What is known of a card by its name, wherever it was read."""

    name: str
    does: tuple[str, ...] = ()
    attributes: Mapping[str, object] = field(default_factory=dict)
    partners: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


class Game(Protocol):
    """The adapter of a game (``ontology/reasoner/dm.py`` is one)."""

    id: str

    @property
    def ambient(self) -> Iterable[Symbol]:
        """Facts that hold on every board of the game."""
        ...

    def setup(self, board: Board, cards: Mapping[str, CardFacts]) -> Setup:
        """Return the board as facts and its events as turns.

        Raises:
            ScenarioError: the board names something that does not exist, or in a form that cannot be read.
        """
        ...
