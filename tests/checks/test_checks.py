"""Every check fires on its example and not on its look-alike; none names a page, card or rule; all are documented."""

import re
from pathlib import Path

import pytest

from ingest.markup import parse
from ontology.checking import CHECKS_FOLDER
from ontology.checking.readme import readme
from ontology.checks import Check, load_checks, run_checks
from tests.checks.wiki import graph_of

CHECKS = load_checks()


def fires(check: Check, pages: tuple[tuple[str, str], ...], game: str) -> bool:
    graph = graph_of(
        [(game, title if title != "例" else parse(text).title or title, text) for title, text in pages]
    )
    return bool(run_checks(graph, checks=[check]))


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.code)
def test_a_check_fires_on_its_example(check: Check) -> None:
    for example in check.examples:
        assert fires(check, example.pages, example.game)


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.code)
def test_a_check_is_silent_on_its_look_alike(check: Check) -> None:
    for example in check.look_alikes:
        assert not fires(check, example.pages, example.game)


def test_all_kinds_have_a_check() -> None:
    assert {k for c in CHECKS for k in c.kinds} == {f"K{n}" for n in range(1, 18)}


def test_the_readme_is_the_generated_one() -> None:
    """Regenerate with ``python -m ontology.checking.readme``."""
    assert (CHECKS_FOLDER / "README.md").read_text(encoding="utf-8") == readme(CHECKS)


def code_of(path: Path) -> str:
    """A check or its data without its front matter (the examples there are invented)."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"\A(?:[#%][^\n]*\n)*", "", text)


FILES = [p for p in sorted(CHECKS_FOLDER.iterdir()) if p.suffix in {".py", ".rq", ".lp", ".yaml"}]


def known_names() -> set[str]:
    """Titles of the sample wiki, names in 《》 or 「」 and rule numbers on its pages."""
    sample = Path(__file__).parents[2] / "ingest" / "sample"
    names = {path.stem for path in sample.glob("*/*.txt")}
    for path in sample.glob("*/*.txt"):
        text = path.read_text(encoding="utf-8", errors="ignore")
        names |= set(re.findall(r"《([^《》\n]{2,})》", text)) | set(
            re.findall(r"\b\d{3}\.\d+[a-z]?\b", text)
        )
        if path.parent.name == "ygo":
            names |= {
                n for n in re.findall(r"「([^「」\n]{3,})」", text) if not re.search("[はがをにの。]", n)
            }
    return {n.strip("《》") for n in names}


def vocabulary() -> set[str]:
    """Japanese labels of the project's vocabularies."""
    folder = CHECKS_FOLDER.parent / "vocabulary"
    return {
        label
        for path in folder.glob("*.ttl")
        for label in re.findall('"([^"]+)"@ja', path.read_text("utf-8"))
    }


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_no_check_names_a_page_a_card_or_a_rule(path: Path) -> None:
    text = code_of(path)
    assert not re.search(r"\b\d{3}\.\d+[a-z]\b", text)
    # concepts of the games (zones, kinds of cards, processes) have pages too; they are vocabulary, not instances
    found = {n for n in known_names() - vocabulary() if len(n) > 1 and n in text}
    assert not {n for n in found if not n.isascii() or len(n) > 4}, found
