"""The deeper pages of the lab and of the findings: axe-core's rules and the layout, wide and light, narrow and dark."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from explorer.app.i18n import texts
from tests.browser.test_access import violations
from tests.browser.walk import PAGES, Visit, faults, launched

DEEPER = {
    "agreement": "/outcome?view=agreement",
    "steps": "/outcome?case=dm-qa-04&t=2&o=2",
    "dropped": "/outcome?case=dm-qa-01a&without=703.4e",
}


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with launched(browser_path) as found:
        yield found


@pytest.mark.parametrize(("lang", "dark", "width"), [("ja", False, 1280), ("en", True, 400)])
def test_deeper_pages_are_whole_and_can_be_used_by_everyone(
    browser: Browser, address: str, lang: str, dark: bool, width: int
) -> None:
    visit = Visit(browser, address, dark=dark, width=width)
    page = visit.open(f"{PAGES['findings']}?code=TC0401&lang={lang}")
    one = page.locator("article h3 a").first.get_attribute("href") or ""
    assert "f=" in one
    wrong = {}
    for name, path in {**DEEPER, "finding": f"/{one}"}.items():
        joint = "&" if "?" in path else "?"
        page = visit.open(f"{path}{joint}lang={lang}" if "lang=" not in path else path)
        found = [*faults(page), *violations(page)]
        if found:
            # What is still being drawn is faded for a moment; the page that a reader sees is the one that stays.
            page.wait_for_timeout(3000)
            visit.settle()
            found = [*faults(page), *violations(page)]
        if found:
            wrong[name] = found
    assert wrong == {}
    assert page.title().startswith(texts(lang)("findings.nav"))
    assert visit.outside == []
    assert visit.errors == []
