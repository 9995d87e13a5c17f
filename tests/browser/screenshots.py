"""``python -m tests.browser.screenshots``: a picture of every page, at two widths, in both languages, both themes.

Written to ``.screenshots/``; the pictures are for looking at, nothing compares them.
"""

import sys
import tempfile
from pathlib import Path

from tests.browser.server import ROOT, chromium, running_app
from tests.browser.walk import Visit, launched, pages_of

OUT = ROOT / ".screenshots"


def main(names: list[str]) -> int:
    path = chromium()
    if path is None:
        print("no chromium; install it (Debian: apt-get install chromium)", file=sys.stderr)
        return 2
    from ingest.pipeline import ingest_paths
    from ingest.store import open_store

    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        with open_store(store) as opened:
            ingest_paths(opened, [str(ROOT / "ingest" / "sample")], workers=1)
        home = Path(folder) / "home"
        home.mkdir()
        with running_app(store, home) as address, launched(path) as browser:
            for width, lang, dark in (
                (1280, "ja", False),
                (1280, "en", True),
                (400, "ja", True),
                (400, "en", False),
            ):
                visit = Visit(browser, address, width=width, dark=dark)
                for name, where in pages_of(store).items():
                    if names and name not in names:
                        continue
                    page = visit.open(f"{where}{'&' if '?' in where else '?'}lang={lang}")
                    height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
                    page.set_viewport_size({"width": width, "height": max(900, min(int(height), 6000))})
                    page.wait_for_timeout(400)
                    file = OUT / f"{name}-{width}-{lang}-{'dark' if dark else 'light'}.png"
                    page.screenshot(path=file)
                    page.set_viewport_size({"width": width, "height": 900})
                    print(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
