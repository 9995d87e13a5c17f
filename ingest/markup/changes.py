"""Views of changes: which lines belong to the older version?

Such a view shows, for each place that changed, the old lines and after them the new ones, without a mark that text
could keep. What tells them apart is that they are alike: a line and its neighbour, or a block of lines and the block
after it. A longer run of lines that are all alike is a list, not a change, and stays.
"""

import re

from ingest.markup.codes import diagnose
from ingest.markup.lines import Line
from ingest.markup.tree import Diagnostic

__all__ = ["AUTHOR", "old_lines"]

AUTHOR = re.compile(r'#author\("([^"\n]*)"')
_DRESS = re.compile(r"[\[\]《》'|*+\-~#(){}<>&;:,、。\s]|\[#\w+\]")
_KEY = re.compile(r"[-+:>| ]*(?:&aname\()?((?:[0-9]{3}\.[0-9a-zA-Z]+)|(?<=&aname\()[\w.-]+)")
_BLOCK = 8  # lines of an old block that are compared with the block after them
_ALIKE, _ALIKE_SHORT, _SHORT = 0.6, 0.5, 8


class _Shape:
    """What is compared of a line: its mark, and its characters and pairs of characters."""

    __slots__ = ("grams", "mark", "size", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        key = _KEY.match(text)
        # A line with a name of its own (anchor, rule number) is never the older form of another.
        self.mark = (text[:1] if text[:1] in "-+*|>:#" else "") + (key[1] if key else "")
        bare = _DRESS.sub("", text)
        self.size = len(bare)
        self.grams = frozenset(bare) | {bare[i : i + 2] for i in range(len(bare) - 1)}

    def alike(self, other: "_Shape") -> float:
        """0 for no likeness, and for lines that are the same."""
        if self.mark != other.mark or not self.grams or not other.grams or self.text == other.text:
            return 0.0
        share = 2 * len(self.grams & other.grams) / (len(self.grams) + len(other.grams))
        return share if share >= (_ALIKE_SHORT if min(self.size, other.size) < _SHORT else _ALIKE) else 0.0


def old_lines(text: str, lines: list[Line], notes: list[Diagnostic]) -> frozenset[int]:
    """Return the numbers (from 0) of the lines that a newer line replaces, and of what stands before the page."""
    authors = [(m[1], i) for i, line in enumerate(lines) if (m := AUTHOR.match(text, line.start, line.end))]
    old: set[int] = set()
    begin = 0
    if authors:
        newest = max(authors)[1]
        old.update(i for _, i in authors if i != newest)
        old.update(range(authors[0][1]))  # the legend of the view
        begin = authors[-1][1] + 1
    body = [i for i in range(begin, len(lines)) if lines[i].end > lines[i].start]
    shapes = [_Shape(text[lines[i].start : lines[i].end]) for i in body]
    at = 0
    while at < len(shapes):
        run = at + 1
        while run < len(shapes) and shapes[run - 1].alike(shapes[run]):
            run += 1
        length = run - at
        if length == 2:
            old.add(body[at])
        elif length > 2 and length % 2 == 0 and _halves(shapes, at, length // 2):
            old.update(body[at : at + length // 2])
        elif length == 1 and (size := _block(shapes, at)):
            old.update(body[at : at + size])
            run = at + 2 * size
        at = run
    for i in sorted(old):
        if lines[i].end > lines[i].start:
            notes.append(diagnose("MK303", lines[i].start))
    notes.append(diagnose("MK304", 0))
    return frozenset(old)


def _halves(shapes: list[_Shape], at: int, half: int) -> bool:
    """Is the run two versions of the same lines, rather than one list of lines that are alike?"""
    across = sum(shapes[at + k].alike(shapes[at + k + half]) for k in range(half)) / half
    along = sum(shapes[at + k].alike(shapes[at + k + 1]) for k in range(half - 1)) / max(half - 1, 1)
    return across > along + 0.1


def _block(shapes: list[_Shape], at: int) -> int:
    """Size of the block of old lines that begins here and is repeated, changed, right after it; 0 for none."""
    for size in range(2, _BLOCK + 1):
        if at + 2 * size > len(shapes):
            return 0
        if all(shapes[at + k].alike(shapes[at + k + size]) for k in range(size)):
            return size
    return 0
