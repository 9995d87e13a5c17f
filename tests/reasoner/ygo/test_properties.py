"""Properties over generated boards, and agreement with the independent reading in ``checker.py``.

The number of boards is small where every push is tested; ``SAITEI_BOARDS=5000`` sets it for a long run.
"""

import os
from collections import Counter
from typing import Any

import hypothesis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reasoner.ygo.boards import derive_document, random_board
from tests.reasoner.ygo.checker import Table
from tests.reasoner.ygo.compare import disagreement

BOARDS = int(os.environ.get("SAITEI_BOARDS", "40"))
SEEDS = st.integers(min_value=0, max_value=10**9)
MANY = settings(
    max_examples=BOARDS, deadline=None, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck)
)


def _atoms(state: Any, name: str) -> list[tuple[Any, ...]]:
    return [
        tuple(
            getattr(a, "string", None)
            if a.type.name == "String"
            else a.number
            if a.type.name == "Number"
            else a.name
            for a in s.arguments
        )
        for s in state
        if s.name == name
    ]


def _log(outcome: Any, kind: str) -> list[tuple[int, str]]:
    """Times and cards of what happened, in order."""
    found = []
    for entry in outcome.log:
        time, _, what = entry.arguments
        if what.name == "ev" and what.arguments[0].name == kind and len(what.arguments) == 2:
            found.append((time.number, what.arguments[1].string))
    return sorted(found)


@MANY
@given(SEEDS)
def test_independent_reading_agrees(seed: int) -> None:
    assert disagreement(random_board(seed)) is None


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "hide", lambda self, monster: None)
    assert any(disagreement(random_board(seed)) for seed in range(60))


@MANY
@given(SEEDS)
def test_what_always_holds(seed: int) -> None:
    case = random_board(seed)
    (outcome,) = derive_document(case).outcomes
    places = Counter(card for card, _, _ in _atoms(outcome.state, "at"))
    assert set(places) == set(case["situation"]["cards"])
    assert set(places.values()) == {1}, "a card is in one place"
    # A chain resolves in reverse: while a link waits, no link under it has resolved.
    linked = _log(outcome, "put_on_chain")
    resolved = _log(outcome, "resolve")
    for when, card in resolved:
        put = max(t for t, c in linked if c == card and t < when)
        later = [(t, c) for t, c in linked if put < t < when]
        for time, other in later:
            ended = any(c == other and time < t < when for t, c in resolved)
            assert ended or _was_negated(outcome, other), f"{other} lies over {card} and has not resolved"
    # A negated activation never equips.
    equipped = {c for _, c in _log(outcome, "equip")}
    assert not {
        c for c in case["situation"]["cards"] if _was_negated(outcome, c)
    } & equipped - _activated_twice(outcome)
    # Limits are never exceeded, costs never come back.
    for player in ("me", "opp"):
        listed = sum((z, p) == ("spell_trap_zone", player) for _, z, p in _atoms(outcome.state, "at"))
        ((_, unnamed),) = [e for e in _atoms(outcome.state, "extra") if e[0] == player]
        assert listed + unnamed <= 5
        ((_, life),) = [e for e in _atoms(outcome.state, "life") if e[0] == player]
        assert life <= case["situation"]["life_points"][player]
    paid = sum(
        e.arguments[2].arguments[1].arguments[1].number for e in outcome.log if e.arguments[2].name == "paid"
    )
    ((_, left),) = [e for e in _atoms(outcome.state, "life") if e[0] == "me"]
    assert left == case["situation"]["life_points"]["me"] - paid
    # What is equipped is face-up, on a face-up monster on the field.
    zones = {c: z for c, z, _ in _atoms(outcome.state, "at")}
    faces = dict(_atoms(outcome.state, "face"))
    for card, monster in _atoms(outcome.state, "equipped"):
        assert (zones[card], faces[card]) == ("spell_trap_zone", "face_up")
        assert (zones[monster], faces[monster]) == ("monster_zone", "face_up")


def _was_negated(outcome: Any, card: str) -> bool:
    return any(
        e.arguments[2].name == "activation_negated" and e.arguments[2].arguments[0].string == card
        for e in outcome.log
    )


def _activated_twice(outcome: Any) -> set[str]:
    return {c for c, n in Counter(c for _, c in _log(outcome, "activate")).items() if n > 1}


@settings(MANY, max_examples=max(10, BOARDS // 10))
@given(SEEDS)
def test_names_of_cards_do_not_matter(seed: int) -> None:
    case = random_board(seed)
    names = {c: f"z{i}_{c[::-1]}" for i, c in enumerate(sorted(case["situation"]["cards"], reverse=True))}
    renamed = _renamed(case, names)
    renamed["id"] = case["id"]
    (before,) = derive_document(case).outcomes
    document = derive_document(renamed)
    (after,) = document.outcomes
    turned = {(names[c], z, p) for c, z, p in _atoms(before.state, "at")}
    assert turned == set(_atoms(after.state, "at"))
    assert {(names[a], names[b]) for a, b in _atoms(before.state, "equipped")} == set(
        _atoms(after.state, "equipped")
    )


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(k, k): _renamed(v, names) for k, v in value.items()}
    if isinstance(value, list):
        return [_renamed(v, names) for v in value]
    return names.get(value, value) if isinstance(value, str) else value
