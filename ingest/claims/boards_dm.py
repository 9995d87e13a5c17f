"""Duel Masters: what a phrase of a question does to the draft, and the case that results."""

from collections.abc import Callable
from typing import Any

from ingest.claims.draft import Draft

__all__ = ["finish", "operations", "related"]

Operation = Callable[[Draft, int, list[str]], None]
_SHIELD = "shield"
_ON_CREATURES = {"normal", "V", "GV", "super_infinite", "s_max"}


def _top(draft: Draft) -> str | None:
    """The card on top that a question speaks of: one that left, that has cards under it, or that evolved."""
    for event in reversed(draft.events()):
        if event["do"] in ("leave", "card_removal", "destroy", "star_replace"):
            return str(event.get("card") or event.get("object"))
    if draft.under:
        return next(reversed(draft.under))
    evolved = [c for c, facts in draft.cards.items() if facts.get("evolution")]
    return evolved[-1] if evolved else None


def _resolve(draft: Draft, card: str) -> str:
    return (_top(draft) or "") if card == "@top" else card


def _top_leaves(draft: Draft, at: int, args: list[str]) -> None:
    card = _resolve(draft, args[0])
    if not card:
        draft.doubts.append("どのカードが離れたか読めない / which card leaves is not told")
        return
    if any(e["do"] in ("leave", "card_removal") and e["card"] == card for e in draft.events()):
        return
    if "removal" in draft.turn:
        draft.happen(at, do="card_removal", card=card, to=args[1])
    else:
        draft.happen(at, do="leave", card=card, scope="top_card_only", to=args[1], cause="unspecified")


def _whole_leaves(draft: Draft, at: int, args: list[str]) -> None:
    draft.happen(at, do="leave", card=args[0], scope="whole_object", to=args[1], cause="unspecified")


def _star(draft: Draft, at: int, args: list[str]) -> None:
    _whole_leaves(draft, at, [args[0], "outside_battle_zone"])
    draft.happen(at + 1, do="star_replace", object=args[0])


def _star_destroyed(draft: Draft, at: int, args: list[str]) -> None:
    draft.happenings = [h for h in draft.happenings if h.event.get("card") != args[0]]
    draft.happen(at, do="destroy", card=args[0])
    draft.happen(at + 1, do="star_replace", object=args[0])


def _effect(draft: Draft, at: int, args: list[str]) -> None:
    if all(e["applied_to"] != args[0] for e in draft.effects):
        draft.effects.append(
            {
                "id": f"e{len(draft.effects) + 1}",
                "applied_to": args[0],
                "aimed_at": "creature",
                "grants": f"kw:{args[1]}",
            }
        )


def _attached(draft: Draft, at: int, args: list[str]) -> None:
    entry = {"card": args[0], "to": _resolve(draft, args[1]), "how": args[2]}
    if entry not in draft.attachments:
        draft.attachments.append(entry)


def _linked(draft: Draft, at: int, args: list[str]) -> None:
    if args not in draft.chains:
        draft.chains.append(args)
    for card in args:
        _god(draft, card)
    for i, one in enumerate(args):
        draft.partners += [[one, other] for other in args[i + 1 :] if [one, other] not in draft.partners]


def _partners(draft: Draft, at: int, args: list[str]) -> None:
    if args not in draft.partners:
        draft.partners.append(args)
    for card in args:
        _god(draft, card)


def _god(draft: Draft, card: str) -> None:
    draft.cards[card]["god"] = True
    draft.cards[card].setdefault("types", ["creature"])
    draft.typed.add(card)


def _evolve(draft: Draft, at: int, args: list[str]) -> None:
    kind = draft.cards[args[0]].setdefault("evolution", "kind_unspecified")
    draft.zones.setdefault(args[0], "hand")
    draft.happen(at, do="evolve", card=args[0], onto=args[1:], kind=kind)


def _evolve_link(draft: Draft, at: int, args: list[str]) -> None:
    if draft.chains:
        _evolve(draft, at, [args[0], *draft.chains[0]])


