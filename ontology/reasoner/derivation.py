"""Deriving a board: run it, judge what is asked, and keep everything an explanation needs."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ontology.graph import GraphReader
from ontology.reasoner.choices import ChoiceResult, alternatives_of, asks_of, choices_of, verdict_of
from ontology.reasoner.dm import DuelMasters
from ontology.reasoner.engine import Engine, Fired, Rejected
from ontology.reasoner.errors import ReasonerError
from ontology.reasoner.game import CardFacts, Game, Setup
from ontology.reasoner.in_force import engines
from ontology.reasoner.judge import Judge, Judged
from ontology.reasoner.passages import Passage, passages_of
from ontology.reasoner.predicates import load_table
from ontology.reasoner.run import Outcome, run
from ontology.reasoner.scenario import Board, Case

__all__ = ["Derivation", "derive", "derive_board", "game_of"]


@dataclass
class Derivation:
    """What follows on one board."""

    board: Board
    status: str
    as_of: str
    outcomes: list[Outcome]
    holds: list[Judged]
    verdict: str
    expected_verdict: str
    choices: list[ChoiceResult] = field(default_factory=list)
    conditional_on: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    labels: tuple[str | None, ...] = ()
    note: str = ""
    conclusions: tuple[tuple[tuple[Fired, ...], tuple[Rejected, ...]], ...] = ()
    turn_events: tuple[tuple[int, ...], ...] = ()
    offers: tuple[Mapping[str, Any], ...] = ()
    passages: Mapping[str, tuple[Passage, ...]] = field(default_factory=dict)
    """Where the store states each rule that fired; empty without a store."""

    @property
    def id(self) -> str:
        """Id of the case, with ``#n`` for its n-th variant."""
        return self.board.id

    @property
    def ok(self) -> bool:
        """Whether everything the file expects was derived: facts, verdict, choices."""
        good = all(j.ok is True for j in self.holds) and all(c.ok for c in self.choices)
        return good and (self.expected_verdict not in ("yes", "no") or self.verdict == self.expected_verdict)

    def to_json(self) -> dict[str, Any]:
        """Return the entry of ``saitei derive --format json`` (design, section 7)."""
        from ontology.reasoner.report import as_json

        return as_json(self)

    def to_text(self, lang: str = "ja") -> str:
        """Explain the answer as a judge would, in Japanese (``ja``) or English (``en``)."""
        from ontology.reasoner.report import as_text

        return as_text(self, lang)

    def to_turtle(self) -> str:
        """Return outcomes and steps as PROV in Turtle."""
        from ontology.reasoner.turtle import as_turtle

        return as_turtle(self)


@functools.cache
def game_of(game: str) -> Game:
    """Return the adapter of a game.

    Raises:
        ReasonerError: there is none.
    """
    if game == "dm":
        return DuelMasters()
    if game == "ygo":
        try:
            from ontology.reasoner.ygo import YuGiOh  # type: ignore[import-not-found,unused-ignore]
        except ImportError:
            raise ReasonerError("there are no Yu-Gi-Oh rules yet") from None
        adapter: Game = YuGiOh()
        return adapter
    raise ReasonerError(f"there are no rules for the game {game!r}")


def derive(
    case: Case,
    *,
    as_of: str | None = None,
    without: Iterable[str] = (),
    graph: GraphReader | None = None,
    explain: bool = True,
) -> list[Derivation]:
    """Derive every board of a case (the base unless it is run only through its variants, then the variants).

    ``as_of`` is the day whose rules count (default: scenario format 6.9); ``without`` names rules to leave
    out; ``graph`` gives card facts and the statements that ``class`` facts are asked of.

    Raises:
        ScenarioError: the board cannot be read. UnsatisfiableError: the rules contradict each other on it.
    """
    return [
        derivation
        for board in case.boards
        for derivation in derive_board(board, as_of=as_of, without=without, graph=graph, explain=explain)
    ]


def derive_board(
    board: Board,
    *,
    as_of: str | None = None,
    without: Iterable[str] = (),
    graph: GraphReader | None = None,
    explain: bool = True,
) -> list[Derivation]:
    """Derive one board; two derivations, marked, where a rule's date is only known to the month or year."""
    day = as_of or board.case.date(board)
    left_out = frozenset(without)
    results = []
    for note, engine in engines(board.case.game, day, left_out):
        results.append(_derive(board, engine, day, note, graph, explain))
    if len(results) == 2 and _same(results[0], results[1]):
        results[0].note = ""
        return results[:1]
    return results


