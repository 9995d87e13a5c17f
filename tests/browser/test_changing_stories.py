"""What readers change, walked in Chromium over a store of their own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from explorer.app.i18n import texts
from tests.browser.server import running_app
from tests.browser.walk import Visit, launched

JA = texts("ja")


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with launched(browser_path) as found:
        yield found


@pytest.fixture(scope="module")
def own_store(sample_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("own") / "store"
    shutil.copytree(sample_store, place)
    return place


@pytest.fixture(scope="module")
def own_address(
    browser_path: str, own_store: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    with running_app(own_store, tmp_path_factory.mktemp("own-home")) as url:
        yield url


@pytest.fixture
def visit(browser: Browser, own_address: str) -> Iterator[Visit]:
    found = Visit(browser, own_address)
    yield found
    assert found.outside == []
    assert found.errors == []


def test_a_finding_is_suppressed_with_a_reason(visit: Visit, own_store: Path) -> None:
    page = visit.open("/findings?code=TC0401")
    address = page.locator("article h3 a").first.get_attribute("href")
    page.locator("article h3 a").first.click()
    page.get_by_label(JA("findings.reason")).fill("運用の注記として残す")
    page.get_by_role("button", name=JA("findings.do_suppress")).click()
    expect(page.get_by_text("の指摘を抑制し")).to_be_visible(timeout=60_000)
    visit.settle()
    assert page.locator(f'article h3 a[href="{address}"]').count() == 0
    file = own_store.with_name("store.suppressions.yaml")
    assert "運用の注記として残す" in file.read_text("utf-8")
