"""Rules from a viewer that breaks lines at each link: a term or a number on a line of its own."""

import re

from ingest.markup.lines import Line
from ingest.markup.numbered import CLAUSE, Numbered
from ingest.markup.tree import Kind, Node

__all__ = ["Viewer"]

_HEAD = re.compile(r"([0-9０-９]{3}|[0-9０-９]{1,2})[.．]?[ 　]*$")
_CHAPTER = re.compile(r"([0-9０-９]{1,2}|[0-9０-９]{3})[.．][ 　]*(?=\S)")
_ENDS = "。．！？）)」』"


class Viewer(Numbered):
    """As `Numbered`, but the text of a clause runs on over line ends until its sentence is over."""

    def feed(self, lines: list[Line]) -> None:
        """Parse the lines."""
        text = self.text
        self._survey(lines)
        paragraph: Node | None = None
        heading: tuple[int, int, str] | None = (
            None  # start, end of the number, number: its title is the next line
        )
        last = ""
        for start, end, following in lines:
            a, z = start, end
            while a < z and text[a] in " \t　":
                a += 1
            while z > a and text[z - 1] in " \t　":
                z -= 1
            content = text[a:z]
            if heading is not None and not content:
                continue  # the section begins at its number, whatever stands before its title
            if heading is None:
                self.outline.gap(start, a)
            if not content:
                pass
            elif heading is not None:
                self.section(heading[0], a, z, heading[2])
                heading, last, paragraph = None, "。", None
            elif (clause := CLAUSE.fullmatch(text, a, z)) and self._begins(clause[1], last):
                self.clause(a, z, z, clause[1])
                paragraph = None
                last = content
            elif (
                (head := _HEAD.fullmatch(content))
                and content[-1] in ".．"
                and last[-1:] not in ("", *"はがのをに")
            ):
                heading = (a, z, head[1])
                paragraph = None
                continue
            elif a in self._contents:
                entry = Node(Kind.PARAGRAPH, a, z, {"role": "contents"}, [Node(Kind.TEXT, a, z)])
                self.outline.put(self.outline.here, entry)
                self._rule = paragraph = None
            elif paragraph is None and (chapter := _CHAPTER.match(text, a, z)) and self._rule is None:
                self.section(a, chapter.end(), z, chapter[1])
                last = "。"
            elif self._rule is None:
                self._crumb(a, z)
                last = content
            else:
                if paragraph is None:
                    paragraph = self.outline.grow(self._rule, Kind.PARAGRAPH, a)
                self.outline.put(paragraph, Node(Kind.TEXT, a, z))
                last = content
            self.outline.gap(z, following)
        if heading is not None:
            self.section(heading[0], heading[1], heading[1], heading[2])
            self.outline.gap(heading[1], len(text))

    def _begins(self, written: str, last: str) -> bool:
        """A number alone on its line begins a clause, unless the sentence before it is not over."""
        if self._rule is None or not any(n.kind is Kind.PARAGRAPH for n in self._rule.children):
            return True
        return last[-1:] in _ENDS

    def _crumb(self, start: int, end: int) -> None:
        """Navigation before the first rule; its longest words name the document."""
        if end - start == 1 and not self.text[start].isalnum():
            self.outline.gap(start, end)
            return
        self.outline.put(
            self.outline.here,
            Node(Kind.PARAGRAPH, start, end, {"role": "navigation"}, [Node(Kind.TEXT, start, end)]),
        )
        self.title = self.text[start:end]
