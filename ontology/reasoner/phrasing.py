"""Saying terms in words: steps, premises and rejections, in Japanese and English."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from clingo import Symbol, SymbolType

from ontology.reasoner.rulebase import ROOT
from ontology.reasoner.symbols import plain

__all__ = ["LANGUAGES", "Phrasebook", "phrasebook"]

LANGUAGES = ("ja", "en")
_SILENT = {"check", "view"}
_COMPARE = {
    "op_lessequal": ("{0}は{1}以下", "{0} is at most {1}"),
    "op_lessthan": ("{0}は{1}より小さい", "{0} is less than {1}"),
    "op_greaterequal": ("{0}は{1}以上", "{0} is at least {1}"),
    "op_greaterthan": ("{0}は{1}より大きい", "{0} is more than {1}"),
    "op_equal": ("{0}は{1}である", "{0} is {1}"),
    "op_notequal": ("{0}は{1}ではない", "{0} is not {1}"),
}


@dataclass(frozen=True)
class Phrasebook:
    """How the terms of one game are said; a term without a phrase is shown as it is."""

    words: Mapping[str, list[str]]
    actions: Mapping[str, list[str]]
    premises: Mapping[str, Mapping[str, list[str]]]
    events: Mapping[str, list[str]]

    def word(self, symbol: Symbol, lang: str, names: Mapping[str, str]) -> str:
        """Return one argument: a card by its name, a word of the vocabulary, a nested term as an action."""
        if symbol.type == SymbolType.String:
            return names.get(symbol.string, symbol.string)
        if symbol.type == SymbolType.Function and symbol.arguments:
            return self.action(symbol, lang, names)
        text = plain(symbol)
        known = self.words.get(text)
        return known[LANGUAGES.index(lang)] if known else text

    def action(self, symbol: Symbol, lang: str, names: Mapping[str, str]) -> str:
        """Return what a rule does, or keeps from being done."""
        found = self.actions.get(symbol.name) if symbol.type == SymbolType.Function else None
        if found is None:
            return str(symbol)
        return found[LANGUAGES.index(lang)].format(
            *(self.word(a, lang, names) for a in symbol.arguments), *["…"] * 4
        )

    def conclusion(self, symbol: Symbol, lang: str, names: Mapping[str, str], *, bars: bool) -> str:
        """Return what a rule does, or that it keeps something from being so."""
        said = self.action(symbol, lang, names)
        if not bars:
            return said
        return {"ja": f"「{said}」とはならない", "en": f"it is not that “{said}”"}[lang]

    def premise(self, symbol: Symbol, lang: str, names: Mapping[str, str]) -> str | None:
        """Return a premise, ``no(…)`` as its denial; None for what goes without saying."""
        polarity = "is"
        if symbol.name == "no":
            polarity, symbol = "not", symbol.arguments[0]
        if symbol.name in _SILENT:
            return None
        if symbol.name == "compare":
            template = _COMPARE.get(symbol.arguments[0].name)
            if template is None:
                return str(symbol)
            return template[LANGUAGES.index(lang)].format(
                *(self.word(a, lang, names) for a in symbol.arguments[1:])
            )
        if symbol.name in ("do", "happens", "event", "proposed") and len(symbol.arguments) == 1:
            inner = self.action(symbol.arguments[0], lang, names)
            return inner if polarity == "is" else {"ja": f"「{inner}」ではない", "en": f"not: {inner}"}[lang]
        found = self.premises.get(symbol.name)
        if found is None:
            return (
                str(symbol) if polarity == "is" else {"ja": f"{symbol}ではない", "en": f"not {symbol}"}[lang]
            )
        template_text = found[polarity][LANGUAGES.index(lang)]
        return template_text.format(*(self.word(a, lang, names) for a in symbol.arguments), *["…"] * 4)

    def event(self, raw: Mapping[str, Any], lang: str, names: Mapping[str, str]) -> str:
        """Return an event of a scenario."""
        verb = str(raw["do"])
        found = self.events.get(verb)
        if found is None:
            return verb
        cards = next(
            (raw[k] for k in ("card", "cards", "object", "winner", "by", "of", "to") if k in raw), ""
        )
        listed = cards if isinstance(cards, list) else [cards]
        joined = ("と" if lang == "ja" else ", ").join(names.get(str(c), str(c)) for c in listed)
        return found[LANGUAGES.index(lang)].format(card=joined)


@functools.cache
def phrasebook(game: str, root: Path = ROOT) -> Phrasebook:
    """Read ``phrases.yaml`` of a game (an empty book if it has none)."""
    path = root / game / "phrases.yaml"
    raw = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    words = {
        str(k).lower() if isinstance(k, bool) else str(k): v for k, v in (raw.get("words") or {}).items()
    }
    return Phrasebook(words, raw.get("actions") or {}, raw.get("premises") or {}, raw.get("events") or {})
