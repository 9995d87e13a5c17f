"""A store of the sample wiki, and the command line called in this process."""

from pathlib import Path

import pytest

from explorer.cli import main
from ingest.pipeline import ingest_paths
from ingest.store import open_store


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory, sample_wiki) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "store"
    with open_store(folder) as store:
        ingest_paths(store, [str(sample_wiki)])
    return folder


@pytest.fixture
def saitei(capfdbinary, monkeypatch):
    """Call `saitei …`; returns (exit code, standard output, standard error)."""
    monkeypatch.delenv("SAITEI_STORE", raising=False)

    def call(*arguments: object) -> tuple[int, str, str]:
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(a) for a in arguments])
        out, err = capfdbinary.readouterr()
        code = ended.value.code
        return (code if isinstance(code, int) else 0 if code is None else 1), out.decode(), err.decode()

    return call
