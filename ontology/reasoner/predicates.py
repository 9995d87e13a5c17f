"""The predicate table as a program sees it: predicates with typed arguments, events, patterns of closed ids."""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from clingo import Function, Number, String, Symbol

from ontology.reasoner.symbols import token

__all__ = ["IdPattern", "ParsedId", "Predicate", "PredicateTable", "load_table"]

TABLE = Path(__file__).resolve().parent.parent / "predicates.yaml"

POLAR = ("is", "legal", "applies", "occurs")


@dataclass(frozen=True)
class Predicate:
    """A predicate: the types of its arguments, when it is judged and how over the outcomes."""

    id: str
    args: Mapping[str, str]
    at: str
    across: str
    ja: str
    en: str

    @property
    def polar(self) -> str | None:
        """The argument that says whether it is so or not so, where there is one."""
        return next((a for a in POLAR if self.args.get(a) == "bool"), None)


@dataclass(frozen=True)
class ParsedId:
    """A closed id taken apart: a term, and the cards it lists (one list, or lists of lists)."""

    term: Symbol
    cards: tuple[str, ...] = ()
    parts: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class IdPattern:
    """One row of the id registry, compiled."""

    pattern: str
    prefix: str
    expression: re.Pattern[str]
    fields: tuple[str, ...]

    def match(self, text: str) -> dict[str, str] | None:
        """Values of the placeholders, or None."""
        found = self.expression.fullmatch(text)
        return dict(zip(self.fields, found.groups(), strict=True)) if found else None


@dataclass(frozen=True)
class PredicateTable:
    """The part of the table that belongs to one game."""

    game: str
    words: Mapping[str, Any]
    predicates: Mapping[str, Predicate]
    events: Mapping[str, Mapping[str, str]]
    patterns: tuple[IdPattern, ...]

    def vocabulary(self, kind: str) -> tuple[str, ...]:
        """Words of a list (``zones``, ``types`` …); empty if there is no such list."""
        return tuple(self.words.get(kind) or ())

    def parse_id(self, text: str, known: Mapping[str, frozenset[str]]) -> ParsedId | None:
        """Take a closed id apart; None if no row matches or a placeholder names nothing.

        ``known`` holds, by placeholder (``card``, ``ability`` …), what may be named; a placeholder that is
        not a key may be anything.
        """
        for row in self.patterns:
            values = row.match(text)
            if values is None:
                continue
            cards: tuple[str, ...] = ()
            parts: tuple[tuple[str, ...], ...] = ()
            terms: list[Symbol] = []
            good = True
            for piece in _pieces(row.pattern[len(row.prefix) + 1 :]):
                if not piece.startswith("{"):
                    terms.append(token(piece))
                    continue
                name = piece[1:-1]
                value = values[name]
                if name == "cards":
                    cards = tuple(value.split("+"))
                    good = good and set(cards) <= known.get("card", frozenset())
                elif name == "stacks":
                    parts = tuple(tuple(o.split("/")) for o in value.split("|"))
                    good = good and {c for o in parts for c in o} <= known.get("card", frozenset())
                elif name in known and value not in known[name]:
                    good = False
                elif name == "n":
                    terms.append(Number(int(value)))
                elif name in ("card", "rule", "name"):
                    terms.append(String(value))
                else:
                    terms.append(token(value))
            if good:
                return ParsedId(Function(row.prefix, terms), cards, parts)
        return None


def _pieces(rest: str) -> Iterator[str]:
    for piece in re.split(r"(\{[a-z]+\})|[:@=+]", rest) if "{" in rest else [rest]:
        if piece:
            yield piece


@functools.cache
def load_table(game: str, path: Path = TABLE) -> PredicateTable:
    """Read the table of one game."""
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))[game]
    predicates = {
        key: Predicate(key, p["args"], p["at"], p.get("across", "each"), p["ja"], p["en"])
        for key, p in raw["predicates"].items()
    }
    rows = [_pattern(row["pattern"]) for row in raw["ids"]]
    rows.sort(key=lambda r: (len(r.fields), -len(re.sub(r"\{[a-z]+\}", "", r.pattern))))
    events = {key: e["args"] for key, e in raw["events"].items()}
    return PredicateTable(game, raw["words"], predicates, events, tuple(rows))


def _pattern(text: str) -> IdPattern:
    fields = tuple(re.findall(r"\{([a-z]+)\}", text))
    expression = ""
    for piece in re.split(r"(\{[a-z]+\})", text):
        if piece.startswith("{"):
            expression += {
                "{name}": "(.+)",
                "{n}": r"(\d+)",
                "{rule}": r"(\d{3}\.\d+[a-z]*)",
                "{stacks}": "(.+)",
            }.get(piece, "([^:@=]+)")
        else:
            expression += re.escape(piece)
    return IdPattern(text, text.split(":", 1)[0], re.compile(expression), fields)
