"""Texts of an HTML page: where they go in the tree, character references, line ends of the source."""

import re
from html import unescape

from ingest.markup.dates import find_date
from ingest.markup.outline import Outline
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["Texts"]

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_QA = re.compile(r"\s*[QAＱＡ]\d{0,3}[.．:：]")


class Texts:
    """Puts texts into the innermost open node, or into a paragraph of their own."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        self.text = text
        self.notes = notes
        self.outline = Outline(notes)
        self._at = 0  # what lies before is in the tree
        self._into: list[Node] = []  # open items, cells, inline elements; empty at block level
        self._paragraph: Node | None = None

    def _holder(self) -> Node:
        return self._into[-1] if self._into else (self._paragraph or self.outline.here)

    def _skip_to(self, at: int) -> None:
        if at > self._at:
            self.outline.gap(self._at, at)
            self._at = at

    def _text(self, start: int, end: int) -> None:
        text = self.text
        if not text[start:end].strip() and (
            not self._into or self._into[-1].kind in (Kind.TABLE, Kind.ROW, Kind.LIST)
        ):
            self._skip_to(end)
            return
        into = self._into[-1] if self._into else self._paragraph
        if (
            into is None
            or into.kind in (Kind.LIST, Kind.TABLE, Kind.ROW, Kind.QUOTE)
            or self._new_part(into, start)
        ):
            holder = self._into[-1] if self._into else self.outline.here
            self._skip_to(start)
            into = self.outline.grow(holder, Kind.PARAGRAPH, start)
            self._paragraph = into
        self._skip_to(start)
        at = start
        hidden = into.attrs.get("hidden") == "true"
        for m in _ENTITY.finditer(text, start, end):
            shown = unescape(m[0])
            if shown == m[0]:
                continue
            self._leaf(into, at, m.start(), hidden)
            attrs = {"name": m[0][1:-1], "arguments": "", "text": shown}
            self.outline.put(
                into, Node(Kind.MACRO, m.start(), m.end(), attrs, [Node(Kind.MARKUP, m.start(), m.end())])
            )
            at = m.end()
        self._leaf(into, at, end, hidden)
        self._at = end

    def _leaf(self, into: Node, start: int, end: int, hidden: bool) -> None:
        """A text; line ends of the source at its ends are markup, but not in preformatted text."""
        text = self.text
        a, z = start, end
        if into.kind is not Kind.PREFORMATTED:
            while a < z and text[a] in "\r\n":
                a += 1
            while z > a and text[z - 1] in "\r\n":
                z -= 1
        put = self.outline.put
        if a > start:
            put(into, Node(Kind.MARKUP, start, a))
        if z > a:
            put(into, Node(Kind.MARKUP if hidden else Kind.TEXT, a, z))
        if end > z:
            put(into, Node(Kind.MARKUP, z, end))

    def _new_part(self, into: Node, start: int) -> bool:
        """A question or answer after a line break begins a paragraph of its own."""
        return (
            into is self._paragraph
            and not self._into
            and bool(into.children)
            and into.children[-1].kind is Kind.LINE_BREAK
            and (_QA.match(self.text, start) is not None or self._is_source(start))
        )

    def _is_source(self, start: int) -> bool:
        """A short piece with a date, as stands under an answer."""
        end = self.text.find("<", start, start + 60)
        return end > 0 and "。" not in self.text[start:end] and find_date(self.text, start, end) is not None
