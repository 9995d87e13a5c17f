"""Pages written with symbols for bullets: rows between bars, ■ titles, □ ◇ ・ items, chain diagrams."""

import re
from itertools import pairwise

from ingest.markup.codes import diagnose
from ingest.markup.dates import find_date
from ingest.markup.lines import Line, split_at
from ingest.markup.outline import Outline
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["ITEM_MARKS", "Symbols"]

ITEM_MARKS = "□◇◆・※●○◎▼▽▲△★☆▶▷"
_STEPS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"  # steps, only at the beginning of a line
_SUB_MARKS = "・"  # belong to the item before them
_MARK = re.compile(rf"(?:(?<=[\s　])|(?<=^))[{ITEM_MARKS}](?=[^\s　])|[■{_STEPS}]")
_BOXES = "┏┃┗┣┠┌│└├┳┻━─╋┓┛"
_BOX = re.compile(f"[{_BOXES}]")
_LINK_NUMBER = re.compile(r"チェーン ?(?:ブロック)?([0-9０-９]{1,2})")
_NEXT = re.compile(r"[\s　|]{0,20}(\S)")
_QA = re.compile(r"[QAＱＡ]\d{0,3}[.．:：]")
_BAR = re.compile(r"[ 　]*\|[ 　]*")
_DRAWING = 12
_SENTENCE = "。．！？!?"


