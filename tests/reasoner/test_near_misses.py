"""A rejected rule fires once the one condition its rejection names is made true, over the cases of both games."""

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest
from clingo import Function, Symbol

from ontology.reasoner import Board
from ontology.reasoner.derivation import game_of
from ontology.reasoner.engine import Answer, Engine, Rejected
from ontology.reasoner.in_force import engines
from ontology.reasoner.slicing import EVENT_READ
from tests.reasoner.mutation import boards

HEADS = ("applies/2", "pick/2", "may/2", "bars/2")
OFTEN = 2
"""How many times each condition of each rule is tried."""


def _misses(board: Board, engine: Engine) -> Iterator[tuple[frozenset[Symbol], Rejected]]:
    """Yield each near miss of a board with the facts of its step; of several outcomes the first is followed."""
    game = game_of(board.case.game)
    setup = game.setup(board, {})
    state = setup.facts
    for turn in setup.turns:
        facts = state | turn.facts | frozenset(game.ambient)
        answer = engine.solve(facts, read=EVENT_READ)[0]
        for rejected in answer.rejected:
            if rejected.kind == "condition" and rejected.premise is not None:
                yield facts, rejected
        stops = {s.arguments[0] for s in answer.of("stops")}
        state = (state - stops) | {s.arguments[0] for s in answer.of("starts")}


def _made_true(facts: frozenset[Symbol], premise: Symbol) -> Iterator[frozenset[Symbol]]:
    """Yield the facts with the premise made true; nothing where no single fact does (numbers, what is derived).

    A fact that must not be is taken away, or is so of another card instead: a rule may ask both that a card has a
    target and that this is not it.
    """
    if premise.name == "compare":
        return
    if premise.name != "no":
        yield facts | {premise}
        return
    hindering = premise.arguments[0]
    if hindering in facts:
        yield facts - {hindering}
        for card in sorted(s.arguments[0] for s in facts if s.name == "owner"):
            if hindering.arguments and hindering.arguments[-1] != card:
                other = Function(hindering.name, [*hindering.arguments[:-1], card])
                yield facts - {hindering} | {other}


def _fires(answer: Answer, rejected: Rejected) -> bool:
    return any(
        s.arguments[0].string == rejected.rule and s.arguments[1] == rejected.action
        for head in HEADS
        for s in answer.of(head.partition("/")[0])
    )


@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_making_the_named_condition_true_makes_the_rule_fire(game: str) -> None:
    tried: Counter[tuple[str, str, str]] = Counter()
    silent: list[str] = []
    for board in boards(game):
        day = board.case.date(board)
        engine = engines(game, day, frozenset())[0][1]
        for facts, rejected in _misses(board, engine):
            assert rejected.premise is not None
            named = rejected.premise.arguments[0] if rejected.premise.name == "no" else rejected.premise
            key = (rejected.rule, rejected.action.name, f"{rejected.premise.name} {named.name}")
            worlds = _made_true(facts, rejected.premise) if tried[key] < OFTEN else iter(())
            first = next(worlds, None)
            if first is None:
                continue
            tried[key] += 1
            if not any(
                _fires(answer, rejected)
                for world in itertools.chain([first], worlds)
                for answer in engine.solve(world, read=HEADS)
            ):
                silent.append(f"{board.id}: {rejected.rule} {rejected.action} needs {rejected.premise}")
    assert not silent, silent[:10]
    assert len({rule for rule, _, _ in tried}) >= 10, tried


def test_no_rejection_names_a_condition_that_held() -> None:
    """What is named as missing is indeed not among the facts (or, where its absence is asked, among them)."""
    for board in boards("dm")[:40] + boards("ygo")[:40]:
        engine = engines(board.case.game, board.case.date(board), frozenset())[0][1]
        for facts, rejected in _misses(board, engine):
            assert rejected.premise not in facts
