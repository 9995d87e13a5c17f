"""Table rows of PukiWiki: cells, header marks, merged cells, alignment and colours."""

import re

from ingest.markup.codes import diagnose
from ingest.markup.pukiwiki_inline import inline
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["table_row"]

_PREFIX = re.compile(
    r"(?:(?:LEFT|CENTER|RIGHT|TOP|MIDDLE|BOTTOM|BASELINE|BOLD|JUSTIFY):|(?:BGCOLOR|COLOR|SIZE|ROWSPAN|COLSPAN|WIDTH)\([^)|\n]{0,60}\):)+"
)
_ENDING = re.compile(r"\|([hHfFcC]?)[ \t]*$")
_STYLE = {"h": "header", "f": "footer", "c": "format", "": "body"}


def table_row(text: str, start: int, end: int, notes: list[Diagnostic]) -> Node:
    """Parse one row; ``text[start]`` is the opening bar."""
    ending = _ENDING.search(text, max(start + 1, end - 8), end)
    stop = ending.start() if ending else end
    style = _STYLE[ending[1].lower()] if ending else "body"
    row = Node(Kind.ROW, start, end, {"style": style})
    children = row.children
    mark = start
    at = start + 1
    span = 1
    find = text.find
    while True:
        bar = find("|", at, stop)
        cell_end = bar if bar >= 0 else stop
        if text.startswith(">", at) and cell_end == at + 1 and bar >= 0:
            span += 1  # this cell is one with its right neighbour
        else:
            children.append(Node(Kind.MARKUP, mark, at))
            children.append(_cell(text, at, cell_end, span, style, notes))
            span = 1
            mark = cell_end
        if bar < 0:
            break
        at = bar + 1
    if ending:
        children.append(Node(Kind.MARKUP, stop, end))
    else:
        notes.append(diagnose("MK103", start))
    return row


def _cell(text: str, start: int, end: int, span: int, style: str, notes: list[Diagnostic]) -> Node:
    attrs: dict[str, str] = {}
    if span > 1:
        attrs["span"] = str(span)
    if style == "header":
        attrs["header"] = "true"
    cell = Node(Kind.CELL, start, end, attrs)
    at = start
    if prefix := _PREFIX.match(text, start, end):
        at = prefix.end()
        for part in prefix[0].split(":"):
            name, _, value = part.partition("(")
            if name in ("LEFT", "CENTER", "RIGHT"):
                attrs["align"] = name.lower()
            elif name and value:
                attrs[name.lower()] = value.rstrip(")")
    if text.startswith("~", at, end):
        at += 1
        attrs["merged" if at == end else "header"] = "up" if at == end else "true"
    if at > start:
        cell.children.append(Node(Kind.MARKUP, start, at))
    cell.children += inline(text, at, end, notes)
    return cell