def _put_under(draft: Draft, at: int, args: list[str]) -> None:
    draft.zones.setdefault(args[0], "")
    draft.happen(at, do="put_under", card=args[0], under=args[1])


def _power(draft: Draft, at: int, args: list[str]) -> None:
    draft.happen(at, do="set_power", card=args[0], to=int(args[1]))


def _cast(draft: Draft, at: int, args: list[str]) -> None:
    draft.cards[args[0]]["types"] = ["spell"]
    draft.typed.add(args[0])
    draft.zones[args[0]] = "hand"
    draft.happen(at, do="cast", card=args[0])


def _enters(draft: Draft, at: int, args: list[str]) -> None:
    draft.owner[args[0]] = args[1]
    draft.zones[args[0]] = "hand"
    draft.happen(at, do="enter", card=args[0])


def _fortifies(draft: Draft, at: int, args: list[str]) -> None:
    """A castle fortifies a shield, which has no name."""
    draft.cards.setdefault(_SHIELD, {"label": "シールド"})
    draft.typed.add(_SHIELD)
    for card in (_SHIELD, args[0]):
        draft.zones[card] = "shield_zone"
        draft.owner.setdefault(card, draft.owner.get(args[0], "self"))
    _attached(draft, at, [args[0], _SHIELD, "fortifies"])


def _shield_leaves(draft: Draft, at: int, args: list[str]) -> None:
    draft.cards.setdefault(_SHIELD, {"label": "シールド"})
    draft.typed.add(_SHIELD)
    draft.zones[_SHIELD] = "shield_zone"
    draft.happen(at, do="move", card=_SHIELD, **{"from": "shield_zone", "to": args[0]})


def _fight(draft: Draft, at: int, args: list[str]) -> None:
    if args[0] != args[1] and sorted(args) not in draft.fights:
        draft.fights.append(sorted(args))
        draft.fought_at = at


def _won(draft: Draft, at: int, args: list[str]) -> None:
    draft.won.setdefault(args[0], True)


def _lost(draft: Draft, at: int, args: list[str]) -> None:
    draft.won.setdefault(args[0], False)


def _battles(draft: Draft) -> None:
    """A fight of two with a winner or a loser is a battle; without either, how it ended is not told."""
    known = any(e["do"] == "battle" for e in draft.events())
    for one, other in draft.fights:
        told = [c for c in (one, other) if c in draft.won]
        if len(told) == 1 or (len(told) == 2 and draft.won[one] != draft.won[other]):
            first = told[0] == one
            winner = one if draft.won[told[0]] == first else other
            loser = other if winner == one else one
            draft.happen(draft.fought_at, do="battle", winner=winner, loser=loser)
        elif not known:
            draft.doubts.append("バトルの結果が書かれていない / how the battle ended is not told")
    if draft.won and not draft.fights and not known:
        draft.doubts.append("誰とのバトルか書かれていない / with whom the battle was is not told")


def _list(key: str) -> Operation:
    def add(draft: Draft, at: int, args: list[str]) -> None:
        values = draft.cards[args[0]].setdefault(key, [])
        if args[1] not in values:
            values.append(args[1])

    return add


def _source(draft: Draft, at: int, args: list[str]) -> None:
    """What has a 進化元 is an evolution creature."""
    draft.put_under(args[0], args[1])
    draft.cards[args[0]].setdefault("evolution", "kind_unspecified")


def _something_under(draft: Draft, at: int, args: list[str]) -> None:
    low = f"under_{args[0]}"
    draft.cards.setdefault(low, {"label": "下のカード", "types": ["creature"]})
    draft.typed.add(low)
    draft.put_under(args[0], low)


def _note_owner(draft: Draft, at: int, args: list[str]) -> None:
    draft.owner.setdefault(args[0], args[1])


def _nothing(draft: Draft, at: int, args: list[str]) -> None:
    """What is only there to be told: presence in the battle zone is where a card is anyway."""


