"""Example pages: `good/{format}/*` with the expected tree, `bad/{format}/*` with the expected diagnostics.

``SAITEI_WRITE_EXPECTED=1`` writes what was found; read it before committing it.
"""

import os
from pathlib import Path
from random import Random

import pytest

from ingest.markup import Document, detect, known_formats, parse
from ingest.markup.codes import CODES
from ingest.reading import read_source
from tests.markup.expected import shown, shown_notes
from tests.markup.soup import hold

HERE = Path(__file__).parent
EXPECTED = (".tree", ".notes")
GOOD = sorted(p for p in (HERE / "good").glob("*/*") if p.suffix not in EXPECTED)
BAD = sorted(p for p in (HERE / "bad").glob("*/*") if p.suffix not in EXPECTED)
CUTS = 20
# A cut that leaves less than this may show no markup at all: an #author line alone has 43 characters.
LEAST = 64


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def read(path: Path) -> Document:
    source = read_source(path.read_bytes(), name=path.name)
    document = parse(source.text, name="")
    document.diagnostics += source.diagnostics
    return document


def compare(path: Path, found: str, suffix: str) -> None:
    expected = path.with_name(path.name + suffix)
    if os.environ.get("SAITEI_WRITE_EXPECTED"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOOD, ids=label)
def test_good_page_has_its_tree_and_nothing_to_complain_about(path: Path) -> None:
    document = read(path)
    assert document.format == path.parent.name, document.reason
    hold(document, document.text)
    compare(path, shown(document), ".tree")
    complaints = [n for n in document.diagnostics if CODES[n.code].severity != "info"]
    assert complaints == []


@pytest.mark.parametrize("path", BAD, ids=label)
def test_bad_page_has_its_diagnostics_and_is_kept(path: Path) -> None:
    document = read(path)
    assert document.format == path.parent.name, document.reason
    hold(document, document.text)
    compare(path, shown_notes(document), ".notes")
    assert document.diagnostics


@pytest.mark.parametrize("path", GOOD, ids=label)
def test_detection_survives_cuts(path: Path) -> None:
    text = read_source(path.read_bytes(), name=path.name).text
    random = Random(path.name)
    wrong = []
    for _ in range(CUTS):
        cut = random.randint(min(LEAST, len(text)), len(text))
        form, reason = detect(text[:cut])
        if form.name != path.parent.name:
            wrong.append((cut, form.name, reason))
        hold(parse(text[:cut]), text[:cut])
    assert wrong == []


def test_every_format_has_good_examples() -> None:
    assert {p.parent.name for p in GOOD} == set(known_formats())
    assert len(GOOD) >= 40
