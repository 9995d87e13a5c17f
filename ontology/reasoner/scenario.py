"""Scenario files: cases, their boards (the base and its variants) and the facts expected of them."""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ontology.reasoner.dates import Interval, date_number, default_date
from ontology.reasoner.errors import ScenarioError
from ontology.reasoner.yamlfile import Positions, read_yaml

__all__ = ["Board", "Case", "Fact", "ScenarioFile", "load_scenarios"]

MAX_CARDS = 400
MAX_EVENTS = 300

Json = Any


@dataclass(frozen=True)
class Fact:
    """One fact of a file: ``{predicate: {argument: value}}``; ``path`` is where it stands."""

    predicate: str
    args: Mapping[str, Json]
    path: tuple[str | int, ...] = ()
    derived: bool = False


@dataclass(frozen=True)
class Board:
    """A situation and events to run, with the facts that must follow."""

    id: str
    case: "Case"
    situation: Mapping[str, Json]
    events: tuple[Mapping[str, Json], ...]
    facts: tuple[Fact, ...]
    label: str
    confidence: str
    valid: Interval
    precision: str | None


@dataclass(frozen=True)
class Case:
    """One case of a file; ``raw`` is what the file says, for people and for the adapters."""

    id: str
    game: str
    mode: str
    title: str
    raw: Mapping[str, Json]
    file: "ScenarioFile"
    path: tuple[str | int, ...]
    boards: tuple[Board, ...] = ()

    def error(self, message: str, *path: str | int) -> ScenarioError:
        """Return an error placed at ``path`` below this case."""
        return self.file.positions.error((*self.path, *path), message)

    def date(self, board: Board) -> str:
        """Return the day the board is run for when none is asked for."""
        source = _mapping(self.raw, "source", self.file.positions, self.path)
        pages = self.file.meta.get("pages") or {}
        page = pages.get(str(source.get("page"))) if isinstance(pages, dict) else None
        try:
            day = default_date(
                ruling_date=_text(source, "ruling_date", self, ("source",)),
                as_of=_text(self.raw, "as_of", self, ()),
                page_as_of=_text(page, "as_of", self, ()) if isinstance(page, dict) else None,
                valid_from=board.valid.start,
                valid_to=board.valid.end,
                precision=board.precision,
            )
            date_number(day)  # that it is one
            return day
        except ValueError as problem:
            raise self.error(str(problem), "valid") from None


@dataclass
class ScenarioFile:
    """A file of cases of one game."""

    name: str
    game: str
    meta: Mapping[str, Json]
    vocab: Mapping[str, Json]
    card_facts: tuple[Mapping[str, Json], ...]
    positions: Positions
    cases: tuple[Case, ...] = field(default_factory=tuple)

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases)

    def case(self, case_id: str) -> Case:
        """Return the case with this id.

        Raises:
            KeyError: there is none.
        """
        for case in self.cases:
            if case.id == case_id:
                return case
        raise KeyError(case_id)


def load_scenarios(source: str | Path, *, name: str | None = None) -> ScenarioFile:
    """Read a scenario file: a path, or its text (anything that holds a newline is text).

    Raises:
        ScenarioError: the file does not follow the format; the message names line and column.
    """
    if isinstance(source, Path) or "\n" not in source:
        path = Path(source)
        shown = name or str(path)
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            raise ScenarioError(
                f"not UTF-8 (byte {problem.start}); save the file as UTF-8", name=shown
            ) from None
        except (OSError, ValueError) as problem:  # ValueError: a path with a NUL
            why = problem.strerror if isinstance(problem, OSError) else problem
            raise ScenarioError(f"cannot be read: {why}", name=shown) from None
    else:
        text, shown = source, name or "-"
    read = read_yaml(text, name=shown)
    document, at = read.value, read.positions
    if not isinstance(document, dict):
        raise at.error((), "a scenario file is a mapping with the keys meta and cases")
    meta = _mapping(document, "meta", at, ())
    game = meta.get("game")
    if game not in ("dm", "ygo"):
        raise at.error(("meta", "game"), f"meta.game must be dm or ygo, not {game!r}")
    cases = document.get("cases")
    if not isinstance(cases, list):
        raise at.error(("cases",), "cases must be a list")
    facts = document.get("card_facts") or []
    if not isinstance(facts, list) or not all(
        isinstance(f, dict) and isinstance(f.get("name"), str) for f in facts
    ):
        raise at.error(("card_facts",), "card_facts must be a list of mappings with a name")
    result = ScenarioFile(shown, game, meta, _mapping(document, "vocab", at, ()), tuple(facts), at)
    seen: set[str] = set()
    built = []
    for index, raw in enumerate(cases):
        built.append(_case(raw, ("cases", index), result, seen))
    result.cases = tuple(built)
    return result


def _mapping(
    raw: Mapping[str, Json], key: str, at: Positions, path: tuple[str | int, ...]
) -> Mapping[str, Json]:
    value = raw.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise at.error((*path, key), f"{key} must be a mapping")
    return value


def _case(raw: Json, path: tuple[str | int, ...], file: ScenarioFile, seen: set[str]) -> Case:
    at = file.positions
    if not isinstance(raw, dict):
        raise at.error(path, "a case must be a mapping")
    case_id = raw.get("id")
    if not isinstance(case_id, str) or not case_id:
        raise at.error(path, "a case needs an id (text)")
    if case_id in seen:
        raise at.error((*path, "id"), f"the id {case_id} is used twice")
    seen.add(case_id)
    game = raw.get("game", file.game)
    if game != file.game:
        raise at.error((*path, "game"), f"this file is about {file.game}, the case says {game!r}")
    mode = raw.get("mode", "board")
    if mode not in ("board", "graph"):
        raise at.error((*path, "mode"), f"mode must be board or graph, not {mode!r}")
    case = Case(case_id, game, mode, str(raw.get("title") or case_id), raw, file, path)
    object.__setattr__(case, "boards", tuple(_boards(case)))
    return case


