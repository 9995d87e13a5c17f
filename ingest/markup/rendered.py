"""Wiki pages turned into text: headings without marks, remnants of folds and boxes, bullets, Q&A lines.

Known remnants: ``|`` ``+`` ``| | title`` … ``|`` (a region; ``...`` stands for a title that was lost), ``| - 1`` (a
bullet behind a bar), rows that end in a bar, ``[編集]`` and ``†`` after headings, ``[1]`` for footnotes.
"""

import re

from ingest.markup.codes import diagnose
from ingest.markup.dates import find_date
from ingest.markup.lines import Line, split_at, split_lines
from ingest.markup.outline import MAX_DEPTH
from ingest.markup.passes.cards import CARD_HEADER, FURIGANA
from ingest.markup.rendered_boxes import Boxes
from ingest.markup.rendered_text import text_nodes
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["HEADING_MARK", "Rendered", "rendered_lines"]

HEADING_MARK = re.compile(r"[ \t]*(?:\[編集\]|†)[ \t]*$")
_BULLET = re.compile(r"([-•◦▪‣*+]|\d{1,2}\.)[ 　]+(?=\S)|([・])(?=\S)")
_GLUE = re.compile(r"(?<=[。])[ 　]+(?=- \S)|(?<=[?？。])(?=[AＡ][.．:：])")
_QA = re.compile(r"[QAＱＡ]\d{0,3}[.．:：]")
_SENTENCE = re.compile(r"[。．！？!?…]")
_NO_HEADING = re.compile(r"[/:：=→⇒|]|https?")
_MODIFIED = re.compile(r"Last-modified:|最終更新(?:日時?)?[ :：]")
_BANNER = re.compile(r"[Ww]iki|ウィキ|版[)）]$|ホームページ|HP」?$")
_OLD_SITE = re.compile(r"(?:[Ww]iki|ウィキ)[ 　]*[(（]旧[^()（）]{0,16}版?[)）]$")
_NOTICE = re.compile(r"^(?:重要な)?(?:お知らせ|告知|ご案内|注意)$")
_TITLE_LENGTH = 60


def rendered_lines(text: str) -> list[Line]:
    """Return the lines, with bullets and answers that were glued to the line before cut off it."""
    out = []
    for line in split_lines(text):
        cuts = [m.end() for m in _GLUE.finditer(text, line.start, line.end)]
        out += split_at(text, line, cuts) if cuts else [line]
    return out


