"""Comprehensive rules as text: numbered clauses, one or several a line, section titles, contents, change notices."""

import re

from ingest.markup.codes import diagnose
from ingest.markup.dates import find_date
from ingest.markup.lines import Line, split_at, split_lines
from ingest.markup.numbers import normal_number
from ingest.markup.outline import Outline
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["CHANGE_MARK", "CLAUSE", "Numbered", "clause_lines"]

# A clause number: 100.1 / 703.4e / 316.1. ; the first group is the number without its final dot.
CLAUSE = re.compile(r"([0-9０-９]{3}[.．][0-9０-９]{1,2}(?:[a-z]{1,2}|[A-Z])?)[.．]?(?=[ 　\t]|$|[^\d\w.．])")
_SECTION = re.compile(r"([0-9０-９]{3}|[0-9０-９]{1,2})[.．](?![0-9０-９])[ 　\t]*(?=\S)")
_LEADER = re.compile(r"[.．…・]{4,}[ 　]*[0-9]{1,4}")
_PAGE = re.compile(r"(?:Page[ 　]\d+|\(\d{1,4}\)$|[-–—] ?\d{1,4} ?[-–—]$|\d{1,4}$)")
_GLUE = re.compile(
    r"(?<=[。．.)）」])[ 　]+(?=[0-9０-９]{3}[.．][0-9０-９]{1,2}(?:[a-z]{1,2}|[A-Z])?[.．]?[ 　])"
)
_EXAMPLE = re.compile(r"(?:例|例えば)[:：、. ]")
CHANGE_MARK = re.compile(
    r"[【［\[（(《■◆●○□]?[ 　]*(?:(?:(?:変更|改定|改訂|修正|訂正|改正)[ 　]*(前|後))|(旧|新)(?:ルール|条文|テキスト|文)?(?=[:：】］\]）)]))"
    r"(?:の?(?:条文|テキスト|文章|ルール))?[】］\])）》]?[ 　]*[:：]?[ 　]*"
)
_TITLE = 60


def clause_lines(text: str) -> list[Line]:
    """Return the lines, cut where another clause begins inside one."""
    out = []
    for line in split_lines(text):
        cuts = [m.end() for m in _GLUE.finditer(text, line.start, line.end)]
        if not cuts and len(found := list(_LEADER.finditer(text, line.start, line.end))) > 1:
            cuts = [m.end() + 1 for m in found[:-1]]
        out += split_at(text, line, cuts) if cuts else [line]
    return out


