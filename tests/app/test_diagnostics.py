"""What is noticed while reading a page, in the reader's language: every code has words, details are carried over."""

import pytest

from explorer.app.diagnostics import FORMS, said
from explorer.app.i18n import texts
from ingest.markup import parse
from ingest.markup.codes import CODES
from tests.app.conftest import App
from tests.app.test_pages import html_of

JA, EN = texts("ja"), texts("en")


@pytest.mark.parametrize("code", sorted(FORMS))
def test_every_code_has_words_in_both_languages(code: str) -> None:
    details = [f"detail{n}" for n in range(FORMS[code].count("{}"))]
    message = FORMS[code].format(*details)
    for text in (JA, EN):
        words = said(code, message, text)
        assert "{" not in words.replace("{{", "")
        assert all(detail in words for detail in details)
    assert said(code, message, JA) != message


def test_the_codes_of_the_markup_layer_are_all_there() -> None:
    assert set(CODES) <= set(FORMS)


def test_an_unknown_code_or_form_is_told_as_it_is() -> None:
    assert said("XX999", "something new", JA) == "something new"
    assert said("MK201", "another form", JA) == "another form"


def test_the_message_of_a_real_page_is_said_in_japanese() -> None:
    document = parse("*見出し\n&color(red){閉じていない\n", name="試し")
    notes = [note for note in document.diagnostics if note.code == "MK201"]
    assert notes
    assert "閉じられていません" in said(notes[0].code, notes[0].message, JA)
    assert "&color" in said(notes[0].code, notes[0].message, JA)


def test_the_preview_says_what_was_noticed_at_its_place(app: App) -> None:
    at = app.open("import")
    at.text_area[0].set_value("*試し\nデュエル・マスターズの&color(red){クリーチャー\n")
    next(box for box in at.selectbox if str(box.key).startswith("import-game")).set_value("dm")
    at = next(button for button in at.button if button.label == JA("import.preview")).click().run()
    shown = html_of(at)
    assert "MK201" in shown
    assert "閉じられていません" in shown
    assert "<mark>&amp;</mark>" in shown
    assert "kept as text" not in shown
