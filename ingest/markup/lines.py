"""Lines, real ones and those recovered from text that lost its newlines."""

from typing import NamedTuple

__all__ = ["Line", "split_at", "split_lines"]


class Line(NamedTuple):
    """``text[start:end]`` is the content, ``text[end:next]`` its line end (newline, or the space it became)."""

    start: int
    end: int
    next: int


def split_lines(text: str) -> list[Line]:
    """Split at newlines; a carriage return before one belongs to the line end."""
    lines = []
    start = 0
    size = len(text)
    find = text.find
    while start < size:
        at = find("\n", start)
        if at < 0:
            end = size - 1 if text.endswith("\r") else size
            lines.append(Line(start, end, size))
            break
        end = at - 1 if at > start and text[at - 1] == "\r" else at
        lines.append(Line(start, end, at + 1))
        start = at + 1
    return lines


def split_at(text: str, line: Line, cuts: list[int]) -> list[Line]:
    """Cut a line before each offset of `cuts` (ascending); spaces before a cut become the line end."""
    out = []
    start = line.start
    for cut in cuts:
        if not start < cut < line.end:
            continue
        end = cut
        while end > start and text[end - 1] in " 　\t":
            end -= 1
        out.append(Line(start, end, cut))
        start = cut
    out.append(Line(start, line.end, line.next))
    return out
