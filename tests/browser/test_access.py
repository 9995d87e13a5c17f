"""Every page can be used by everyone: axe-core's rules, the keyboard, and a table for each drawing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.app.i18n import texts
from tests.browser.walk import Visit, launched, pages_of

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")

# Faults of Streamlit's own controls, which an app cannot mend; each is named so that a new one is seen.
STREAMLITS_OWN = {
    "aria-allowed-attr": 'data-baseweb="(select|button-group)"|stPills|stSelectbox|stMultiSelect',
    "nested-interactive": "stSelectbox|stMultiSelect|data-baseweb",
    "aria-input-field-name": "stMultiSelect|data-baseweb",
    "button-name": "stSidebar|stBaseButton-header",
    "aria-required-children": "stPills|data-baseweb|stTabs",
}


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with launched(browser_path) as found:
        yield found


def violations(page: Page) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate(
        "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.filter("
        "(v) => ['serious', 'critical'].includes(v.impact)).flatMap((v) => v.nodes.map("
        "(n) => [v.id, n.html.slice(0, 300), n.target.join(' '), n.failureSummary || ''])))"
    )
    return [
        f"{rule}: {target} {html} {why}"
        for rule, html, target, why in found
        if not (rule in STREAMLITS_OWN and re.search(STREAMLITS_OWN[rule], html + target))
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_serious_violation(
    browser: Browser, address: str, sample_store: Path, lang: str, dark: bool
) -> None:
    visit = Visit(browser, address, dark=dark)
    found = {}
    for name, path in pages_of(sample_store).items():
        page = visit.open(f"{path}{'&' if '?' in path else '?'}lang={lang}")
        broken = violations(page)
        if broken:
            # What is still being drawn is faded for a moment; the page that a reader sees is the one that stays.
            page.wait_for_timeout(3000)
            visit.settle()
            broken = violations(page)
        if broken:
            found[name] = broken
    assert found == {}


def test_the_graph_can_be_worked_without_a_mouse(browser: Browser, address: str) -> None:
    text = texts("ja")
    visit = Visit(browser, address)
    page = visit.open("/graph?start=dm/rule/703.4e")
    before = page.locator(".sai-graph").get_attribute("data-ready")
    field = page.get_by_label(text("graph.select"))
    field.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("sel="), timeout=20_000)
    visit.settle()
    page.get_by_role("button", name=text("graph.expand"), exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("do="), timeout=20_000)
    visit.settle()
    expect(page.locator(".sai-graph")).not_to_have_attribute("data-ready", str(before), timeout=20_000)
    page.locator(".sai-table a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/entity"), timeout=20_000)


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control with this name has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        reached = page.evaluate(
            "() => { const e = document.activeElement; return e && e.matches('a, button, input, textarea, [role]')"
            " ? e.getAttribute('aria-label') || e.innerText || '' : '' }"
        )
        if name in str(reached).split("\n"):
            return
    raise AssertionError(f"Tab never reached {name!r}")


def test_the_graph_is_opened_pinned_hidden_and_taken_back_by_keys_alone(
    browser: Browser, address: str
) -> None:
    text = texts("ja")
    visit = Visit(browser, address)
    page = visit.open("/graph?start=dm/rule/703.4e&do=!&do=%2Bdm/ruling/none&sel=dm/rule/703.4e")
    graph = page.locator(".sai-graph")

    def press(key: str) -> None:
        before = page.url
        tab_to(page, text(key))
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: url != before, timeout=30_000)
        visit.settle()

    alone = int(graph.get_attribute("data-ready") or 0)
    press("graph.expand")
    expect(graph).not_to_have_attribute("data-ready", str(alone), timeout=30_000)
    opened = int(graph.get_attribute("data-ready") or 0)
    press("graph.pin")
    expect(page.get_by_role("button", name=text("graph.unpin"), exact=True)).to_be_visible(timeout=30_000)
    press("graph.only_pinned")
    expect(graph).to_have_attribute("data-ready", "1", timeout=30_000)
    press("graph.undo")
    expect(graph).to_have_attribute("data-ready", str(opened), timeout=30_000)
    for control in ("in", "out", "fit", "png"):
        tab_to(page, text(f"graph.{control}"))
    assert visit.errors == []


def test_every_drawing_has_a_name_and_a_table(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    page = visit.open("/graph?start=dm/rule/703.4e")
    label = page.locator(".sai-graph canvas").get_attribute("aria-label") or ""
    assert "703.4e" in label
    nodes = int(page.locator(".sai-graph").get_attribute("data-ready") or 0)
    assert page.locator("table").nth(1).locator("tbody tr").count() == nodes
