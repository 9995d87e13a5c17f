"""E: the app. Each test is named after an entry of the log of public bugs."""

from pathlib import Path

import pytest

from explorer.app import session
from explorer.app.i18n import texts
from ingest.store import StoreError
from tests.app.conftest import App
from tests.app.test_pages import drawing_of, html_of


@pytest.mark.parametrize("page", ["search", "graph", "outcome", "findings", "sparql"])
def test_e1_an_address_opens_its_own_page(app: App, page: str) -> None:
    """By the title: a page that silently was not opened shows that of the overview."""
    title = app.open(page).title[0].value
    assert title == texts("ja")(f"{page}.title")
    assert title != texts("ja")("overview.title")


def test_e3_the_store_is_one_object_that_nobody_can_change(small_store: Path) -> None:
    session._store.clear()
    first, again = session._store(str(small_store)), session._store(str(small_store))
    assert first is again
    assert first.read_only
    before = len(list(first.quads()))
    with pytest.raises((StoreError, NotImplementedError)):
        first.remove_page(first.graphs()[0])
    assert len(list(first.quads())) == before


def test_e5_each_drawing_has_a_table_and_each_input_a_label(app: App) -> None:
    for address in ("graph?start=dm/rule/703.4e", "search", "sparql", "outcome", "findings"):
        at = app.open(address)
        for kind in (
            "text_input",
            "text_area",
            "selectbox",
            "multiselect",
            "checkbox",
            "radio",
            "toggle",
            "slider",
        ):
            for element in at.get(kind):
                assert element.label.strip(), (address, kind)
    at = app.open("graph?start=dm/rule/703.4e")
    drawn = drawing_of(at)
    assert drawn["texts"]["label"].strip()
    assert html_of(at).count("<tr>") - 2 == len(drawn["nodes"]) + len(drawn["edges"])
