"""Events of a Duel Masters board as the turns of its run: ``event(E)``, what it names, what it gives."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clingo import Function, String, Symbol

from ontology.reasoner.dm_board import PLAYERS, BoardReader, word_list
from ontology.reasoner.game import Turn
from ontology.reasoner.predicates import load_table
from ontology.reasoner.symbols import atom, constant, token, value

__all__ = ["turns"]

REPLACES = {"star_replace", "stay_replace"}


def turns(reader: BoardReader) -> Iterator[Turn]:
    """Yield the turns of the run; a replacement belongs to the turn of the event it follows.

    Raises:
        ScenarioError: an unknown verb, or an argument that names nothing of this board.
    """
    events = reader.board.events
    index = 0
    while index < len(events):
        event = events[index]
        facts = list(_event(reader, event, index))
        used = [index]
        label = str(event["do"])
        following = events[index + 1] if index + 1 < len(events) else None
        if following is not None and following["do"] in REPLACES and event["do"] not in REPLACES:
            target = reader.event_card(following, "object", index + 1)
            facts.append(atom("replacing", Function(str(following["do"]), [String(target)])))
            facts.append(
                atom(
                    "names",
                    Function(str(following["do"]), [String(target)]),
                    token(str(following["do"])),
                    target,
                )
            )
            used.append(index + 1)
            label = f"{label}+{following['do']}"
        for later in events[index + 1 :]:
            if later["do"] == "use_s_trigger":
                facts.append(
                    atom(
                        "upcoming",
                        Function("use_s_trigger", [String(reader.event_card(later, "card", index))]),
                    )
                )
        yield Turn(frozenset(facts), event["do"] == "sba_check", tuple(used), label)
        index += len(used)


def _event(reader: BoardReader, event: Mapping[str, Any], index: int) -> Iterator[Symbol]:
    verb = str(event["do"])
    if verb == "sba_check":
        yield Function("check", [])
        return
    make = _EVENTS.get(verb)
    if make is None:
        raise reader.board.case.error(
            f"unknown event {verb!r}; known are {', '.join(load_table('dm').events)}", "events", index
        )
    term, named, extra = make(reader, event, index)
    yield atom("event", term)
    yield from (atom("names", term, token(verb), c) for c in named)
    yield from extra


Made = tuple[Symbol, Iterable[str], Iterable[Symbol]]


def _one(name: str, key: str = "card", *tokens: tuple[str, str]) -> Any:
    def make(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
        card = reader.event_card(event, key, index)
        extra = [token(str(event.get(k, default))) for k, default in tokens]
        return Function(name, [String(card), *extra]), [card], []

    return make


def _two(name: str, first: str, second: str) -> Any:
    def make(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
        a, b = reader.event_card(event, first, index), reader.event_card(event, second, index)
        return Function(name, [String(a), String(b)]), [a], []

    return make


def _leave(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    scope, to = (
        token(str(event.get("scope", "whole_object"))),
        token(str(event.get("to", "outside_battle_zone"))),
    )
    if event.get("cards"):
        group = [
            reader.event_card({"do": "leave", "card": c}, "card", index) for c in word_list(event["cards"])
        ]
        term = Function("leave_group", [String("+".join(group)), scope, to])
        return term, group, [atom("member", "+".join(group), c) for c in group]
    card = reader.event_card(event, "card", index)
    return Function("leave", [String(card), scope, to]), [card], []


def _evolve(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    card = reader.event_card(event, "card", index)
    onto = [
        reader.event_card({"do": "evolve", "card": c}, "card", index) for c in word_list(event.get("onto"))
    ]
    if not onto:
        raise reader.board.case.error("evolve needs onto: a list of cards", "events", index)
    return (
        Function("evolve", [String(card), token(str(event.get("kind", "kind_unspecified")))]),
        [card],
        [atom("onto", card, c) for c in onto],
    )


def _reorder(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    card = reader.event_card(event, "object", index)
    wanted = [
        reader.event_card({"do": "reorder_attempt", "card": c}, "card", index)
        for c in word_list(event.get("wanted"))
    ]
    return (
        Function("reorder_attempt", [String(card)]),
        [card],
        [atom("wanted", card, n, c) for n, c in enumerate(wanted, start=1)],
    )


def _attack(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    card = reader.event_card(event, "card", index)
    target = event.get("target")
    goal = constant(str(target)) if target in PLAYERS else String(reader.event_card(event, "target", index))
    term = Function("attack", [String(card), goal])
    return term, [card], [atom("aims", term)]


def _direct(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    card = reader.event_card(event, "by", index)
    player = event.get("player")
    if player not in PLAYERS:
        raise reader.board.case.error(
            f"direct_attack needs player: self or opponent, not {player!r}", "events", index
        )
    extra = [atom("redirected", constant(str(player)))] if event.get("redirected") is True else []
    return Function("direct_attack", [String(card), constant(str(player))]), [card], extra


def _move(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    card = reader.event_card(event, "card", index)
    term = Function("move", [String(card), token(str(event.get("from"))), token(str(event.get("to")))])
    return term, [card], []


def _power(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    card = reader.event_card(event, "card", index)
    to = event.get("to")
    if not isinstance(to, int) or isinstance(to, bool):
        raise reader.board.case.error("set_power needs to: a number", "events", index)
    return Function("set_power", [String(card), value(to)]), [card], []


def _named(name: str, key: str) -> Any:
    def make(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
        card = reader.event_card(event, "card", index)
        return Function(name, [String(card), String(str(event.get(key)))]), [card], []

    return make


def _grant(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    card = reader.event_card(event, "to", index)
    return Function("grant", [String(str(event.get("effect"))), String(card)]), [card], []


def _link(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    group = [
        reader.event_card({"do": "link", "card": c}, "card", index) for c in word_list(event.get("cards"))
    ]
    key = "+".join(group)
    return (
        Function("link", [String(key)]),
        group,
        [atom("pair", key, a, b) for a, b in itertools.pairwise(group)],
    )


def _resolution(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    return Function("begin_resolution", [token(str(event.get("of")))]), [], []


def _turn(reader: BoardReader, event: Mapping[str, Any], index: int) -> Made:
    player = event.get("of")
    if player not in PLAYERS:
        raise reader.board.case.error(
            f"next_turn needs of: self or opponent, not {player!r}", "events", index
        )
    return Function("next_turn", [constant(str(player))]), [], []


_EVENTS: Mapping[str, Any] = {
    "leave": _leave,
    "destroy": _one("destroy"),
    "card_removal": _one("card_removal", "card", ("to", "outside_battle_zone")),
    "invade_s_rank": _two("invade_s_rank", "card", "onto"),
    "star_replace": _one("star_replace", "object"),
    "stay_replace": _one("stay_replace", "object"),
    "evolve": _evolve,
    "enter": _one("enter"),
    "put_under": _two("put_under", "card", "under"),
    "reorder_attempt": _reorder,
    "cast": _one("cast"),
    "set_power": _power,
    "battle": _two("battle", "winner", "loser"),
    "attack": _attack,
    "direct_attack": _direct,
    "move": _move,
    "rename": _named("rename", "to"),
    "transform_end": _one("transform_end"),
    "separate_part": _one("separate_part", "card", ("to", "outside_battle_zone")),
    "use_s_trigger": _one("use_s_trigger"),
    "begin_resolution": _resolution,
    "condition_met": _one("condition_met", "of"),
    "summon": _one("summon"),
    "grant": _grant,
    "transform": _named("transform", "into"),
    "link": _link,
    "next_turn": _turn,
}
