"""Known formats: each module of ``ingest.markup.formats`` holds one as `FORMAT`; adding a file adds a format."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ingest.markup.tree import Document

__all__ = ["Format", "Guess", "detect", "known_formats"]


class Guess(NamedTuple):
    """How sure a format is that a text is its own (0 not at all … 100 certain), and why, in one phrase."""

    score: int
    reason: str


@dataclass(frozen=True, slots=True)
class Format:
    """A markup: its name on the command line, what it is, how it is told, how it is read.

    `detect` sees the text and the name of the source (a file name, possibly empty); `parse` gives a lossless tree.
    """

    name: str
    title: str
    detect: Callable[[str, str], Guess]
    parse: Callable[[str], Document]


@cache
def known_formats() -> dict[str, Format]:
    """Return every format by name, in the order of the module names."""
    package = importlib.import_module("ingest.markup.formats")
    found = {}
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        form = getattr(importlib.import_module(f"ingest.markup.formats.{module.name}"), "FORMAT", None)
        if isinstance(form, Format):
            found[form.name] = form
    return found


def detect(text: str, name: str = "") -> tuple[Format, str]:
    """Return the most likely format and the reason; of equals the one named first."""
    best: tuple[int, Format, str] | None = None
    for form in known_formats().values():
        score, reason = form.detect(text, name)
        if best is None or score > best[0]:
            best = (score, form, reason)
    assert best is not None  # noqa: S101 - there is always a format
    return best[1], best[2]
