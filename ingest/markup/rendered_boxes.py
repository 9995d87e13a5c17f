"""Remnants of boxes in rendered pages: folds and quoted rules between bars, rows that end in a bar."""

from abc import ABC, abstractmethod

from ingest.markup.codes import diagnose
from ingest.markup.numbers import RULE_NUMBER, find_numbers, normal_number
from ingest.markup.outline import Outline
from ingest.markup.passes.cards import CARD_HEADER
from ingest.markup.rendered_text import text_nodes
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["Boxes"]


class Boxes(ABC):
    """What the parser for rendered text knows of bars."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        self.text = text
        self.notes = notes
        self.outline = Outline(notes)
        self._table: Node | None = None
        self._card = False  # inside a card's box that lost its bars
        self._in_card = False  # inside the box of a card, with bars or without
        self._rule: Node | None = None  # the rule of a box that waits for its text
        self._last_heading: Node | None = None

    @abstractmethod
    def _reset(self) -> None:
        """End the open list, table and card."""

    def _text(self, into: Node, start: int, end: int) -> None:
        self.outline.extend(into, text_nodes(self.text, start, end))

    def _bar(self, start: int, end: int, after: str) -> None:
        if self._table is not None and self._in_card and CARD_HEADER.match(after):
            self.outline.gap(start, end)  # between two faces of a card
            return
        self._reset()
        self._rule = None
        leaf = Node(Kind.MARKUP, start, end)
        if after == "+":
            level = self._last_heading.attrs["level"] if self._last_heading else "2"
            group = self.outline.open(Kind.FOLD, start, {"level": level, "opening": "+"})
            self.outline.put(group or self.outline.here, leaf)
        elif self.outline.groups:
            self.outline.close(leaf)
        else:
            if not after.endswith("|"):  # the bar before the rows of a table is no box
                self.notes.append(diagnose("MK106", start))
            self.outline.gap(start, end)

    def _box_title(self, start: int, end: int) -> None:
        """``| | title``: three full stops for a title that was lost, or one that names rules."""
        text = self.text
        box = self.outline.here
        del box.attrs["opening"]
        a, z = start, end
        while a < z and text[a] in "| \t":
            a += 1
        while z > a and text[z - 1] in "| \t":
            z -= 1
        put = self.outline.put
        title = text[a:z]
        if title in ("...", "…", ""):
            heading = self._last_heading
            box.attrs["title"] = heading.attrs.get("title", "") if heading else ""
            self.notes.append(diagnose("MK305", box.start))
            put(box, Node(Kind.MARKUP, start, end))
            return
        box.attrs["title"] = title
        if numbers := find_numbers(title):
            box.kind = Kind.RULE_BOX
            box.attrs = {"numbers": " ".join(numbers), "title": title}
        put(box, Node(Kind.MARKUP, start, a))
        put(box, Node(Kind.PARAGRAPH, a, z, {"role": "title"}, [Node(Kind.TEXT, a, z)]))
        if z < end:
            put(box, Node(Kind.MARKUP, z, end))

    def _row(self, start: int, end: int) -> None:
        text = self.text
        if self._table is None:
            card, inside = self._card, self._in_card
            self._reset()
            self._card, self._in_card = card, inside
            self._table = self.outline.grow(self.outline.here, Kind.TABLE, start)
        row = self.outline.grow(self._table, Kind.ROW, start, {"style": "body"})
        at = start
        if text[at] == "|":
            at += 1
        while at <= end:
            bar = text.find("|", at, end)
            stop = bar if bar >= 0 else end
            a, z = at, stop
            while a < z and text[a] in " \t":
                a += 1
            while z > a and text[z - 1] in " \t":
                z -= 1
            self.outline.gap(row.end if row.end > start else start, a) if a > (
                row.end if row.end > start else start
            ) else None
            if a < z:
                cell = self.outline.grow(row, Kind.CELL, a)
                self._text(cell, a, z)
                row.end = z
            else:
                row.end = max(row.end, a)
            if bar < 0:
                break
            at = bar + 1
        self.outline.extend(row, [])  # bars after the last cell are the row's own
        if row.end < end:
            self.outline.put(row, Node(Kind.MARKUP, row.end, end))

    def _rule_item(self, start: int, after: int, end: int) -> None:
        """In a box of quoted rules a bullet is a number, and the next its text."""
        text = self.text
        put = self.outline.put
        number = RULE_NUMBER.fullmatch(text[after:end].strip().rstrip("."))
        if number:
            rule = self.outline.grow(
                self.outline.here, Kind.RULE, start, {"number": normal_number(number[1])}
            )
            rule.children.append(Node(Kind.MARKUP, start, after))
            rule.children.append(Node(Kind.DEFINITION_TERM, after, end, None, [Node(Kind.TEXT, after, end)]))
            self._rule = rule
            return
        into = self._rule or self.outline.here
        put(into, Node(Kind.MARKUP, start, after))
        self._text(self.outline.grow(into, Kind.PARAGRAPH, after), after, end)
