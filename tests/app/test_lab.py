"""The outcome lab: stepping through time, leaving rules out, other ways to begin, what an answer leaves out."""

from urllib.parse import quote

import pytest
import yaml
from streamlit.testing.v1 import AppTest

from explorer.app import scenario_edit as edit
from explorer.app.cases import all_cases
from explorer.app.i18n import texts
from explorer.app.views.outcome_edit import decoded, encoded
from ontology.reasoner import derive_board
from tests.app.conftest import App
from tests.app.test_pages import components, html_of

JA = texts("ja")


def step_of(at: AppTest) -> str:
    """What the viewer of steps shows."""
    return next(str(part["html"]) for part in components(at) if "aria-live" in str(part.get("html")))


def board_in(at: AppTest) -> edit.Document:
    packed = at.query_params["y"]
    found: edit.Document = yaml.safe_load(decoded(packed[0] if isinstance(packed, list) else packed) or "")
    return found


def test_the_lab_steps_through_time_and_keeps_the_step_in_the_address(app: App) -> None:
    at = app.open("outcome?case=dm-qa-01a")
    assert JA("outcome.before") in step_of(at)
    assert at.button("time-previous").disabled
    at = at.button("time-next").click().run()
    assert at.query_params["t"] in ("1", ["1"])
    first = step_of(at)
    assert "1. 離れる" in first
    assert "sai-b-new" in first
    assert "entity?id=dm%2Frule%2F703.4i" in first
    at = at.button("time-next").click().run().button("time-next").click().run()
    last = step_of(at)
    assert last != first
    assert at.button("time-next").disabled
    assert step_of(app.open("outcome?case=dm-qa-01a&t=3")) == last
    at = at.button("time-previous").click().run()
    assert at.query_params["t"] in ("2", ["2"])


def test_the_last_step_shows_the_board_of_the_outcome(app: App) -> None:
    (derivation,) = derive_board(all_cases()["dm-qa-04"].boards[0])
    assert len(derivation.outcomes) == 2
    for number, outcome in enumerate(derivation.outcomes, 1):
        assert outcome.steps[-1].state == outcome.state
        at = app.open(f"outcome?case=dm-qa-04&o={number}&t={len(outcome.steps)}")
        assert at.selectbox("time-outcome").value == number - 1
    assert step_of(at) != step_of(app.open(f"outcome?case=dm-qa-04&t={len(derivation.outcomes[0].steps)}"))


@pytest.mark.parametrize("t", ["99", "-1", "x", "1e9", "99999999999"])
def test_a_step_that_is_not_there_does_not_break_the_page(app: App, t: str) -> None:
    at = app.open(f"outcome?case=dm-qa-01a&t={t}&o={t}")
    assert not at.error
    assert step_of(at)


def test_a_rule_is_left_out_from_a_step_and_both_outcomes_are_compared(app: App) -> None:
    at = app.open("outcome?case=dm-qa-01a")
    assert "without=703.4e" in html_of(at)
    at = app.open("outcome?case=dm-qa-01a&without=703.4e")
    assert any(JA("compare.differs_without") in part.value for part in at.warning)
    assert JA("compare.every") in html_of(at)
    same = app.open("outcome?case=dm-qa-01a&without=x-sickness-until-2014")
    assert any(JA("compare.same_without") in part.value for part in same.success)


def test_what_the_sources_leave_open_is_said(app: App) -> None:
    shown = html_of(app.open("outcome?case=dm-qa-09c"))
    assert JA("topic.aura_after_rebuild") in shown
    assert "x-offer-aura" in shown
    assert "topic:" not in shown
    assert JA("unsaid.always") in html_of(app.open("outcome?case=dm-qa-01a"))


def test_every_open_question_of_the_shipped_cases_has_words() -> None:
    words = {
        word.partition(":")[2]
        for case in all_cases().values()
        for board in case.boards
        if case.mode != "graph"
        for derivation in derive_board(board, explain=False)
        for word in derivation.unanswered
    }
    assert words
    for lang in ("ja", "en"):
        assert [word for word in words if not texts(lang).get(f"topic.{word}", "")] == []


def test_a_ruling_with_a_case_leads_to_the_case(app: App) -> None:
    at = app.open("outcome?ruling=dm/ruling/example-1")
    assert at.query_params["case"] in ("dm-qa-01a", ["dm-qa-01a"])
    assert any(JA("start.written") in part.value for part in at.info)


def test_a_ruling_without_a_case_lays_its_cards_out(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.app.cases.cases_of", lambda *_: [])
    at = app.open("outcome?ruling=dm/ruling/example-1")
    case = edit.case_of(board_in(at))
    assert case["as_of"] == "2021-09-07"
    assert {card["name"] for card in case["situation"]["cards"].values()} >= {"龍神ヘヴィ"}
    assert any(JA("start.cards") in part.value for part in at.info)
    assert not at.error


def test_a_board_that_was_read_from_a_ruling_is_begun_with(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    read = '{"id": "read-1", "as_of": "2021-09-07", "situation": {"cards": {"a": {"name": "甲", "types": ["creature"]}}, "battle_zone": {"self": [["a"]]}}, "events": [{"do": "destroy", "card": "a"}]}'
    monkeypatch.setattr("explorer.app.cases.cases_of", lambda *_: [])
    monkeypatch.setattr(
        "explorer.app.views.outcome_start._known", lambda *_: ("2021-09-07", "dm", "", read, ["甲"])
    )
    at = app.open("outcome?ruling=dm/ruling/example-1")
    assert edit.case_of(board_in(at))["id"] == "read-1"
    assert any(JA("start.draft") in part.value for part in at.info)
    assert "甲" in html_of(at)


def test_the_address_and_the_yaml_of_what_is_shown_are_offered(app: App) -> None:
    at = app.open("outcome?case=dm-qa-01a&t=2&asof=2021-09-07")
    address = next(code.value for code in at.code if "case=dm-qa-01a" in code.value)
    assert "t=2" in address
    assert "asof=2021-09-07" in address
    document = quote(encoded(yaml.safe_dump(edit.blank("dm", title="own", day="2022-01-01"))))
    assert app.open(f"outcome?y={document}").title[0].value == JA("outcome.title")