class Rendered(Boxes):
    """The parser for rendered text; feed it all lines at once, then `finish`."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        super().__init__(text, notes)
        self.title: str | None = None
        self.date: str | None = None
        self.marked = re.search(r"(?:\[編集\]|†)[ \t]*$", text, re.M) is not None
        self._lists: list[tuple[int, str, Node, Node]] = []  # indent, style, LIST, its last ITEM
        self._lost_title = re.search(r"^[^《\n。]+》$", text, re.M) is not None
        self._found_title = False
        self._deep = False  # lists nested too deep were reported
        self._banner = False  # the page begins with the banner of its site
        self._qa = False  # between a question and its source line

    def finish(self) -> Node:
        """Close what is open and return the root."""
        return self.outline.finish(len(self.text))

    def feed(self, lines: list[Line]) -> None:
        """Parse the lines."""
        text = self.text
        count = len(lines)
        for index, (start, end, following) in enumerate(lines):
            a, z = start, end
            while a < z and text[a] in " \t　":
                a += 1
            while z > a and text[z - 1] in " \t　":
                z -= 1
            self.outline.gap(start, a)
            if a == z:
                self._reset()
            else:
                after = lines[index + 1] if index + 1 < count else None
                self._line(a, z, a - start, text[after.start : after.end].strip() if after else "")
            self.outline.gap(z, following)

    def _reset(self) -> None:
        self._lists = []
        self._table = None
        self._card = self._in_card = False

    # -- one line ---------------------------------------------------------------------------------------------

    def _line(self, start: int, end: int, indent: int, after: str) -> None:
        text = self.text
        content = text[start:end]
        if content == "|":
            return self._bar(start, end, after)
        if content == "+" and self.outline.here.attrs.get("opening") == "+":
            self.outline.here.attrs["opening"] = "title"
            self.outline.put(self.outline.here, Node(Kind.MARKUP, start, end))
            return None
        if self.outline.here.attrs.get("opening") == "title" and content.startswith("|"):
            return self._box_title(start, end)
        if content.startswith("|"):
            bullet = re.match(r"\|[ \t]*(?=- \S)", content)
            if bullet:
                self._reset()
                self.outline.gap(start, start + bullet.end())
                return self._bullet(start + bullet.end(), end, indent)
            return self._row(start, end)
        if CARD_HEADER.match(content):
            if self._table is None or not self._in_card:  # else it heads another face of the same card
                self._reset()
            self._in_card = True
            self._card = not content.endswith("|")
            self._name_page(content)
            return self._row(start, end)
        if content.endswith("|"):
            return self._row(start, end)
        if self._card:
            return self._row(start, end)
        if _MODIFIED.match(content) and (date := find_date(text, start, end)):
            self._reset()
            self.date = date.iso
            self.outline.add(
                Node(Kind.AUTHOR, start, end, {"date": date.iso, "user": ""}, [Node(Kind.MARKUP, start, end)])
            )
            return None
        if _BULLET.match(text, start, end):
            return self._bullet(start, end, indent)
        if _QA.match(text, start, end):
            self._reset()
            self._qa = True
            return self._paragraph(start, end)
        if HEADING_MARK.search(content) or self._is_heading(start, end, after):
            return self._heading(start, end)
        if self._lists and indent >= self._lists[-1][0]:
            item = self._lists[-1][3]
            self._text(self.outline.grow(item, Kind.PARAGRAPH, start), start, end)
            return None
        self._reset()
        return self._paragraph(start, end)

    def _paragraph(self, start: int, end: int) -> None:
        attrs = {"role": "banner"} if self._banner and self.title is None else None
        self._text(self.outline.grow(self.outline.here, Kind.PARAGRAPH, start, attrs), start, end)
        if (
            self._qa
            and end - start <= _TITLE_LENGTH
            and find_date(self.text, start, end)
            and not _SENTENCE.search(re.sub(r"\d[.．]\d", "", self.text[start:end]))
        ):
            self._qa = False  # the source line ends a question

    # -- headings ---------------------------------------------------------------------------------------------

    def _is_heading(self, start: int, end: int, after: str) -> bool:
        text = self.text
        content = text[start:end]
        if end - start > _TITLE_LENGTH or _SENTENCE.search(content):
            return False
        if self.title is None and self._last_heading is None:
            # The first short line is the title, unless it names the site and headings have marks.
            self._banner = self._banner or (self.marked and _BANNER.search(content) is not None)
            if not self.marked and not self._lost_title:
                site = _OLD_SITE.search(content) is not None
                self._banner = self._banner or site
                return not site and not (self._banner and _NOTICE.match(content))
            return not self._banner
        if content.endswith("》") and content.count("》") > content.count("《"):
            self._found_title = True
            return True  # a title that lost its opening bracket
        if self.title is not None and self._lost_title and not self._found_title:
            return False  # between the banner of the site and the title
        if self.marked or self._qa or _NO_HEADING.search(content) or self._rule is not None:
            return False
        return not content.endswith(("、", "，", ",", "」", "）", ")")) or bool(find_date(text, start, end))

    def _heading(self, start: int, end: int) -> None:
        text = self.text
        self._reset()
        self._qa = False
        self._rule = None
        stop = end
        if mark := HEADING_MARK.search(text[start:end]):
            stop = start + mark.start()
        lost = text[start:stop].endswith("》") and text.count("》", start, stop) > text.count(
            "《", start, stop
        )
        first = self._last_heading is None and self.title is None
        fold = self.outline.enclosing(Kind.FOLD)
        level = 1 if first or lost else 2 if fold is None else int(fold.attrs["level"]) + 1
        attrs = {"level": str(level)}
        node = Node(Kind.HEADING, start, end, attrs)
        node.children = text_nodes(text, start, stop, furigana=True)
        if stop < end:
            node.children.append(Node(Kind.MARKUP, stop, end))
        title = "".join(text[n.start : n.end] for n in node.leaves() if n.kind is Kind.TEXT).strip()
        if any(n.kind is Kind.RUBY for n in node.children):
            attrs["reading"] = "".join(
                n.attrs.get("reading", text[n.start : n.end])
                for n in node.children
                if n.kind is not Kind.MARKUP
            )
        if lost:
            title = "《" + title
            if "reading" in attrs:
                attrs["reading"] = "《" + attrs["reading"]
        attrs["title"] = title
        self.outline.heading(node, title)
        self._last_heading = node
        if level == 1:
            self.title = title

    def _name_page(self, header: str) -> None:
        """A page whose title was lost in the banner of its site is named by its card."""
        if (self._last_heading is None or self.title is None) and (m := CARD_HEADER.match(header)):
            self.title = self.title or FURIGANA.sub(r"\1", m["name"])

    # -- lists ------------------------------------------------------------------------------------------------

    def _bullet(self, start: int, end: int, indent: int) -> None:
        text = self.text
        m = _BULLET.match(text, start, end)
        assert m is not None  # noqa: S101 - the caller looked
        mark = m[1] or m[2]
        after = m.end()
        if self.outline.here.kind is Kind.RULE_BOX:
            return self._rule_item(start, after, end)
        self._table = None
        style = "numbered" if mark[0].isdigit() else "bullet"
        lists = self._lists
        while lists and (lists[-1][0] > indent or (lists[-1][0] == indent and lists[-1][1] != style)):
            lists.pop()
        if len(lists) >= MAX_DEPTH and lists[-1][0] != indent and not self._deep:
            self._deep = True
            self.notes.append(diagnose("MK104", start, MAX_DEPTH))
        if lists and (lists[-1][0] == indent or len(lists) >= MAX_DEPTH):
            holder = lists.pop()[2]
        else:
            holder = self.outline.grow(
                lists[-1][3] if lists else self.outline.here, Kind.LIST, start, {"style": style}
            )
        item = self.outline.grow(holder, Kind.ITEM, start, {"level": str(len(lists) + 1), "marker": mark})
        lists.append((indent, style, holder, item))
        item.children.append(Node(Kind.MARKUP, start, after))
        self._text(item, after, end)
        return None