def _boards(case: Case) -> Iterator[Board]:
    raw, at = case.raw, case.file.positions
    expected = _mapping(raw, "expected", at, case.path)
    situation = _mapping(raw, "situation", at, case.path)
    events = _list(raw, "events", case, ())
    holds = _facts(expected, "holds", case, ("expected", "holds"))
    common = [
        *holds,
        *_facts(expected, "derived_holds", case, ("expected", "derived_holds"), derived=True),
        *_facts(expected, "variant_holds", case, ("expected", "variant_holds")),
    ]
    variants = _list(raw, "variants", case, ())
    confidence = str(raw.get("confidence") or "high")
    interval, precision = _valid(raw, case, ())
    if holds or not variants:
        base = [f for f in common if f.path[-2] != "variant_holds" or not variants]
        yield Board(
            case.id, case, situation, _events(events, case), tuple(base), "", confidence, interval, precision
        )
    for index, variant in enumerate(variants):
        where: tuple[str | int, ...] = ("variants", index)
        if not isinstance(variant, dict):
            raise case.error("a variant must be a mapping", *where)
        changed, new_events = _apply(
            case, situation, events, _mapping(variant, "set", at, (*case.path, *where)), where
        )
        own = _facts(variant, "holds", case, (*where, "holds"))
        facts = own if variant.get("overrides_holds") else [*own, *common]
        valid, exact = _valid(variant, case, where) if variant.get("valid") else (interval, precision)
        yield Board(
            f"{case.id}#{index + 1}",
            case,
            changed,
            _events(new_events, case, where),
            tuple(facts),
            str(variant.get("label") or ""),
            str(variant.get("confidence") or confidence),
            valid,
            exact,
        )


def _valid(raw: Mapping[str, Json], case: Case, where: tuple[str | int, ...]) -> tuple[Interval, str | None]:
    valid = _mapping(raw, "valid", case.file.positions, (*case.path, *where))
    start, end, precision = (
        _text(valid, key, case, (*where, "valid")) for key in ("from", "to", "precision")
    )
    return Interval(start, end), precision


def _text(raw: Mapping[str, Json], key: str, case: Case, where: tuple[str | int, ...]) -> str | None:
    value = raw.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):  # a year
        return str(value)
    raise case.error(f"{key} must be text, not {value!r}", *where, key)


def _list(raw: Mapping[str, Json], key: str, case: Case, where: tuple[str | int, ...]) -> list[Json]:
    value = raw.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise case.error(f"{key} must be a list", *where, key)
    return value


def _events(
    events: list[Json], case: Case, where: tuple[str | int, ...] = ()
) -> tuple[Mapping[str, Json], ...]:
    for index, event in enumerate(events):
        if not isinstance(event, dict) or not isinstance(event.get("do"), str):
            raise case.error("an event must be a mapping with do: VERB", *where, "events", index)
    if len(events) > MAX_EVENTS:
        raise case.error(f"more than {MAX_EVENTS} events", *where, "events")
    return tuple(events)


def _facts(
    raw: Mapping[str, Json], key: str, case: Case, where: tuple[str | int, ...], *, derived: bool = False
) -> list[Fact]:
    result = []
    for index, item in enumerate(_list(raw, key, case, where[:-1])):
        if not isinstance(item, dict) or len(item) != 1:
            raise case.error(
                "a fact must be one predicate with its arguments: {zone: {card: x, is: hand}}", *where, index
            )
        ((predicate, args),) = item.items()
        if not isinstance(args, dict):
            raise case.error(f"the arguments of {predicate} must be a mapping", *where, index)
        result.append(Fact(predicate, args, (*case.path, *where, index), derived))
    return result


def _apply(
    case: Case,
    situation: Mapping[str, Json],
    events: list[Json],
    changes: Mapping[str, Json],
    where: tuple[str | int, ...],
) -> tuple[Mapping[str, Json], list[Json]]:
    """Return the board with the dotted paths of ``changes`` replaced; nothing is merged."""
    root: dict[str, Json] = {"situation": copy.deepcopy(dict(situation)), "events": copy.deepcopy(events)}
    for dotted, new in changes.items():
        steps = dotted.split(".")
        here: Json = root if steps[0] == "events" else root["situation"]
        for position, step in enumerate(steps):
            last = position == len(steps) - 1
            if isinstance(here, list):
                if not (step.isascii() and step.isdigit() and len(step) < 6) or int(step) >= len(here):
                    raise case.error(
                        f"the path {dotted} names no entry of the list at {step}", *where, "set", dotted
                    )
                if last:
                    here[int(step)] = copy.deepcopy(new)
                else:
                    here = here[int(step)]
            elif isinstance(here, dict):
                if last:
                    here[step] = copy.deepcopy(new)
                else:
                    here = here.setdefault(step, {})
            else:
                raise case.error(f"the path {dotted} goes through a value at {step}", *where, "set", dotted)
    changed = root["events"]
    if not isinstance(changed, list):
        raise case.error("events must be a list", *where, "set", "events")
    return root["situation"], changed
