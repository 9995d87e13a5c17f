"""Leaving out any single rule makes a case fail: the table in ``mutation.tsv``, held rule by rule."""

import functools
from pathlib import Path

import pytest

from ontology.reasoner import Case, load_rules
from tests.reasoner.ygo.mutation import board_cases, fails

TABLE = dict(
    line.split("\t")
    for line in Path(__file__).with_name("mutation.tsv").read_text(encoding="utf-8").splitlines()
)


@functools.cache
def _cases() -> dict[str, Case]:
    return {case.id: case for case in board_cases()}


def test_the_table_is_complete() -> None:
    assert set(TABLE) == set(load_rules("ygo").rules)


@pytest.mark.parametrize("rule", sorted(TABLE))
def test_rule_is_needed(rule: str) -> None:
    assert fails(_cases()[TABLE[rule]], rule), f"{TABLE[rule]} holds without {rule} as well"
