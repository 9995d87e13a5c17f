"""Saying terms in words: steps, premises and rejections, in Japanese and English."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from clingo import Symbol, SymbolType

from ontology.reasoner.rulebase import ROOT
from ontology.reasoner.symbols import plain

__all__ = ["LANGUAGES", "Phrasebook", "phrasebook"]

LANGUAGES = ("ja", "en")
_VALUES = ("is", "legal", "occurs", "applies")
_TOGETHER = frozenset({"joined", "cell_joined", "in_object", "same_place"})
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
    facts: Mapping[str, Mapping[str, list[str]]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    late: frozenset[str] = frozenset()

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
        found = None
        if symbol.type == SymbolType.Function:
            exact = f"{symbol.name}/{len(symbol.arguments)}"
            found = self.actions.get(exact) or self.actions.get(symbol.name)
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
        return {"ja": f"「{said}」とはならない", "en": f"“{said}” does not come about"}[lang]

    def idle(self, symbol: Symbol, lang: str, names: Mapping[str, str]) -> str:
        """Return that a rule does not keep something from being so."""
        said = self.action(symbol, lang, names)
        return {"ja": f"「{said}」を妨げない", "en": f"does not stop “{said}”"}[lang]

    @staticmethod
    def goes_without_saying(symbol: Symbol) -> bool:
        """Return whether a premise that holds says of a thing only that it belongs with itself."""
        return (
            symbol.name in _TOGETHER
            and len(symbol.arguments) == 2
            and symbol.arguments[0] == symbol.arguments[1]
        )

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
        found = self.events.get(f"{verb}_told") or self.events.get(verb)
        if found is None:
            return verb
        cards = next(
            (raw[k] for k in ("card", "cards", "object", "winner", "by", "of", "to") if k in raw), ""
        )
        listed = cards if isinstance(cards, list) else [cards]
        joined = ("と" if lang == "ja" else ", ").join(names.get(str(c), str(c)) for c in listed)
        said = {k: self._value(v, lang, names) for k, v in raw.items() if k not in ("do", "card")}
        return found[LANGUAGES.index(lang)].format(**said, card=joined)

    def fact(
        self, predicate: str, args: Mapping[str, Any], lang: str, names: Mapping[str, str]
    ) -> str | None:
        """Return a fact of a scenario in words; None where the game has no phrase for its predicate."""
        forms = self.facts.get(predicate)
        if forms is None:
            return None
        denied = any(args.get(key) is False for key in _VALUES)
        said = {key: self._value(value, lang, names) for key, value in args.items()}
        wanted = "not" if denied else "is"
        for form in (wanted, f"{wanted}_short"):
            if form in forms:
                try:
                    text = forms[form][LANGUAGES.index(lang)].format(**said)
                except KeyError:
                    continue
                why = said.get("reason")
                return text + ({"ja": f"（{why}）", "en": f" ({why})"}[lang] if why else "")
        return None

    def topic(self, text: str, lang: str) -> str:
        """Return an unanswered point (``topic:sent_is_destroyed``) in words, or as it is."""
        known = self.words.get(text.replace(":", "_", 1))
        return known[LANGUAGES.index(lang)] if known else text

    def _value(self, value: Any, lang: str, names: Mapping[str, str]) -> str:
        """Return an argument of a fact in words: a card, a word, an id (``ev:equip:eq``, ``cost:lp:800``), a list."""
        if isinstance(value, list):
            return {"ja": "、", "en": ", "}[lang].join(self._value(v, lang, names) for v in value)
        text = str(value)
        if text in names:
            return names[text]
        known = self.words.get(text)
        if known:
            return known[LANGUAGES.index(lang)]
        prefix, separator, rest = text.partition(":")
        if not separator:
            return text
        if prefix == "ev":
            return self._event_id(rest, lang, names)
        parts = [self._value(part, lang, names) for part in re.split("[:=]", rest)]
        whole = self.words.get(f"{prefix}_{re.split('[:=]', rest)[0]}")
        if whole:
            return whole[LANGUAGES.index(lang)].format(*parts[1:], *["…"] * 2)
        return {"ja": "", "en": " "}[lang].join(parts)

    def _event_id(self, text: str, lang: str, names: Mapping[str, str]) -> str:
        """Return ``destroy:eq@no_target`` or ``maintenance:eq=unpaid`` in words."""
        verb, _, card = re.split("[@=]", text)[0].partition(":")
        detail = re.split("[@=]", text)[1:]
        found = self.events.get(verb)
        if found is None:
            return text
        said = found[LANGUAGES.index(lang)].format(
            card=names.get(card, card) or self._value("a_card", lang, names)
        )
        shown = [self._value(d, lang, names) for d in detail]
        return said + "".join({"ja": f"（{d}）", "en": f" ({d})"}[lang] for d in shown)


@functools.cache
def phrasebook(game: str, root: Path = ROOT) -> Phrasebook:
    """Read ``phrases.yaml`` of a game (an empty book if it has none)."""
    path = root / game / "phrases.yaml"
    raw = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    words = {
        str(k).lower() if isinstance(k, bool) else str(k): v for k, v in (raw.get("words") or {}).items()
    }
    return Phrasebook(
        words,
        raw.get("actions") or {},
        raw.get("premises") or {},
        raw.get("events") or {},
        raw.get("facts") or {},
        raw.get("labels") or {},
        frozenset(raw.get("late") or ()),
    )
