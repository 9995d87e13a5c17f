"""Markup: text of any known format to a lossless document tree."""

import gc
import re

from ingest.markup.codes import diagnose
from ingest.markup.dates import find_date
from ingest.markup.registry import Format, Guess, detect, known_formats
from ingest.markup.tree import Diagnostic, Document, Kind, Node, Severity

__all__ = [
    "Diagnostic",
    "Document",
    "Format",
    "Guess",
    "Kind",
    "Node",
    "Severity",
    "detect",
    "known_formats",
    "parse",
]


# A title with the English name after a slash (《銀の冠/Silver Crown》): the page is named without it.
_ENGLISH = re.compile(r"([^/]*[^\x00-\x7f/])/[A-Za-z0-9][A-Za-z0-9 ,.'!?:;&#\-]*(》?)")


def parse(text: str, *, format: str | None = None, name: str = "") -> Document:  # noqa: A002 - as on the command line
    """Parse a text; the format is detected unless named.

    `name` is the name of the source (a file name), a help in detection. Raises ValueError for an unknown format
    name; never for the text, whatever it is.
    """
    if format is None:
        form, reason = detect(text, name)
    elif format in known_formats():
        form, reason = known_formats()[format], "named by the caller"
    else:
        raise ValueError(f"unknown format {format!r}; known are: {', '.join(known_formats())}")
    # A tree is many small objects without cycles: the collector would walk them again and again for nothing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        document = form.parse(text)
    finally:
        if collecting:
            gc.enable()
    if document.title and (english := _ENGLISH.fullmatch(document.title)):
        document.title = english[1] + english[2]
    if document.date is None and document.title and (dated := find_date(document.title)):
        document.date = dated.iso
    if not text.strip():
        document.diagnostics.append(diagnose("MK002", 0))
    document.diagnostics.sort(key=lambda note: (note.start, note.code))
    document.format = form.name
    document.reason = reason
    return document
