"""Every HTML that the project writes stands alone: nothing in it is loaded from, or leads to, another place."""

import io
import re
from pathlib import Path

import pytest

from explorer.findings import FORMATS
from ingest.release import write_release
from ingest.store import open_store
from ontology.checks import run_checks

REFERENCE = re.compile(
    r"""(?:\b(?:src|srcset|href|action|formaction|poster|data|cite|background|content)\s*=\s*["']?
    |\burl\(\s*["']?|@import\s+["']?|\bimport\s*\(?\s*["']|\bfrom\s+["']|\b(?:fetch|open|WebSocket|EventSource)\(\s*["'`])
    \s*(?:[a-z]+:)?//[^\s"'>)]*""",
    re.IGNORECASE | re.VERBOSE,
)


def test_the_pattern_sees_what_would_be_loaded() -> None:
    for seen in (
        "<script src='https://cdn.example/x.js'></script>",
        '<a href="http://elsewhere.example/">x</a>',
        "<img src=//cdn.example/x.png>",
        "<style>@import 'https://x.example/a.css'; a { background: url(https://x.example/b.png) }</style>",
        "<script>import x from 'https://x.example/m.js'; fetch('https://x.example')</script>",
        '<meta http-equiv="refresh" content="https://x.example/">',
    ):
        assert REFERENCE.search(seen), seen
    assert not REFERENCE.search(
        '<a href="entity?id=x">https://saitei.example/tcg#</a> <img src="data:image/png">'
    )


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_findings_as_html_refer_to_nothing_outside(small_store: Path, lang: str) -> None:
    with open_store(small_store, read_only=True) as store:
        found = run_checks(store)
    assert found
    out = io.StringIO()
    FORMATS["html"](found, lang, out)
    assert "TC0401" in out.getvalue()
    assert REFERENCE.findall(out.getvalue()) == []


def test_a_release_refers_to_nothing_outside(small_store: Path, tmp_path: Path) -> None:
    with open_store(small_store, read_only=True) as store:
        write_release(store, tmp_path)
    pages = sorted(tmp_path.rglob("*.html"))
    assert pages
    for page in pages:
        assert REFERENCE.findall(page.read_text("utf-8")) == [], page.name


def test_the_parts_of_the_app_refer_to_nothing_outside() -> None:
    folder = Path(__file__).parent.parent.parent / "explorer"
    parts = [p for p in folder.rglob("*") if p.suffix in {".html", ".js", ".css", ".toml"}]
    assert len(parts) >= 5
    for part in parts:
        assert REFERENCE.findall(part.read_text("utf-8")) == [], part.name