def _same(a: Derivation, b: Derivation) -> bool:
    return (
        a.verdict == b.verdict
        and {(o.state, o.log) for o in a.outcomes} == {(o.state, o.log) for o in b.outcomes}
        and [j.actual for j in a.holds] == [j.actual for j in b.holds]
    )


def _derive(
    board: Board, engine: Engine, day: str, note: str, graph: GraphReader | None, explain: bool
) -> Derivation:
    case = board.case
    raw = case.raw
    expected = raw.get("expected") or {}
    wanted = str(expected.get("verdict") or "none")
    if case.mode == "graph":
        return _from_graph(board, day, graph, wanted)
    game = game_of(case.game)
    table = load_table(case.game)
    cards = _card_facts(case, graph)
    try:
        setup = game.setup(board, cards)
    except (TypeError, AttributeError, KeyError, ValueError) as problem:
        # The adapters name what they check; a value of the wrong kind elsewhere ends here, with its case.
        raise case.error(
            f"the situation or an event holds a value of the wrong kind ({problem})"
        ) from problem
    outcomes = run(engine, setup, game.ambient, explain=explain)
    judge = Judge(engine, table, setup, outcomes, game.ambient, explain=explain)
    asks = asks_of(case)
    alternatives = list(alternatives_of(raw))
    judge.prepare([*board.facts, *([asks[1]] if asks else []), *(f for _, _, fs in alternatives for f in fs)])
    holds = [_class_fact(j, graph, board) for j in (judge.judge(f) for f in board.facts)]
    verdict = verdict_of(judge, asks) if asks else "none"
    choices, labels = choices_of(raw, alternatives, judge, len(outcomes))
    open_points = sorted({s.arguments[0].name for o in outcomes for s in o.state if s.name == "unsettled"})
    return Derivation(
        board,
        "run",
        day,
        outcomes,
        holds,
        verdict,
        wanted,
        choices,
        setup.conditional,
        tuple(f"topic:{t}" for t in open_points),
        labels,
        note,
        judge.conclusions(),
        tuple(t.events for t in setup.turns),
        _offers(engine, setup, outcomes, day, game) if open_points else (),
        _passages(case, outcomes, judge, graph) if graph is not None and explain else {},
    )


def _passages(
    case: Case, outcomes: Sequence[Outcome], judge: Judge, graph: GraphReader
) -> Mapping[str, tuple[Passage, ...]]:
    """Return where the store states the rules that fired."""
    fired = {f.rule for o in outcomes for step in o.steps for f in step.fired}
    fired |= {f.rule for said, _ in judge.conclusions() for f in said}
    return passages_of(graph, case.game, sorted(fired))


def _offers(
    engine: Engine, setup: Setup, outcomes: Sequence[Outcome], day: str, game: Game
) -> tuple[Mapping[str, Any], ...]:
    """Return what rules of low confidence would add where a point is open, and the rules nearest to settling it."""
    offered = engines(game.id, day, engine.without, offered=True)[-1][1]
    open_cards = {s.arguments[1] for o in outcomes for s in o.state if s.name == "unsettled"}
    nearest = {
        r.rule
        for o in outcomes
        for step in o.steps
        for r in step.rejected
        if r.kind == "condition" and not r.bars and any(a in open_cards for a in r.action.arguments)
    }
    before = {o.state for o in outcomes}
    result = []
    for outcome in run(offered, setup, game.ambient, explain=True):
        used = {f.rule for s in outcome.steps for f in s.fired if offered.rules[f.rule].confidence == "low"}
        if used and outcome.state not in before:
            new = sorted(str(s) for s in outcome.state - frozenset().union(*before))
            result.append({"confidence": "low", "by": sorted(used), "holds": new, "nearest": sorted(nearest)})
    return tuple(result) or ({"confidence": "none", "by": [], "holds": [], "nearest": sorted(nearest)},)


def _card_facts(case: Case, graph: GraphReader | None) -> Mapping[str, CardFacts]:
    from ontology.reasoner.cards import card_facts

    return card_facts(case, graph)


def _class_fact(judged: Judged, graph: GraphReader | None, board: Board) -> Judged:
    if judged.reason != "asked of the loaded statements":
        return judged
    from ontology.reasoner.classes import judge_class

    return judge_class(judged.fact, board, graph)


def _from_graph(board: Board, day: str, graph: GraphReader | None, wanted: str) -> Derivation:
    from ontology.reasoner.classes import judge_class

    status = "not_run" if graph is None else "run"
    holds = [judge_class(f, board, graph) for f in board.facts]
    return Derivation(board, status, day, [], holds, "none", wanted)
