"""Block markup of PukiWiki: one pass over the lines, each told apart by its first character."""

import re
from collections.abc import Iterable

from ingest.markup.codes import diagnose
from ingest.markup.lines import Line
from ingest.markup.pukiwiki_inline import inline, plain_of
from ingest.markup.pukiwiki_regions import Regions
from ingest.markup.pukiwiki_tables import table_row
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["Blocks"]

_ANCHOR = re.compile(r"[ \t]*+\[#(\w[\w-]*)\][ \t]*")
_ALIGN = re.compile(r"(LEFT|CENTER|RIGHT|JUSTIFY):")
_BARE_ANSWER = re.compile(r"[AＡ](?=[^\x00-\x7f])")  # `Aはい` under `>Qなぜ`
_BARE_QUESTION = re.compile(r"[QＱ](?=[^\x00-\x7f]|\d|\[\[)")
_MAX_LIST = 3
# Lines that begin a paragraph though none before them ended: questions, answers, numbered rules, source lines.
_OWN_PARAGRAPH = re.compile(
    r"[QAＱＡ]\d{0,3}[.．:：]|&aname\([^()\n]{0,60}\)\{[0-9]{3}|\[\[[^\[\]>\n]{1,40}[:>]https?://[^\[\]\n]+\]\][ \t~]*$"
)


