"""The documents of the markup layer say what the code does."""

import re
from pathlib import Path

import pytest

import ingest
from ingest.markup import known_formats, parse
from ingest.markup.card_fields import CARD_FIELDS
from ingest.markup.codes import CODES

INGEST = Path(ingest.__file__).parent
DIAGNOSTICS = (INGEST / "docs" / "diagnostics.md").read_text(encoding="utf-8")
README = (INGEST / "README.md").read_text(encoding="utf-8")
HERE = Path(__file__).parent
# Raised where sources are read, before there is a page: tests/markup/test_reading.py raises them.
READING = {"MK501"}


def test_every_code_is_explained_with_its_severity() -> None:
    explained = dict(re.findall(r"^### (MK\d{3}) .*\((error|warning|info)\)$", DIAGNOSTICS, re.M))
    assert explained == {code: str(entry.severity) for code, entry in CODES.items()}


def test_every_explanation_says_something_in_both_languages() -> None:
    for section in DIAGNOSTICS.split("\n### ")[1:]:
        body = section.split("\n## ")[0].partition("\n")[2]
        assert re.search(r"[ぁ-ヿ一-龠]{3}", body), section[:40]
        assert len(re.findall(r"[A-Za-z]{3,}", body)) >= 8, section[:40]


def test_every_code_is_raised_by_an_example() -> None:
    raised = set()
    for notes in HERE.glob("*/*/*.notes"):
        raised |= set(re.findall(r"MK\d{3}", notes.read_text(encoding="utf-8")))
    for form in known_formats():
        for page in (HERE / "good" / form).glob("*.txt"):
            raised |= {
                n.code for n in parse(page.read_bytes().decode("utf-8", "replace"), format=form).diagnostics
            }
    assert raised == set(CODES) - READING


def test_every_code_in_the_source_is_known() -> None:
    used = set()
    for module in [*(INGEST / "markup").rglob("*.py"), INGEST / "reading.py"]:
        used |= set(re.findall(r'"(MK\d{3})"', module.read_text(encoding="utf-8")))
    assert used == set(CODES)


def test_card_list_document_names_every_field() -> None:
    text = (INGEST / "docs" / "card-lists.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+)`", text.partition("Fields (")[2].partition("Empty cells")[0])) == set(
        CARD_FIELDS
    )


@pytest.mark.parametrize("name", sorted(known_formats()))
def test_readme_lists_every_format(name: str) -> None:
    assert f"| `{name}` |" in README


def test_readme_shows_the_smallest_format_as_it_is() -> None:
    shown = re.findall(r"```python\n(.*?)```", README, re.S)
    source = (INGEST / "markup" / "formats" / "cards.py").read_text(encoding="utf-8")
    assert any(block.strip() == source.strip() for block in shown)
