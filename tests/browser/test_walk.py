"""The pages of the app in Chromium, in both languages, with the network cut off."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from explorer.app.i18n import texts
from tests.browser.walk import Visit, faults, launched, pages_of


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with launched(browser_path) as found:
        yield found


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_page_is_whole(
    browser: Browser, address: str, sample_store: Path, lang: str, width: int
) -> None:
    visit = Visit(browser, address, width=width, dark=width == 400)
    for name, path in pages_of(sample_store).items():
        joint = "&" if "?" in path else "?"
        page = visit.open(f"{path}{joint}lang={lang}")
        assert faults(page) == [], name
        assert page.evaluate("document.documentElement.lang") == lang, name
        assert page.locator('[data-testid="stAlertContentError"]').count() == 0, name
    assert visit.outside == []
    assert visit.errors == []


def test_the_pages_are_one_click_away(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.open("/")
    text = texts("ja")
    for name in ("search", "graph", "outcome", "findings", "import", "sparql", "overview"):
        visit.page.locator('[data-testid="stSidebar"]').get_by_role(
            "link", name=text(f"{name}.nav"), exact=True
        ).click()
        expect(visit.page.locator("h1").first).to_have_text(text(f"{name}.title"), timeout=30_000)
    assert visit.outside == []


def test_japanese_characters_have_glyphs(browser: Browser, address: str) -> None:
    """A character without a glyph is drawn as a box, as wide as any other such character."""
    visit = Visit(browser, address)
    page = visit.open("/entity?id=dm/card/龍神ヘヴィ")
    same = page.evaluate(
        r"""() => {
          const font = getComputedStyle(document.querySelector('h1')).fontFamily;
          const draw = (text) => {
            const canvas = document.createElement('canvas'); canvas.width = canvas.height = 40;
            const context = canvas.getContext('2d'); context.font = '30px ' + font; context.fillText(text, 4, 32);
            return canvas.toDataURL();
          };
          const box = draw('\u{10ffff}');
          return [...'龍神ヘヴィ裁定構築竜禁断《》→①'].filter((c) => draw(c) === box);
        }"""
    )
    assert same == []
