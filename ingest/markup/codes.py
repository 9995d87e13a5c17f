"""Diagnostic codes of the markup layer: number, severity and message; each is explained in ``ingest/docs``.

Numbers are stable: a code that is no longer raised keeps its number.
"""

from typing import NamedTuple

from ingest.markup.tree import Diagnostic, Severity

__all__ = ["CODES", "Code", "diagnose"]


class Code(NamedTuple):
    """Severity and message of a code; the message may hold ``{}`` for the detail."""

    severity: Severity
    message: str


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

CODES: dict[str, Code] = {
    # text and encoding
    "MK001": Code(_W, "bytes that are not valid {} were replaced by U+FFFD; check the encoding (--encoding)"),
    "MK002": Code(_I, "the page is empty"),
    "MK003": Code(_W, "control character {} in the text"),
    "MK004": Code(_I, "the encoding was guessed: {}"),
    # blocks
    "MK101": Code(
        _W, "this region or brace group is never closed; it was closed at the end of its surroundings"
    ),
    "MK102": Code(_W, "a region end without a beginning; kept as markup"),
    "MK103": Code(_W, "a table row without its closing bar"),
    "MK104": Code(_W, "nested deeper than {} levels; deeper levels were kept as text"),
    "MK105": Code(_I, "unknown block plugin #{}; its text was kept"),
    "MK107": Code(_I, "a diagram without numbered steps"),
    "MK106": Code(_W, "a bar alone that neither opens nor closes a box; kept as markup"),
    # inline
    "MK201": Code(_W, "{} without its end; kept as text"),
    "MK203": Code(_I, "a link without a target; kept as text"),
    "MK204": Code(_W, "the page ends inside {}; it looks cut off"),
    # recovery
    "MK301": Code(_I, "newlines were lost; {} lines were recovered from the marks that begin a block"),
    "MK302": Code(
        _I, "a comment in a page without newlines has no visible end; it was ended at the next block"
    ),
    "MK303": Code(_I, "an older line of a view of changes; the newer line after it was read instead"),
    "MK304": Code(_I, "a view of changes: lines that only one version has cannot be told apart"),
    "MK305": Code(_I, "a fold lost its title; it was taken from the heading above"),
    # content
    "MK401": Code(_W, "a question without an answer"),
    "MK402": Code(_W, "an answer without a question"),
    "MK403": Code(_I, "rule number {} is written in capitals; read as {}"),
    # reading
    "MK501": Code(_E, "this {} cannot be read: {}"),
    "MK502": Code(_W, "the library that reads {} gave up here; the rest was kept as text"),
}


def diagnose(code: str, start: int, *details: object) -> Diagnostic:
    """Make a diagnostic of a known code; `details` fill the message."""
    severity, message = CODES[code]
    return Diagnostic(code, severity, start, message.format(*details))
