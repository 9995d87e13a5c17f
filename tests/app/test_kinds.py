"""Kinds can be told apart without colours."""

import pytest

from explorer.app.kinds import KINDS, THING, kind_of
from explorer.app.markup import glyph
from ontology.namespaces import TCG


def test_each_kind_has_a_mark_of_its_own() -> None:
    marks = [(kind.shape, kind.hollow) for kind in KINDS]
    assert len(set(marks)) == len(marks)


def test_colours_stand_out_on_white() -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        lin = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * lin[0] + 0.7152 * lin[1] + 0.0722 * lin[2]

    for kind in KINDS:
        assert 1.05 / (luminance(kind.colour) + 0.05) >= 3, kind.key  # WCAG 1.4.11 for graphics


@pytest.mark.parametrize(
    ("classes", "key"),
    [
        (["Section", "Fold"], "fold"),
        (["Statement", "PracticeRemark"], "statement"),
        (["Rule", "RuleGroup"], "rule_group"),
        (["Card"], "card"),
        ([], "thing"),
    ],
)
def test_the_narrower_class_gives_the_kind(classes: list[str], key: str) -> None:
    assert kind_of(str(TCG[name]) for name in classes).key == key


def test_every_kind_can_be_drawn() -> None:
    for kind in [*KINDS, THING]:
        assert "<svg" in glyph(kind)
