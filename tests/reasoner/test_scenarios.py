"""Scenario files: what is refused, and where the error says it is."""

import pytest

from ontology.reasoner import ScenarioError, derive, load_scenarios

HEAD = "meta: {game: dm, pages: {}}\ncases:\n"
GOOD = (
    HEAD
    + "- id: a\n  situation: {cards: {c: {types: [creature], power: 0}}, battle_zone: {self: [[c]]}}\n  events: [{do: sba_check}]\n"
)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("cases: [\n", ":2:", "not YAML"),
        ("\n\n", ":1:1", "empty"),
        ("- a\n- b\n", ":1:1", "mapping"),
        ("meta: {game: chess}\ncases: []\n", ":1:", "dm or ygo"),
        ("meta: {game: dm}\ncases: 5\n", ":2:", "list"),
        (HEAD + "- id: a\n- id: a\n", ":4:", "twice"),
        (HEAD + "- &x {id: a}\n", ":3:", "anchors"),
        (HEAD + "- !!python/object {id: a}\n", ":3:", "tag"),
        (HEAD + "- {id: a, id: b}\n", ":3:", "twice"),
        (HEAD + "- id: a\n  events: [{card: c}]\n", ":4:", "do"),
        (HEAD + "- id: a\n  expected: {holds: [{zone: {card: c}, stack: {}}]}\n", ":4:", "one predicate"),
    ],
)
def test_bad_files_say_where(text: str, place: str, message: str) -> None:
    with pytest.raises(ScenarioError) as error:
        load_scenarios(text, name="f.yaml")
        pytest.fail("accepted")
    assert str(error.value).startswith("f.yaml:")
    assert place in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("battle_zone: {self: [[c]]}", "battle_zone: {self: [[d]]}"), "no card of this board"),
        (("battle_zone: {self: [[c]]}", "battle_zone: {self: [[c], [c]]}"), "two places"),
        (("battle_zone: {self: [[c]]}", "battle_zone: {me: [[c]]}"), "unknown player"),
        (("{do: sba_check}", "{do: juggle, card: c}"), "unknown event"),
        (("{do: sba_check}", "{do: leave, card: q, scope: top_card_only}"), "card of the board"),
        (("{do: sba_check}", "{do: set_power, card: c, to: many}"), "number"),
    ],
)
def test_bad_boards_say_where(change: tuple[str, str], message: str) -> None:
    file = load_scenarios(GOOD.replace(*change), name="f.yaml")
    with pytest.raises(ScenarioError) as error:
        derive(file.cases[0])
    assert message in str(error.value)
    assert str(error.value).startswith("f.yaml:")


def test_what_is_not_known_is_unknown_and_not_false() -> None:
    expected = "  expected: {verdict: none, holds: [{zone: {card: c, is: graveyard}}, {levitates: {card: c}}, {zone: {card: c, was: hand}}, {zone: {card: q, is: hand}}, {kind: {card: c, is: unicorn}}]}\n"
    (derivation,) = derive(load_scenarios(GOOD + expected).cases[0])
    assert [j.ok for j in derivation.holds] == [True, None, None, None, None]
    assert not derivation.ok


def test_hostile_names_stay_names() -> None:
    evil = 'x"). do(lose(self)). link("a","b'
    text = GOOD.replace("{c:", f"{{'{evil}':").replace("[[c]]", f"[['{evil}']]")
    text += f"  expected: {{verdict: none, holds: [{{zone: {{card: '{evil}', is: graveyard}}}}, {{loses: {{player: self, is: false}}}}]}}\n"
    (derivation,) = derive(load_scenarios(text).cases[0])
    assert derivation.ok


def test_a_file_with_a_thousand_boards_is_read() -> None:
    body = "".join(GOOD[len(HEAD) :].replace("id: a", f"id: a{n}") for n in range(1000))
    assert len(load_scenarios(HEAD + body).cases) == 1000
