"""Which game a page is about: told by the words of the games' vocabularies that it uses."""

from functools import cache

from ontology.vocabulary import concepts

__all__ = ["GAMES", "Evidence", "game_of", "majority"]

GAMES = ("dm", "ygo")

Evidence = dict[str, int]
"""For each game, how many of its own words a text uses."""


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """Return the words that belong to one game only; longer ones tell more, one character tells nothing."""
    labels = {game: {label for c in concepts(game) for label in c.labels if len(label) > 1} for game in GAMES}
    everywhere = set.intersection(*labels.values())
    return {game: tuple(sorted(found - everywhere)) for game, found in labels.items()}


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
