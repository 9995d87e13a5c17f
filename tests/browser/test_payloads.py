"""Script of strangers, through every way to the screen, in Chromium: nothing of it runs, nothing leaves the machine."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml
from playwright.sync_api import Browser, Dialog

from explorer.app.views.outcome_edit import encoded
from ingest.pipeline import ingest_paths
from ingest.store import open_store
from tests.browser.server import ROOT, running_app
from tests.browser.walk import Visit, launched
from tests.hostile.payloads import SCRIPTS


def page_of(number: int, payload: str) -> str:
    """A PukiWiki page with the payload wherever a page can say something."""
    return "\n".join(
        [
            f"*頁{number} {payload}",
            f"頁{number}とは、{payload}である。",
            f"**{payload}",
            f"-703.4e {payload}",
            f"--[[{payload}]]と[[{payload}>頁0]]、[[《札{number}{payload}》]]",
            f":{payload}|{payload}",
            f"|~{payload}|{payload}|",
            f"#region({payload})",
            payload,
            "#endregion",
            f"本文(({payload}))",
            f"//{payload}",
            f"Q.《札{number}{payload}》は破壊されますか？{payload}",
            f"A.はい、破壊されます。{payload}",
            f"([[公式Q&A>https://example.com/{number}?{quote(payload)}]] 2022.4.8)",
            "",
        ]
    )


@pytest.fixture(scope="module")
def hostile_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("payloads")
    wiki = folder / "wiki"
    wiki.mkdir()
    for number, payload in enumerate(SCRIPTS):
        (wiki / f"頁{number}.txt").write_text(page_of(number, payload), "utf-8")
    with open_store(folder / "store") as store:
        report = ingest_paths(store, [str(wiki)], game="dm", workers=1)
        assert report.pages == len(SCRIPTS)
    return folder / "store"


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with launched(browser_path) as found:
        yield found


@pytest.fixture(scope="module")
def hostile_address(
    browser_path: str, hostile_store: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    with running_app(hostile_store, tmp_path_factory.mktemp("payload-home")) as url:
        yield url


@pytest.fixture
def visit(browser: Browser, hostile_address: str) -> Iterator[Visit]:
    found = Visit(browser, hostile_address)
    dialogs: list[str] = []

    def note(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    found.page.on("dialog", note)
    yield found
    assert dialogs == []
    assert found.outside == []
    assert len(found.page.context.pages) == 1
    found.page.context.close()


def inert(visit: Visit) -> None:
    """Nothing ran in any frame, and no element carries a handler or an address of a payload."""
    for frame in visit.page.frames:
        assert frame.evaluate("window.pwned") is None, frame.url
    found = visit.page.evaluate(
        """() => [...document.querySelectorAll('*')].filter((element) =>
            [...element.attributes].some((a) => (a.name.startsWith('on') && a.value.includes('pwned'))
              || (['href', 'src', 'action', 'data', 'srcdoc'].includes(a.name)
                  && /^\\s*(javascript|data:text|vbscript):?/i.test(a.value))))
          .map((element) => element.outerHTML.slice(0, 200))"""
    )
    assert found == []


def things(store: Path) -> list[str]:
    """One thing of every class whose text holds a payload, and every page."""
    with open_store(store, read_only=True) as reader:
        found = reader.select(
            "SELECT ?class (SAMPLE(?s) AS ?one) { GRAPH ?g { ?s a ?class ; ?p ?text } "
            "FILTER(isIRI(?s) && CONTAINS(STR(?text), 'pwned')) } GROUP BY ?class ORDER BY ?class"
        )
    return [row[1] for row in found]


def test_entity_pages_and_graphs(visit: Visit, hostile_store: Path) -> None:
    starts = things(hostile_store)
    assert len(starts) >= 6
    for iri in starts:
        page = visit.open(f"/entity?id={quote(iri, safe='')}")
        assert "pwned" in page.locator("body").inner_text()
        inert(visit)
    for iri in starts[:3]:
        page = visit.open(f"/graph?start={quote(iri, safe='')}")
        box = page.locator(".sai-graph-canvas").bounding_box()
        assert box
        for step in range(1, 24):  # tooltips
            page.mouse.move(
                box["x"] + box["width"] * step / 24, box["y"] + box["height"] * (step % 7 + 1) / 9
            )
            page.wait_for_timeout(30)
        inert(visit)


def pages(store: Path) -> dict[int, str]:
    """The page of each payload."""
    with open_store(store, read_only=True) as reader:
        rows = reader.select("SELECT ?page ?title { ?page a tcg:Page ; dcterms:title ?title }")
    return {int(match[1]): iri for iri, title in rows if (match := re.match(r"頁(\d+)", title))}


@pytest.mark.parametrize("number", [0, 12])
def test_a_page_with_its_text(visit: Visit, hostile_store: Path, number: int) -> None:
    page = visit.open(f"/entity?id={quote(pages(hostile_store)[number], safe='')}")
    assert SCRIPTS[number] in page.locator("body").inner_text()
    for mark in page.locator("mark").all()[:6]:
        mark.hover(timeout=2000, force=True)
    inert(visit)


def test_search_findings_and_agreement(visit: Visit) -> None:
    for path in ("/search?q=pwned", "/search?q=%3Cscript%3E", "/findings?all=1", "/agreement", "/"):
        visit.open(path)
        inert(visit)


def test_a_board_of_cards_with_such_names(visit: Visit) -> None:
    names = SCRIPTS[:30]
    document = {
        "meta": {"game": "dm"},
        "cases": [
            {
                "id": "hostile",
                "game": "dm",
                "title": SCRIPTS[0],
                "title_ja": SCRIPTS[2],
                "as_of": "2022-07-28",
                "situation": {
                    "cards": {
                        f"c{i}": {"name": n, "label": n, "types": ["creature"], "power": 0}
                        for i, n in enumerate(names)
                    },
                    "battle_zone": {"self": [[f"c{i}"] for i in range(len(names))]},
                },
                "events": [{"do": "sba_check"}],
            }
        ],
    }
    page = visit.open(f"/outcome?y={encoded(yaml.safe_dump(document, allow_unicode=True, sort_keys=False))}")
    assert "pwned" in page.locator("body").inner_text()
    inert(visit)


def test_rows_of_a_query(visit: Visit) -> None:
    query = 'SELECT ?s ?o { ?s ?p ?o FILTER(CONTAINS(STR(?o), "pwned")) } LIMIT 60'
    page = visit.open(f"/sparql?q={quote(query)}&run=1")
    inert(visit)
    assert page.locator("h1").count() == 1


def test_an_import_that_is_looked_at(visit: Visit, hostile_store: Path) -> None:
    page = visit.open(f"/import?page={quote(pages(hostile_store)[0], safe='')}")
    shown = page.locator("body").inner_text() + "".join(
        area.input_value() for area in page.locator("textarea").all()
    )
    assert "pwned" in shown
    inert(visit)


def test_reports_and_the_endpoint(browser: Browser, hostile_store: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "explorer.cli", "check", "--store", str(hostile_store), "--all"]
    command += ["--fail-on", "never", "-f", "html", "-o", str(tmp_path / "report.html")]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    from explorer.serve.resources import facts_about
    from explorer.serve.resources import page_of as page_of_resource

    with open_store(hostile_store, read_only=True) as reader:
        for number, iri in enumerate(things(hostile_store)):
            own, other = facts_about(reader, iri, timeout=20)
            (tmp_path / f"thing{number}.html").write_text(page_of_resource(iri, own, other), "utf-8")
    for file in sorted(tmp_path.glob("*.html")):
        context = browser.new_context()
        asked: list[str] = []
        context.on("request", lambda request, asked=asked: asked.append(request.url))
        page = context.new_page()
        page.goto(file.as_uri())
        page.wait_for_timeout(100)
        assert [url for url in asked if url != file.as_uri()] == []
        assert page.evaluate("window.pwned") is None
        assert "pwned" in page.locator("body").inner_text(), file.name
        context.close()
