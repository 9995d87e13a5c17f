"""Names meet however they are typed."""

import pytest

from explorer.app.data.base import Named
from explorer.app.data.search import NameIndex, fold, rule_number
from explorer.app.kinds import kind_named

CARD = kind_named("card")
THINGS = {
    "u:1": Named("u:1", "龍神ヘヴィ", CARD),
    "u:2": Named("u:2", "暗黒破壊神デス・フェニックス", CARD),
    "u:3": Named("u:3", "703.4e", kind_named("rule")),
    "u:4": Named("u:4", "ドラグハート・ウエポン", kind_named("term")),
    "u:5": Named("u:5", "城", kind_named("term")),
    "u:6": Named("u:6", "703.4", kind_named("rule_group")),
}
INDEX = NameIndex(
    [*((iri, thing.label) for iri, thing in THINGS.items()), ("u:1", "りゅうじんへびぃ")], THINGS
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("龍神ヘヴィ", "u:1"),
        ("竜神ヘヴィ", "u:1"),
        ("《龍神ヘヴィ》", "u:1"),
        ("りゅうじん", "u:1"),
        ("リュウジン", "u:1"),
        ("ﾍｳﾞｨ", "u:1"),
        ("デスフェニックス", "u:2"),
        ("デス フェニックス", "u:2"),
        ("703.4e", "u:3"),
        ("７０３．４ｅ", "u:3"),
        ("703-4e", "u:3"),
        ("703.4E", "u:3"),
        ("７０３の４ｅ", "u:3"),
        ("ウェポン", "u:4"),
        ("ウエポン", "u:4"),
        ("うぇぽん", "u:4"),
        ("城", "u:5"),
    ],
)
def test_spellings_meet(typed: str, found: str) -> None:
    hits = INDEX.find(typed)
    assert hits
    assert hits[0].thing.iri == found


def test_the_whole_number_comes_before_those_that_begin_with_it() -> None:
    assert [hit.thing.iri for hit in INDEX.find("703.4")] == ["u:6", "u:3"]


@pytest.mark.parametrize("typed", ["", "   ", "・", "《》"])
def test_nothing_typed_finds_nothing(typed: str) -> None:
    assert INDEX.find(typed) == []


@pytest.mark.parametrize(
    ("typed", "number"), [("2020年", None), ("総合ルール 1.50版", None), ("801.4c", "801.4c"), ("114", "114")]
)
def test_only_numbers_of_rules_are_taken_for_such(typed: str, number: str | None) -> None:
    assert rule_number(typed) == number


def test_folding_is_stable() -> None:
    for text in ("龍神ヘヴィ", "ＡＢＣ", "Q.Q.QX./終葬 5.S.D."):
        assert fold(fold(text)) == fold(text)
