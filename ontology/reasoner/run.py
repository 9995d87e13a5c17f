"""Running a board: one event or one batch at a time, every choice followed, equal states merged."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from clingo import Function, Number, Symbol

from ontology.reasoner.engine import Answer, Engine, Fired, Rejected
from ontology.reasoner.errors import ReasonerError, UnsatisfiableError
from ontology.reasoner.game import Setup, Turn
from ontology.reasoner.slicing import EVENT_BARE, EVENT_READ

__all__ = ["Outcome", "Step", "run"]

MAX_BATCHES = 200
MAX_OUTCOMES = 20_000


@dataclass(frozen=True)
class Step:
    """One solved step: which turn, which batch of it, what fired and what was rejected, the board after it."""

    turn: int
    batch: int
    label: str
    fired: tuple[Fired, ...]
    rejected: tuple[Rejected, ...]
    log: frozenset[Symbol]
    state: frozenset[Symbol] = frozenset()


@dataclass(frozen=True)
class Outcome:
    """A legal outcome: the board after the last event, what happened, and how."""

    state: frozenset[Symbol]
    log: frozenset[Symbol]
    steps: tuple[Step, ...] = field(compare=False)


@dataclass(frozen=True)
class _Path:
    state: frozenset[Symbol]
    log: frozenset[Symbol]
    steps: tuple[Step, ...]
    time: int


def run(engine: Engine, setup: Setup, ambient: Iterable[Symbol], *, explain: bool = True) -> list[Outcome]:
    """Return every legal outcome of the board.

    Raises:
        UnsatisfiableError: the rules in force contradict each other at some step.
        ReasonerError: more outcomes than ``MAX_OUTCOMES``.
    """
    always = frozenset(ambient)
    paths = [_Path(setup.facts, frozenset(), (), 0)]
    for number, turn in enumerate(setup.turns):
        following: dict[tuple[frozenset[Symbol], frozenset[Symbol]], _Path] = {}
        for path in paths:
            for new in _carry_out(engine, path, turn, number, always, explain):
                following.setdefault((new.state, new.log), new)
            if len(following) > MAX_OUTCOMES:
                raise ReasonerError(
                    f"more than {MAX_OUTCOMES} legal outcomes; the board leaves too many choices open"
                )
        paths = list(following.values())
    outcomes = [Outcome(p.state, p.log, p.steps) for p in paths]
    return sorted(outcomes, key=lambda o: (sorted(o.state), sorted(o.log)))


def _carry_out(
    engine: Engine, path: _Path, turn: Turn, number: int, always: frozenset[Symbol], explain: bool
) -> Iterator[_Path]:
    """Carry out one turn; a repeating one goes on, batch by batch, until nothing applies or a state returns."""
    read = EVENT_READ if explain else EVENT_BARE
    waiting: list[tuple[_Path, int, frozenset[frozenset[Symbol]]]] = [(path, 0, frozenset({path.state}))]
    while waiting:
        here, batch, seen = waiting.pop()
        try:
            answers = engine.solve(here.state | turn.facts | always, read=read)
        except UnsatisfiableError as problem:
            raise UnsatisfiableError(
                f"event {turn.events[0] + 1} ({turn.label}): {problem}", problem.conflict
            ) from None
        merged: dict[tuple[frozenset[Symbol], frozenset[Symbol]], tuple[_Path, Answer]] = {}
        for answer in answers:
            new = _after(here, answer, turn, number, batch)
            merged.setdefault((new.state, new.log), (new, answer))
        for new, answer in merged.values():
            goes_on = turn.repeat and answer.has("again") and not answer.has("ended")
            if not goes_on:
                yield new
            elif new.state in seen or batch + 1 >= MAX_BATCHES:
                loop = Function(
                    "log", [Number(new.time), Number(9), Function("loop", [Function("no_choice", [])])]
                )
                yield _Path(new.state, new.log | {loop}, new.steps, new.time)
            else:
                waiting.append((new, batch + 1, seen | {new.state}))


def _after(path: _Path, answer: Answer, turn: Turn, number: int, batch: int) -> _Path:
    starts = frozenset(s.arguments[0] for s in answer.of("starts"))
    stops = frozenset(s.arguments[0] for s in answer.of("stops"))
    time = path.time + 1
    log = frozenset(Function("log", [Number(time), s.arguments[0], s.arguments[1]]) for s in answer.of("log"))
    state = (path.state - stops) | starts
    step = Step(number, batch, turn.label, tuple(answer.fired), tuple(answer.rejected), log, state)
    return _Path(state, path.log | log, (*path.steps, step), time)
