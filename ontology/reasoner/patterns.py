"""Patterns of atoms, read off the text clingo writes: what a program is sliced by.

A pattern is the predicate and, for each argument, the functor of a compound term (``ev/2``), the name of a
constant (``hand/0``), a string with its quotes, ``?X`` for a variable X, ``*`` for anything else.
"""

import re
from collections.abc import Iterator

__all__ = ["Key", "arguments", "constants", "pattern"]

Key = tuple[str, ...]

_NAME = re.compile(r"_*[a-z][A-Za-z0-9_']*")
_VARIABLE = re.compile(r"_*[A-Z][A-Za-z0-9_']*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORD = re.compile(rf"{_STRING.pattern}|(?<![A-Za-z0-9_'])_*[a-z][A-Za-z0-9_']*")
_STEP = re.compile(rf"{_STRING.pattern}|[(){{}}\[\],;]")


def constants(text: str) -> Iterator[str]:
    """Names and strings (without their quotes) a statement mentions."""
    for word in _WORD.findall(text):
        yield word[1:-1] if word[0] == '"' else word


def arguments(text: str) -> list[str]:
    """Split at the commas that stand outside all brackets and strings."""
    found: list[str] = []
    depth = start = 0
    for step in _STEP.finditer(text):
        sign = step.group()
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == ";" and not depth:
            return [text]  # a pool: it may be any of several terms
        elif sign == "," and not depth:
            found.append(text[start : step.start()].strip())
            start = step.end()
    found.append(text[start:].strip())
    return found


def pattern(text: str) -> Key:
    """Return the pattern of an atom (a leading ``not`` or sign is no part of it)."""
    text = text.strip()
    if text.startswith("-"):
        text = text[1:]
    name, bracket, rest = text.partition("(")
    if not bracket:
        return (f"{name}/0",)
    inner = arguments(rest[:-1])
    return (f"{name}/{len(inner)}", *(_functor(a) for a in inner))


def _functor(term: str) -> str:
    if _VARIABLE.fullmatch(term):
        return f"?{term}"
    if _STRING.fullmatch(term):
        return term
    if _NAME.fullmatch(term):
        return f"{term}/0"
    match = _NAME.match(term)
    if match is None or term[match.end()] != "(" or not term.endswith(")"):
        return "*"
    inside = term[match.end() + 1 : -1]
    if _unbalanced(inside):
        return "*"
    return f"{match.group()}/{len(arguments(inside))}"


def _unbalanced(text: str) -> bool:
    """Whether the first bracket before this text is closed inside it, as in ``f(X)+g(Y)``."""
    depth = 0
    for step in _STEP.finditer(text):
        depth += 1 if step.group() in "([{" else -1 if step.group() in ")]}" else 0
        if depth < 0:
            return True
    return False
