"""The SPARQL page: mending, layout, tabs, history, taking along, the views of an answer, stopping a query."""

import threading
import time
from urllib.parse import quote

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from explorer.app.data.sparql import Result
from explorer.app.data.sparql_empty import reasons
from explorer.app.data.sparql_format import layout
from explorer.app.data.sparql_places import spots
from explorer.app.data.sparql_words import words
from explorer.app.views import sparql_answer, sparql_run
from ingest.store import QueryStopped, open_store
from ingest.store.lint import tokens
from ontology.namespaces import PREFIXES
from ontology.queries import load_queries
from tests.app.conftest import App
from tests.app.test_pages import html_of

DATED = "SELECT ?r ?d WHERE { ?r a tcg:Ruling ; tcg:rulingDate ?d }"
CROSS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p }"


def asked(app: App, query: str) -> AppTest:
    return app.open(f"sparql?sparql={quote(query)}")


@pytest.mark.parametrize("bad", ["SELECT\u3000* {?s ?p ?o} LIMIT 1", "SELECT * {？s ?p ?o} LIMIT 1", "SELECT * ｛?s ?p ?o} LIMIT 1",
                                 "SELECT * {?s ?p ?o FILTER(STR(?o) != 「x」)} LIMIT 1"])  # fmt: skip
def test_what_a_japanese_keyboard_leaves_is_shown_at_its_place_and_mended_by_one_click(
    app: App, bad: str
) -> None:
    at = asked(app, bad)
    assert len(at.error) == 1
    assert any("▲" in part.value for part in at.code)
    mended = at.button("mend").click().run()
    assert not mended.error
    assert not mended.exception


def solid(query: str) -> list[str]:
    return [
        t.text.upper() if t.kind == "word" else t.text.rstrip() if t.kind == "comment" else t.text
        for t in tokens(query)
        if t.kind != "space"
    ]


def test_layout_keeps_every_token_of_every_named_query() -> None:
    for name, query in load_queries().items():
        laid = layout(query.sparql)
        assert solid(laid) == solid(query.sparql), name
        assert layout(laid) == laid, name
        ox.Store().query(laid, prefixes=PREFIXES)


@given(st.text(alphabet="SELECT{}().;,?ab:<>\"'#\n @^/*+1裁", max_size=40))
@settings(max_examples=200, deadline=None)
def test_layout_of_anything_keeps_its_tokens(text: str) -> None:
    laid = "".join(solid(layout(text))).upper()
    assert laid.replace(" ", "") == "".join(solid(text)).upper().replace(" ", "")


def test_the_button_lays_out_and_does_not_ask(app: App) -> None:
    at = app.open("sparql")
    at.text_area[0].set_value("select ?r { ?r a tcg:Ruling } limit 3")
    laid = next(b for b in at.button if b.label == "整形").click().run()
    assert laid.text_area[0].value == "SELECT ?r {\n  ?r a tcg:Ruling\n}\nLIMIT 3\n"
    assert "sparql-table" not in str(laid.session_state)


def test_words_of_the_vocabulary_and_names_of_things_are_offered(small_store) -> None:  # type: ignore[no-untyped-def]
    with open_store(small_store, read_only=True) as store:
        offered = {put: (names.split("\n"), kind) for put, names, kind in words(store)}
    assert {"裁定", "Ruling", "tcg:Ruling"} <= set(offered["tcg:Ruling"][0])
    assert "裁定日" in offered["tcg:rulingDate"][0]
    cards = [put for put, (_, kind) in offered.items() if kind == "Card"]
    assert cards
    assert all(put.startswith("<https://saitei.example/id/") for put in cards)
    assert "OPTIONAL" in offered


def test_tabs_keep_their_queries(app: App) -> None:
    at = asked(app, DATED)
    second = at.button("sparql-tab-add").click().run()
    assert "sparql" not in second.query_params
    back = second.button("sparql-tab-0").click().run()
    assert back.query_params["sparql"] in (DATED, [DATED])
    alone = back.button("sparql-tab-close").click().run()
    assert not [b for b in alone.button if b.key == "sparql-tab-0"]


def test_what_was_asked_is_kept_and_comes_back_by_a_click(app: App) -> None:
    at = asked(app, DATED)
    at.query_params["sparql"] = "ASK { ?s ?p ?o }"
    other = at.run()
    again = other.button("sparql-past-0").click().run()
    assert again.query_params["sparql"] in (DATED, [DATED])


def test_a_query_is_taken_along(app: App) -> None:
    shown = "\n".join(part.value for part in asked(app, DATED).code)
    assert "curl -H 'Accept: text/csv'" in shown
    assert "open_graph(" in shown
    assert "sparql=SELECT" in shown


def test_the_snippet_runs(app: App) -> None:
    snippet = next(part.value for part in asked(app, DATED).code if "open_graph(" in part.value)
    names: dict[str, object] = {}
    exec(snippet, names)
    assert list(names["frame"].columns) == ["r", "d"]  # type: ignore[attr-defined]


