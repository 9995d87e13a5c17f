"""Events of a Yu-Gi-Oh board as facts of their step: ``event(E)`` and what the event gives, ``given(K,V)``."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from clingo import Function, String, Symbol

from ontology.reasoner.symbols import atom, constant, token
from ontology.reasoner.ygo_board import PLAYERS, BoardReader

__all__ = ["event_facts"]

Event = Mapping[str, Any]
Known = Mapping[str, frozenset[str]]
Read = Callable[[BoardReader, Event, int], Symbol]


def event_facts(reader: BoardReader, event: Event, index: int, known: Known) -> Iterator[Symbol]:
    """Yield the facts of one event.

    Raises:
        ScenarioError: an unknown verb, or an argument that names nothing of this board.
    """
    verb = str(event["do"])
    make = _VERBS.get(verb)
    if make is None:
        raise reader.board.case.error(
            f"unknown event {verb!r}; known are {', '.join(reader.table.events)}", "events", index
        )
    yield atom("event", make(reader, event, index))
    yield atom("verb", constant(verb))
    for key, name in (("target", "target"), ("redirect_to", "redirect")):
        if event.get(key) is not None:
            yield atom("given", constant(name), _card(reader, event, key, index))
    cost = event.get("cost")
    if cost is not None:
        parsed = reader.table.parse_id(str(cost), known)
        if parsed is None or parsed.term.name != "cost":
            raise reader.board.case.error(f"{cost!r} is no cost of this board", "events", index, "cost")
        yield atom("given", constant("cost"), parsed.term)


def _card(reader: BoardReader, event: Event, key: str, index: int) -> str:
    value = event.get(key)
    if not isinstance(value, str) or value not in reader.cards:
        raise reader.board.case.error(
            f"the event {event['do']} needs {key}: a card of the board, not {value!r}", "events", index
        )
    return value


def _player(reader: BoardReader, event: Event, key: str, index: int) -> Symbol:
    value = event.get(key)
    if value not in PLAYERS:
        raise reader.board.case.error(
            f"the event {event['do']} needs {key}: me or opp, not {value!r}", "events", index
        )
    return constant(str(value))


def _word(reader: BoardReader, event: Event, key: str, lists: tuple[str, ...], index: int) -> Symbol:
    value = event.get(key)
    allowed = [w for name in lists for w in reader.table.vocabulary(name)]
    # Types of monsters are open: a board may invent one.
    if not isinstance(value, str) or ("monster_types" not in lists and value not in allowed):
        raise reader.board.case.error(
            f"the event {event['do']} needs {key}: one of {', '.join(allowed)}, not {value!r}",
            "events",
            index,
        )
    return token(value)


def _one(name: str) -> Read:
    return lambda reader, event, index: Function(name, [String(_card(reader, event, "card", index))])


def _by(name: str, key: str = "by") -> Read:
    def make(reader: BoardReader, event: Event, index: int) -> Symbol:
        return Function(
            name, [String(_card(reader, event, "card", index)), _player(reader, event, key, index)]
        )

    return make


def _leave(reader: BoardReader, event: Event, index: int) -> Symbol:
    zone = _word(reader, event, "to", ("zones",), index)
    return Function("leave_field", [String(_card(reader, event, "card", index)), zone])


def _change(reader: BoardReader, event: Event, index: int) -> Symbol:
    what = _word(reader, event, "what", ("changeable",), index)
    to = _word(reader, event, "to", ("monster_types", "attributes"), index)
    return Function("change", [String(_card(reader, event, "card", index)), what, to])


def _maintenance(reader: BoardReader, event: Event, index: int) -> Symbol:
    paid = event.get("paid")
    if not isinstance(paid, bool):
        raise reader.board.case.error("maintenance needs paid: true or false", "events", index)
    return Function(
        "maintenance", [String(_card(reader, event, "card", index)), constant("true" if paid else "false")]
    )


def _phase(reader: BoardReader, event: Event, index: int) -> Symbol:
    return Function("phase_reached", [_word(reader, event, "phase", ("phases",), index)])


_VERBS: Mapping[str, Read] = {
    "play_from_hand": _one("play_from_hand"),
    "set": _one("set"),
    "flip_up": _one("flip_up"),
    "activate": _by("activate"),
    "pay": lambda reader, event, index: Function("pay", []),
    "chain": _by("activate"),
    "pass": lambda reader, event, index: Function("pass", [_player(reader, event, "by", index)]),
    "resolve": _one("resolve"),
    "leave_field": _leave,
    "flip_face_down": _one("flip_face_down"),
    "change": _change,
    "control_change": _by("control_change", "to"),
    "negate_window_ends": _one("negate_window_ends"),
    "use": _by("use"),
    "phase_reached": _phase,
    "maintenance": _maintenance,
    "destroy": _one("destroy"),
    "return_to_hand": _one("return_to_hand"),
}
