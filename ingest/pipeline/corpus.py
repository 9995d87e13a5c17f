"""The names of the whole corpus, and which pages a change of names touches."""

from collections.abc import Iterable
from dataclasses import fields
from urllib.parse import unquote

from ingest.extraction.names import Names
from ingest.pipeline.games import GAMES
from ontology.namespaces import fold_name

__all__ = ["Corpus", "changed_words", "merge_names"]

Corpus = dict[str, Names]
"""The names of each game."""


def merge_names(parts: Iterable[Names]) -> Corpus:
    """Merge the names of pages, by game; the order does not matter."""
    by_game: dict[str, list[Names]] = {game: [] for game in GAMES}
    for names in parts:
        by_game.setdefault(names.game, []).append(names)
    return {game: Names.merged(found, game) for game, found in by_game.items()}


def changed_words(before: Names, after: Names) -> set[str]:
    """Return, folded, all words whose meaning as a name differs; only pages that hold one can be read differently.

    Keys that are IRIs stand for the forms of that card; these are taken from both sides.
    """
    words: set[str] = set()
    keys: set[str] = set()
    for f in fields(before):
        old, new = getattr(before, f.name), getattr(after, f.name)
        if isinstance(old, set):
            keys |= old ^ new
        elif isinstance(old, dict):
            for key in old.keys() | new.keys():
                a, b = old.get(key, set()), new.get(key, set())
                if a != b:
                    keys.add(key)
                    keys |= a | b
    for key in keys:
        if key.startswith("https://"):
            words.add(unquote(key.rsplit("/", 1)[-1]))
            for names in (before, after):
                words |= names.cards.get(key, set())
        else:
            words.add(key)
    return {folded for word in words if (folded := fold_name(word))}
