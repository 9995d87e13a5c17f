"""The app over a small graph, as AppTest sees it."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from explorer.app import session
from tests.app import small_graph

MAIN = Path(__file__).parent.parent.parent / "explorer" / "app" / "main.py"


@pytest.fixture(scope="session")
def small_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_graph.build(tmp_path_factory.mktemp("small"))


class App:
    """Opens addresses of the app; `switch_page` stays on the default page for pages with an address of their own
    (streamlit issue 16611), so pages are changed the way links in the app change them."""

    def open(self, address: str) -> AppTest:
        parts = urlsplit(address)
        at = AppTest.from_file(str(MAIN), default_timeout=60)
        for name, value in parse_qsl(parts.query):
            at.query_params[name] = (
                [*at.query_params.get(name, []), value] if name in at.query_params else value
            )
        at.session_state["_follow"] = address
        at.run()
        assert not at.exception, at.exception
        return at


@pytest.fixture
def app(small_store: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setenv("SAITEI_STORE", str(small_store))
    session._store.clear()
    yield App()
