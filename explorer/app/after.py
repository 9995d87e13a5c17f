"""The board after a derivation, read back from the state that the reasoner reached."""

from collections.abc import Collection, Mapping
from typing import Any

from clingo import Symbol, SymbolType

__all__ = ["situation_after"]

_ON_THE_FIELD = {"monster_zone", "spell_trap_zone"}
_UNSAID = "somewhere"  # the zone of cards of which the case does not say where they are


def situation_after(state: Collection[Symbol], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return a situation in the scenario format for a state (either game).

    What the state says of a card (its type, whether it is a god, its name) replaces what the case said.
    """
    facts: dict[str, list[tuple[str, ...]]] = {}
    for symbol in state:
        if symbol.type is SymbolType.Function and symbol.name:
            facts.setdefault(symbol.name, []).append(tuple(_word(arg) for arg in symbol.arguments))
    for listed in facts.values():
        listed.sort()
    cards = {str(card): dict(said) for card, said in (before.get("cards") or {}).items()}
    for card, said in cards.items():
        types = [kind for named, kind in facts.get("type", []) if named == card]
        if types:
            said["types"] = types
    names = {args[0]: args[1] for args in facts.get("named", []) if len(args) == 2}
    for card, name in names.items():
        if card in cards and not name.startswith(card):
            cards[card].setdefault("name", name)
    owner = {args[0]: args[1] for args in facts.get("owner", []) if len(args) == 2}
    side = {args[0]: args[1] for args in facts.get("side", []) if len(args) == 2}
    situation: dict[str, Any] = {
        "cards": cards,
        "battle_zone": _stacks(facts, side, _order(before)),
        "links": _chains(facts, "link"),
        "cell_links": _chains(facts, "cells"),
        "other_zones": _zones(facts, owner),
        "attachments": [
            {"card": args[0], "to": args[1], "how": args[2] if len(args) > 2 else ""}
            for args in facts.get("attached", [])
            if len(args) >= 2
        ],
        "status": {args[0]: args[1] for args in facts.get("status", []) if len(args) == 2},
    }
    return situation | _fields(facts)


def _fields(facts: Mapping[str, list[tuple[str, ...]]]) -> dict[str, Any]:
    """Return the zones of a Yu-Gi-Oh board; empty where the state has none of its words."""
    face = {args[0]: args[1] for args in facts.get("face", []) if len(args) == 2}
    placed = [args for args in facts.get("at", []) if len(args) == 3 and args[1] != _UNSAID]
    if not placed:
        return {}
    zones: dict[str, dict[str, list[Any]]] = {}
    for card, zone, player in placed:
        name = {"monster_zone": "monsters", "hand": "hands", "graveyard": "graveyards"}.get(zone, zone)
        here = {"card": card, "position": face.get(card, "")} if zone in _ON_THE_FIELD else card
        zones.setdefault(name, {}).setdefault(player, []).append(here)
    known: dict[str, Any] = {
        name: zones.pop(name)
        for name in ("monsters", "spell_trap_zone", "hands", "graveyards")
        if name in zones
    }
    others: dict[str, dict[str, list[str]]] = {}
    for zone, players in zones.items():
        for player, cards in players.items():
            others.setdefault(player, {})[zone] = cards
    counters = {args[0]: args[1] for args in facts.get("counter", []) if len(args) == 2}
    equipped = [{"card": args[0], "to": args[1]} for args in facts.get("equipped", []) if len(args) == 2]
    return {**known, "other_zones": others, "attachments": equipped, "counters": counters}


def _word(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol)


def _order(before: Mapping[str, Any]) -> dict[str, int]:
    """Return the place of each card on the board before, so that what stayed does not seem to move."""
    zones = (before.get("battle_zone") or {}).values()
    listed = [card for stacks in zones for stack in stacks for card in stack]
    return {str(card): place for place, card in enumerate(listed)}


def _stacks(
    facts: Mapping[str, list[tuple[str, ...]]], side: Mapping[str, str], order: Mapping[str, int]
) -> dict[str, list[list[str]]]:
    """Follow ``over`` from the top card of each object down."""
    below = {args[0]: args[1] for args in facts.get("over", []) if len(args) == 2}
    zones: dict[str, list[list[str]]] = {}
    for (top,) in (args for args in facts.get("top", []) if len(args) == 1):
        stack, card = [top], top
        while card in below and below[card] not in stack:
            card = below[card]
            stack.append(card)
        zones.setdefault(side.get(top, "self"), []).append(stack)
    for stacks in zones.values():
        stacks.sort(key=lambda stack: min(order.get(card, len(order)) for card in stack))
    return zones


def _chains(facts: Mapping[str, list[tuple[str, ...]]], name: str) -> list[list[str]]:
    """Join neighbouring pairs into chains, left to right."""
    right = {args[0]: args[1] for args in facts.get(name, []) if len(args) == 2}
    starts = [card for card in right if card not in right.values()]
    chains = []
    for card in starts:
        chain = [card]
        while chain[-1] in right and right[chain[-1]] not in chain:
            chain.append(right[chain[-1]])
        chains.append(chain)
    return chains


def _zones(
    facts: Mapping[str, list[tuple[str, ...]]], owner: Mapping[str, str]
) -> dict[str, dict[str, list[str]]]:
    zones: dict[str, dict[str, list[str]]] = {}
    for args in facts.get("in", []):
        if len(args) == 2 and args[1] != "battle_zone":
            zones.setdefault(owner.get(args[0], "self"), {}).setdefault(args[1], []).append(args[0])
    return zones
