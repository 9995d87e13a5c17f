"""The outcome lab as readers use it, walked in Chromium: the way there, two days, one step after the other."""

import re
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


def test_a_first_time_reader_derives_an_outcome_in_four_clicks(visit: Visit) -> None:
    """From the front page: the lab, the list of cases, a case; the answer with its steps is there."""
    visit.page.add_init_script(
        "addEventListener('click', (event) => { if (event.isTrusted)"
        " sessionStorage.clicks = 1 + Number(sessionStorage.clicks || 0) }, true)"
    )
    page = visit.open("/")
    page.get_by_role("link", name=JA("overview.way_outcome.title")).click()
    expect(page.locator(".sai-steps").first).to_be_visible(timeout=60_000)
    visit.settle()
    page.get_by_label(JA("outcome.case"), exact=True).click()
    page.get_by_role("option").filter(has_text="dm-qa-04").click()
    page.wait_for_url(re.compile("case=dm-qa-04"), timeout=30_000)
    visit.settle()
    expect(page.locator(".sai-boards").first.locator(".sai-board")).to_have_count(3, timeout=30_000)
    expect(page.locator(".sai-steps").get_by_role("link").first).to_be_visible()
    clicks = int(page.evaluate("Number(sessionStorage.clicks || 0)"))
    assert 1 <= clicks <= 4


def test_the_same_board_on_two_days(visit: Visit) -> None:
    page = visit.open("/outcome?case=dm-qa-03")
    page.get_by_text(JA("outcome.what_if")).click()
    field = page.get_by_label(JA("outcome.versus"), exact=True)
    field.fill("2010-01-01")
    field.press("Enter")
    page.wait_for_url(re.compile("vs=2010-01-01"), timeout=30_000)
    visit.settle()
    expect(page.get_by_text(JA("compare.differs"))).to_be_visible(timeout=30_000)
    sides = page.locator(".sai-sides > section")
    expect(sides).to_have_count(2)
    expect(sides.nth(0).get_by_role("heading", name=re.compile("2021-09-07"))).to_be_visible()
    expect(sides.nth(1).get_by_role("heading", name=re.compile("2010-01-01"))).to_be_visible()
    page.locator("ul.sai-list").get_by_role("link", name="801.4a", exact=True).first.click()
    expect(page.locator("h1").first).to_have_text("801.4a", timeout=30_000)
    page.go_back()
    page.wait_for_url(re.compile("vs=2010-01-01"), timeout=30_000)
    visit.settle()
    expect(page.locator(".sai-sides > section")).to_have_count(2, timeout=30_000)


def test_time_is_stepped_through_with_the_keyboard_and_shared(visit: Visit, browser: Browser) -> None:
    page = visit.open("/outcome?case=dm-qa-01a")
    heading = page.locator("h3[aria-live]")
    expect(heading).to_have_text(JA("outcome.before"))
    page.get_by_role("button", name=JA("time.next")).focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_text(re.compile("^1. "), timeout=30_000)
    visit.settle()
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text(re.compile("^2. "), timeout=30_000)
    visit.settle()
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text(re.compile("^1. "), timeout=30_000)
    page.wait_for_url(re.compile("t=1"), timeout=30_000)
    visit.settle()
    assert page.locator(".sai-b-new").count() > 0
    other = Visit(browser, visit.address)
    other.open(page.url.removeprefix(visit.address))
    expect(other.page.locator("h3[aria-live]")).to_have_text(heading.inner_text())
    assert other.outside == []
