"""Findings in the graph: written with what the contract names, replaced, and taken out when they are stale."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from explorer.cli.app import app
from ingest.pipeline import ingest_paths
from ingest.store import FINDINGS_GRAPH, Store, open_store
from ontology.checks import run_checks

WIKI = {
    "甲": "*甲\n**ルール\n-下に重ねたカードの順番は、あとから変更できる。\n",
    "乙": "*乙\n**ルール\n-下に重ねたカードの順番は、あとから変更できない。\n-現在、公式に確認されている札は次の通り。\n",
}
ALL = f"""SELECT ?f ?code ?severity ?status ?print {{ GRAPH <{FINDINGS_GRAPH}> {{
  ?f a tcg:Finding ; tcg:code ?code ; tcg:severity ?severity ; tcg:status ?status ; tcg:fingerprint ?print
}} }} ORDER BY ?code ?f"""


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of pages and the store made of it."""
    pages = tmp_path / "wiki"
    pages.mkdir()
    for title, text in WIKI.items():
        (pages / f"{title}.txt").write_text(text, encoding="utf-8")
    ingest(pages, tmp_path / "store")
    return pages, tmp_path / "store"


def ingest(pages: Path, store: Path) -> None:
    with open_store(store) as writer:
        ingest_paths(writer, [str(pages)], game="dm", prune=True)


def check(store: Path, *more: str) -> None:
    result = CliRunner().invoke(app, ["check", "--store", str(store), "--write", "--fail-on", "never", *more])
    assert result.exit_code == 0, result.output


def rows(store: Store) -> list[tuple[str | None, ...]]:
    return store.select(ALL)


def test_every_finding_is_written_once_with_its_passages(place: tuple[Path, Path]) -> None:
    _, folder = place
    check(folder)
    check(folder)
    with open_store(folder, read_only=True) as store:
        found = run_checks(store, group=False)
        expected = sorted((f.code, f.severity.value, f.status.value, f.fingerprint) for f in found)
        assert sorted(row[1:] for row in rows(store)) == expected
        assert {"TC0101", "TC1701"} <= {f.code for f in found}
        between = store.select(
            f'SELECT ?text {{ GRAPH <{FINDINGS_GRAPH}> {{ ?f tcg:code "TC0101" ; tcg:between ?x }} '
            "?x tcg:plainText ?text }"
        )
        assert sorted(str(text)[-6:] for (text,) in between) == ["変更できる。", "更できない。"]
        words = store.select(
            f'SELECT ?m {{ GRAPH <{FINDINGS_GRAPH}> {{ ?f tcg:code "TC0101" ; rdfs:comment ?m }} }}'
        )
        assert len(words) == 2


def test_a_run_of_some_checks_replaces_only_theirs(place: tuple[Path, Path]) -> None:
    _, folder = place
    check(folder)
    with open_store(folder, read_only=True) as store:
        before = rows(store)
    check(folder, "--select", "TC0101")
    with open_store(folder, read_only=True) as store:
        assert rows(store) == before


def test_a_changed_page_takes_its_findings_out(place: tuple[Path, Path]) -> None:
    pages, folder = place
    check(folder)
    (pages / "乙.txt").write_text("*乙\n**ルール\n-札は横向きに置く。\n", encoding="utf-8")
    ingest(pages, folder)
    with open_store(folder, read_only=True) as store:
        assert not [row for row in rows(store) if row[1] in ("TC0101", "TC1701")]
    check(folder)
    with open_store(folder, read_only=True) as store:
        assert {row[1] for row in rows(store)} == {f.code for f in run_checks(store, group=False)}


def test_a_page_that_is_gone_takes_its_findings_with_it(place: tuple[Path, Path]) -> None:
    pages, folder = place
    check(folder)
    (pages / "甲.txt").unlink()
    ingest(pages, folder)
    with open_store(folder, read_only=True) as store:
        assert "TC0101" not in {row[1] for row in rows(store)}
