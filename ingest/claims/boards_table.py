"""The phrases of `boards.yaml`, compiled."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from ingest.claims.grammar import LOADER
from ingest.claims.relations import Relation, relations

__all__ = ["CARD", "BoardPhrase", "BoardTable", "board_table"]

CARD = "[\ue000-\uf7ff]"
"""The characters that stand for cards in the text of a question."""

_GAP = re.compile(r"\[\^[^\]]*\]\{0,\d+\}\??")
_LETTERS = re.compile(r"\{([abc]|w|zone)\}")


@dataclass(frozen=True)
class BoardPhrase:
    """One phrase of `boards.yaml` and what it tells."""

    id: str
    pattern: re.Pattern[str]
    then: tuple[tuple[str, ...], ...]
    unless: re.Pattern[str] | None


@dataclass(frozen=True)
class BoardTable:
    """All of `boards.yaml` for a game, compiled."""

    phrases: tuple[BoardPhrase, ...]
    kinds: tuple[tuple[re.Pattern[str], re.Pattern[str], Mapping[str, Any]], ...]
    keywords: Mapping[str, str]
    zones: tuple[tuple[re.Pattern[str], str], ...]
    unnamed: tuple[re.Pattern[str], ...]
    chained_as: Mapping[str, str]
    aimed: frozenset[str]
    left_kinds: tuple[tuple[re.Pattern[str], str], ...]
    relations: tuple[Relation, ...]

    def zone(self, said: str) -> str | None:
        """Return the zone that words name."""
        return next((zone for word, zone in self.zones if word.fullmatch(said)), None)


@cache
def board_table(game: str) -> BoardTable:
    """Return the phrases that describe boards of a game."""
    data = yaml.load((files("ingest.claims") / "boards.yaml").read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506 - safe
    zones = data["zones"][game]

    def spelt(found: re.Match[str]) -> str:
        if found[1] == "w":
            return "[^、。\ue000-\uf7ff]{0,24}?"
        return f"(?P<zone>{'|'.join(zones)})" if found[1] == "zone" else f"(?P<{found[1]}>{CARD})"

    phrases = []
    for entry in data["boards"]:
        if game in entry["games"]:
            pattern = _gaps(_once(_LETTERS.sub(spelt, entry["say"])))
            then = tuple(tuple(map(str, step)) for step in entry["then"])
            phrases.append(
                BoardPhrase(
                    entry["id"],
                    re.compile(pattern),
                    then,
                    re.compile(entry["unless"]) if "unless" in entry else None,
                )
            )
    kinds = tuple(
        (re.compile(f"(?:{word})の?$"), re.compile(rf"\((?:{word})\)"), facts)
        for word, facts in data["kinds"][game]
    )
    unnamed = tuple(re.compile(w) for w in data["unnamed"][game])
    named = tuple((re.compile(word), zone) for word, zone in zones.items())
    left = tuple((re.compile(word), kind) for word, kind in data["left_kinds"].items())
    return BoardTable(
        tuple(phrases),
        kinds,
        data["keywords"],
        named,
        unnamed,
        data["chained_as"],
        frozenset(data["aimed"]),
        left,
        relations(data["relations"], game),
    )


def _gaps(pattern: str) -> str:
    """Make a group of every gap of unknown words, so that these words do not count as read."""
    number = iter(range(1000))
    return _GAP.sub(lambda found: f"(?P<gap{next(number)}>{found.group()})", pattern)


def _once(pattern: str) -> str:
    """Make a slot that is named twice refer to itself the second time."""
    seen: set[str] = set()

    def again(found: re.Match[str]) -> str:
        if found[1] in seen:
            return f"(?:{CARD})" if len(found[1]) == 1 else f"(?P={found[1]})"
        seen.add(found[1])
        return found[0]

    return re.sub(rf"\(\?P<([a-z]+)>(?:{re.escape(CARD)}|[^()]*)\)", again, pattern)
