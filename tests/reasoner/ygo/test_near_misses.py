"""Every rule that can be rejected for one failing condition is shown rejected, on the board that the table names."""

import functools
from pathlib import Path

import pytest

from ontology.reasoner import Board, load_rules
from tests.reasoner.ygo.near_misses import all_boards, rejected_on

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("near_misses.tsv").read_text(encoding="utf-8").splitlines()
]


@functools.cache
def _boards() -> dict[str, Board]:
    return {board.id: board for board in all_boards()}


def test_only_rules_with_a_single_cause_are_never_rejected() -> None:
    """A rule without a row has no condition that could fail alone."""
    base = load_rules("ygo")
    assert {rule for rule, _, _ in ROWS} == set(base.rules)
    statable = {
        base.premises[int(s.text[2:].partition(",")[0])][0]
        for s in base.statements
        if s.text.startswith("m(") and "out_of_force) :-" not in s.text
    }
    never = {rule for rule, kind, _ in ROWS if kind == "-"}
    assert not never & statable
    assert len(never) <= 5


@pytest.mark.parametrize(("rule", "kind", "board"), [r for r in ROWS if r[1] != "-"], ids=lambda v: v)
def test_rule_is_rejected(rule: str, kind: str, board: str) -> None:
    seen = {(r.rule, r.kind) for r in rejected_on(_boards()[board])}
    assert (rule, kind) in seen
