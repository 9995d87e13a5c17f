"""Yu-Gi-Oh: what a phrase of a question does to the draft, and the case that results."""

from collections.abc import Callable, Mapping
from typing import Any

from ingest.claims.boards_table import BoardTable
from ingest.claims.draft import Draft

__all__ = ["finish", "operations", "related"]

Operation = Callable[[Draft, int, list[str]], None]


def _activation(draft: Draft) -> dict[str, Any] | None:
    for happening in draft.happenings:
        if happening.event["do"] == "activate":
            return happening.event  # type: ignore[return-value]
    return None


def _activate(draft: Draft, at: int, args: list[str]) -> None:
    known = _activation(draft)
    if known is None:
        draft.happen(at, do="activate", card=args[0], by="me")
        known = _activation(draft)
    if known is not None and known["card"] == args[0] and len(args) > 1:
        known["target"] = args[1]
    if len(args) > 1 and args[1] not in draft.zones:
        _monster(draft, at, args[1:])


def _target(draft: Draft, at: int, args: list[str]) -> None:
    known = _activation(draft)
    if known is not None and "target" not in known:
        known["target"] = args[0]
    _monster(draft, at, args)


def _monster(draft: Draft, at: int, args: list[str]) -> None:
    draft.cards[args[0]].setdefault("types", ["monster"])
    draft.typed.add(args[0])
    if args[0] not in draft.monsters and args[0] not in draft.zones:
        draft.monsters.append(args[0])


def _grave(draft: Draft, at: int, args: list[str]) -> None:
    draft.zones[args[0]] = "graveyard"
    draft.cards[args[0]].setdefault("types", ["monster"])
    draft.typed.add(args[0])
    if args[0] in draft.monsters:
        draft.monsters.remove(args[0])


def _equip(draft: Draft, at: int, args: list[str]) -> None:
    _monster(draft, at, [args[1]])
    entry = {"card": args[0], "to": args[1]}
    if entry not in draft.attachments:
        draft.attachments.append(entry)


def _chain(draft: Draft, at: int, args: list[str]) -> None:
    draft.owner[args[0]] = "opp"
    if all(h.event.get("card") != args[0] for h in draft.happenings):
        draft.happen(at, do="chain", card=args[0], by="opp")


def _chain_target(draft: Draft, at: int, args: list[str]) -> None:
    """A monster is turned face-down: by the card that was chained, or as an event of its own."""
    _monster(draft, at, args)
    chained = [h.event for h in draft.happenings if h.event["do"] == "chain"]
    if not chained:
        draft.happen(at, do="flip_face_down", card=args[0], cause="unspecified")
    for event in chained:
        if isinstance(event, dict):
            event["target"] = args[0]


def _chain_on(draft: Draft, at: int, args: list[str]) -> None:
    """A card was chained and aimed at another one."""
    for happening in draft.happenings:
        event = happening.event
        if event["do"] == "chain" and event["card"] == args[0] and isinstance(event, dict):
            event["target"] = args[1]


def _hit(draft: Draft, at: int, args: list[str]) -> None:
    """A card was destroyed: by the card that was chained last, or as an event of its own."""
    chained = [h.event for h in draft.happenings if h.event["do"] == "chain"]
    for event in chained[-1:]:
        if isinstance(event, dict):
            event.setdefault("target", args[0])
    if not chained:
        draft.happen(at, do="destroy", card=args[0], cause="unspecified")


def _filled(draft: Draft, at: int, args: list[str]) -> None:
    draft.filled = int(args[0])


def _life(draft: Draft, at: int, args: list[str]) -> None:
    known = _activation(draft)
    if known is not None:
        known["cost"] = f"cost:lp:{args[0]}"


def _leaves(draft: Draft, at: int, args: list[str]) -> None:
    _monster(draft, at, args)
    draft.happen(at, do="leave_field", card=args[0], to=args[1])


def _told(draft: Draft, at: int, args: list[str]) -> None:
    """What is the case on every such board anyway: a card that is activated comes from the hand."""