operations: dict[str, Operation] = {
    "under": lambda d, at, a: d.put_under(a[0], a[1]),
    "source": _source,
    "stays": lambda d, at, a: d.stays.append(a[0]) if a[0] not in d.stays else None,
    "bare": lambda d, at, a: d.bare.add(a[0]),
    "something_under": _something_under,
    "linked": _linked,
    "partners": _partners,
    "arrival": lambda d, at, a: d.arrival.update({a[0]: a[1]}),
    "effect": _effect,
    "attribute": lambda d, at, a: d.cards[a[0]].update({a[1]: a[2]}),
    "attached": _attached,
    "ability": _list("abilities"),
    "keyword": _list("keywords"),
    "owner": _note_owner,
    "present": _nothing,
    "top_leaves": _top_leaves,
    "whole_leaves": _whole_leaves,
    "star_leaves": _star,
    "star_destroyed": _star_destroyed,
    "evolve": _evolve,
    "evolve_link": _evolve_link,
    "put_under": _put_under,
    "from_zone": lambda d, at, a: d.zones.update({a[0]: a[1]}),
    "power": _power,
    "destroy": lambda d, at, a: d.happen(at, do="destroy", card=a[0]),
    "cast": _cast,
    "battle": lambda d, at, a: d.happen(at, do="battle", winner=a[0], loser=a[1]),
    "fight": _fight,
    "won": _won,
    "lost": _lost,
    "fortifies": _fortifies,
    "shield_leaves": _shield_leaves,
    "status": lambda d, at, a: d.status.update({a[0]: a[1]}),
    "enters": _enters,
}


def related(draft: Draft, what: str, one: str, other: str) -> bool | None:
    """Whether a relation of two cards is told already: True, False where another one is told, None where none is."""
    if what == "attached":
        known = [a["to"] for a in draft.attachments if a["card"] == one]
        return None if not known else other in known
    tops = [top for top, stack in draft.under.items() if other in stack]
    tops += [e["under"] for e in draft.events() if e["do"] == "put_under" and e["card"] == other]
    tops += [e["card"] for e in draft.events() if e["do"] == "evolve" and other in e["onto"]]
    if not tops and (one in draft.bare or draft.under.get(one)):
        return False
    return None if not tops else one in tops


