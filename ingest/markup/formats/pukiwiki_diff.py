"""Diff and backup views of PukiWiki source: old and new lines side by side; the new version is read."""

import re

from ingest.markup.changes import old_lines
from ingest.markup.formats.pukiwiki_flat import flat_lines, is_flat
from ingest.markup.lines import Line, split_at, split_lines
from ingest.markup.passes import content_passes
from ingest.markup.pukiwiki_blocks import Blocks
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT"]

_AUTHOR = re.compile(r'(?:^|(?<=[ \n]))#author\("')
_STOP = re.compile(r"。[ 　]+")
_LEGEND = re.compile(r"^[-•] ?(?:追加|削除)された行は", re.M)


def _detect(text: str, name: str) -> Guess:
    authors = len(_AUTHOR.findall(text[:200_000]))
    if authors > 1:
        return Guess(97, f"{authors} #author lines: two versions side by side")
    if _LEGEND.search(text[:400]):
        return Guess(96, "legend of a view of changes")
    return Guess(0, "")


def _sentences(text: str, lines: list[Line]) -> list[Line]:
    """Cut lines after full stops: two versions of a sentence may stand in one recovered line."""
    return [
        part
        for line in lines
        for part in split_at(text, line, [m.end() for m in _STOP.finditer(text, line.start, line.end)])
    ]


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    lines = _sentences(text, flat_lines(text, notes)) if is_flat(text) else split_lines(text)
    old = old_lines(text, lines, notes)
    blocks = Blocks(text, notes)
    blocks.feed(lines, old=old)
    document = Document(
        text, blocks.finish(), "pukiwiki-diff", title=blocks.title, date=blocks.date, diagnostics=notes
    )
    content_passes(document)
    return document


FORMAT = Format("pukiwiki-diff", "View of changes of PukiWiki source", _detect, _parse)
