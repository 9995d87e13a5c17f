"""Changing a scenario document step by step: cards, places, links, attachments, events.

A document is what a scenario file says, as plain dicts and lists, with one case. Every function returns a changed
copy, so that a step can always be taken back by going back to the address before it.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = [
    "PLAYERS",
    "Document",
    "add_card",
    "add_event",
    "attach",
    "blank",
    "case_of",
    "join",
    "link",
    "place",
    "remove_card",
    "remove_event",
    "set_partners",
    "set_status",
    "situation_of",
]

Document = dict[str, Any]

PLAYERS = {"dm": ("self", "opponent"), "ygo": ("me", "opp")}
_ROWS = {
    "monster_zone": "monsters",
    "spell_trap_zone": "spell_trap_zone",
    "field_spell_zone": "field_spell_zone",
}
_PILES = {"hand": "hands", "graveyard": "graveyards", "deck": "decks", "banished": "banished"}


def blank(game: str, *, title: str, day: str) -> Document:
    """Return a document whose board is empty, judged by the rules of `day`."""
    turn = {"of": "self", "step": "main"} if game == "dm" else {"of": "me", "phase": "main1"}
    first, second = PLAYERS[game]
    field = "battle_zone" if game == "dm" else "monsters"
    situation: dict[str, Any] = {"turn": turn, "cards": {}, field: {first: [], second: []}}
    case = {
        "id": "own-board",
        "game": game,
        "title": title,
        "as_of": day,
        "situation": situation,
        "events": [],
    }
    return {"meta": {"game": game}, "cases": [case]}


def case_of(document: Document) -> dict[str, Any]:
    """Return the case of a document."""
    case: dict[str, Any] = document["cases"][0]
    return case


def situation_of(document: Document) -> dict[str, Any]:
    """Return the situation of a document's case."""
    situation: dict[str, Any] = case_of(document).setdefault("situation", {})
    return situation


def add_card(document: Document, attributes: Mapping[str, Any]) -> tuple[Document, str]:
    """Add a card that lies nowhere yet; returns the document and the id it got."""
    changed = copy.deepcopy(document)
    cards = situation_of(changed).setdefault("cards", {})
    number = 1
    while f"c{number}" in cards:
        number += 1
    cards[f"c{number}"] = {k: v for k, v in attributes.items() if v not in (None, "", [], False)}
    return changed, f"c{number}"


def place(
    document: Document,
    card: str,
    player: str,
    zone: str,
    *,
    under: str | None = None,
    position: str = "face_up",
) -> Document:
    """Put a card into a zone: as an object of its own, directly `under` another card, face-up or face-down."""
    changed = copy.deepcopy(document)
    situation = situation_of(changed)
    _take_out(situation, card)
    if zone == "battle_zone":
        stacks = situation.setdefault("battle_zone", {}).setdefault(player, [])
        for side in situation["battle_zone"].values():
            for stack in side:
                if under in stack:
                    stack.insert(stack.index(under) + 1, card)
                    return changed
        stacks.append([card])
    elif case_of(changed).get("game") == "ygo" and zone in _ROWS:
        row = situation.setdefault(_ROWS[zone], {}).setdefault(player, [])
        row.append({"card": card, "position": position})
    elif case_of(changed).get("game") == "ygo":
        situation.setdefault(_PILES.get(zone, zone), {}).setdefault(player, []).append(card)
    else:
        situation.setdefault("other_zones", {}).setdefault(player, {}).setdefault(zone, []).append(card)
    return changed


def _take_out(situation: dict[str, Any], card: str) -> None:
    """Take a card from where it lies; chains that it was part of lose it."""
    battle = situation.get("battle_zone") or {}
    for player, stacks in battle.items():
        kept = [[c for c in ([stack] if isinstance(stack, str) else stack) if c != card] for stack in stacks]
        battle[player] = [stack for stack in kept if stack]
    for name in (*_ROWS.values(), *_PILES.values()):
        for player, listed in (situation.get(name) or {}).items():
            situation[name][player] = [
                c for c in listed if (c.get("card") if isinstance(c, dict) else c) != card
            ]
    for zones in (situation.get("other_zones") or {}).values():
        for zone, ids in zones.items():
            zones[zone] = [c for c in ids if c != card]
    for name in ("links", "cell_links"):
        if name in situation:
            chains = [[c for c in chain if c != card] for chain in situation[name] or []]
            situation[name] = [chain for chain in chains if len(chain) > 1]


