"""Texts of the app in Japanese and English, kept as data in ``ja.yaml`` and ``en.yaml``."""

from functools import cache
from pathlib import Path

import yaml

__all__ = ["LANGUAGES", "Texts", "texts"]

LANGUAGES = {"ja": "日本語", "en": "English"}


class Texts:
    """Texts of one language: call with a key such as ``overview.title`` and the values to fill in."""

    def __init__(self, lang: str, table: dict[str, str]) -> None:
        self.lang = lang
        self._table = table

    def __call__(self, key: str, **values: object) -> str:
        """Return the text; a key without a text is an error of the program.

        Raises:
            KeyError: no text has this key.
        """
        text = self._table[key]
        return text.format(**values) if values else text

    def get(self, key: str, default: str) -> str:
        """Return the text of `key` where there is one, else `default`."""
        return self._table.get(key, default)

    def keys(self) -> set[str]:
        """Return all keys."""
        return set(self._table)


def _flat(tree: dict[str, object], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            found |= _flat(value, f"{name}.")
        else:
            found[name] = str(value)
    return found


@cache
def texts(lang: str) -> Texts:
    """Return the texts of a language, the Japanese ones where the language is not known."""
    known = lang if lang in LANGUAGES else "ja"
    path = Path(__file__).parent / f"{known}.yaml"
    return Texts(known, _flat(yaml.safe_load(path.read_text(encoding="utf-8"))))