class Symbols:
    """The parser for symbol pages; feed it lines, then `finish`."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        self.text = text
        self.notes = notes
        self.outline = Outline(notes)
        self.title: str | None = None
        self.date: str | None = None
        self._list: Node | None = None
        self._item: Node | None = None
        self._table: Node | None = None
        self._tables: list[Node] = []
        self._sub: Node | None = None
        self._sub_item: Node | None = None
        self._first = True
        self._open_diagram: Node | None = None
        self._diagrams: list[Node] = []
        self._heads = 0  # titles with a date so far
        self._drawing = 0  # how many lines without a bar the present drawing may still have

    def finish(self) -> Node:
        """Close what is open and return the root."""
        for diagram in self._diagrams:
            self._phases(diagram)
        for table in self._tables:  # a row alone heads nothing
            rows = [c for c in table.children if c.kind is Kind.ROW]
            if len(rows) == 1:
                rows[0].attrs["style"] = "body"
        return self.outline.finish(len(self.text))

    def feed(self, lines: list[Line]) -> None:
        """Parse lines: rows between bars, or plain lines that begin with a symbol."""
        text = self.text
        for start, end, following in lines:
            a, z = start, end
            while a < z and text[a] in " \t　|":
                a += 1
            while z > a and text[z - 1] in " \t　|":
                z -= 1
            self.outline.gap(start, a)
            if a < z:
                self._cell(a, z, row="|" in text[start:a] or "|" in text[z:end])
            else:
                self._end_list()
            self.outline.gap(z, following)

    # -- one row or line --------------------------------------------------------------------------------------

    def _cell(self, start: int, end: int, *, row: bool) -> None:
        text = self.text
        box = _BOX.search(text, start, end)
        if box is None and self._drawing > 0 and text[start] not in ITEM_MARKS + "■":
            self._drawing -= 1  # a line of the drawing that lost its bar
            self._diagram(start, end)
            return
        if box is not None:
            if start < box.start():
                self._open_diagram = None
                self._title_row(start, box.start())
            self._diagram(box.start(), end)
            last = max(text.rfind(c, box.start(), end) for c in "┗└┛")
            self._drawing = 0 if last >= 0 else _DRAWING
            self._first = False
            return
        self._open_diagram = None
        self._drawing = 0
        if row and not self._first and _BAR.search(text, start, end):
            self._row(start, end)
            return
        marks = [m.start() for m in _MARK.finditer(text, start, end) if self._begins(m.start(), start)]
        dated = (
            not row
            and not marks
            and end - start <= 60
            and self._heads < 2
            and "。" not in text[start:end]
            and not _QA.match(text, start, end)
            and find_date(text, start, end)
        )
        if dated and not self._first:
            self._title_row(start, end)
            self._heads += 1
            return
        if self._first and (not marks or marks[0] > start):
            self._title_row(start, marks[0] if marks else end)
            start = marks[0] if marks else end
        elif row and not marks and not any(c in _SENTENCE for c in text[start:end]):
            self._end_list()
            self._heading(start, end, 2, "")
            start = end
        self._first = False
        if start >= end:
            return
        head = marks[0] if marks else end
        if start < head:
            stop = self._trim(start, head)
            if any(c in _SENTENCE for c in text[start:stop]) or not marks or not row:
                if self._item is not None and not row:  # the line goes on
                    self._put_text(self._sub_item or self._item, start, stop)
                else:
                    self._end_list()
                    self._put_text(self.outline.grow(self.outline.here, Kind.PARAGRAPH, start), start, stop)
            else:
                self._heading(start, stop, 2, "")
            self.outline.gap(stop, head)
        for here, after in pairwise([*marks, end]):
            stop = self._trim(here, after)
            self._bullet(here, stop, after)
            self.outline.gap(stop, after)

    def _row(self, start: int, end: int) -> None:
        """Several cells side by side: a row of a table."""
        outline = self.outline
        self._list = self._item = self._sub = self._sub_item = None
        if self._table is None:
            self._table = outline.grow(outline.here, Kind.TABLE, start)
            style = "body" if any(c in "。「『《×" for c in self.text[start:end]) else "header"
            self._tables.append(self._table)
        else:
            style = "body"
        row = outline.grow(self._table, Kind.ROW, start, {"style": style})
        at = start
        for bar in [*_BAR.finditer(self.text, start, end), None]:
            stop = bar.start() if bar else end
            if stop > at:
                cell = outline.grow(row, Kind.CELL, at)
                self._put_text(cell, at, stop)
            if bar:
                outline.gap(bar.start(), bar.end())
                at = bar.end()

    def _begins(self, at: int, start: int) -> bool:
        text = self.text
        if at == start:
            return True
        spaced = text[at - 1] in " 　\t\n"
        if text[at] in _STEPS:  # inside a line only after a sentence
            return spaced and text[start:at].rstrip()[-1:] in ("。", "．", "）", ")", "×")
        return spaced or text[at] == "■"

    def _trim(self, start: int, end: int) -> int:
        while end > start and self.text[end - 1] in " \t　":
            end -= 1
        return end

    # -- titles -----------------------------------------------------------------------------------------------

    def _title_row(self, start: int, end: int) -> None:
        text = self.text
        date = find_date(text, start, end)
        stop = self._trim(start, date.start if date else end)
        self._heading(start, stop, 1, "")
        if self.title is None or (date and self.date is None):  # a dated title says more than a banner
            self.title = text[start:stop]
        self.outline.gap(stop, date.start if date else end)
        if date:
            self.date = date.iso
            self.outline.put(self.outline.here, Node(Kind.AUTHOR, date.start, date.end, {"date": date.iso, "user": ""}, [Node(Kind.TEXT, date.start, date.end)]))  # fmt: skip
            self.outline.gap(date.end, end)

    def _heading(self, start: int, end: int, level: int, mark: str) -> None:
        self._end_list()
        at = start + len(mark)
        while at < end and self.text[at] in " 　":
            at += 1
        title = self.text[at:end]
        attrs = {"level": str(level), "title": title}
        if mark:
            attrs["marker"] = mark
        node = Node(Kind.HEADING, start, end, attrs)
        if at > start:
            node.children.append(Node(Kind.MARKUP, start, at))
        if at < end:
            node.children.append(Node(Kind.TEXT, at, end))
        self.outline.heading(node, title)

    # -- items ------------------------------------------------------------------------------------------------

    def _end_list(self) -> None:
        self._list = self._item = self._sub = self._sub_item = None
        self._table = None

    def _bullet(self, start: int, end: int, limit: int) -> None:
        text = self.text
        mark = text[start]
        if mark == "■" and not self._says(start, end):
            return self._heading(start, end, 2, mark)
        following = _NEXT.match(text, limit)
        after = following[1] if following else ""
        if (
            mark in "◆●"
            and after
            and after in ITEM_MARKS
            and after != mark
            and not any(c in _SENTENCE for c in text[start:end])
        ):
            return self._heading(start, end, 3, mark)
        outline = self.outline
        below = mark in _SUB_MARKS or (
            self._list is not None and self._list.attrs["style"] == "numbered" and mark not in _STEPS
        )
        if below and self._item is not None:
            if self._sub is None:
                self._sub = outline.grow(self._item, Kind.LIST, start, {"style": "bullet"})
            item = outline.grow(self._sub, Kind.ITEM, start, {"level": "2", "marker": mark})
            self._sub_item = item
        else:
            if self._list is None:
                self._list = outline.grow(
                    outline.here, Kind.LIST, start, {"style": "numbered" if mark in _STEPS else "bullet"}
                )
            item = outline.grow(self._list, Kind.ITEM, start, {"level": "1", "marker": mark})
            self._item = item
            self._sub = self._sub_item = None
        item.children.append(Node(Kind.MARKUP, start, start + 1))
        self._put_text(item, start + 1, end)
        return None

    def _says(self, start: int, end: int) -> bool:
        """Is it a sentence, which heads nothing?"""
        shown = self.text[start:end].rstrip()
        return shown.endswith(("。", "．")) or "。" in shown[:-1]

    def _put_text(self, into: Node, start: int, end: int) -> None:
        """Text whose spaces may be old newlines."""
        if start < end:
            self.outline.put(into, Node(Kind.TEXT, start, end))

    # -- diagrams ---------------------------------------------------------------------------------------------

    def _diagram(self, start: int, end: int) -> None:
        self._end_list()
        text = self.text
        diagram = self._open_diagram
        if diagram is None:  # else the drawing goes on from the line before
            diagram = self.outline.grow(self.outline.here, Kind.DIAGRAM, start)
            self._open_diagram = diagram
            self._diagrams.append(diagram)
        # A step begins with a drawing character; a space that was a newline may begin one without.
        cuts = [
            m.start()
            for m in _BOX.finditer(text, start, end)
            if m.start() > start and text[m.start() - 1] not in _BOXES
        ]
        for piece in split_at(text, Line(start, end, end), cuts):
            a = piece.start
            step = self.outline.grow(diagram, Kind.DIAGRAM_STEP, a)
            at = a
            while at < piece.end and text[at] in _BOXES + " 　":
                at += 1
            self.outline.put(step, Node(Kind.MARKUP, a, at))
            body = text[at : piece.end]
            if number := _LINK_NUMBER.search(body):
                step.attrs["link_number"] = str(int(number[1]))
            if at < piece.end:
                self.outline.put(step, Node(Kind.TEXT, at, piece.end))
            self.outline.gap(piece.end, piece.next)

    def _phases(self, diagram: Node) -> None:
        """Link numbers rise while effects are activated and fall while they resolve."""
        steps = [s for s in diagram.children if s.kind is Kind.DIAGRAM_STEP]
        numbers = [int(s.attrs["link_number"]) for s in steps if "link_number" in s.attrs]
        if not numbers:
            self.notes.append(diagnose("MK107", diagram.start))
            return
        top = max(numbers)
        reached = 0
        turned = False
        for step in steps:
            number = step.attrs.get("link_number")
            if number is None:
                step.attrs["phase"] = "resolution" if turned or reached == top else "activation"
                turned = turned or reached == top
                continue
            value = int(number)
            turned = turned or (reached == top and value <= reached and reached > 0)
            step.attrs["phase"] = "resolution" if turned else "activation"
            reached = max(reached, value)