class Numbered:
    """The parser for numbered rules; feed it lines, then `finish`."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        self.text = text
        self.notes = notes
        self.outline = Outline(notes)
        self.title: str | None = None
        self.date: str | None = None
        self._rule: Node | None = None
        self._change: Node | None = None
        self._number: str | None = None  # of the last clause, for the change that follows it
        self._after_blank = True

    def finish(self) -> Node:
        """Close what is open and return the root."""
        return self.outline.finish(len(self.text))

    def feed(self, lines: list[Line]) -> None:
        """Parse the lines."""
        text = self.text
        for start, end, following in lines:
            a, z = start, end
            while a < z and text[a] in " \t　":
                a += 1
            while z > a and text[z - 1] in " \t　":
                z -= 1
            self.outline.gap(start, a)
            if a < z:
                self._line(a, z)
            self._after_blank = a == z
            self.outline.gap(z, following)

    # -- one line ---------------------------------------------------------------------------------------------

    def _line(self, start: int, end: int) -> None:
        text = self.text
        content = text[start:end]
        if _PAGE.match(content) and len(content) < 80:
            self.outline.put(
                self._rule or self._change or self.outline.here,
                Node(Kind.COMMENT, start, end, {"page": "true"}),
            )
        elif _LEADER.search(content):
            self._rule = self._change = None
            node = self.outline.grow(self.outline.here, Kind.PARAGRAPH, start, {"role": "contents"})
            self.outline.put(node, Node(Kind.TEXT, start, end))
        elif mark := CHANGE_MARK.match(content):
            self._begin_change(
                start, start + mark.end(), end, "before" if (mark[1] or mark[2]) in ("前", "旧") else "after"
            )
        elif clause := CLAUSE.match(text, start, end):
            self.clause(start, clause.end(), end, clause[1])
        elif (section := _SECTION.match(text, start, end)) and self._is_title(section.end(), end):
            self.section(start, section.end(), end, section[1])
        elif self.title is None and self._rule is None and self._change is None:
            self._first(start, end)
        else:
            self._text(start, end)

    def _is_title(self, start: int, end: int) -> bool:
        return end - start <= _TITLE and not any(c in "。．！？" for c in self.text[start:end])

    def _first(self, start: int, end: int) -> None:
        """The first line of words names the document; version and date stand in it."""
        text = self.text
        date = find_date(text, start, end)
        content = text[start:end]
        cut = re.search(r"[ 　](?:Ver|ver|最終更新|更新日|\d{4}[ ]?年|もくじ|目次)", content)
        stop = start + cut.start() if cut else end
        title = text[start:stop].strip()
        if stop - start > _TITLE:
            self._text(start, end)
            return
        self.title = title
        node = Node(Kind.HEADING, start, stop, {"level": "1", "title": title}, [Node(Kind.TEXT, start, stop)])
        self.outline.heading(node, title)
        if stop < end:
            rest = self.outline.grow(self.outline.here, Kind.PARAGRAPH, stop, {"role": "version"})
            self.outline.put(rest, Node(Kind.TEXT, stop, end))
        if date:
            self.date = date.iso

    def section(self, start: int, title_at: int, end: int, number: str) -> None:
        """Open a section: one or two digits are a chapter (level 2), three a section (level 3)."""
        self._rule = self._change = None
        number = normal_number(number)
        title = self.text[title_at:end].strip()
        attrs = {"level": "2" if len(number) < 3 else "3", "title": title, "number": number}
        node = Node(Kind.HEADING, start, end, attrs)
        node.children.append(Node(Kind.MARKUP, start, title_at))
        if title_at < end:
            node.children.append(Node(Kind.TEXT, title_at, end))
        self.outline.heading(node, title).attrs["number"] = number

    def clause(self, start: int, text_at: int, end: int, written: str) -> None:
        """Begin a rule; what follows without a number belongs to it."""
        number = normal_number(written)
        if text_at >= end:  # a number alone heads what follows: the change before it is over
            self._change = None
        if any("A" <= c <= "Z" for c in written):
            self.notes.append(diagnose("MK403", start, written, number))
        at = start + len(written)
        rule = self.outline.grow(self._change or self.outline.here, Kind.RULE, start, {"number": number})
        self._rule, self._number = rule, number
        put = self.outline.put
        put(rule, Node(Kind.DEFINITION_TERM, start, at, None, [Node(Kind.TEXT, start, at)]))
        while text_at < end and self.text[text_at] in " \t　":
            text_at += 1
        if text_at > at:
            put(rule, Node(Kind.MARKUP, at, text_at))
        if text_at < end:
            self._text(text_at, end)

    def _text(self, start: int, end: int) -> None:
        into = self._rule or self._change or self.outline.here
        attrs = {"role": "example"} if _EXAMPLE.match(self.text, start, end) else None
        paragraph = self.outline.grow(into, Kind.PARAGRAPH, start, attrs)
        self.outline.put(paragraph, Node(Kind.TEXT, start, end))
        if self.date is None and self._rule is None and (date := find_date(self.text, start, end)):
            self.date = date.iso

    def _begin_change(self, start: int, text_at: int, end: int, side: str) -> None:
        attrs = {"side": side}
        if self._rule is not None and len(self._rule.children) == 1:  # only the number of what is changed
            self._rule.kind = Kind.PARAGRAPH
            self._rule.attrs["role"] = "number"
            self._rule.children = self._rule.children[0].children
        if self._number:
            attrs["number"] = self._number
        self._rule = None
        self._change = self.outline.grow(self.outline.here, Kind.CHANGE, start, attrs)
        self.outline.put(self._change, Node(Kind.MARKUP, start, text_at))
        if text_at < end:
            self._line(text_at, end) if not CHANGE_MARK.match(self.text, text_at, end) else self._text(
                text_at, end
            )
