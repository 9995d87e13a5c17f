"""The SPARQL page in Chromium: words that are completed while typing, a query that is stopped."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from explorer.app.i18n import texts
from tests.browser.walk import Visit, launched

JA = texts("ja")


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with launched(browser_path) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    found = Visit(browser, address)
    yield found
    assert found.outside == []
    assert found.errors == []


def test_words_are_completed_by_label_and_the_query_answers(visit: Visit) -> None:
    page = visit.open("/sparql")
    editor = page.get_by_label(JA("sparql.query"))
    offered = page.get_by_role("listbox", name=JA("sparql.words"))
    expect(editor).to_have_attribute("aria-autocomplete", "list", timeout=30_000)  # the words are there
    editor.fill("SELECT ?r ?d WHERE { ?r a ")
    editor.press_sequentially("裁定")
    expect(offered).to_be_visible(timeout=30_000)
    expect(offered.get_by_role("option").filter(has_text="tcg:Ruling").first).to_be_visible()
    offered.get_by_role("option").filter(has_text="tcg:Ruling").first.click()
    expect(editor).to_have_value("SELECT ?r ?d WHERE { ?r a tcg:Ruling")
    expect(offered).to_be_hidden()
    editor.press_sequentially(" ; rulingDa")
    expect(offered).to_be_visible()
    editor.press("Enter")
    expect(editor).to_have_value("SELECT ?r ?d WHERE { ?r a tcg:Ruling ; tcg:rulingDate")
    editor.press_sequentially(" ?d }")
    page.get_by_role("button", name=JA("sparql.run")).click()
    expect(page.locator("table").first).to_contain_text("20", timeout=30_000)


def test_a_running_query_is_stopped(visit: Visit) -> None:
    page = visit.open("/sparql")
    page.get_by_label(JA("sparql.query")).fill(
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    )
    page.get_by_role("button", name=JA("sparql.run")).click()
    stop = page.get_by_role("button", name=JA("sparql.stop"), exact=True)
    expect(stop).to_be_visible(timeout=30_000)
    stop.click()
    expect(page.get_by_text(JA("sparql.was_stopped"))).to_be_visible(timeout=30_000)
    expect(stop).to_be_hidden()
