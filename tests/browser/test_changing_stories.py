"""What readers change, walked in Chromium over a store of their own: boards, suppressions, pages."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.app.i18n import texts
from tests.browser.server import running_app
from tests.browser.walk import Visit, launched

JA = texts("ja")
LONG = 90_000
"""Milliseconds that a check of all pages may take on a busy machine."""


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


class Builder:
    """The board builder as a reader uses it; every step waits until the page has taken it in."""

    def __init__(self, visit: Visit, game: str) -> None:
        self.visit = visit
        self.page: Page = visit.open("/outcome")
        self.page.get_by_text(JA("build.title")).click()
        self.step(JA(f"build.blank_{game}"))

    def step(self, button: str) -> None:
        """Press a button that changes the board, and wait for the board in the address and on the page."""
        before = self.page.url
        pressed = self.page.get_by_role("button", name=button, exact=True).filter(visible=True)
        expect(pressed).to_be_enabled(timeout=30_000)
        pressed.click()
        self.page.wait_for_url(lambda url: url != before, timeout=60_000)
        self.visit.settle()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=JA(name)).click()
        expect(self.page.get_by_role("tab", name=JA(name))).to_have_attribute("aria-selected", "true")

    def choose(self, label: str, option: str) -> None:
        """Choose from a list; what is typed narrows it, as a long one shows only a part of itself."""
        field = self.page.get_by_label(label, exact=True).filter(visible=True).first
        field.click()
        self.page.keyboard.insert_text(option)
        self.page.get_by_role("option", name=option, exact=True).click()
        self.visit.settle()

    def add(self, label: str, *options: str) -> None:
        """Choose several from a list."""
        self.page.get_by_label(label).filter(visible=True).click()
        for option in options:
            self.page.get_by_role("option", name=option, exact=True).click()
        self.page.keyboard.press("Escape")
        self.visit.settle()

    def put(self, name: str, *, ability: str = "", under: str = "", kind: str = "") -> None:
        """Put a card on the board."""
        field = self.page.get_by_label(JA("build.name"), exact=True)
        field.fill(name)
        field.press("Enter")
        expect(self.page.get_by_role("button", name=JA("build.put"))).to_be_enabled(timeout=30_000)
        self.visit.settle()
        if ability:
            self.add(JA("build.abilities"), ability)
        if kind:
            self.choose(JA("build.monster_type"), kind)
        if under:
            self.choose(JA("build.under"), under)
        self.step(JA("build.put"))


def test_a_board_is_built_by_hand_and_has_both_outcomes(visit: Visit) -> None:
    heavy, middle, metal = "龍神ヘヴィ", "暗黒破壊神デス・フェニックス", "龍神メタル"
    build = Builder(visit, "dm")
    page = build.page
    build.put(heavy)
    build.put(middle)
    build.put(metal, ability=JA("token.relink_heavy"))
    build.put("ボルシャック・ドラゴン", under=middle)
    build.tab("build.joined")
    expect(page.get_by_label(JA("build.may_link"), exact=True)).to_have_value(
        re.compile(f"^{heavy}＋"), timeout=30_000
    )
    build.add(JA("build.chain"), heavy, middle, metal)
    build.step(JA("build.link"))
    build.tab("build.events")
    build.choose(JA("arg.card"), middle)
    build.step(JA("build.add_event"))
    for verb in ("sba_check", "begin_resolution"):
        build.choose(JA("build.verb"), JA(f"event.{verb}"))
        build.step(JA("build.add_event"))
    boards = page.locator(".sai-boards").first.locator("section")
    expect(boards).to_have_count(3, timeout=30_000)  # before, and both outcomes
    links = [boards.nth(n).locator(".sai-b-link").count() for n in range(3)]
    assert links[0] == 2
    assert sorted(links[1:]) == [0, 1], "in one outcome the two are linked again"
    assert page.locator(".sai-steps").get_by_role("link", name="703.4e", exact=True).count()


def test_the_targets_of_an_equip_spell_are_offered_with_reasons(visit: Visit) -> None:
    build = Builder(visit, "ygo")
    page = build.page
    build.put("伝説の剣")
    build.put("鉄の騎士ギア・フリード")
    build.put("手作りの竜", kind=JA("token.dragon"))
    build.tab("build.joined")
    expect(page.get_by_text("伝説の剣 → 鉄の騎士ギア・フリード：選べます")).to_be_visible(timeout=30_000)
    refused = page.locator("li").filter(has_text="伝説の剣 → 手作りの竜：選べません")
    expect(refused).to_be_visible()
    expect(refused.get_by_role("link", name="x-equip-condition")).to_be_visible()
    build.step(JA("build.activate"))
    after = page.locator(".sai-boards").first.locator("section").nth(1)
    expect(after.locator(".sai-b-tie")).to_have_count(1, timeout=30_000)


def test_a_finding_is_suppressed_and_reported_as_unused_once_the_text_is_mended(
    visit: Visit, own_store: Path
) -> None:
    page = visit.open("/findings?code=TC0401")
    wanted = page.locator("article").filter(has_text="規則 703.4b").locator("h3 a")
    address = wanted.get_attribute("href")
    wanted.click()
    page.wait_for_url(re.compile("f="), timeout=60_000)
    visit.settle()
    page.get_by_label(JA("findings.reason")).fill("運用の注記として残す")
    page.get_by_role("button", name=JA("findings.do_suppress")).click()
    expect(page.get_by_text("の指摘を抑制し")).to_be_visible(timeout=LONG)
    visit.settle()
    assert page.locator(f'article h3 a[href="{address}"]').count() == 0
    assert "運用の注記として残す" in own_store.with_name("store.suppressions.yaml").read_text("utf-8")
    assert page.get_by_text(JA("findings.unused")).count() == 0

    page = visit.open("/import?page=dm/page/sample/状況起因処理")
    area = page.get_by_label(JA("import.text"))
    claim = "条文には「なった」とあるが、実際には"
    expect(area).to_have_value(re.compile(claim), timeout=30_000)
    area.fill(area.input_value().replace(claim, ""))
    page.get_by_role("button", name=JA("import.preview")).click()
    commit = page.get_by_role("button", name=JA("import.commit"), exact=True)
    expect(commit).to_be_visible(timeout=LONG)
    visit.settle()
    cured = page.locator("section").filter(has_text=re.compile(r"^なくなる指摘"))
    expect(cured.locator("li").filter(has_text="TC0401")).to_have_count(1)
    commit.click()
    expect(page.get_by_text(JA("import.committed", title="状況起因処理"))).to_be_visible(timeout=LONG)

    page = visit.open("/findings?code=TC9001")
    expect(page.locator("article h3").filter(has_text="TC9001")).to_be_visible(timeout=LONG)
    page.get_by_text(JA("findings.suppressions", n=1)).click()
    expect(page.get_by_text(re.compile(f"運用の注記として残す.*{JA('findings.unused')}"))).to_be_visible()


def test_a_page_with_an_error_is_mended_in_place_committed_and_undone(visit: Visit) -> None:
    page = visit.open("/import?page=dm/page/sample/ゴッド")
    area = page.get_by_label(JA("import.text"))
    preview = page.get_by_role("button", name=JA("import.preview"))
    expect(area).to_have_value(re.compile("ゴッド"), timeout=30_000)
    former = area.input_value()
    said = "リンクの例をここに足す。"
    area.fill(f"{former}\n-&color(red){{{said}\n")
    preview.click()
    noticed = page.get_by_text(re.compile("閉じられていません"))
    expect(noticed).to_be_visible(timeout=LONG)
    visit.settle()
    area.fill(f"{former}\n-{said}\n")
    preview.click()
    expect(noticed).to_have_count(0, timeout=LONG)
    commit = page.get_by_role("button", name=JA("import.commit"), exact=True)
    expect(commit).to_be_visible(timeout=LONG)
    visit.settle()
    expect(page.locator("li").filter(has_text=said).first).to_be_visible()
    commit.click()
    expect(page.get_by_text(JA("import.committed", title="ゴッド"))).to_be_visible(timeout=LONG)
    visit.settle()
    expect(area).to_have_value(re.compile(said), timeout=30_000)
    page.get_by_role("link", name=JA("import.open", title="ゴッド")).click()
    page.wait_for_url(re.compile("/entity"), timeout=60_000)
    visit.settle()
    expect(page.locator(".sai-text").get_by_text(said)).to_be_visible(timeout=30_000)

    page = visit.open("/import?page=dm/page/sample/ゴッド")
    page.get_by_role("button", name=JA("import.undo", title="ゴッド")).click()
    expect(page.get_by_text(JA("import.undone", title="ゴッド"))).to_be_visible(timeout=LONG)
    visit.settle()
    expect(area).to_have_value(former, timeout=30_000)