def remove_card(document: Document, card: str) -> Document:
    """Take a card off the board, with what was said of it and the events that name it."""
    changed = copy.deepcopy(document)
    situation = situation_of(changed)
    _take_out(situation, card)
    situation.get("cards", {}).pop(card, None)
    for name in ("status", "arrival", "partner_names", "current_names", "valid_sources"):
        (situation.get(name) or {}).pop(card, None)
    if "link_partners" in situation:
        situation["link_partners"] = [pair for pair in situation["link_partners"] if card not in pair]
    if "attachments" in situation:
        situation["attachments"] = [a for a in situation["attachments"] if card not in (a["card"], a["to"])]
    case = case_of(changed)
    case["events"] = [event for event in case.get("events") or [] if not _names(event, card)]
    return changed


def _names(event: Mapping[str, Any], card: str) -> bool:
    return any(card == v or (isinstance(v, list) and card in v) for k, v in event.items() if k != "do")


def link(document: Document, chain: Sequence[str]) -> Document:
    """Link cards as a chain from left to right; an empty chain, or one card, ends the links it had."""
    changed = copy.deepcopy(document)
    situation = situation_of(changed)
    others = [c for c in situation.get("links") or [] if not set(c) & set(chain)]
    situation["links"] = [*others, list(chain)] if len(chain) > 1 else others
    return changed


def join(document: Document, left: str, right: str) -> Document:
    """Link two cards, keeping the chains they stand at the ends of; a card in the middle leaves its chain."""
    chains = situation_of(document).get("links") or []
    ends = [chain for chain in chains if left in (chain[0], chain[-1])]
    before = list(ends[0]) if ends and right not in ends[0] else [left]
    starts = [chain for chain in chains if right in (chain[0], chain[-1]) and left not in chain]
    after = list(starts[0]) if starts else [right]
    before = before if before[-1] == left else before[::-1]
    after = after if after[0] == right else after[::-1]
    return link(document, [*before, *after])


def set_partners(document: Document, pairs: Sequence[Sequence[str]] | None) -> Document:
    """Say which cards may be linked; None leaves that to the facts of the cards."""
    changed = copy.deepcopy(document)
    situation = situation_of(changed)
    situation.pop("link_partners", None)
    if pairs is not None:
        situation["link_partners"] = [list(pair) for pair in pairs]
    return changed


def attach(document: Document, card: str, to: str, how: str | None = None) -> Document:
    """Attach a card to another (`how` in Duel Masters); a Yu-Gi-Oh card becomes equipped to it."""
    changed = copy.deepcopy(document)
    situation = situation_of(changed)
    listed = [a for a in situation.get("attachments") or [] if a["card"] != card]
    said = {"card": card, "to": to} | ({"how": how} if how else {})
    situation["attachments"] = [*listed, said]
    return changed


def set_status(document: Document, card: str, status: str) -> Document:
    """Say whether a card is tapped, untapped or face-up; an empty status is not known."""
    changed = copy.deepcopy(document)
    known = situation_of(changed).setdefault("status", {})
    known.pop(card, None)
    if status:
        known[card] = status
    return changed


def add_event(document: Document, event: Mapping[str, Any]) -> Document:
    """Let something happen after all that happens already."""
    changed = copy.deepcopy(document)
    case = case_of(changed)
    case["events"] = [*(case.get("events") or []), dict(event)]
    return changed


def remove_event(document: Document, number: int) -> Document:
    """Take out one event, counted from 0."""
    changed = copy.deepcopy(document)
    case = case_of(changed)
    case["events"] = [event for place, event in enumerate(case.get("events") or []) if place != number]
    return changed
