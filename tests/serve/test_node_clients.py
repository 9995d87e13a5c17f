"""Two clients from npm: Comunica as a program, YASGUI in Chromium on a page of another origin.

They are looked for in the folder that `SAITEI_NODE_CLIENTS` names (`.ci/run` fills one outside the checkout), else in
`~/.cache/saitei-clients`: npm install @comunica/query-sparql@3.3.0 @triply/yasgui@4.2.28
"""

import functools
import http.server
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from tests.browser.server import chromium
from tests.serve.clauses import P

FOLDER = Path(os.environ.get("SAITEI_NODE_CLIENTS") or Path.home() / ".cache" / "saitei-clients")
TITLES = P + "SELECT ?t { ?p a tcg:Page ; dcterms:title ?t } ORDER BY ?t"
PAGE = """<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>YASGUI</title>
<link rel="stylesheet" href="/node_modules/@triply/yasgui/build/yasgui.min.css"></head><body><div id="yasgui"></div>
<script src="/node_modules/@triply/yasgui/build/yasgui.min.js"></script>
<script>window.yasgui = new Yasgui(document.getElementById("yasgui"), {requestConfig: {endpoint: "%s"}});</script>
</body></html>
"""


def installed(name: str) -> Path:
    place = FOLDER / "node_modules" / name
    if not place.is_dir():
        pytest.skip(f"{name} is not installed in {FOLDER}")
    return place


@pytest.fixture
def comunica():
    installed("@comunica/query-sparql")
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    program = FOLDER / "node_modules" / ".bin" / "comunica-sparql"

    def ask(source: str, query: str) -> list[dict[str, dict[str, str]]]:
        done = subprocess.run(
            [node, str(program), source, query, "-t", "application/sparql-results+json"],
            capture_output=True, timeout=120, check=True, cwd=FOLDER,
        )  # fmt: skip
        return json.loads(done.stdout)["results"]["bindings"]

    return ask


def test_comunica_as_a_client(saitei_endpoint, comunica):
    """As a SPARQL source, which gets the whole query, and found out by itself from what the endpoint says."""
    rows = comunica(f"sparql@{saitei_endpoint}", TITLES)
    assert len(rows) == 71
    assert {"type": "literal", "value": "再構築"} in [row["t"] for row in rows]
    assert len(comunica(saitei_endpoint, TITLES)) == 71


@pytest.fixture
def other_origin(tmp_path, saitei_endpoint):
    """A page with YASGUI on another port than the endpoint: another origin, so that CORS decides."""
    installed("@triply/yasgui")
    (tmp_path / "index.html").write_text(PAGE % saitei_endpoint, "utf-8")
    (tmp_path / "node_modules").symlink_to(FOLDER / "node_modules")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=tmp_path))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.browser
def test_yasgui_as_a_client(other_origin):
    from playwright.sync_api import expect, sync_playwright

    program = chromium()
    if program is None:
        pytest.skip("no chromium")
    with sync_playwright() as play:
        arguments = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]
        browser = play.chromium.launch(executable_path=program, args=arguments)
        page = browser.new_page()
        page.goto(other_origin)
        page.wait_for_function("window.yasgui && window.yasgui.getTab().getYasqe()")
        page.evaluate("text => window.yasgui.getTab().getYasqe().setValue(text)", TITLES + " LIMIT 7")
        page.locator(".yasqe_queryButton").first.click()
        expect(page.locator(".yasr table tbody tr")).to_have_count(7, timeout=60_000)
        # An error of the query is shown with the sentence that the endpoint gives.
        page.evaluate(
            "text => window.yasgui.getTab().getYasqe().setValue(text)", "SELECT * { ?s ?p ?o } LIMIT 9999"
        )
        page.locator(".yasqe_queryButton").first.click()
        expect(page.locator(".yasr")).to_contain_text("more than 500 rows", timeout=60_000)
        browser.close()
