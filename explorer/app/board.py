"""Boards of cases as pictures: stacks as cards on cards, linked objects side by side, zones as rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explorer.app.i18n import Texts

__all__ = ["Board", "CardPicture", "Row", "Stack", "board_of", "changed"]

_SIDES = ("opponent", "opp", "self", "me")  # the opponent sits across the table: on top
_FIELDS = {"opponent": "battle_zone", "self": "battle_zone", "opp": "monsters", "me": "monsters"}
_PILES = (("hands", "hand"), ("decks", "deck"), ("graveyards", "graveyard"), ("banished", "banished"))


@dataclass(frozen=True)
class CardPicture:
    """A card as it is drawn: its name, what is special about it, and its kind (a word of the scenario format)."""

    id: str
    label: str
    notes: tuple[str, ...] = ()
    tapped: bool = False
    face_down: bool = False
    kind: str = ""


@dataclass(frozen=True)
class Stack:
    """One object of the game: cards from the top down, and what is attached to it, as (id, label, how)."""

    cards: tuple[CardPicture, ...]
    attached: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Row:
    """A zone of a player; each group of stacks is one linked object, or a single stack."""

    player: str
    zone: str
    groups: tuple[tuple[Stack, ...], ...]

    @property
    def field(self) -> bool:
        """Whether this is where fights happen, not a hand or a pile."""
        return self.zone in ("battle_zone", "monsters", "spell_trap_zone", "field_spell_zone")


@dataclass(frozen=True)
class Board:
    """What lies where; `unknown` says that nothing is known of any zone."""

    rows: tuple[Row, ...] = field(default_factory=tuple)

    @property
    def empty(self) -> bool:
        """Whether no card lies anywhere."""
        return not any(row.groups for row in self.rows)


def board_of(situation: Mapping[str, Any], text: Texts) -> Board:
    """Read a situation in the scenario format (either game) as a board.

    A player's field is a row even when it is empty, as soon as the player has a card anywhere.
    """
    cards = situation.get("cards") or {}
    attached = _attached(situation, cards)
    situation = _with_equipment(situation, cards)
    rows: list[Row] = []
    for player in _SIDES:
        zones = [zone for zone in _zones(situation, player, cards, attached, text) if zone[1]]
        if zones and zones[0][0] != _FIELDS[player]:
            zones.insert(0, (_FIELDS[player], []))
        if player in ("opponent", "opp"):
            zones.reverse()  # seen across the table: the fields of the two players meet
        rows += [Row(player, zone, tuple(groups)) for zone, groups in zones]
    return Board(tuple(rows))


def _with_equipment(situation: Mapping[str, Any], cards: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put cards that are equipped in Yu-Gi-Oh, and of which no zone is said, where such cards lie."""
    zones = ("monsters", "spell_trap_zone", "field_spell_zone")
    if not any(situation.get(zone) for zone in zones):
        return situation
    placed = {
        str(item["card"] if isinstance(item, Mapping) else item)
        for zone in (*zones, *(name for name, _ in _PILES))
        for listed in (situation.get(zone) or {}).values()
        for item in listed or []
    }
    lying = {player: list(listed) for player, listed in (situation.get("spell_trap_zone") or {}).items()}
    taken = situation.get("obtained") or {}
    for item in situation.get("attachments") or []:
        card = str(item["card"])
        if card not in placed:
            owner = str((cards.get(card) or {}).get("owner") or "me")
            user = {"me": "opp", "opp": "me"}.get(owner, owner) if card in taken else owner
            lying.setdefault(user, []).append({"card": card, "position": "face_up"})
    return {**situation, "spell_trap_zone": lying}


def changed(before: Board, after: Board) -> frozenset[str]:
    """Return the cards that lie elsewhere, or otherwise, on the second board: ids."""
    old, new = _spots(before), _spots(after)
    return frozenset(card for card, spot in new.items() if old.get(card) != spot)


