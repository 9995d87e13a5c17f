"""MediaWiki text in pieces that its library reads in linear time.

mwparserfromhell tries every opener to the end of its input and starts again where that failed: a page of unclosed
brackets costs time in the square of its length. So the page is cut where nothing is open (normally at every line
end), and a piece with more than a few openers that do not match is cut at its lines, or given up.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Segment", "segments"]

_BAD = 6  # openers without their end that one piece may have
_TOKEN = re.compile(
    r"(\{\{|\[\[|\{\||\[(?=https?://|//))|(\}\}|\]\]|\|\}|\])"
    r"|<(/)?([A-Za-z][A-Za-z0-9]*)(?:[^<>]{0,300}+)(/?)>|(<!--)|(\n)|(<[A-Za-z/])|((?:^|(?<=\n))[*\#:;]{41,})"
)
_CLOSES = {"}}": "{{", "]]": "[[", "|}": "{|", "]": "["}
_VOID = frozenset({"br", "hr", "img", "wbr", "li", "dt", "dd", "p", "references"})
_RAW = frozenset({"nowiki", "pre", "math", "source", "syntaxhighlight"})


class Segment(NamedTuple):
    """A piece of a page; `readable` is False when it must be kept as text."""

    start: int
    end: int
    readable: bool


def segments(text: str) -> Iterator[Segment]:
    """Yield pieces that join to the text."""
    start = 0
    stack: list[str] = []
    bad = 0
    cuts: list[int] = []  # line ends inside the present piece
    at = 0
    closed_after: dict[str, int] = {}
    while m := _TOKEN.search(text, at):
        at = m.end()
        group = m.lastindex
        if group == 7:  # line end
            if not stack:
                yield from _pieces(text, start, at, cuts, bad)
                start, bad, cuts = at, 0, []
            else:
                cuts.append(at)
        elif group == 1:
            stack.append(m[1])
        elif group == 2:
            bad += _pop(stack, _CLOSES[m[2]])
        elif group == 6:
            at = _skip(text, at, "-->", closed_after)
            bad += closed_after.get("-->") == -1
        elif group == 8:  # half a tag
            bad += 1
        elif group == 9:  # the library takes its time for each mark
            bad += len(m[9])
        else:
            name = m[4].lower()
            if m[5] or name in _VOID:
                continue
            if m[3]:
                bad += _pop(stack, name)
            elif name in _RAW:
                at = _skip(text, at, f"</{m[4]}", closed_after)
                bad += closed_after.get(f"</{m[4]}") == -1
            else:
                stack.append(name)
    if start < len(text):
        yield from _pieces(text, start, len(text), cuts, bad + len(stack))


def _skip(text: str, at: int, end: str, last: dict[str, int]) -> int:
    """Return where `end` is found; where it is not, that is remembered so that it is looked for once."""
    if last.get(end) == -1:
        return at
    found = text.find(end, at)
    if found < 0:
        last[end] = -1
        return at
    return found + len(end)


def _pop(stack: list[str], opener: str) -> int:
    """Close the nearest opener of this kind; returns how many did not match."""
    if stack and stack[-1] == opener:
        stack.pop()
        return 0
    depth = next((i for i, o in enumerate(reversed(stack[-20:])) if o == opener), None)
    if depth is None:
        return 0 if opener == "[" else 1
    del stack[len(stack) - depth - 1 :]
    return depth


def _pieces(text: str, start: int, end: int, cuts: list[int], bad: int) -> Iterator[Segment]:
    if bad <= _BAD:
        yield Segment(start, end, True)
        return
    for piece_end in [*cuts, end]:
        if piece_end > start:
            yield Segment(start, piece_end, _mismatches(text, start, piece_end) <= _BAD)
            start = piece_end


def _mismatches(text: str, start: int, end: int) -> int:
    stack: list[str] = []
    bad = 0
    for m in _TOKEN.finditer(text, start, end):
        if m[1]:
            stack.append(m[1])
        elif m[2]:
            bad += _pop(stack, _CLOSES[m[2]])
        elif m[4] and not m[5] and m[4].lower() not in _VOID:
            if m[3]:
                bad += _pop(stack, m[4].lower())
            else:
                stack.append(m[4].lower())
        elif m[6]:
            bad += 1
        elif m[8] or m[9]:
            bad += len(m[8] or m[9])
    return bad + len(stack)