def test_rows_lead_to_their_line(app: App, small_store) -> None:  # type: ignore[no-untyped-def]
    shown = html_of(asked(app, DATED))
    assert "&amp;at=" in shown
    with open_store(small_store, read_only=True) as store:
        rulings = [str(r) for (r,) in store.select("SELECT ?r { ?r a tcg:Ruling ; tcg:line ?l }")]
        found = spots(store, rulings)
        for iri, spot in found.items():
            ((line,),) = store.select(f"SELECT ?l {{ GRAPH <{spot.page}> {{ <{iri}> tcg:line ?l }} }}")
            assert int(line or 0) == spot.line
    assert found


def test_ways_to_show_an_answer(app: App) -> None:
    linked = asked(app, "SELECT ?r ?c WHERE { ?r a tcg:Ruling ; tcg:involves ?c }")
    assert linked.radio[0].options == ["表", "グラフ"]
    drawn = linked.radio[0].set_value("graph").run()
    assert not drawn.exception
    counted = asked(app, "SELECT ?v (COUNT(?r) AS ?n) WHERE { ?r tcg:verdict ?v } GROUP BY ?v")
    assert counted.radio[0].options == ["表", "棒グラフ"]
    assert not counted.radio[0].set_value("chart").run().exception
    dated = asked(app, DATED)
    assert "年表" in dated.radio[0].options
    assert not dated.radio[0].set_value("timeline").run().exception


def test_columns_for_bars_and_lines() -> None:
    rows = [[("a", True), ("b", True), ("3", False)], [("a", True), ("a", True), ("4.5", False)]]
    result = Result("SELECT", ["x", "y", "n"], rows)
    assert sparql_answer.edges_of(result) == [("a", "b", "")]
    assert sparql_answer.numbers_of(result) == (0, 2)
    assert sparql_answer.numbers_of(Result("SELECT", ["d"], [[("2021-01-02", False)]])) is None


def test_an_empty_answer_is_explained(app: App, small_store) -> None:  # type: ignore[no-untyped-def]
    with open_store(small_store, read_only=True) as store:
        query = 'SELECT * { ?c skos:prefLabel "S-MAX進化" }'
        (reason,) = reasons(store, query)
        assert (reason.kind, reason.other) == ("language", '"S-MAX進化"@ja')
        assert store.select(reason.mended)
        kinds = [
            (r.kind, r.name, r.other) for r in reasons(store, "SELECT * { ?c a tcg:Card ; tcg:verdict ?v }")
        ]
        assert kinds == [("class", "tcg:verdict", "tcg:Card")]
        assert [r.kind for r in reasons(store, "SELECT * { ?c a tcg:Nothing }")] == ["absent"]
        assert reasons(store, "SELECT * { ?c a tcg:Card ; skos:prefLabel ?l FILTER(?l = ?c) }") == []
    mended = asked(app, query).button("mend-0").click().run()
    assert not mended.error
    assert any(part.value.startswith("**") and part.value.endswith("行") for part in mended.markdown)


def test_a_runaway_query_ends_at_its_limit_and_the_next_answers(app: App) -> None:
    at = app.open("sparql")
    at.selectbox("seconds").set_value(5)
    at.text_area[0].set_value(CROSS)
    over = next(b for b in at.button if b.label == "実行").click().run(timeout=60)
    assert "stopped after 5 s" in over.error[0].value
    began = time.monotonic()
    over.query_params["sparql"] = "ASK { ?s ?p ?o }"
    assert over.run(timeout=60).success
    assert time.monotonic() - began < 30


def test_a_stopped_query_is_not_asked_again_by_itself(app: App) -> None:
    at = app.open("sparql")
    at.session_state["sparql_stopped"] = DATED
    at.query_params["sparql"] = DATED
    shown = at.run()
    assert shown.warning[0].value == "問い合わせを止めました。"
    again = shown.button("again").click().run()
    assert not again.warning
    assert "2021-09-07" in html_of(again)


def test_leaving_the_page_ends_the_query(small_store, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """The script of a page is interrupted by an exception at one of its updates: the query ends with it."""

    class Interrupted(BaseException):
        pass

    ended: list[BaseException] = []
    with open_store(small_store, read_only=True) as store:

        def call(stop: threading.Event) -> None:
            try:
                store.query(CROSS, timeout=300, stop=stop)
            except QueryStopped as error:
                ended.append(error)

        class Empty:
            def __init__(self) -> None:
                self.times = 0

            def container(self, **_: object):  # type: ignore[no-untyped-def]
                import contextlib

                return contextlib.nullcontext()

            def markdown(self, _: str) -> None:
                self.times += 1
                if self.times > 2:
                    raise Interrupted

        monkeypatch.setattr(sparql_run.st, "empty", Empty)
        monkeypatch.setattr(sparql_run.st, "button", lambda *_, **__: False)
        with pytest.raises(Interrupted):
            sparql_run.stoppable(call, CROSS, lambda key, **_: key)  # type: ignore[arg-type,return-value]
        until = time.monotonic() + 60
        while not ended:
            assert time.monotonic() < until
            time.sleep(0.05)
