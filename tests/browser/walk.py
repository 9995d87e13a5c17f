"""Walking through the app as a reader does: addresses, waiting until the page is whole, looking for faults."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, Page, Request, sync_playwright

from explorer.app.data.overview import recent_rulings
from explorer.app.routes import short_id
from explorer.app.views.outcome_edit import encoded
from ingest.store import open_store

_BUILT = encoded(
    """meta: {game: dm}
cases:
- id: own-board
  game: dm
  as_of: "2022-07-28"
  situation:
    cards: {c1: {name: 龍神ヘヴィ, types: [creature], god: true}, c2: {label: 札, types: [creature]}}
    battle_zone: {self: [[c1], [c2]]}
  events: [{do: destroy, card: c1}]
"""
)

PAGES = {
    "overview": "/",
    "search": "/search?q=703.4e",
    "graph": "/graph?start=dm/rule/703.4e&by=groups",
    "rule": "/entity?id=dm/rule/703.4e",
    "card": "/entity?id=dm/card/龍神ヘヴィ",
    "term": "/entity?id=dm/term/再構築",
    "page": "/entity?id=dm/page/sample/再構築",
    "outcome": "/outcome?case=dm-qa-01a",
    "compare": "/outcome?case=dm-qa-03&vs=2010-01-01",
    "build": f"/outcome?y={_BUILT}",
    "findings": "/findings",
    "import": "/import?page=dm/page/sample/再構築",
    "sparql": "/sparql?name=rulings-citing-or-involving",
}


def pages_of(store: Path) -> dict[str, str]:
    """The pages to walk over a store: `PAGES`, and its newest ruling, whose address comes from its words."""
    with open_store(store, read_only=True) as opened:
        newest = recent_rulings(opened, lang="ja", limit=1)[0].ruling
    return PAGES | {"ruling": f"/entity?id={quote(short_id(newest.iri))}"}


@contextmanager
def launched(path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Visit:
    """A browser page that may only talk to the app; what it asked of others is kept in `outside`."""

    def __init__(self, browser: Browser, address: str, *, width: int = 1280, dark: bool = False) -> None:
        self.address = address
        self.outside: list[str] = []
        self.errors: list[str] = []
        host = urlsplit(address).netloc
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            accept_downloads=True,
        )
        context.grant_permissions([])

        def only_the_app(route, request: Request) -> None:  # type: ignore[no-untyped-def]
            if urlsplit(request.url).netloc == host:
                route.continue_()
            else:
                self.outside.append(request.url)
                route.abort()

        context.route(re.compile(r"^https?://"), only_the_app)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        self.settle()
        return self.page

    def settle(self) -> None:
        """Wait until the script has run and the HTML of the page is in place."""
        page = self.page
        page.wait_for_selector("h1", timeout=60_000)
        page.wait_for_timeout(250)
        page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=60_000)
        page.wait_for_function(
            """() => document.querySelector('.sai[data-shown]')
                 && !document.querySelector('[data-testid="stSkeleton"]')
                 && [...document.querySelectorAll('.sai')].every((host) => host.dataset.shown)
                 && [...document.querySelectorAll('.sai-graph')].every((graph) => graph.dataset.ready !== '0')""",
            timeout=30_000,
        )
        page.wait_for_timeout(150)

    def title(self) -> str:
        return self.page.locator("h1").first.inner_text()


def faults(page: Page) -> list[str]:
    """Return what is wrong with the layout: text cut off or laid over other text, sideways scrolling, boxes
    instead of characters, tracebacks."""
    return list(page.evaluate(_FAULTS))


_FAULTS = r"""
() => {
  const found = [];
  const main = document.querySelector('[data-testid="stMain"]');
  if (main.scrollWidth > main.clientWidth + 1) found.push(`the page scrolls sideways: ${main.scrollWidth} > ${main.clientWidth}`);
  for (const bad of document.querySelectorAll('[data-testid="stException"]')) found.push('exception: ' + bad.innerText.slice(0, 200));
  const text = document.body.innerText;
  if (text.includes('\uFFFD')) found.push('a replacement character is shown');
  if (/Traceback|undefined|\[object Object\]/.test(text)) found.push('program text is shown');
  // Pieces of text: each text node's boxes; two of different elements must not cover each other.
  const boxes = [];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.nodeValue.trim() || element.closest('.sai-hidden, .sai-text, .sai-scroll, style, script, svg, canvas, [aria-hidden=true], textarea, .vis-network, details:not([open]), [data-baseweb=select]')) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || style.opacity === '0') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 2 && box.height > 2) boxes.push({ box, node, text: node.nodeValue.trim().slice(0, 30) });
  }
  for (let i = 0; i < boxes.length && found.length < 6; i++)
    for (let j = i + 1; j < boxes.length; j++) {
      const a = boxes[i], b = boxes[j];
      if (a.node === b.node) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > 3 && high > Math.min(a.box.height, b.box.height) * 0.45) { found.push(`overlap: "${a.text}" and "${b.text}"`); break; }
    }
  return found;
}
"""
