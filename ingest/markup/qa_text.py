"""Plain pages of questions and answers: marked by Q and A, or a question with its date and the answer below."""

import re

from ingest.markup.codes import diagnose
from ingest.markup.dates import find_date
from ingest.markup.lines import Line, split_at, split_lines
from ingest.markup.outline import Outline
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["QuestionText", "question_lines"]

_GLUE = re.compile(
    r"(?<=[?？。」）)])[ 　]*(?=[AＡ]\d{0,3}[.．:：])|(?<=[。?？|」）)])[ 　]*(?=[QＱ]\d{0,3}[.．:：])"
)
# Q. / Q12: / "Q3 " before words / a line that holds nothing but the letter
_MARK = re.compile(r"([QＱ]|[AＡ])(?:\d{0,3}[.．:：]|\d{1,3}[ 　]+(?=\S)|\d{0,3}$)[ 　]*")
_CHANGED = re.compile(r"(?:Last-modified|最終更新(?:日時?)?|最終改[訂定]日?|更新日時?)[ 　]*[:：]?")
_ASKS = re.compile(r"[?？][ 　]*[(（][^()（）]{1,30}[)）]$|[?？]$")
_BRACKET = re.compile(r"[(（][^()（）]{1,30}[)）]$")
_HEADING = 30  # characters of the title of a group of questions
_LABEL = 14  # characters of a source line beside its date and address


def question_lines(text: str) -> list[Line]:
    """Return the lines, cut where an answer or the next question begins inside one."""
    out = []
    for line in split_lines(text):
        cuts = [m.end() for m in _GLUE.finditer(text, line.start, line.end)]
        out += split_at(text, line, cuts) if cuts else [line]
    return out


