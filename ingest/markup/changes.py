"""Views of changes: which lines belong to the older version?

Such a view shows, for each place that changed, the old lines and after them the new ones, without a mark that text
could keep. What tells them apart is that they are alike: a line and its neighbour, or a block of lines and the block
after it. A longer run of lines that are all alike is a list, not a change, and stays.
"""

import re
from itertools import takewhile

from ingest.markup.codes import diagnose
from ingest.markup.lines import Line
from ingest.markup.tree import Diagnostic

__all__ = ["AUTHOR", "old_lines"]

AUTHOR = re.compile(r'#author\("([^"\n]*)"')
_DRESS = re.compile(r"[\[\]《》'|*+\-~#(){}<>&;:,、。\s]|\[#\w+\]")
_NUMBER = re.compile(r"[-+:>| ]*(?:&aname\([^()\n]*\)\{|\[\[)?([0-9]{3}\.[0-9a-zA-Z]*)")
_ADDRESS = re.compile(r"https?://[^\s\]]+")
_ANCHOR = re.compile(r"\[#([A-Za-z][\w-]*)\]")
_BLOCK = 8  # lines of an old block that are compared with the block after them
_LOST = 3  # lines of an old block that one new line replaces
_SAME = 0.8
_MOVED = 12  # characters that two lines with different marks must have to be compared at all
_BACK = 10  # lines before a comment among which the line may be that it put out of use
_ALIKE, _ALIKE_SHORT, _SHORT = 0.6, 0.5, 8
_BEGUN, _BEGUN_SHARE = 5, 0.45  # characters, and part of the shorter line, with which two lines begin alike


class _Shape:
    """What is compared of a line: its mark, the names it has of its own, its characters and pairs of them."""

    __slots__ = ("anchor", "bare", "grams", "key", "size", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        number = _NUMBER.match(text)
        # A line with a name of its own (rule number, address) is never the older form of one with another name.
        self.key = (
            text[:1] if text[:1] in "-+*|>:#" else "",
            number[1] if number else "",
            *_ADDRESS.findall(text),
        )
        anchor = _ANCHOR.search(text)
        self.anchor = anchor[1] if anchor else ""
        self.bare = bare = _DRESS.sub("", text)
        self.size = len(bare)
        self.grams = frozenset(bare) | {bare[i : i + 2] for i in range(len(bare) - 1)}

    def begins_like(self, other: "_Shape") -> bool:
        """Whether two lines of one kind begin with the same words and go on differently."""
        if self.key != other.key or self.anchor != other.anchor or self.text == other.text:
            return False
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.bare, other.bare, strict=False))
        )
        return same >= max(_BEGUN, _BEGUN_SHARE * min(self.size, other.size))

    @property
    def named(self) -> bool:
        """Does the line have a rule number, an address or an anchor of its own?"""
        return bool(self.anchor or self.key[1] or self.key[2:])

    def alike(self, other: "_Shape") -> float:
        """0 for no likeness, and for lines that are the same."""
        if self.key[1:] != other.key[1:] or self.text == other.text or self.anchor != other.anchor:
            return 0.0
        moved = self.key[0] != other.key[0]  # a paragraph became an item, say
        if moved and (min(self.size, other.size) < _MOVED or self.anchor):
            return 0.0
        if self.anchor:  # two texts of one heading
            return 1.0
        if not self.grams or not other.grams:
            return 0.0
        least = _SAME if moved else _ALIKE_SHORT if min(self.size, other.size) < _SHORT else _ALIKE
        share = 2 * len(self.grams & other.grams) / (len(self.grams) + len(other.grams))
        return share if share >= least else 0.0


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
    flat = text.count("\n") * 4 < len(body)
    before = len(old)
    runs: list[tuple[int, int]] = []
    at = 0
    while at < len(body):  # a change stands between empty lines, or anywhere where those were lost
        end = at + 1
        while end < len(body) and body[end] == body[end - 1] + 1:
            end += 1
        old.update(body[i] for i in _old_of(shapes[at:end], at, flat=flat))
        runs.append((at, end))
        at = end
    if len(old) == before:  # something was changed: the only two lines that begin alike, where there are such
        begun = [i for a, z in runs for i in range(a, z - 1) if shapes[i].begins_like(shapes[i + 1])]
        old.update(body[i] for i in begun[:1] if len(begun) == 1)
    for at, shape in enumerate(shapes):
        if shape.text.startswith("//") and len(shape.text) > 4:
            old.update(body[k] for k in range(max(0, at - _BACK), at) if shapes[k].text == shape.text[2:])
    for i in sorted(old):
        if lines[i].end > lines[i].start:
            notes.append(diagnose("MK303", lines[i].start))
    notes.append(diagnose("MK304", 0))
    return frozenset(old)


def _old_of(shapes: list[_Shape], offset: int, *, flat: bool) -> list[int]:
    """Return the numbers, counted from `offset`, of the older lines among lines without an empty one between.

    Where newlines were lost, empty lines were too: `flat` lines are compared more strictly.
    """
    old: list[int] = []
    at = 0
    while at < len(shapes):
        likeness: list[float] = []
        while at + len(likeness) + 1 < len(shapes):
            share = shapes[at + len(likeness)].alike(shapes[at + len(likeness) + 1])
            if not share:
                break
            likeness.append(share)
        length = len(likeness) + 1
        if length == 2:
            old.append(at)
        elif length > 2 and length % 2 == 0 and _halves(shapes, at, length // 2):
            old += range(at, at + length // 2)
        elif length > 2:
            old += [at + k for k in _pairs(likeness)]
        elif size := _block(shapes, at, _SAME if flat else 0.0):
            old += range(at, at + size)
            length = 2 * size
        elif not flat and (size := _shrunk(shapes, at)):
            old += range(at, at + size)
            length = size + 1
        at += length
    return [i + offset for i in old]


def _pairs(likeness: list[float]) -> list[int]:
    """Within a list of lines that are alike: the lines that are far more like the next than any other is."""
    around = [0.0, *likeness, 0.0]
    return [
        k
        for k, share in enumerate(likeness)
        if share >= _SAME and share > max(around[k], around[k + 2]) + 0.1
    ]


def _shrunk(shapes: list[_Shape], at: int) -> int:
    """Size of an old block that one new line replaces: the line after it is like its first."""
    for size in range(2, _LOST + 1):
        if at + size >= len(shapes) or shapes[at + size - 1].named:
            return 0
        if shapes[at].alike(shapes[at + size]):
            return size
    return 0


def _halves(shapes: list[_Shape], at: int, half: int) -> bool:
    """Is the run two versions of the same lines, rather than one list of lines that are alike?"""
    across = sum(shapes[at + k].alike(shapes[at + k + half]) for k in range(half)) / half
    along = sum(shapes[at + k].alike(shapes[at + k + 1]) for k in range(half - 1)) / max(half - 1, 1)
    return across > along + 0.1


def _block(shapes: list[_Shape], at: int, least: float) -> int:
    """Size of the block of old lines that begins here and is repeated, changed, right after it; 0 for none."""
    for size in range(2, _BLOCK + 1):
        if at + 2 * size > len(shapes):
            return 0
        if all(shapes[at + k].alike(shapes[at + k + size]) > least for k in range(size)):
            return size
    return 0
