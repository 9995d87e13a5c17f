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
# A space follows it; where that was lost, no particle does ("703.4eの" is a sentence that cites the clause).
CLAUSE = re.compile(
    r"([0-9０-９]{3}[.．][0-9０-９]{1,2}(?:(?:[a-z]{1,2}|[A-Z])(?:[-－][0-9０-９]{1,2}(?![0-9０-９]|[.．][0-9０-９]))?)?)[.．]?"
    r"(?=[ 　\t]|$|[^\d\w.．]|(?<=[a-zA-Z.．])[^\x00-\x7fはがのをにでとや、０-９])"
)
_SECTION = re.compile(r"(?:([0-9０-９]{1,3})[.．](?![0-9０-９])[ 　\t]*|([0-9]{3})[ 　\t]+)(?=[^\s\d.．])")
_GLOSSARY = re.compile(r"(?:用語集|用語解説|索引|付録|クレジット|改訂履歴|更新履歴)$")
_BOXED = re.compile(
    r"[【［\[（(]([0-9０-９]{3}[.．][0-9０-９]{1,2}(?:(?:[a-z]{1,2}|[A-Z])(?:[-－][0-9０-９]{1,2})?)?)[】］\]）)]"
)
_CONTENTS = 4  # section titles in a row without a clause between them are a table of contents
_REMARK = re.compile(
    r"[^。]{2,60}(?:追記|変更|修正|定義|明記|記載|削除)(?:を?(?:し|され|いたし)ました|しています)。?$"
)
_NOTICE = re.compile(r"変更点|変更|改定|改訂|お知らせ")
_NAMING = re.compile(r"変更点|改定|改訂|総合(?:ゲーム)?ルール|総則|[Vv]er")
_LEADER = re.compile(r"[.．…・]{4,}[ 　]*[0-9]{1,4}")
_PAGE = re.compile(r"(?:Page[ 　]\d+|\(\d{1,4}\)$|[-–—] ?\d{1,4} ?[-–—]$|\d{1,4}$)")
_GLUE = re.compile(
    r"(?<=[。．.)）」])[ 　]+(?=[0-9０-９]{3}[.．][0-9０-９]{1,2}(?:(?:[a-z]{1,2}|[A-Z])(?:[-－][0-9０-９]{1,2})?)?[.．]?[ 　])"
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
        self._contents: set[int] = set()  # starts of the lines that are entries of a table of contents
        self._named_at = -1  # start of the line that names the document

    def finish(self) -> Node:
        """Close what is open and return the root."""
        return self.outline.finish(len(self.text))

    def feed(self, lines: list[Line]) -> None:
        """Parse the lines."""
        text = self.text
        self._survey(lines)
        for start, end, following in lines:
            a, z = start, end
            while a < z and text[a] in " \t　":
                a += 1
            while z > a and text[z - 1] in " \t　":
                z -= 1
            self.outline.gap(start, a)
            if a < z:
                self._line(a, z)
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
        elif _LEADER.search(content) or content in ("もくじ", "目次"):
            self._rule = self._change = None
            node = self.outline.grow(self.outline.here, Kind.PARAGRAPH, start, {"role": "contents"})
            self.outline.put(node, Node(Kind.TEXT, start, end))
        elif mark := CHANGE_MARK.match(content):
            self._begin_change(
                start, start + mark.end(), end, "before" if (mark[1] or mark[2]) in ("前", "旧") else "after"
            )
        elif boxed := _BOXED.fullmatch(content):  # 【801.4a】
            self._change = None
            self.outline.gap(start, start + boxed.start(1))
            self.clause(start + boxed.start(1), start + boxed.end(1), start + boxed.end(1), boxed[1])
            self.outline.gap(start + boxed.end(1), end)
        elif clause := CLAUSE.match(text, start, end):
            self.clause(start, clause.end(), end, clause[1])
        elif start in self._contents:
            self._rule = self._change = None
            node = self.outline.grow(self.outline.here, Kind.PARAGRAPH, start, {"role": "contents"})
            self.outline.put(node, Node(Kind.TEXT, start, end))
        elif (section := _SECTION.match(text, start, end)) and self._is_title(section.end(), end):
            self.section(start, section.end(), end, section[1] or section[2])
        elif _GLOSSARY.fullmatch(content):
            self._part(start, end)
        elif text[start] in "■◆" and end - start <= _TITLE:
            self._mark_title(start, end)
        elif start == self._named_at or (
            self._named_at < 0 and self.title is None and self._rule is None and self._change is None
        ):
            self._first(start, end)
        else:
            self._text(start, end)

    def _survey(self, lines: list[Line]) -> None:
        """Find the table of contents, and the line among the first ones that names the document."""
        text = self.text
        run: list[int] = []
        seen: dict[tuple[str, str], int] = {}
        before = True  # no clause yet
        for number, (first, end, _) in enumerate(lines):
            start = first
            while start < end and text[start] in " \t　":
                start += 1
            content = text[start:end].strip()
            if not content or _PAGE.match(content):
                continue
            section = _SECTION.match(text, start, end)
            if section and self._is_title(section.end(), end) and not CLAUSE.match(text, start, end):
                key = (section[1] or section[2], text[section.end() : end].strip())
                if key in seen:  # the title comes again: the first time it was an entry
                    self._contents.add(seen[key])
                    if len(run) >= _CONTENTS:
                        self._contents.update(run)
                    run = []
                seen[key] = start
                run.append(start)
                before = False
                continue
            if len(run) >= _CONTENTS:
                self._contents.update(run[:-1] if CLAUSE.match(text, start, end) else run)
            run = []
            if CLAUSE.match(text, start, end) or CHANGE_MARK.match(content):
                before = False
            naming = before and number < 12 and len(content) <= _TITLE and "。" not in content
            if naming and _NAMING.search(content) and (self._named_at < 0 or find_date(content)):
                self._named_at = start
        if len(run) >= _CONTENTS:
            self._contents.update(run)

    def _mark_title(self, start: int, end: int) -> None:
        """``■総合ルール更新箇所``: a part of a notice."""
        self._rule = self._change = None
        at = start + 1
        while at < end and self.text[at] in " 　":
            at += 1
        title = self.text[at:end]
        node = Node(Kind.HEADING, start, end, {"level": "2", "title": title, "marker": self.text[start]})
        node.children.append(Node(Kind.MARKUP, start, at))
        if at < end:
            node.children.append(Node(Kind.TEXT, at, end))
        self.outline.heading(node, title)

    def _part(self, start: int, end: int) -> None:
        """A part after the last rule: a glossary, a list of changes."""
        self._rule = self._change = None
        title = self.text[start:end]
        node = Node(Kind.HEADING, start, end, {"level": "2", "title": title}, [Node(Kind.TEXT, start, end)])
        self.outline.heading(node, title)

    def _is_title(self, start: int, end: int) -> bool:
        return end - start <= _TITLE and not any(c in "。．！？" for c in self.text[start:end])

    def _first(self, start: int, end: int) -> None:
        """The first line of words names the document; version and date stand in it."""
        text = self.text
        date = find_date(text, start, end)
        content = text[start:end]
        cut = re.search(r"[ 　](?:最終更新|更新日|\d{4}[ ]?年|もくじ|目次)", content)
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
        if self.title and _NOTICE.search(self.title) and _REMARK.match(self.text, start, end):
            attrs = {"role": "remark"}  # what the notice says about the clause, no part of it
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
