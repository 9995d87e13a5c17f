"""Relations between two cards of a sentence that a word tells, whatever the order of the words.

装備 between an Equip Spell and a monster, 下 or 進化元 between an evolution creature and another card: the kinds of the
cards tell who is who, so that it does not matter which of them comes first, which particle it has, or whether the verb
is active or passive. A relation is only taken where a phrase has not told it already, and where each side can be but
one card; otherwise the word stays unread, and the reading is not certain.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.claims.draft import Draft

__all__ = ["Relation", "Word", "relations", "words_that_relate"]

_NEAR = 60
_HEAD = re.compile("[^、。\ue000-\uf7ff]{0,24}[\ue000-\uf7ff]")
"""What follows a verb that modifies a card, up to that card."""
_DENIED = re.compile(r"[ぁ-ん]{0,8}?(?:ない|なかった|なければ|ません|ずに|ず、)")


@dataclass(frozen=True)
class Relation:
    """An entry of `relations` in `boards.yaml`: the words, the kinds of the two sides, and what is told."""

    id: str
    cue: re.Pattern[str]
    one: str
    other: str
    then: str
    extra: tuple[str, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Word:
    """A place where a word relates two cards."""

    start: int
    end: int
    relation: Relation
    one: str
    other: str


def words_that_relate(
    text: str,
    relations: Iterable[Relation],
    draft: Draft,
    is_kind: Callable[[str, str], bool],
    skip: Sequence[tuple[int, int]],
) -> list[Word]:
    """Return the words that relate two cards; `is_kind(card, kind)` tells what a card can be.

    Cards are sought in the sentence of the word; with `whole`, one that is not there in the whole text.
    """
    found = []
    for relation in relations:
        for match in relation.cue.finditer(text):
            if any(s < match.end() and match.start() < e for s, e in skip):
                continue
            if _DENIED.match(text, match.end()):
                continue
            begin = text.rfind("。", 0, match.start()) + 1
            end = text.find("。", match.end())
            place = _Place(text, begin, match.start(), match.end(), end if end >= 0 else len(text))
            one = place.card(relation.one, is_kind, relation.whole, None)
            other = place.card(relation.other, is_kind, relation.whole, one)
            if one and other:
                found.append(Word(match.start(), match.end(), relation, one, other))
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    """A word and the sentence around it."""

    text: str
    begin: int
    start: int
    stop: int
    end: int

    def card(
        self, kind: str, is_kind: Callable[[str, str], bool], whole: bool, taken: str | None
    ) -> str | None:
        """Return the only card of a kind: of the sentence, of its clause, what the word modifies, of the whole text."""
        able = _but(_cards(self.text[self.begin : self.end], kind, is_kind), taken)
        if len(able) > 1:
            head = _HEAD.match(self.text, self.stop)
            follows = _but(_cards(head.group(), kind, is_kind), taken) if head else []
            clause = self.text[self.text.rfind("、", self.begin, self.start) + 1 : self.start]
            able = follows or _but(_cards(clause[-_NEAR:], kind, is_kind), taken)
        elif not able and whole:
            able = _but(_cards(self.text, kind, is_kind), taken)
        return able[0] if len(able) == 1 else None


def _but(cards: list[str], taken: str | None) -> list[str]:
    return [card for card in cards if card != taken]


def _cards(text: str, kind: str, is_kind: Callable[[str, str], bool]) -> list[str]:
    cards = dict.fromkeys(f"c{ord(c) - 0xE000 + 1}" for c in text if "\ue000" <= c <= "\uf7ff")
    return [card for card in cards if is_kind(card, kind)]


def relations(entries: Iterable[Mapping[str, Any]], game: str) -> tuple[Relation, ...]:
    """Return the relations of a game from the entries of `boards.yaml`."""
    found = []
    for entry in entries:
        if game in entry["games"]:
            one, other = (str(entry[side]) for side in ("one", "other"))
            then, *extra = map(str, entry["then"] if isinstance(entry["then"], list) else [entry["then"]])
            found.append(
                Relation(
                    str(entry["id"]), re.compile(str(entry["cue"])), one, other, then, tuple(extra),
                    bool(entry.get("whole")),
                )
            )  # fmt: skip
    return tuple(found)