def finish(draft: Draft, end: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return situation and events; what the phrases imply is added, what they leave open is a doubt."""
    _battles(draft)
    _sources(draft)
    _leaving(draft, end)
    for card in draft.stays if draft.left_kind else ():
        if card not in draft.typed:
            draft.cards[card]["types"] = [draft.left_kind]
            draft.typed.add(card)
    events = draft.events()
    _order(draft, events)
    _loose(draft)
    _known_types(draft, events)
    evolved = {e["card"] for e in events if e["do"] == "evolve"}
    put = {e["card"] for e in events if e["do"] == "put_under"}
    for card, facts in draft.cards.items():
        if "types" not in facts:
            facts["types"] = ["creature"]
        if card not in draft.typed:
            draft.doubts.append(
                f"{facts.get('name', card)}: 種類が書かれていないのでクリーチャーとした / type not told, taken for a creature"
            )
    covered = draft.covered()
    board: dict[str, list[list[str]]] = {"self": [], "opponent": []}
    zones: dict[str, dict[str, list[str]]] = {}
    for card in draft.cards:
        side = draft.owner.get(card, "self")
        if draft.zones.get(card):
            zones.setdefault(side, {}).setdefault(draft.zones[card], []).append(card)
        elif card not in covered and card not in evolved | put:
            board[side].append([card, *draft.under.get(card, [])])
        if side == "opponent":
            draft.cards[card]["owner"] = side
    situation: dict[str, Any] = {"cards": draft.cards, "battle_zone": board}
    if any(e["do"] in ("evolve", "put_under", "cast") for e in events):
        situation = {"turn": {"of": "self", "step": "main"}, **situation}
    for key, value in (
        ("other_zones", zones), ("links", draft.chains), ("link_partners", draft.partners), ("arrival", draft.arrival), ("status", draft.status),
        ("effects", draft.effects), ("attachments", draft.attachments),
    ):  # fmt: skip
        if value:
            situation[key] = value
    checked = (
        draft.chains
        or draft.attachments
        or any(e["do"] in ("set_power", "enter", "battle", "move") for e in events)
    )
    if events and checked:
        events.append({"do": "sba_check"})
    return situation, events


def _loose(draft: Draft) -> None:
    """A weapon, gear, aura or castle that is told of lies on something; where it does not, that was not read."""
    carried = {entry["card"] for entry in draft.attachments}
    for card, facts in draft.cards.items():
        if set(facts.get("types") or ()) & {"weapon", "cross_gear", "aura", "castle"} and card not in carried:
            name = facts.get("name", card)
            draft.doubts.append(f"{name}: 何に付いているか読めない / what it is attached to was not read")


def _order(draft: Draft, events: list[dict[str, Any]]) -> None:
    """What has left the battle zone does nothing there any more: such an order was not read rightly."""
    gone: set[str] = set()
    for event in events:
        acts = {v for k, v in event.items() if k in ("card", "under", "object", "winner", "loser")}
        acts |= set(event.get("onto", ()))
        if event["do"] == "star_replace":
            gone.discard(event["object"])
        elif acts & gone:
            draft.doubts.append("離れたカードに出来事が続く / something happens to a card that has left")
        if event["do"] in ("leave", "card_removal", "destroy"):
            gone.add(event["card"])


def _known_types(draft: Draft, events: list[dict[str, Any]]) -> None:
    """What has evolved, and what an evolution creature other than a star evolution lies on, are creatures."""
    stacks = [(top, low) for top, lows in draft.under.items() for low in lows if top not in draft.bare]
    stacks += [(e["card"], low) for e in events if e["do"] == "evolve" for low in e["onto"]]
    for (
        top,
        low,
    ) in stacks:  # 進化クリーチャー is every kind of it, and on a tamaseed none that needs creatures
        if draft.cards[low].get("types") == ["tamaseed"] and draft.cards[top].get("evolution") == "normal":
            draft.cards[top]["evolution"] = "kind_unspecified"
    for top, low in stacks:
        draft.typed.add(top) if draft.cards[top].get("evolution") else None
        if draft.cards[top].get("evolution") in _ON_CREATURES:
            draft.typed.add(low)


def _sources(draft: Draft) -> None:
    """A card that is left by rebuilding was under the one that left."""
    arrives = {e["card"] for e in draft.events() if e["do"] in ("put_under",)}
    arrives |= {c for e in draft.events() if e["do"] == "evolve" for c in e["onto"]}
    top = _top(draft)
    for card in draft.stays:
        if card in draft.covered() or card in arrives or card == top:
            continue
        if top is None:
            draft.doubts.append("何の下から残ったか読めない / what it was under is not told")
        elif top not in draft.bare:
            draft.put_under(top, card)


def _leaving(draft: Draft, end: int) -> None:
    """Rebuilding tells that the top card has left, and a destruction that leaves the card below was replaced."""
    events = draft.events()
    for card in draft.stays:
        above = [t for t, stack in draft.under.items() if card in stack]
        above += [e["under"] for e in events if e["do"] == "put_under" and e["card"] == card]
        above += [e["card"] for e in events if e["do"] == "evolve" and card in e["onto"]]
        for top in dict.fromkeys(above):
            destroyed = any(e["do"] == "destroy" and e["card"] == top for e in events)
            gone = any(
                e["do"] in ("leave", "card_removal", "star_replace")
                and top in (e.get("card"), e.get("object"))
                for e in events
            )
            kind = draft.cards[top].setdefault("evolution", "star" if destroyed else "kind_unspecified")
            if destroyed and not gone:
                draft.cards[top]["evolution"] = "star" if kind == "kind_unspecified" else kind
                draft.doubts.append(
                    "破壊されたのに再構築された: スター進化とした / destroyed and yet rebuilt: taken for a star evolution"
                )
                draft.happen(end, do="star_replace", object=top)
            elif not gone:
                draft.happen(
                    end,
                    do="leave",
                    card=top,
                    scope="top_card_only",
                    to="outside_battle_zone",
                    cause="unspecified",
                )
                if any(e["do"] == "cast" for e in events):
                    draft.doubts.append("呪文が何をしたか書かれていない / what the spell did is not told")
