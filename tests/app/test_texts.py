"""The texts of the app: the same keys in both languages, every key that the code asks for, same fields."""

import re
from pathlib import Path

from explorer.app.i18n import texts
from explorer.app.kinds import KINDS

APP = Path(__file__).parent.parent.parent / "explorer" / "app"
JA, EN = texts("ja"), texts("en")


def test_both_languages_have_the_same_keys() -> None:
    assert JA.keys() == EN.keys()


def test_every_key_that_the_code_asks_for_has_a_text() -> None:
    asked = set()
    for file in APP.rglob("*.py"):
        asked |= set(re.findall(r'\btext\(\s*"([a-z_]+\.[a-z_]+)"', file.read_text("utf-8")))
    assert len(asked) > 100
    assert asked <= JA.keys(), asked - JA.keys()


def test_every_kind_has_a_name_and_a_meaning_in_both_languages() -> None:
    for kind in KINDS:
        for table in (JA, EN):
            assert table(f"kind.{kind.key}")
            assert table(f"kind_means.{kind.key}")


def test_texts_of_both_languages_take_the_same_values() -> None:
    for key in sorted(JA.keys()):
        fields = [set(re.findall(r"\{(\w+)\}", table.get(key, ""))) for table in (JA, EN)]
        assert fields[0] == fields[1], key


def test_japanese_texts_are_japanese() -> None:
    longer = [JA.get(key, "") for key in sorted(JA.keys()) if len(JA.get(key, "")) > 12]
    without = [t for t in longer if not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", t)]
    assert not without