class Blocks(Regions):
    """The block parser. Feed it lines; `finish` gives the root."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        super().__init__(text, notes)
        self.title: str | None = None
        self._current: Node | None = None  # what a plain line would continue
        self._lists: list[tuple[int, str, Node, Node]] = []  # level, style, LIST, its last ITEM
        self._table: Node | None = None
        self._quote: Node | None = None
        self._asked = False  # a quoted question without punctuation waits for its answer

    # -- the loop ---------------------------------------------------------------------------------------------

    def feed(self, lines: Iterable[Line], *, old: frozenset[int] = frozenset()) -> None:
        """Parse lines, in order; those whose number is in `old` belong to an earlier version and stay comments."""
        text = self.text
        gap = self.outline.gap
        for number, (start, end, following) in enumerate(lines):
            if number in old and start < end:
                self._comment(start, end, {"old": "true"})
            elif start >= end:
                self._reset()
            else:
                self._rest = end
                self._line(text[start], start, end)
                while self._rest < end:  # what stands after a ruler, `{{` or `}}` on the same line
                    at = self._rest
                    while at < end and text[at] in " \t":
                        at += 1
                    gap(self._rest, at)
                    self._rest = end
                    if at < end:
                        self._line(text[at], at, end)
            gap(end, following)

    def finish(self) -> Node:
        """Close what is open and return the root."""
        return self.outline.finish(len(self.text))

    def _line(self, mark: str, start: int, end: int) -> None:
        text = self.text
        if mark in "-+:":
            if mark == "-" and text.startswith("----", start):
                return self._ruler(start, end)
            if mark != ":" or "|" in text[start:end]:
                return self._item(mark, start, end)
        elif mark == "|":
            if end - start > 1:
                return self._row(start, end)
        elif mark == "*":
            return self._heading(start, end)
        elif mark == "#":
            return self._block_plugin(start, end)
        elif mark == "/":
            if text.startswith("//", start):
                return self._comment(start, end)
        elif mark == ">":
            return self._quoted(start, end)
        elif mark == "<":
            if re.match(r"<{1,3}(?![A-Za-z/!])", text[start : start + 4]):
                return self._unquote(start, end)
        elif mark == "}":
            if self._closing(start, end):
                return None
        elif mark == "," and text.find(",", start + 1, end) > 0:
            return self._comma_row(start, end)
        elif mark in " \t":
            return self._indented(start, end)
        return self._plain(start, end)

    def _reset(self) -> None:
        self._current = self._table = self._quote = None
        if self._lists:
            self._lists = []

    # -- paragraphs -------------------------------------------------------------------------------------------

    def _plain(self, start: int, end: int) -> None:
        text = self.text
        into = self._current
        self._table = self._quote = None
        at = start
        if text[start] == "~":  # begins a paragraph of its own
            into = None
            at = start + 1
            if at == end:
                self._reset()
                self.outline.gap(start, end)
                return
        elif self._asked and text[start] in "AＡ" and _BARE_ANSWER.match(text, start, end):
            into = None
            self._asked = False
        elif text[start] in "QA&ＱＡ[" and _OWN_PARAGRAPH.match(text, start, end):
            into = None
        if into is None or into.kind is Kind.ROW:
            self._lists = []
            into = self.outline.grow(self.outline.here, Kind.PARAGRAPH, start)
            self._current = into
        if at > start:
            self.outline.put(into, Node(Kind.MARKUP, start, at))
        self._fill(into, at, end)

    def _fill(self, into: Node, start: int, end: int) -> None:
        """Inline content of one line, with its alignment before and its ``~`` after."""
        text = self.text
        put = self.outline.put
        if start >= end:
            return
        stop = end
        if text[end - 1] == "~" and (end - 1 > start):
            stop = end - 1
        if text[start] in "LCRJ" and (align := _ALIGN.match(text, start, stop)):
            put(into, Node(Kind.STYLE, start, align.end(), {"name": "align", "value": align[1].lower()}, [Node(Kind.MARKUP, start, align.end())]))  # fmt: skip
            start = align.end()
        nodes = inline(text, start, stop, self.notes)
        if nodes:
            self.outline.extend(into, nodes)
        if stop < end:
            put(into, Node(Kind.LINE_BREAK, stop, end, None, [Node(Kind.MARKUP, stop, end)]))

    def _indented(self, start: int, end: int) -> None:
        text = self.text
        at = start
        while at < end and text[at] in " \t":
            at += 1
        if at == end:
            self._reset()
            self.outline.gap(start, end)
            return
        self._table = self._quote = None
        prose = text[end - 1] == "~" or "[[" in text[at:end]
        kind = Kind.PARAGRAPH if prose else Kind.PREFORMATTED
        into = self._current
        if (
            into is None
            or into.kind not in (Kind.PREFORMATTED, Kind.PARAGRAPH)
            or (into.kind is Kind.PREFORMATTED and prose)
        ):
            self._lists = []
            into = self.outline.grow(self.outline.here, kind, start)
        self._current = into
        self.outline.put(into, Node(Kind.MARKUP, start, at))
        self._fill(into, at, end)

    def _comment(self, start: int, end: int, attrs: dict[str, str] | None = None) -> None:
        """A comment ends nothing: it goes where the next line would."""
        into = self._current or self._table or self._quote or self.outline.here
        self.outline.put(into, Node(Kind.COMMENT, start, end, attrs))

    def _ruler(self, start: int, end: int) -> None:
        self._reset()
        text = self.text
        at = start
        while at < end and text[at] == "-":
            at += 1
        self.outline.add(Node(Kind.RULER, start, at, None, [Node(Kind.MARKUP, start, at)]))
        self._rest = at

    # -- headings ---------------------------------------------------------------------------------------------

    def _heading(self, start: int, end: int) -> None:
        text = self.text
        self._reset()
        at = start
        while at < end and text[at] == "*":
            at += 1
        level = min(at - start, 6)
        if at - start > level:
            self.notes.append(diagnose("MK104", start, level))
        attrs = {"level": str(level)}
        stop = end
        anchor = None
        if "[#" in text[at:end]:
            anchor = _ANCHOR.search(text, text.rindex("[#", at, end) - 1, end)
            if anchor:
                attrs["anchor"] = anchor[1]
                stop = anchor.start()
        while at < stop and text[at] in " \t":
            at += 1
        node = Node(Kind.HEADING, start, end, attrs)
        node.children.append(Node(Kind.MARKUP, start, at))
        body = inline(text, at, stop, self.notes)
        node.children += body
        if anchor:
            node.children.append(Node(Kind.MARKUP, stop, anchor.end()))
            node.children += inline(text, anchor.end(), end, self.notes)
        title, reading = plain_of(text, body)
        if reading != title:
            attrs["reading"] = reading
        attrs["title"] = title
        self.outline.heading(node, title)
        self._above = title
        if self.title is None and level == 1 and title:
            self.title = title

    # -- lists ------------------------------------------------------------------------------------------------

    def _item(self, mark: str, start: int, end: int) -> None:
        text = self.text
        self._table = self._quote = None
        at = start + 1
        while at < end and text[at] == mark:
            at += 1
        level = at - start
        if level > _MAX_LIST:
            self.notes.append(diagnose("MK104", start, _MAX_LIST))
            level = _MAX_LIST
            at = start + level
        style = "bullet" if mark == "-" else "numbered" if mark == "+" else "definition"
        lists = self._lists
        while lists and (lists[-1][0] > level or (lists[-1][0] == level and lists[-1][1] != style)):
            lists.pop()
        outline = self.outline
        if lists and lists[-1][0] == level:
            holder = lists[-1][2]
            lists.pop()
        else:
            parent = lists[-1][3] if lists else outline.here
            holder = outline.grow(parent, Kind.LIST, start, {"style": style})
        item = outline.grow(holder, Kind.ITEM, start, {"level": str(level), "marker": text[start:at]})
        lists.append((level, style, holder, item))
        self._current = item
        while at < end and text[at] in " \t~":
            at += 1
        item.children.append(Node(Kind.MARKUP, start, at))
        if mark == ":":
            bar = text.index("|", start, end) if "|" in text[at:end] else end
            item.children.append(Node(Kind.DEFINITION_TERM, at, bar, None, inline(text, at, bar, self.notes)))
            if bar < end:
                item.children.append(Node(Kind.MARKUP, bar, bar + 1))
            at = bar + 1
        self._fill(item, at, end)

    # -- tables -----------------------------------------------------------------------------------------------

    def _row(self, start: int, end: int) -> None:
        if self._table is None:
            self._reset()
            self._table = self.outline.grow(self.outline.here, Kind.TABLE, start)
        self._current = None
        self.outline.put(self._table, table_row(self.text, start, end, self.notes))

    def _comma_row(self, start: int, end: int) -> None:
        if self._table is None:
            self._reset()
            self._table = self.outline.grow(self.outline.here, Kind.TABLE, start)
        row = Node(Kind.ROW, start, end, {"style": "body"})
        at = start
        while at < end:
            comma = self.text.find(",", at + 1, end)
            stop = comma if comma >= 0 else end
            row.children.append(Node(Kind.MARKUP, at, at + 1))
            row.children.append(
                Node(Kind.CELL, at + 1, stop, None, inline(self.text, at + 1, stop, self.notes))
            )
            at = stop
        self.outline.put(self._table, row)

    # -- quotes -----------------------------------------------------------------------------------------------

    def _quoted(self, start: int, end: int) -> None:
        text = self.text
        at = start
        while at < end and at < start + 3 and text[at] == ">":
            at += 1
        level = str(at - start)
        if text.startswith(">", at):
            self.notes.append(diagnose("MK104", at, _MAX_LIST))
        while at < end and text[at] in " \t":
            at += 1
        quote = self._quote
        self._reset()
        if quote is None or quote.attrs["level"] != level:
            quote = self.outline.grow(self.outline.here, Kind.QUOTE, start, {"level": level})
        self._quote = quote
        self.outline.put(quote, Node(Kind.MARKUP, start, at))
        self._asked = _BARE_QUESTION.match(text, at, end) is not None
        if at < end:
            self._fill(self.outline.grow(quote, Kind.PARAGRAPH, at), at, end)

    def _unquote(self, start: int, end: int) -> None:
        self._reset()
        at = start
        while at < end and self.text[at] == "<":
            at += 1
        self.outline.gap(start, at)
        self._rest = at
