"""A real Chromium in front of the app, with the network cut off."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import chromium, running_app


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_path() -> str:
    found = chromium()
    if found is None:
        message = "no chromium; install it (Debian: apt-get install chromium) to run the browser tests"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return found


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory: pytest.TempPathFactory, sample_wiki: Path) -> Path:
    """The sample wiki, taken in as `saitei demo` does."""
    from ingest.pipeline import ingest_paths
    from ingest.store import open_store

    place = tmp_path_factory.mktemp("sample") / "store"
    with open_store(place) as store:
        assert ingest_paths(store, [str(sample_wiki)], workers=1).pages > 10
    return place


@pytest.fixture(scope="session")
def address(browser_path: str, sample_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_app(sample_store, tmp_path_factory.mktemp("home")) as url:
        yield url
