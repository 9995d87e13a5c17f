"""Blocks of MediaWiki text: lines are gathered from the library's nodes, then told apart by their first mark."""

import re

import mwparserfromhell

from ingest.markup.codes import diagnose
from ingest.markup.mediawiki_inline import convert
from ingest.markup.mediawiki_segments import segments
from ingest.markup.outline import Outline
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["MediaWiki"]

_BLOCKS = frozenset({Kind.TABLE, Kind.RULER, Kind.QUOTE, Kind.PREFORMATTED, Kind.CARD_BOX})
_PLAIN = frozenset("[]{}<>&'=*#:;-_h/\n|")
_REDIRECT = re.compile(r"#(?:REDIRECT|転送)[:： \t]*(?=\[\[)", re.I)
_MAX_LIST = 8


class MediaWiki:
    """The parser for MediaWiki text."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        self.text = text
        self.notes = notes
        self.outline = Outline(notes)
        self.title: str | None = None
        self._line: list[Node] = []
        self._paragraph: Node | None = None
        self._lists: list[tuple[str, Node, Node]] = []  # marker, LIST, its last ITEM

    def parse(self) -> Node:
        """Parse the whole text and return the root."""
        for start, end, readable in segments(self.text):
            if not readable:
                self.notes.append(diagnose("MK502", start, "MediaWiki"))
                self._take(Node(Kind.TEXT, start, end))
                continue
            if not _PLAIN.intersection(self.text[start : end - 1]):
                self._take(Node(Kind.TEXT, start, end))
                continue
            nodes, stop = convert(mwparserfromhell.parse(self.text[start:end]), start)
            if stop != end:  # the library did not keep every character
                self.notes.append(diagnose("MK502", start, "MediaWiki"))
                nodes = [Node(Kind.TEXT, start, end)]
            for node in nodes:
                self._take(node)
        self._end_line()
        return self.outline.finish(len(self.text))

    def _take(self, node: Node) -> None:
        """Add a node to the present line; a line end inside a text ends the line."""
        if node.kind is not Kind.TEXT:
            if node.kind is Kind.RUBY and ":" in node.attrs.get("reading", ""):
                a, _, b = node.attrs["reading"].partition(":")
                node.attrs["reading"] = self.text[int(a) : int(b)]
            self._line.append(node)
            return
        at = node.start
        text = self.text
        while at < node.end:
            newline = text.find("\n", at, node.end)
            stop = node.end if newline < 0 else newline
            if stop > at:
                self._line.append(Node(Kind.TEXT, at, stop))
            if newline >= 0:
                self._end_line()
                self.outline.gap(newline, newline + 1)
            at = stop + 1

    def _end_line(self) -> None:
        line, self._line = self._line, []
        if not line:
            self._paragraph = None
            self._lists = []
            return
        first = line[0]
        if first.start == 0 and (redirect := _REDIRECT.match(self.text)):
            self._redirect(redirect.end(), line)
        elif first.kind is Kind.HEADING:
            self._reset()
            self._heading(first)
            self._rest(line[1:])
        elif "marker" in first.attrs and first.kind is Kind.MACRO:
            self._item(line)
        elif first.kind in _BLOCKS:
            self._reset()
            self._block(first)
            self._rest(line[1:])
        else:
            self._lists = []
            if self._paragraph is None:
                self._paragraph = self.outline.grow(self.outline.here, Kind.PARAGRAPH, first.start)
            for node in line:
                if node.kind in _BLOCKS:
                    self._reset()
                    self._block(node)
                    continue
                if self._paragraph is None:
                    self._paragraph = self.outline.grow(self.outline.here, Kind.PARAGRAPH, node.start)
                self.outline.put(self._paragraph, node)

    def _redirect(self, end: int, line: list[Node]) -> None:
        """``#REDIRECT [[page]]``: the whole line up to the link is markup."""
        rest = [n for n in line if n.start >= end]
        paragraph = self.outline.grow(self.outline.here, Kind.PARAGRAPH, 0, {"role": "redirect"})
        self.outline.put(paragraph, Node(Kind.MARKUP, 0, rest[0].start if rest else line[-1].end))
        self.outline.extend(paragraph, rest)

    def _rest(self, line: list[Node]) -> None:
        if line:
            self._line = line
            self._end_line()

    def _reset(self) -> None:
        self._paragraph = None
        self._lists = []

    def _block(self, node: Node) -> None:
        if node.kind is Kind.TABLE:
            self._table(node)
        elif node.kind is Kind.CARD_BOX and "name" in node.attrs:
            cell = next(
                c for row in node.children if row.attrs.get("field") == "name" for c in row.children[1:]
            )
            texts = (self.text[n.start : n.end] for n in cell.leaves() if n.kind is Kind.TEXT)
            node.attrs["name"] = "".join(texts).strip().removeprefix("《").removesuffix("》")
        self.outline.add(node)

    def _trimmed(self, nodes: list[Node]) -> list[Node]:
        """The nodes with white space at both ends as markup."""
        out = list(nodes)
        if out and out[0].kind is Kind.TEXT:
            first = out[0]
            at = first.start
            while at < first.end and self.text[at] in " \t\n":
                at += 1
            if at > first.start:
                rest = [Node(Kind.TEXT, at, first.end)] if at < first.end else []
                out[:1] = [Node(Kind.MARKUP, first.start, at), *rest]
        if out and out[-1].kind is Kind.TEXT:
            last = out[-1]
            at = last.end
            while at > last.start and self.text[at - 1] in " \t\n":
                at -= 1
            if at < last.end:
                rest = [Node(Kind.TEXT, last.start, at)] if at > last.start else []
                out[-1:] = [*rest, Node(Kind.MARKUP, at, last.end)]
        return out

    def _table(self, table: Node) -> None:
        """Cells before the first row mark get a row; white space around the text of cells is markup."""
        cells = [n for n in table.children if n.kind is Kind.CELL]
        if cells:
            at, to = table.children.index(cells[0]), table.children.index(cells[-1]) + 1
            inside = table.children[at:to]
            row = Node(Kind.ROW, inside[0].start, inside[-1].end, {"style": "body"}, inside)
            table.children[at:to] = [row]
        for node in table.walk():
            if node.kind is Kind.CELL:
                node.children[1:] = self._trimmed(node.children[1:])

    def _heading(self, node: Node) -> None:
        node.children[1:-1] = self._trimmed(node.children[1:-1])
        title = "".join(self.text[n.start : n.end] for n in node.leaves() if n.kind is Kind.TEXT).strip()
        node.attrs["title"] = title
        self.outline.heading(node, title)
        if self.title is None and node.attrs["level"] == "1":
            self.title = title

    def _item(self, line: list[Node]) -> None:
        self._paragraph = None
        marks = 0
        while marks < len(line) and line[marks].kind is Kind.MACRO and "marker" in line[marks].attrs:
            marks += 1
        marker = "".join(n.attrs["marker"] for n in line[:marks])
        if len(marker) > _MAX_LIST:
            self.notes.append(diagnose("MK104", line[0].start, _MAX_LIST))
            marker = marker[:_MAX_LIST]
        lists = self._lists
        while lists and not (marker.startswith(lists[-1][0]) or (marker == lists[-1][0])):
            lists.pop()
        if lists and lists[-1][0] == marker:
            holder = lists.pop()[1]
        else:
            style = {"*": "bullet", "#": "numbered"}.get(marker[-1], "definition")
            parent = lists[-1][2] if lists else self.outline.here
            holder = self.outline.grow(parent, Kind.LIST, line[0].start, {"style": style})
        item = self.outline.grow(
            holder, Kind.ITEM, line[0].start, {"level": str(len(marker)), "marker": marker}
        )
        lists.append((marker, holder, item))
        item.children.append(Node(Kind.MARKUP, line[0].start, line[marks - 1].end))
        rest = self._trimmed(line[marks:])
        colon = next((i for i, n in enumerate(rest) if n.attrs.get("marker") == ":"), None)
        if marker.endswith(";"):
            term = rest if colon is None else rest[:colon]
            term = self._trimmed(term)
            if term:
                item.children.append(Node(Kind.DEFINITION_TERM, term[0].start, term[-1].end, None, term))
            rest = [] if colon is None else rest[colon:]
        for node in rest:
            stray = "marker" in node.attrs and node.kind is Kind.MACRO
            self.outline.put(item, Node(Kind.MARKUP, node.start, node.end) if stray else node)