def _spots(board: Board) -> dict[str, tuple[object, ...]]:
    """Return where each card lies and how: zone, the cards above it, its links, tapped, face-down."""
    found: dict[str, tuple[object, ...]] = {}
    for row in board.rows:
        for group in row.groups:
            linked = tuple(stack.cards[0].id for stack in group) if len(group) > 1 else ()
            for stack in group:
                for depth, card in enumerate(stack.cards):
                    above = tuple(c.id for c in stack.cards[:depth])
                    state = (card.tapped, card.face_down, frozenset(card.notes))
                    found[card.id] = (row.player, row.zone, above, linked if not depth else (), *state)
                for hung, _, how in stack.attached:
                    found.setdefault(hung, ("attached", stack.cards[0].id, how))
    return found


def _attached(
    situation: Mapping[str, Any], cards: Mapping[str, Any]
) -> dict[str, list[tuple[str, str, str]]]:
    found: dict[str, list[tuple[str, str, str]]] = {}
    for item in situation.get("attachments") or []:
        card = str(item["card"])
        said = (card, _label(card, cards), str(item.get("how") or ""))
        found.setdefault(str(item["to"]), []).append(said)
    return found


def _label(card: str, cards: Mapping[str, Any]) -> str:
    facts = cards.get(card) or {}
    return str(facts.get("name") or facts.get("card_name") or facts.get("label") or card)


def _zones(
    situation: Mapping[str, Any],
    player: str,
    cards: Mapping[str, Any],
    attached: Mapping[str, list[tuple[str, str, str]]],
    text: Texts,
) -> list[tuple[str, list[tuple[Stack, ...]]]]:
    found: list[tuple[str, list[tuple[Stack, ...]]]] = []

    def stack(ids: Sequence[str], position: str = "") -> Stack:
        pictures = tuple(_picture(card, cards, situation, text, position) for card in ids)
        hung = tuple(said for card in ids for said in attached.get(card, ()))
        return Stack(pictures, hung)

    battle = (situation.get("battle_zone") or {}).get(player)
    if battle:
        stacks = [stack([ids] if isinstance(ids, str) else ids) for ids in battle]
        found.append(("battle_zone", _linked(stacks, situation)))
    for zone in ("monsters", "spell_trap_zone", "field_spell_zone"):
        listed = (situation.get(zone) or {}).get(player) or []
        found.append((zone, [(stack([str(c["card"])], str(c.get("position", ""))),) for c in listed]))
    for zone, key in _PILES:
        ids = (situation.get(zone) or {}).get(player) or []
        found.append((key, [(stack([str(card)]),) for card in ids]))
    for zone, ids in ((situation.get("other_zones") or {}).get(player) or {}).items():
        found.append((str(zone), [(stack([str(card)]),) for card in ids]))
    return found


def _linked(stacks: Sequence[Stack], situation: Mapping[str, Any]) -> list[tuple[Stack, ...]]:
    """Bring linked objects together, in the order of their chain."""
    by_top = {stack.cards[0].id: stack for stack in stacks if stack.cards}
    groups: list[tuple[Stack, ...]] = []
    used: set[str] = set()
    chains = [*(situation.get("links") or []), *(situation.get("cell_links") or [])]
    for stack in stacks:
        top = stack.cards[0].id if stack.cards else ""
        if top in used:
            continue
        chain = next((chain for chain in chains if top in chain), [top])
        members = [by_top[card] for card in chain if card in by_top and card not in used]
        used.update(member.cards[0].id for member in members)
        groups.append(tuple(members) if members else (stack,))
    return groups


def _picture(
    card: str, cards: Mapping[str, Any], situation: Mapping[str, Any], text: Texts, position: str
) -> CardPicture:
    facts = cards.get(card) or {}
    notes = [text.get(f"card_type.{name}", str(name)) for name in facts.get("types") or []]
    evolution = facts.get("evolution")
    if evolution and evolution != "none":
        notes.append(text.get(f"evolution.{evolution}", str(evolution)))
    if facts.get("god"):
        notes.append(text("board.god"))
    if count := (situation.get("counters") or {}).get(card):
        notes.append(text("board.counters", n=count))
    status = str((situation.get("status") or {}).get(card, ""))
    return CardPicture(
        card,
        _label(card, cards),
        tuple(notes),
        tapped=status == "tapped",
        face_down=position == "face_down" or facts.get("face") == "down",
        kind=next((str(name) for name in facts.get("types") or []), ""),
    )
