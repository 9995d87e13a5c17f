"""The agreement board: every ruling of a graph is listed, judged once, and found by rule, year and state."""

from pathlib import Path

from explorer.app import agreement
from explorer.app.agreement import RulingState, merged
from explorer.app.i18n import texts
from explorer.app.views import agreement_board
from ingest.pipeline import ingest_paths
from ingest.store import open_store
from tests.app.conftest import App
from tests.app.test_pages import html_of

JA = texts("ja")


def test_every_ruling_of_the_sample_is_there_once(sample_wiki: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "store") as store:
        ingest_paths(store, [str(sample_wiki)], workers=1)
        states = merged(agreement.every(store))
        total = agreement.count_rulings(store)
    assert total > 10
    assert len(states) == total == len({state.ruling for state in states})
    by_state = {name: [s for s in states if s.state == name] for name in agreement.STATES}
    assert by_state["agree"]
    assert by_state["only_by_itself"]
    assert by_state["disagree"] == []
    assert all(s.cases and s.derived for s in by_state["agree"])
    assert all(not s.cases for s in by_state["not_read"])
    assert [s.date for s in states] == sorted((s.date for s in states), reverse=True)
    cited = {rule for s in states for rule in s.rules}
    assert {"703.4e", "801.4a"} <= cited


def test_a_ruling_of_several_boards_is_as_good_as_the_worst() -> None:
    boards = [
        RulingState("r", "2020-01-01", "p:1", "yes", "agree", cases=("a",), rules=("1",)),
        RulingState("r", "2020-01-01", "p:1", "yes", "disagree", cases=("b",), rules=("2",)),
        RulingState("s", "2021-01-01", "p:2", "no", "agree", cases=("c",)),
    ]
    newest, worst = merged(boards)
    assert newest.ruling == "s"
    assert (worst.state, worst.cases, worst.rules) == ("disagree", ("a", "b"), ("1", "2"))


def test_the_board_counts_by_year_and_by_rule_and_leads_to_the_lab(app: App) -> None:
    agreement_board._kept.clear()
    at = app.open("outcome?view=agreement")
    assert at.title[0].value == JA("agreement.heading")
    shown = html_of(at)
    assert "outcome?ruling=" in shown or "outcome?case=" in shown
    assert "year=2021" in shown
    assert "rule=703.4e" in shown
    assert all(JA(f"agreement.means_{state}") in shown for state in agreement.STATES)
    none = app.open("outcome?view=agreement&state=not_read&year=2021")
    assert "**0**" in " ".join(part.value for part in none.markdown) or "outcome?ruling=" in html_of(none)
    assert not none.error


def test_a_ruling_without_a_case_is_not_read_and_leads_to_a_board(app: App) -> None:
    agreement_board._kept.clear()
    from explorer.app import session

    state = RulingState(
        "https://saitei.example/id/dm/ruling/x", "2020-01-01", "p:1", "yes", "not_read",
        reasons=("語が無い / no word",),
    )  # fmt: skip
    opened = session.Session(session._store(session.location()), texts("en"))
    assert "outcome?ruling=dm%2Fruling%2Fx" in agreement_board._way(state, opened)
    assert "no word" in agreement_board._derived(state, opened)
    assert "語" not in agreement_board._derived(state, opened)
