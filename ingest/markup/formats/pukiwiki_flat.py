"""PukiWiki source flattened to one line: block starts are recovered, then it is read as PukiWiki."""

import re

from ingest.markup.flat import recover_lines
from ingest.markup.formats.pukiwiki import evidence
from ingest.markup.lines import Line, split_lines
from ingest.markup.passes import content_passes
from ingest.markup.pukiwiki_blocks import Blocks
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT", "flat_lines", "is_flat"]

_GLUED = re.compile(r'^#author\("[^\n]{0,120}?\) +\S|\[#\w+\] \S|[。)）\]] -{1,3}\S|\| \|')
_LONG = 150  # characters; a line that long with block marks inside it is no line of a source


def flat_lines(text: str, notes: list[Diagnostic]) -> list[Line]:
    """Return the recovered lines of a text that may still have some of its newlines."""
    out = []
    for line in split_lines(text):
        out += recover_lines(text, line, notes)
    return out


def is_flat(text: str) -> bool:
    """Are there block marks inside lines, and hardly more lines than such marks?"""
    sample = text[:20_000]
    glued = len(_GLUED.findall(sample))
    return glued > 0 and sample.count("\n") + 1 <= 3 + glued // 2


def _detect(text: str, name: str) -> Guess:
    score, seen = evidence(text)
    lines = text.count("\n", 0, 20_000) + 1
    glued = len(_GLUED.findall(text[:20_000]))
    if not score and not glued:
        return Guess(0, "")
    if glued and lines <= 3 + glued // 2 and (score or glued > 1):
        return Guess(
            min(95, score + 15 + glued), f"{glued} block marks inside {lines} line(s): " + ", ".join(seen[:3])
        )
    return Guess(0, "")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    blocks = Blocks(text, notes)
    blocks.feed(flat_lines(text, notes))
    document = Document(
        text, blocks.finish(), "pukiwiki-flat", title=blocks.title, date=blocks.date, diagnostics=notes
    )
    content_passes(document)
    return document


FORMAT = Format("pukiwiki-flat", "PukiWiki source whose newlines became spaces", _detect, _parse)
