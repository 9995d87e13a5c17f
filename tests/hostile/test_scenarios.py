"""Scenario files of strangers: refused with a place, or run; nothing of them is program text."""

import copy
import time
from typing import Any

import clingo
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ontology.reasoner import ReasonerError, ScenarioError, derive, load_scenarios
from ontology.reasoner.engine import Engine
from ontology.reasoner.symbols import atom, text_of, token
from tests.reasoner.boards import document, random_case

HEAD = "meta: {game: dm, pages: {}}\ncases:\n"
GOOD = (
    HEAD
    + "- id: a\n  situation: {cards: {c: {types: [creature], power: 0}}, battle_zone: {self: [[c]]}}\n  events: [{do: sba_check}]\n"
)
EVIL = [
    'x"). do(lose(self)). link("a","b',
    "x). #show.",
    "%*",
    "#script(python)",
    "X",
    "_",
    "not",
    "a\\",
    '"',
    "@f(1)",
    "1..9",
    "a;b",
    "a:-b",
    "龍",
    "a b",
    "-1",
    "",
    "甲\n乙",
    '\\\\"\n.',
]


def case_of(card: str) -> dict[str, Any]:
    situation = {
        "cards": {card: {"types": ["creature"], "power": 0, "name": card}},
        "battle_zone": {"self": [[card]]},
    }
    holds = [{"zone": {"card": card, "is": "graveyard"}}, {"loses": {"player": "self", "is": False}}]
    return {
        "id": card or "e",
        "situation": situation,
        "events": [{"do": "sba_check"}],
        "expected": {"verdict": "none", "holds": holds},
    }


def load(case: dict[str, Any]) -> Any:
    return load_scenarios(
        yaml.safe_dump({"meta": {"game": "dm", "pages": {}}, "cases": [case]}, allow_unicode=True), name="f"
    )


@pytest.mark.parametrize("name", EVIL)
def test_ids_that_look_like_programs_are_ids(name: str) -> None:
    (derivation,) = derive(load(case_of(name)).cases[0], explain=False)
    assert derivation.ok


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(EVIL))
def test_any_text_is_a_name_or_refused(name: str) -> None:
    try:
        (derivation,) = derive(load(case_of(name)).cases[0], explain=False)
    except ScenarioError as error:
        assert str(error).startswith("f:")
    else:
        assert derivation.ok


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
        | st.sampled_from(EVIL)
        | st.integers(),
        max_size=4,
    )
)
def test_nothing_reaches_the_solver_unquoted(arguments: list[str | int]) -> None:
    """The program text of a fact, read by clingo, is that fact and nothing else."""
    fact = atom("p", *arguments)
    assert all(
        token(a).type in (clingo.SymbolType.String, clingo.SymbolType.Function)
        for a in arguments
        if isinstance(a, str)
    )
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text_of([fact]))
    control.ground([("base", [])])
    assert [a.symbol for a in control.symbolic_atoms] == [fact]


def test_what_the_engine_is_given_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    given_texts: list[str] = []
    known = Engine._known

    def spy(self: Engine, fact: clingo.Symbol) -> Any:
        found = known(self, fact)
        given_texts.append(found[0])
        return found

    monkeypatch.setattr(Engine, "_known", spy)
    evil = 'x"). do(lose(self)). p("'
    derive(load(case_of(evil)).cases[0], explain=False)
    holding = [t for t in given_texts if "lose(self)" in t]
    assert holding
    assert all('"x\\"). do(lose(self)). p(\\""' in t for t in holding)


BOMB = (
    "meta: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"k{n}: &b{n} [*a, *a]\n" for n in range(9))
    + "cases: []\n"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "aliases"),
        (HEAD + "- !!python/object/apply:os.system [id]\n", "tag"),
        (HEAD + "- !!binary aaaa\n", "tag"),
        ("meta: " + "[" * 3000 + "\n", "nest"),
        (GOOD.replace("{c:", '{"a\\0b":'), "control character U+0000"),
        (GOOD.replace("power: 0", "power: " + "9" * 5000), "cannot be read"),
        (GOOD + "  source: x\n", "source must be a mapping"),
        (GOOD + "  as_of: {a: 1}\n", "as_of must be text"),
        (GOOD + "  valid: {from: [1]}\n", "from must be text"),
        (GOOD + '  variants: [{set: {"events.².x": 1}}]\n', "names no entry"),
        (HEAD + "- id: a\n  events: [" + "{do: sba_check}, " * 5000 + "]\n", "more than 300 events"),
    ],
)
def test_refused_with_a_place(text: str, message: str) -> None:
    started = time.process_time()
    with pytest.raises(ScenarioError, match=r"^f\.yaml:\d+:\d+: ") as refused:
        derive(load_scenarios(text, name="f.yaml").cases[0])
    assert message in str(refused.value)
    assert time.process_time() - started < 5


def test_ten_thousand_cards_are_refused() -> None:
    cards = ", ".join(f"c{i}: {{types: [creature]}}" for i in range(10_000))
    file = load_scenarios(
        HEAD + f"- id: a\n  situation: {{cards: {{{cards}}}}}\n  events: [{{do: sba_check}}]\n", name="f"
    )
    with pytest.raises(ScenarioError, match="more than 400 cards"):
        derive(file.cases[0])


ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    float("inf"),
    "",
    "x",
    "²",
    [],
    [None],
    [[1]],
    {},
    {"a": {"b": 1}},
    10**30,
]


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [here] if here else []
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += paths(inner, (*here, key))
    return found


def spoiled(case: dict[str, Any], path: tuple[Any, ...], odd: Any) -> dict[str, Any]:
    changed = copy.deepcopy(case)
    here: Any = changed
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = odd
    return changed


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(1, 40), st.data())
def test_a_value_of_any_kind_at_any_place_is_run_or_refused(seed: int, data: st.DataObject) -> None:
    case = random_case(seed)
    path = data.draw(st.sampled_from(paths(case)))
    text = yaml.safe_dump(document([spoiled(case, path, data.draw(st.sampled_from(ODD)))]), sort_keys=False)
    try:
        derive(load_scenarios(text, name="f").cases[0], explain=False)
    except ReasonerError as error:
        assert str(error)


def _boosts(number: int, count: int) -> str:
    effects = "\n".join(
        f"    - {{id: e{n}, applied_to: [c], aimed_at: creature, power_delta: {number}}}"
        for n in range(count)
    )
    return (
        "meta: {game: dm}\ncases:\n- id: big\n  game: dm\n  as_of: '2022-07-28'\n  situation:\n"
        "    cards: {c: {types: [creature], power: 1000}}\n    battle_zone: {self: [[c]]}\n"
        f"    effects:\n{effects}\n  events: [{{do: sba_check}}]\n"
    )


def test_a_number_that_the_solver_cannot_hold_is_refused_at_its_place() -> None:
    with pytest.raises(ReasonerError, match=r"f:10:66: a number may not be larger than"):
        load_scenarios(_boosts(10**9, 1), name="f")


def test_numbers_that_add_up_to_too_much_end_in_an_error() -> None:
    with pytest.raises(ReasonerError, match="add up"):
        derive(load_scenarios(_boosts(99_999_999, 40), name="f").cases[0], explain=False)


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, "", "."])
def test_a_path_that_names_no_file_is_refused(path: str) -> None:
    with pytest.raises(ReasonerError, match="cannot be read"):
        load_scenarios(path)
