"""Which game a page is about: told by the words of the games' vocabularies that it uses."""

from functools import cache

from rdflib import Literal

from ontology.namespaces import PREFIXES
from ontology.vocabulary import concepts, load_vocabulary

__all__ = ["GAMES", "Evidence", "game_of", "majority"]

GAMES = ("dm", "ygo")

Evidence = dict[str, int]
"""For each game, how many of its own words a text uses."""


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """Return the words that belong to one game only; one character tells nothing.

    A word that the vocabulary of another game uses too, if only in a comment (カード, 効果), does not count.
    """
    labels = {game: {label for c in concepts(game) for label in c.labels if len(label) > 1} for game in GAMES}
    spoken = {game: "\n".join(_literals(game)) for game in GAMES}
    others = {game: "\n".join(text for g, text in spoken.items() if g != game) for game in GAMES}
    return {
        game: tuple(sorted(word for word in found if word not in others[game]))
        for game, found in labels.items()
    }


def _literals(game: str) -> list[str]:
    base = PREFIXES[game]
    return [
        str(o)
        for s, _, o in load_vocabulary()
        if str(s).startswith(base) and isinstance(o, Literal) and o.language == "ja"
    ]


def game_of(text: str) -> tuple[str | None, Evidence]:
    """Return the game of a text, or None where the words do not decide, and the evidence."""
    evidence = {game: sum(len(w) - 1 for w in words if w in text) for game, words in _words().items()}
    ranked = sorted(evidence, key=lambda g: -evidence[g])
    best, second = evidence[ranked[0]], evidence[ranked[1]]
    return (ranked[0] if best >= 4 and best >= 1.5 * second else None), evidence


def majority(evidence: list[Evidence]) -> str | None:
    """Return the game of most pages of a site, for the pages that do not tell themselves."""
    votes = dict.fromkeys(GAMES, 0)
    total = dict.fromkeys(GAMES, 0)
    for found in evidence:
        for game in GAMES:
            votes[game] += found[game] > max((found[g] for g in GAMES if g != game), default=0)
            total[game] += found[game]
    best = max(GAMES, key=lambda g: (votes[g], total[g]))
    return best if total[best] else None
