"""What the reasoner and the cases say, in the reader's words: events, conditions, choices."""

from collections.abc import Mapping
from typing import Any

from clingo import Symbol, SymbolType

from explorer.app.i18n import Texts

__all__ = ["atom", "card_names", "event", "fact"]


def card_names(situation: Mapping[str, Any]) -> dict[str, str]:
    """Return the name or label of each card of a board by its id."""
    found = {}
    for card, said in (situation.get("cards") or {}).items():
        facts = said if isinstance(said, dict) else {}
        found[str(card)] = str(facts.get("name") or facts.get("card_name") or facts.get("label") or card)
    return found


def event(said: Mapping[str, Any], cards: Mapping[str, str], text: Texts) -> str:
    """Return an event of a case as a phrase: what is done, to which cards, how."""
    verb = str(said.get("do", ""))
    shown = [
        f"{text.get(f'arg.{name}', name)}{text('words.colon')}{_value(value, cards, text)}"
        for name, value in said.items()
        if name != "do" and value != "unspecified"
    ]
    inside = text("words.comma").join(shown)
    head = text.get(f"event.{verb}", verb)
    return f"{head}{text('words.open')}{inside}{text('words.close')}" if inside else head


def fact(predicate: str, args: Mapping[str, Any], cards: Mapping[str, str], text: Texts) -> str:
    """Return a fact of a case as a phrase."""
    shown = [
        f"{text.get(f'arg.{name}', name)}{text('words.colon')}{_value(value, cards, text)}"
        for name, value in args.items()
    ]
    head = text.get(f"predicate.{predicate}", predicate)
    return f"{head}{text('words.open')}{text('words.comma').join(shown)}{text('words.close')}"


def _value(value: Any, cards: Mapping[str, str], text: Texts) -> str:
    if isinstance(value, bool):
        return text("words.true") if value else text("words.false")
    if isinstance(value, list):
        return text("words.and").join(_value(item, cards, text) for item in value)
    if isinstance(value, dict):
        return text("words.comma").join(f"{k}: {_value(v, cards, text)}" for k, v in value.items())
    word = str(value)
    return cards.get(word) or token(word, text)


def token(word: str, text: Texts) -> str:
    """Return a word of the scenario format in the reader's language, itself where there is none."""
    for family in ("zone", "token", "player", "card_type", "evolution", "event"):
        shown = text.get(f"{family}.{word}", "")
        if shown:
            return shown
    return word


def atom(symbol: Symbol, cards: Mapping[str, str], text: Texts) -> str:
    """Return a condition or action of a proof as a phrase; cards by name, negation spelt out."""
    if symbol.type is SymbolType.String:
        return cards.get(symbol.string, symbol.string)
    if symbol.type is not SymbolType.Function or not symbol.name:
        return str(symbol)
    if symbol.name == "no" and len(symbol.arguments) == 1:
        return text("words.not", what=atom(symbol.arguments[0], cards, text))
    if symbol.name in {"do", "happens", "event"} and len(symbol.arguments) == 1:
        return atom(symbol.arguments[0], cards, text)
    head = text.get(f"atom.{symbol.name}", "") or token(symbol.name, text)
    if not symbol.arguments:
        return head
    inside = text("words.comma").join(atom(argument, cards, text) for argument in symbol.arguments)
    return f"{head}{text('words.open')}{inside}{text('words.close')}"