class QuestionText:
    """The parser; feed it lines, then `finish`."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        self.text = text
        self.notes = notes
        self.outline = Outline(notes)
        self.title: str | None = None
        self.date: str | None = None
        self._day: str | None = None  # of the date line above
        self._qa: Node | None = None
        self._part: Node | None = None
        self._below = False  # a date line came before its questions
        self._bare = False  # the question had no mark, so its answer has none

    def finish(self) -> Node:
        """Close what is open and return the root."""
        self._end()
        return self.outline.finish(len(self.text))

    def feed(self, lines: list[Line]) -> None:
        """Parse the lines."""
        text = self.text
        for number, (start, end, following) in enumerate(lines):
            a, z = start, end
            while a < z and text[a] in " \t　|":
                a += 1
            while z > a and text[z - 1] in " \t　|":
                z -= 1
            self.outline.gap(start, a)
            if a < z:
                after = lines[number + 1] if number + 1 < len(lines) else None
                if after is not None and self._is_heading(a, z, after):
                    self._heading(a, z)
                else:
                    self._line(a, z)
            self.outline.gap(z, following)

    def _is_heading(self, start: int, end: int, after: Line) -> bool:
        """A short line right before a question, or one with a title mark, begins a group of questions."""
        text = self.text
        content = text[start:end]
        if end - start > _HEADING or any(c in "。？?！：:" for c in content) or _MARK.match(text, start, end):
            return False
        if text[start] in "■◆●":
            return find_date(text, start, end) is None
        if find_date(text, start, end) is not None or "://" in content:
            return False  # the source of the answer above
        next_mark = _MARK.match(text, after.start, after.end)
        return self.title is not None and next_mark is not None and next_mark[1] in "QＱ"

    def _heading(self, start: int, end: int) -> None:
        self._end()
        at = start
        while at < end and self.text[at] in "■◆● 　":
            at += 1
        title = self.text[at:end]
        level = "1" if self.title is None else "2" if at > start else "3"
        if level == "1":
            self.title = title
        attrs = {"level": level, "title": title}
        node = Node(Kind.HEADING, start, end, attrs)
        if at > start:
            node.children.append(Node(Kind.MARKUP, start, at))
        if at < end:
            node.children.append(Node(Kind.TEXT, at, end))
        self.outline.heading(node, title)

    def _line(self, start: int, end: int) -> None:
        text = self.text
        mark = _MARK.match(text, start, end)
        if mark and mark[1] in "QＱ":
            self._question(start, end, mark.end())
        elif mark and self._qa is None:
            self.notes.append(diagnose("MK402", start))
            self.outline.add(Node(Kind.PARAGRAPH, start, end, None, [Node(Kind.TEXT, start, end)]))
        elif mark and self._qa is not None:
            self._begin(Kind.ANSWER, start, end, mark.end())
        elif (
            self._qa is not None
            and self._part is not None
            and self._part.kind is Kind.ANSWER
            and self._source(start, end)
        ):
            pass
        elif date_line := self._date_line(start, end):
            self._end()
            self._day = date_line
            self._below = True
            node = Node(
                Kind.PARAGRAPH, start, end, {"role": "date", "date": date_line}, [Node(Kind.TEXT, start, end)]
            )
            self.outline.add(node)
        elif (
            self._qa is None
            and self.title is not None
            and self.date is None
            and (changed := self._changed(start, end))
        ):
            self.date = changed
            node = Node(
                Kind.PARAGRAPH, start, end, {"role": "date", "date": changed}, [Node(Kind.TEXT, start, end)]
            )
            self.outline.add(node)
        elif _ASKS.search(text[start:end]) and (self._part is None or self._part.kind is Kind.ANSWER):
            self._question(start, end, start)
            self._bare = True
        elif self._bare and self._part is not None and self._part.kind is Kind.QUESTION:
            self._begin(Kind.ANSWER, start, end, start)
        elif self._part is not None:
            self._append(self._part, start, end)
        elif self.title is None and not any(c in "。？?" for c in text[start:end]):
            self.title = text[start:end]
            node = Node(
                Kind.HEADING, start, end, {"level": "1", "title": self.title}, [Node(Kind.TEXT, start, end)]
            )
            self.outline.heading(node, self.title)
        else:
            self.outline.add(Node(Kind.PARAGRAPH, start, end, None, [Node(Kind.TEXT, start, end)]))

    def _end(self) -> None:
        if self._qa is not None and not any(n.kind is Kind.ANSWER for n in self._qa.children):
            self.notes.append(diagnose("MK401", self._qa.start))
        self._qa = self._part = None
        self._bare = False

    def _question(self, start: int, end: int, text_at: int) -> None:
        self._end()
        attrs = {"date": self._day} if self._day else {}
        self._qa = self.outline.grow(self.outline.here, Kind.QA, start, attrs)
        if own := find_date(self.text, max(start, end - 32), end):
            self._qa.attrs["date"] = own.iso
            if own.iso != self._day:
                self._day = None  # the date above holds up to a question with another date of its own
        self._begin(Kind.QUESTION, start, end, text_at)

    def _begin(self, kind: Kind, start: int, end: int, text_at: int) -> None:
        assert self._qa is not None  # noqa: S101 - only called inside a question
        self._part = self.outline.grow(self._qa, kind, start)
        if text_at > start:
            self.outline.put(self._part, Node(Kind.MARKUP, start, text_at))
        if text_at < end:
            self._append(self._part, text_at, end)

    def _append(self, part: Node, start: int, end: int) -> None:
        paragraph = self.outline.grow(part, Kind.PARAGRAPH, start)
        stop = end
        dated = _BRACKET.search(self.text[start:end]) if part.kind is Kind.QUESTION else None
        if dated and find_date(self.text, start + dated.start(), end):
            stop = start + dated.start()
        answered = _BRACKET.search(self.text[start:end]) if part.kind is Kind.ANSWER else None
        if answered and self._qa is not None and (day := find_date(self.text, start + answered.start(), end)):
            self._qa.attrs["date"] = day.iso
            stop = start + answered.start()
        if stop > start:
            self.outline.put(paragraph, Node(Kind.TEXT, start, stop))
        if stop < end:
            self.outline.put(paragraph, Node(Kind.MARKUP, stop, end))

    def _changed(self, start: int, end: int) -> str | None:
        """The day on which the page says that it was last changed."""
        found = find_date(self.text, start, end) if _CHANGED.match(self.text, start, end) else None
        return found.iso if found else None

    def _date_line(self, start: int, end: int) -> str | None:
        """A line that is a date and perhaps a mark, for the questions below it."""
        found = find_date(self.text, start, end)
        rest = (self.text[start : found.start] + self.text[found.end : end]) if found else ""
        return found.iso if found and len(rest.strip("■◆●□○▼【】() 　（）")) <= 4 else None

    def _source(self, start: int, end: int) -> bool:
        """A short line with a date or an address after an answer closes the question.

        A date alone does where no date line stood above the questions of the page.
        """
        text = self.text
        if end - start > 200 or "。" in text[start:end] or text[start] in "■◆●□○▼【":
            return False
        date = find_date(text, start, end)
        url = re.search(r"https?://[A-Za-z0-9_!~*;/?:@&=+$,%#.\-]+", text[start:end])
        if not date and not url:
            return False
        rest = text[start:end].replace(url[0], "") if url else text[start:end]
        if date:
            rest = rest.replace(text[date.start : date.end], "")
        label = rest.strip(" 　:：()（）[]")
        if len(label) > _LABEL or "?" in label or "？" in label or not (label or url or not self._below):
            return False
        assert self._qa is not None  # noqa: S101 - only called inside a question
        attrs = ({"date": date.iso} if date else {}) | ({"url": url[0]} if url else {})
        self.outline.put(self._qa, Node(Kind.SOURCE_LINE, start, end, attrs, [Node(Kind.TEXT, start, end)]))
        self._qa.attrs.update(attrs)
        self._end()
        return True
