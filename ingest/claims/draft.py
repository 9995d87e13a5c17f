"""A board in the making: what the phrases of a question tell, put together into a case."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Draft", "Happening"]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happens, at a place in the text."""

    at: int
    event: Mapping[str, Any]


@dataclass
class Draft:
    """What is known so far. Cards are named by their id; `doubts` say why the reading is not certain."""

    game: str
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    under: dict[str, list[str]] = field(default_factory=dict)
    bare: set[str] = field(default_factory=set)
    chains: list[list[str]] = field(default_factory=list)
    partners: list[list[str]] = field(default_factory=list)
    arrival: dict[str, str] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    effects: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[dict[str, Any]] = field(default_factory=list)
    owner: dict[str, str] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    stays: list[str] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    turn: dict[str, str] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    typed: set[str] = field(default_factory=set)
    monsters: list[str] = field(default_factory=list)
    left_kind: str = ""
    fights: list[list[str]] = field(default_factory=list)
    fought_at: int = 0
    won: dict[str, bool] = field(default_factory=dict)
    filled: int | None = None

    def happen(self, at: int, **event: Any) -> None:
        """Add an event, unless the same was told before."""
        if all(h.event != event for h in self.happenings):
            self.happenings.append(Happening(at, event))

    def events(self) -> list[dict[str, Any]]:
        """Return the events in the order of the text."""
        return [dict(h.event) for h in sorted(self.happenings, key=lambda h: h.at)]

    def put_under(self, top: str, low: str) -> None:
        """Note that `low` lies under `top` at the start."""
        stack = self.under.setdefault(top, [])
        if low != top and low not in stack:
            stack.append(low)

    def covered(self) -> set[str]:
        """Return the cards that lie under others at the start."""
        return {low for stack in self.under.values() for low in stack}
