"""What the reasoner and the cases say, in the reader's words: events, conditions, choices."""

from collections.abc import Mapping
from typing import Any

from explorer.app.i18n import Texts

__all__ = ["card_names", "event", "fact", "token", "value"]


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
        f"{text.get(f'arg.{name}', name)}{text('words.colon')}{value(inner, cards, text)}"
        for name, inner in said.items()
        if name != "do" and inner != "unspecified"
    ]
    inside = text("words.comma").join(shown)
    head = text.get(f"event.{verb}", verb)
    return f"{head}{text('words.open')}{inside}{text('words.close')}" if inside else head


def fact(predicate: str, args: Mapping[str, Any], cards: Mapping[str, str], text: Texts) -> str:
    """Return a fact of a case as a phrase."""
    shown = [
        f"{text.get(f'arg.{name}', name)}{text('words.colon')}{value(inner, cards, text)}"
        for name, inner in args.items()
    ]
    head = text.get(f"predicate.{predicate}", predicate)
    return f"{head}{text('words.open')}{text('words.comma').join(shown)}{text('words.close')}"


def value(said: Any, cards: Mapping[str, str], text: Texts) -> str:
    """Return a value of an argument: cards by name, words in the reader's language."""
    if isinstance(said, bool):
        return text("words.true") if said else text("words.false")
    if isinstance(said, list):
        return text("words.and").join(value(item, cards, text) for item in said)
    if isinstance(said, dict):
        return text("words.comma").join(
            f"{name}: {value(inner, cards, text)}" for name, inner in said.items()
        )
    word = str(said)
    return cards.get(word) or token(word, text)


def token(word: str, text: Texts) -> str:
    """Return a word of the scenario format in the reader's language, itself where there is none."""
    family, _, name = word.partition(":")
    if family == "topic":
        return text.get(f"topic.{name}", name.replace("_", " "))
    for family in ("zone", "token", "player", "card_type", "evolution", "event"):
        shown = text.get(f"{family}.{word}", "")
        if shown:
            return shown
    return word
