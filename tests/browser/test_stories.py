"""What readers come for, walked in Chromium."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.app import routes
from explorer.app.i18n import texts
from tests.browser.walk import Visit, launched

JA, EN = texts("ja"), texts("en")


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


@pytest.mark.parametrize("typed", ["703.4e", "７０３．４ｅ", "703-4e"])
def test_a_rule_is_found_while_typing(visit: Visit, typed: str) -> None:
    page = visit.open("/")
    page.get_by_label(JA("search.label")).first.press_sequentially(typed, delay=20)
    results = page.locator('[data-testid="stSidebar"] .sai-results')
    expect(results.get_by_role("link", name="703.4e", exact=True).first).to_be_visible(timeout=30_000)
    visit.settle()  # each letter is answered: only the last answer stays
    results.get_by_role("link", name="703.4e", exact=True).first.click()
    expect(page.locator("h1").first).to_have_text("703.4e", timeout=30_000)
    assert "id=dm" in page.url


@pytest.mark.parametrize("typed", ["saikouchiku", "さいこうちく"])
def test_a_term_is_found_by_its_reading(visit: Visit, typed: str) -> None:
    page = visit.open("/search")
    page.get_by_label(JA("search.label")).first.fill(typed)
    results = page.locator('[data-testid="stSidebar"] .sai-results')
    term = results.get_by_role("link", name="再構築", exact=True).first
    expect(term).to_be_visible(timeout=30_000)
    visit.settle()
    term.click()
    expect(page.locator("h1").first).to_have_text("再構築", timeout=30_000)


def test_from_a_card_to_a_ruling_to_its_line(visit: Visit) -> None:
    page = visit.open("/entity?id=dm/card/龍神ヘヴィ")
    table = page.locator("table").filter(has_text=JA("head.verdict")).first
    table.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name=JA("ruling.question"))).to_be_visible(timeout=30_000)
    visit.settle()
    page.locator(".sai-context").first.scroll_into_view_if_needed()
    context = page.locator(".sai").filter(has=page.locator(".sai-context")).last
    context.locator("p a").first.click()
    page.wait_for_url(re.compile(r"at=\d+-\d+"), timeout=30_000)
    visit.settle()
    mark = page.locator("#sai-focus")
    expect(mark).to_be_visible(timeout=30_000)
    assert "Q." in mark.inner_text()


def over_a_node(page: Page) -> None:
    """Move the pointer over the drawing until it stands on a node, which the shape of the pointer tells."""
    host = page.locator(".sai-graph-canvas")
    box = host.bounding_box()
    assert box
    for row in range(4, 40):
        for column in range(4, 60):
            page.mouse.move(box["x"] + box["width"] * column / 64, box["y"] + box["height"] * row / 44)
            if host.evaluate("host => host.style.cursor") == "pointer":
                return
    raise AssertionError("no node is drawn")


def test_click_in_the_graph_selects_and_leads_to_the_thing(visit: Visit) -> None:
    page = visit.open("/graph?start=dm/rule/703.4e")
    over_a_node(page)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_url(re.compile("sel="), timeout=20_000)
    selected = parse_qs(urlsplit(page.url).query)["sel"][0]
    link = page.get_by_role("link", name=JA("graph.open_entity"))
    # The panel is drawn anew for what was selected: only then is its link the right one.
    expect(link).to_have_attribute(
        "href", routes.entity_href(routes.full_iri(selected) or selected, lang="ja"), timeout=30_000
    )
    visit.settle()
    link.click()
    page.wait_for_url(re.compile("/entity"), timeout=30_000)


def test_graph_opens_hides_and_goes_back(visit: Visit) -> None:
    page = visit.open("/graph?start=dm/rule/703.4e")

    def drawn() -> int:
        visit.settle()
        return int(page.locator(".sai-graph").get_attribute("data-ready") or 0)

    start = drawn()
    # A long list shows only what is in sight; what is typed narrows it.
    page.get_by_label(JA("graph.select")).click()
    page.keyboard.type(JA("kind.ruling"))
    page.get_by_role("option").filter(has_text=JA("kind.ruling")).first.click()
    page.wait_for_url(re.compile("sel="), timeout=20_000)
    visit.settle()
    page.get_by_role("button", name=JA("graph.expand"), exact=True).click()
    page.wait_for_url(re.compile("do="), timeout=20_000)
    assert drawn() > start
    page.go_back()
    page.wait_for_url(lambda url: "do=" not in url, timeout=20_000)
    visit.settle()
    expect(page.locator(".sai-graph")).to_have_attribute("data-ready", str(start), timeout=20_000)


def test_a_path_between_two_things(visit: Visit, browser: Browser, address: str) -> None:
    page = visit.open("/graph?start=dm/term/再構築")
    page.get_by_text(JA("graph.path"), exact=True).click()
    field = page.get_by_label(JA("graph.path_to"))
    field.fill("龍神メタル")
    field.press("Enter")
    goal = page.get_by_role("button", name=f"龍神メタル（{JA('kind.card')}）")
    expect(goal).to_be_visible(timeout=30_000)
    visit.settle()
    goal.click()
    page.wait_for_url(re.compile("do=~|do=%7E"), timeout=20_000)
    expect(page.locator("table").first).to_contain_text("龍神メタル", timeout=30_000)
    visit.settle()
    relations = page.locator("table").first
    expect(relations).to_contain_text("再構築")
    # What leads from one to the other is a chain: each thing on the way is in the table of things.
    on_the_way = int(page.locator(".sai-graph").get_attribute("data-ready") or 0)
    assert on_the_way >= 2
    assert relations.locator("tbody tr").count() >= on_the_way - 1
    assert page.locator('[data-testid="stAlertContentWarning"]').count() == 0
    # The path is in the address.
    other = Visit(browser, address)
    fresh = other.open(page.url.removeprefix(address))
    assert fresh.locator("table").first.inner_text() == relations.inner_text()


@pytest.mark.parametrize(("rule", "relation"), [("703.4e", "enabled_by"), ("703.4m", "overridden_by")])
def test_from_a_rule_to_what_works_on_it_to_a_board(visit: Visit, rule: str, relation: str) -> None:
    page = visit.open("/")
    page.get_by_label(JA("search.label")).first.fill(rule)
    found = page.locator('[data-testid="stSidebar"] .sai-results').get_by_role("link", name=rule, exact=True)
    expect(found.first).to_be_visible(timeout=30_000)
    visit.settle()
    found.first.click()
    expect(page.locator("h1").first).to_have_text(rule, timeout=30_000)
    visit.settle()
    table = page.locator("table").filter(has_text=JA("head.exercised"))
    row = table.locator("tbody tr").filter(has_text=JA(f"interaction.{relation}")).first
    other = row.locator("td").first.get_by_role("link").first.inner_text()
    board = row.locator("td").last.get_by_role("link").first
    case = board.inner_text().partition("#")[0]
    board.click()
    expect(page.locator("h1").first).to_have_text(JA("outcome.title"), timeout=60_000)
    expect(page.locator(".sai-board").first).to_be_visible(timeout=60_000)
    assert f"case={case}" in page.url
    visit.settle()
    # The board shows both rules at work: one is applied, the other is, or is barred by it.
    text = page.locator('[data-testid="stMain"]').inner_text()
    assert rule in text
    assert other in text


def test_a_finding_in_the_margin_leads_to_what_it_says(visit: Visit) -> None:
    page = visit.open("/entity?id=dm/page/sample/再構築")
    note = page.locator(".sai-text .sai-note a").first
    expect(note).to_be_visible(timeout=60_000)
    visit.settle()
    code = note.inner_text().partition(" ")[0]
    note.click()
    expect(page.locator("h1").first).to_have_text(JA("findings.title"), timeout=60_000)
    expect(page.locator("article h3").first).to_contain_text(code, timeout=60_000)


def test_an_address_shows_the_same_in_a_fresh_browser(visit: Visit, browser: Browser, address: str) -> None:
    page = visit.open(
        "/graph?start=dm/rule/703.4e&do=%2Bdm/card/龍神メタル&off=statement&sel=dm/card/龍神メタル&by=groups"
    )

    def shown(where: Page) -> tuple[str | None, list[str], str | None]:
        link = where.get_by_role("link", name=JA("graph.open_entity"))
        return (
            where.locator(".sai-graph").get_attribute("data-ready"),
            where.locator("table, .sai-legend").all_inner_texts(),
            link.get_attribute("href"),
        )

    other = Visit(browser, address)
    fresh = other.open(page.url.removeprefix(address))
    assert shown(fresh) == shown(page)
    assert other.outside == []


def test_the_language_changes_in_the_middle_of_a_graph(visit: Visit) -> None:
    page = visit.open("/graph?start=dm/rule/703.4e&do=%2Bdm/card/龍神メタル&sel=dm/card/龍神メタル")
    drawn = page.locator(".sai-graph").get_attribute("data-ready")
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1").first).to_have_text(EN("graph.title"), timeout=30_000)
    expect(page.get_by_role("button", name=EN("graph.hide"), exact=True)).to_be_visible(timeout=30_000)
    visit.settle()
    expect(page.locator(".sai-graph")).to_have_attribute("data-ready", str(drawn), timeout=30_000)
    assert "lang=en" in page.url
    page.get_by_role("button", name=EN("graph.hide"), exact=True).click()
    page.wait_for_url(re.compile("do=-|do=%2D"), timeout=30_000)
    expect(page.locator(".sai-graph")).to_have_attribute(
        "data-ready", str(int(drawn or 0) - 1), timeout=30_000
    )
    visit.settle()
    assert "lang=en" in page.url


def test_the_language_changes_in_the_middle_of_something(visit: Visit) -> None:
    page = visit.open("/outcome?case=dm-qa-04")
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1").first).to_have_text(EN("outcome.title"), timeout=30_000)
    assert "case=dm-qa-04" in page.url
    assert "lang=en" in page.url
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("h1").first).to_have_text(JA("outcome.title"), timeout=30_000)
    assert "case=dm-qa-04" in page.url


def test_a_step_leads_to_the_rule_it_cites(visit: Visit) -> None:
    page = visit.open("/outcome?case=dm-qa-01a")
    page.locator(".sai-steps").get_by_role("link", name="703.4e", exact=True).first.click()
    expect(page.locator("h1").first).to_have_text("703.4e", timeout=30_000)
    page.go_back()
    expect(page.locator("h1").first).to_have_text(JA("outcome.title"), timeout=30_000)


def test_a_query_is_written_run_and_taken_away(visit: Visit) -> None:
    page = visit.open("/sparql")
    editor = page.get_by_label(JA("sparql.query"))
    editor.fill("SELECT ?r ?d WHERE { ?r a tcg:Ruling ; tcg:rulingDate ?d } ORDER BY ?d")
    page.get_by_role("button", name=JA("sparql.run")).click()
    expect(page.locator("table").first).to_contain_text("20", timeout=30_000)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="CSV").click()
    data = waiting.value.path().read_bytes()
    assert data.startswith(b"\xef\xbb\xbfr,d")


def test_from_the_front_page_to_a_derived_outcome_in_four_clicks(visit: Visit) -> None:
    page = visit.open("/")
    page.get_by_role("link", name=JA("overview.way_outcome.title")).click()
    expect(page.locator(".sai-board").first).to_be_visible(timeout=40_000)
    expect(page.locator(".sai-steps").first).to_be_visible()
