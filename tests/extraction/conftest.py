"""Extraction of the real pages, once for all tests."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from ingest.extraction.names import Names
from ingest.extraction.page import PageResult, collect_names, extract_page
from ingest.markup import Document, parse
from tests.extraction.corpus import View

GAMES = {"000": "dm", "002": "dm", "003": "ygo"}


@dataclass
class Extracted:
    """A page with its tree, its quads, and a view of them."""

    document: Document
    result: PageResult
    view: View


def extract(
    text: str, *, game: str = "dm", title: str | None = None, site: str = "t", names: Names | None = None
) -> Extracted:
    """Extract a page that stands alone."""
    document = parse(text)
    name = title or document.title or "page"
    known = collect_names(document, game, title=name)
    result = extract_page(
        document, game=game, site=site, title=name, names=known.merge(names) if names else known
    )
    return Extracted(document, result, View(result.quads))


@cache
def real_page(prefix: str) -> Extracted:
    folder = os.environ.get("SAITEI_PAGES")
    if not folder or not Path(folder).is_dir():
        pytest.skip("SAITEI_PAGES does not name the folder of the real pages")
    [path] = Path(folder).glob(f"{prefix}_*.txt")
    return extract(path.read_text("utf-8"), game=GAMES[prefix])


@pytest.fixture(scope="session")
def rebuilding() -> Extracted:
    return real_page("000")


@pytest.fixture(scope="session")
def state_based() -> Extracted:
    return real_page("002")


@pytest.fixture(scope="session")
def equip_spells() -> Extracted:
    return real_page("003")
