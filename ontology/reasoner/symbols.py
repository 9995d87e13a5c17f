"""From values of a file to ground terms: the one place where text becomes a clingo symbol.

Every value passes through clingo's own constructors, which quote it; no text of a file is ever pasted into
a program. Words of the vocabulary (lower-case identifiers) become constants, everything else strings.
"""

import re
from collections.abc import Iterable

from clingo import Function, Number, String, Symbol, SymbolType

__all__ = ["atom", "constant", "plain", "text_of", "token", "value"]

_WORD = re.compile(r"[a-z][A-Za-z0-9_]*")
_RESERVED = {"not"}

Argument = str | int | bool | Symbol


def token(word: str) -> Symbol:
    """Symbol of a vocabulary word: ``graveyard`` as a constant, ``GV`` or ``地`` as a string."""
    if _WORD.fullmatch(word) and word not in _RESERVED:
        return Function(word, [])
    return String(word)


def constant(word: str) -> Symbol:
    """Return the constant ``word``.

    Raises:
        ValueError: the word is not a lower-case identifier.
    """
    if not _WORD.fullmatch(word) or word in _RESERVED:
        raise ValueError(f"{word!r} cannot be a constant")
    return Function(word, [])


def value(argument: Argument) -> Symbol:
    """Symbol of a value: text is always a string here (ids of cards, names), numbers stay numbers."""
    if isinstance(argument, Symbol):
        return argument
    if isinstance(argument, bool):
        return Function("true" if argument else "false", [])
    if isinstance(argument, int):
        return Number(max(-(2**31) + 1, min(2**31 - 1, argument)))
    return String(argument)


def atom(predicate: str, *arguments: Argument) -> Symbol:
    """Return the ground atom ``predicate(arguments…)``."""
    return Function(predicate, [value(a) for a in arguments])


def text_of(symbols: Iterable[Symbol]) -> str:
    """Return the facts as program text, one a line, in a fixed order."""
    return "\n".join(f"{s}." for s in sorted(symbols)) + "\n"


def plain(symbol: Symbol) -> str:
    """Text of a constant, string or number; a compound term as clingo writes it."""
    if symbol.type == SymbolType.String:
        return symbol.string
    return str(symbol)