operations: dict[str, Operation] = {
    "told": _told,
    "turn": lambda d, at, a: d.turn.update({"of": a[0], "phase": a[1]}),
    "monster": _monster,
    "grave": _grave,
    "equip": _equip,
    "activate": _activate,
    "aim": _activate,
    "target": _target,
    "chain": _chain,
    "chain_on": _chain_on,
    "hit": _hit,
    "filled": _filled,
    "owner": lambda d, at, a: d.owner.update({a[0]: a[1]}),
    "chain_target": _chain_target,
    "life": _life,
    "leaves": _leaves,
    "control": lambda d, at, a: d.happen(at, do="control_change", card=a[0], to=a[1], cause="unspecified"),
}


def _answered(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is chained answers the activation, wherever the text tells of it."""
    first = next((i for i, e in enumerate(events) if e["do"] == "chain"), len(events))
    active = next((i for i, e in enumerate(events) if e["do"] == "activate"), -1)
    if active > first:
        events.insert(first, events.pop(active))
    return events


def related(draft: Draft, what: str, one: str, other: str) -> bool | None:
    """Whether a relation of two cards is told already: True, False where another one is told, None where none is."""
    known = [a["to"] for a in draft.attachments if a["card"] == one]
    active = _activation(draft)
    if active is not None and active["card"] == one and "target" in active:
        known.append(active["target"])
    if what == "equip" and active is not None and active["card"] == one and not known:
        return False
    return None if not known else other in known


def finish(
    draft: Draft, asked: str, does: Mapping[str, tuple[str, ...]], table: BoardTable
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return situation and events. `asked` is the predicate of the question: what it asks about has not resolved yet."""
    events = _answered(draft.events())
    chained = [e["card"] for e in events if e["do"] == "chain"]
    active = next((e for e in events if e["do"] == "activate"), None)
    cards = draft.cards
    for card in chained:
        if card not in draft.typed:
            done = does.get(card, ())
            cards[card]["types"] = [
                next((t for d, t in table.chained_as.items() if d in done), table.chained_as[""])
            ]
            draft.typed.add(card)
        event = next(e for e in events if e["do"] == "chain" and e["card"] == card)
        if "target" not in event and table.aimed.intersection(does.get(card, ())):
            name = cards[card].get("name", card)
            draft.doubts.append(f"{name}: 対象が書かれていない / what it is aimed at is not told")
        if not does.get(card):
            name = cards[card].get("name", card)
            draft.doubts.append(f"{name}: 何をするカードか知られていない / what this card does is not known")
    if active is not None:
        cards[active["card"]].setdefault("types", ["equip_spell"])
        draft.typed.add(active["card"])
        if "target" not in active:
            draft.doubts.append("装備の対象が書かれていない / the target of the activation is not told")
        if "chain" in {e["do"] for e in events}:
            active["chain_link"] = 1
    for entry in draft.attachments:
        cards[entry["card"]].setdefault("types", ["equip_spell"])
        draft.typed.add(entry["card"])
    for card, facts in cards.items():
        facts.setdefault("types", ["monster"])
        facts["owner"] = draft.owner.get(card, "me")
        if card not in draft.typed:
            draft.doubts.append(f"{facts.get('name', card)}: 種類が書かれていない / type not told")
    if not draft.turn:
        draft.turn = {"of": "me", "phase": "main1"}
    situation: dict[str, Any] = {
        "turn": draft.turn,
        "cards": cards,
        "monsters": {
            side: [
                {"card": m, "position": "face_up"} for m in draft.monsters if draft.owner.get(m, "me") == side
            ]
            for side in ("me", "opp")
        },
    }
    if draft.filled is not None:
        situation["spell_trap_count"] = {"me": draft.filled}
    graves = [c for c, z in draft.zones.items() if z == "graveyard"]
    if graves:
        situation["graveyards"] = {"me": graves}
    if active is not None:
        situation["hands"] = {"me": [active["card"]]}
    if draft.attachments:
        situation["attachments"] = draft.attachments
    if active is not None and asked not in ("activation", "target", "play"):
        events += [{"do": "resolve", "card": card} for card in reversed(chained)]
        if asked not in ("cost_refunded", "activation_negated"):
            events.append({"do": "resolve", "card": active["card"]})
    return situation, events
