"""``python -m tests.app.measure outcome``: how long it takes until an outcome with its proof is on the screen.

Server: one run of the outcome page, as the app runs it, for each of a row of shipped cases, derived for the first time.
Browser: in Chromium, from the choice of a case until its boards and steps are on the screen and the page has settled.
Prints medians in milliseconds; run it on a quiet machine.
"""

import os
import statistics
import tempfile
import time
from pathlib import Path

from explorer.app.cases import all_cases
from explorer.app.i18n import texts
from tests.browser.server import ROOT, chromium, running_app
from tests.browser.walk import Visit, launched

__all__ = ["main"]

COUNT = 15
_SHOWN = """(id) => {
  const app = document.querySelector('[data-testid="stApp"]');
  return location.search.includes(id) && app.dataset.testScriptState === 'notRunning'
    && document.querySelectorAll('.sai-board').length > 1 && document.querySelector('.sai-steps')
    && [...document.querySelectorAll('.sai')].every((host) => host.dataset.shown);
}"""


def names() -> list[str]:
    """Return cases of both games, evenly taken from those that have one board and a proof."""
    able = [case.id for case in all_cases().values() if len(case.boards) == 1 and case.mode == "board"]
    step = max(1, len(able) // COUNT)
    return able[::step][:COUNT]


def server(store: Path) -> None:
    """Run the page for each case in this process, without a browser."""
    os.environ["SAITEI_STORE"] = str(store)
    from tests.app.conftest import App

    app = App()
    app.open("outcome?case=dm-qa-01a")
    wall, cpu = [], []
    for name in names():
        start, used = time.perf_counter(), time.process_time()
        at = app.open(f"outcome?case={name}")
        wall.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (time.process_time() - used))
        assert not at.error, name
    print(f"{statistics.median(wall):8.1f} ms  server: a run of the page, median of {len(wall)} cases")
    print(f"{statistics.median(cpu):8.1f} ms  server: the same, time of the processor")


def browser(store: Path, home: Path, path: str) -> None:
    """Choose one case after the other in Chromium."""
    label = texts("ja")("outcome.case")
    times = []
    with running_app(store, home) as address, launched(path) as chrome:
        visit = Visit(chrome, address)
        page = visit.open("/outcome?case=dm-qa-01a")
        for name in names():
            page.get_by_label(label, exact=True).click()
            page.keyboard.insert_text(name)
            option = page.get_by_role("option").filter(has_text=f"{name}　").first
            option.wait_for()
            start = time.perf_counter()
            option.click()
            page.wait_for_function(_SHOWN, arg=f"case={name}", polling="raf")
            times.append(1000 * (time.perf_counter() - start))
            visit.settle()
    print(
        f"{statistics.median(times):8.1f} ms  browser: from the choice to the proof, median of {len(times)}"
    )
    print(f"{max(times):8.1f} ms  browser: the slowest")


def main() -> None:
    """Measure over the sample wiki."""
    from ingest.pipeline import ingest_paths
    from ingest.store import open_store

    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        with open_store(store) as opened:
            ingest_paths(opened, [str(ROOT / "ingest" / "sample")], workers=1)
        server(store)
        path = chromium()
        if path is None:
            print("no chromium: the browser was not measured")
            return
        home = Path(folder) / "home"
        home.mkdir()
        browser(store, home, path)


if __name__ == "__main__":
    main()
