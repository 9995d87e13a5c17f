"""What the README shows is what the commands print, and what it names exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _saitei(*args: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "explorer.cli", *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _console(command: str) -> list[str]:
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        first, *rest = block.rstrip("\n").split("\n")
        if first.startswith(f"$ saitei {command}"):
            return [line for line in rest if line.strip() not in ("", "…")]
    raise AssertionError(f"the README shows no output of saitei {command}")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("readme") / "store")
    _saitei("ingest", "ingest/sample", "--store", folder)
    return folder


def test_the_query_gives_the_answer_shown(store: str, tmp_path: Path) -> None:
    (query,) = re.findall(r"```sparql\n(.*?)```", README, re.S)
    file = tmp_path / "readme.rq"
    file.write_text(query, encoding="utf-8")
    rows = _saitei("query", str(file), "--store", store, "--format", "csv").split("\n")[1:]
    shown = [re.split(r"\s{2,}", line.strip()) for line in _console("query") if line.strip()[0].isdigit()]
    assert [row.strip().split(",") for row in rows if row.strip()] == shown


def test_the_derivation_prints_the_lines_shown() -> None:
    printed = _saitei("derive", "ontology/cases/dm.yaml", "--case", "dm-qa-02").split("\n")
    at = -1
    for line in _console("derive"):
        assert line in printed, line
        assert printed.index(line) > at, "the lines stand in the order of the output"
        at = printed.index(line)


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    assert len(README.splitlines()) <= 150
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if "://" not in target:
            assert (ROOT / target).exists(), target
