"""How fast the app answers in a real Chromium over a large store, how two browsers get along, what a session costs.

Used by ``python -m tests.app.measure``; times run from the key or click until the answer is on the screen.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.server import chromium, running_app
from tests.browser.walk import Visit, launched

__all__ = ["browser_figures"]

_SESSIONS = 6
_LONGEST = 120_000


def browser_figures(
    store: Path, searches: list[str], entities: list[str], graphs: list[str]
) -> Iterable[str]:
    """Yield lines with medians in milliseconds; the lists are typed words and addresses, each used once a round."""
    path = chromium()
    if path is None:
        yield "no chromium; nothing was measured in a browser"
        return
    with (
        tempfile.TemporaryDirectory() as home,
        running_app(store, Path(home)) as address,
        launched(path) as browser,
    ):
        one = Visit(browser, address)
        start = time.perf_counter()
        one.open("/")
        yield f"{1000 * (time.perf_counter() - start):8.0f} ms  first page of a server just started"
        letter(one.page, "カ")  # the names are read for the first time
        follow(one.page, graphs[0])
        yield _line([letter(one.page, word) for word in searches], "answer to a letter, in the browser")
        yield _line([follow(one.page, to) for to in entities], "entity page, in the browser")
        yield _line([follow(one.page, to) for to in graphs], "graph of 150 nodes, in the browser")
        other = Visit(browser, address)
        other.open("/")
        times, idle = [], [letter(other.page, word) for word in searches]
        for word, graph in zip(searches, reversed(graphs), strict=False):
            times.append(letter(other.page, word, meanwhile=lambda to=graph: go(one.page, to)))
            _settled(one.page)
        yield _line(idle, "answer to a letter in a second browser while the first rests")
        yield _line(times, "answer to a letter in a second browser while the first opens a graph of 150")
        before = memory()
        visits = []
        for number in range(_SESSIONS):
            visit = Visit(browser, address)
            visits.append(visit)
            visit.open("/")
            follow(visit.page, entities[number % len(entities)])
            follow(visit.page, graphs[number % len(graphs)])
        grown = (memory() - before) / _SESSIONS
        yield f"{memory():8.0f} MB  the server with {_SESSIONS + 2} sessions"
        yield f"{grown:8.1f} MB  each further session (an entity page and a graph of 150 opened)"


def _line(times: list[float], name: str) -> str:
    return f"{statistics.median(times):8.0f} ms  {name} (slowest {max(times):.0f})"


def letter(page: Page, word: str, *, meanwhile: Callable[[], object] = lambda: None) -> float:
    """Type a word into the search beside every page; return how long its last letter took to be answered."""
    field = page.locator('[data-testid="stSidebar"] input').first
    field.fill("")
    page.wait_for_function(
        "() => !document.querySelector('[data-testid=stSidebar] .sai-results')", timeout=_LONGEST
    )
    field.focus()
    meanwhile()
    start = time.perf_counter()
    page.keyboard.insert_text(word)
    _shown(page, '[data-testid="stSidebar"] .sai-results')
    return 1000 * (time.perf_counter() - start)


def _shown(page: Page, what: str) -> None:
    page.wait_for_selector(what, timeout=_LONGEST)


def go(page: Page, to: str) -> None:
    """Click a link to an address inside the app."""
    page.evaluate(
        """(to) => {
          const host = [...document.querySelectorAll('[data-testid="stMain"] .sai')].at(-1);
          const link = document.createElement('a');
          link.setAttribute('data-go', ''); link.setAttribute('href', to);
          host.append(link); link.click(); link.remove();
        }""",
        to,
    )


def follow(page: Page, to: str) -> float:
    """Follow a link inside the app; return how long it took until the page it leads to was whole."""
    start = time.perf_counter()
    go(page, to)
    wanted = ".sai-graph:not([data-ready='0'])" if to.startswith("graph") else "h1"
    page.wait_for_function(
        """([wanted, id]) => decodeURIComponent(location.search).includes(id) && document.querySelector(wanted)
          && document.querySelector('[data-testid="stApp"]').dataset.testScriptState === 'notRunning'""",
        arg=[wanted, to.partition("?")[2].partition("&")[0].partition("=")[2]],
        timeout=_LONGEST,
    )
    return 1000 * (time.perf_counter() - start)


def _settled(page: Page) -> None:
    page.wait_for_timeout(300)
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=_LONGEST)


def memory() -> float:
    """Return the resident memory of the server (a child of this process) in megabytes."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    for child in children:
        if b"streamlit" in Path(f"/proc/{child}/cmdline").read_bytes():
            status = Path(f"/proc/{child}/status").read_text()
            return int(status.partition("VmRSS:")[2].split()[0]) / 1024
    return 0.0
