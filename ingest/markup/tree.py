"""The document tree: one shape for every markup, lossless, every node with its place.

Offsets are code points into the decoded original text, start inclusive, end exclusive. The leaves of a tree,
in order, join to the original; a parser that does not understand something keeps it as ``text`` and says so
with a diagnostic.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["BLOCKS", "LEAVES", "Diagnostic", "Document", "Kind", "Node", "Severity"]


class Kind(StrEnum):
    """Kinds of node. Block kinds contain blocks or inline nodes, inline kinds contain inline nodes."""

    DOCUMENT = "document"
    # blocks
    AUTHOR = "author"  # attrs: date, user; a page revision line
    HEADING = "heading"  # attrs: level, anchor; the sections are nested around it
    SECTION = "section"  # attrs: level, anchor, title; first child is its HEADING
    FOLD = "fold"  # attrs: title, level; a region that can be folded away
    PARAGRAPH = "paragraph"
    LIST = "list"  # attrs: style = bullet | numbered | definition
    ITEM = "item"  # attrs: level, marker (the mark as written: -, +, □, ◇, ◆, ・, ※ …)
    DEFINITION_TERM = "definition_term"
    TABLE = "table"
    ROW = "row"  # attrs: style = header | footer | format | body
    CELL = "cell"  # attrs: header, span, align
    QUOTE = "quote"  # attrs: level
    RULE_BOX = "rule_box"  # attrs: numbers (space separated); a quoted rule with its text
    RULE = "rule"  # attrs: number; one provision with its text (in a rule box or in a numbered document)
    QA = "qa"  # attrs: date (ISO), url; holds QUESTION, ANSWER, and what belongs to them
    QUESTION = "question"
    ANSWER = "answer"
    SOURCE_LINE = "source_line"  # attrs: date, url
    SIMILAR = "similar"  # attrs: none; the 類似例 line
    CARD_BOX = "card_box"  # attrs: name; the box of a card
    DIAGRAM = "diagram"  # a drawing made of box characters
    DIAGRAM_STEP = "diagram_step"  # attrs: link_number, phase
    PREFORMATTED = "preformatted"
    RULER = "ruler"
    CHANGE = "change"  # attrs: side = before | after; a part of a change notice
    # inline
    TEXT = "text"  # leaf
    MARKUP = "markup"  # leaf: characters that only structure the page
    LINK = "link"  # attrs: target, alias (when it differs), anchor, url
    STRONG = "strong"
    EMPHASIS = "emphasis"
    STRIKE = "strike"
    RUBY = "ruby"  # attrs: reading
    FOOTNOTE = "footnote"
    STYLE = "style"  # attrs: name, value; colour, size, alignment
    ANCHOR = "anchor"  # attrs: name
    MACRO = "macro"  # attrs: name, arguments
    COMMENT = "comment"
    LINE_BREAK = "line_break"


BLOCKS = frozenset(Kind) - {
    Kind.TEXT, Kind.MARKUP, Kind.LINK, Kind.STRONG, Kind.EMPHASIS, Kind.STRIKE, Kind.RUBY, Kind.FOOTNOTE,
    Kind.STYLE, Kind.ANCHOR, Kind.MACRO, Kind.COMMENT, Kind.LINE_BREAK,
}  # fmt: skip
LEAVES = frozenset({Kind.TEXT, Kind.MARKUP, Kind.COMMENT})
_HOLDING = (BLOCKS | {Kind.MACRO}) - {
    Kind.PARAGRAPH,
    Kind.HEADING,
    Kind.DEFINITION_TERM,
    Kind.AUTHOR,
    Kind.RULER,
    Kind.PREFORMATTED,
}
_SILENT = frozenset({Kind.MARKUP, Kind.COMMENT, Kind.FOOTNOTE})


class Severity(StrEnum):
    """How bad a diagnostic is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(slots=True, frozen=True)
class Diagnostic:
    """Something a reader should know about a page; `start` is an offset into its text."""

    code: str
    severity: Severity
    start: int
    message: str


@dataclass(slots=True, init=False)
class Node:
    """A node of the tree. Leaves are exactly the nodes of kind TEXT, MARKUP and COMMENT."""

    kind: Kind
    start: int
    end: int
    attrs: dict[str, str]
    children: list["Node"]

    # Written out because it is the hottest call of every parser: field factories cost half as much again.
    def __init__(
        self,
        kind: Kind,
        start: int,
        end: int,
        attrs: dict[str, str] | None = None,
        children: list["Node"] | None = None,
    ) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.attrs = {} if attrs is None else attrs
        self.children = [] if children is None else children

    def walk(self) -> Iterator["Node"]:
        """Yield this node and all below it in document order; safe on trees of any depth."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def blocks(self) -> Iterator["Node"]:
        """Yield this node and the blocks below it, without what is inside paragraphs, headings and terms."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.kind in _HOLDING:
                stack += [
                    child
                    for child in reversed(node.children)
                    if child.kind in BLOCKS or child.kind is Kind.MACRO
                ]

    def leaves(self) -> Iterator["Node"]:
        """Yield the leaves in document order."""
        return (n for n in self.walk() if not n.children)

    def find(self, *kinds: Kind) -> Iterator["Node"]:
        """Yield the nodes of the given kinds, this one included, in document order."""
        return (n for n in self.walk() if n.kind in kinds)


@dataclass(slots=True)
class Document:
    """A parsed page: the decoded original, its tree, and what was noticed while parsing."""

    text: str
    root: Node
    format: str
    reason: str = ""
    encoding: str = "utf-8"
    title: str | None = None
    date: str | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list, repr=False)

    def slice(self, node: Node) -> str:
        """Return the original text of a node."""
        return self.text[node.start : node.end]

    def plain(self, node: Node) -> str:
        """Return the text of a node without markup, comments and footnotes.

        Line breaks become newlines, and so does the end of a block before more text (two paragraphs of one
        answer, say). Character references stand for their characters (attrs `text` of a macro).
        """
        out: list[str] = []
        stack = [node]
        broken = False  # a block has begun since the last text
        while stack:
            n = stack.pop()
            kind = n.kind
            if kind is Kind.TEXT:
                if n.end > n.start:
                    if broken and out and not out[-1].endswith("\n"):
                        out.append("\n")
                    broken = False
                    out.append(self.text[n.start : n.end])
            elif kind is Kind.LINE_BREAK:
                out.append("\n")
            elif kind is Kind.MACRO and "text" in n.attrs:
                if broken and out and not out[-1].endswith("\n"):
                    out.append("\n")
                broken = False
                out.append(n.attrs["text"])
            elif kind not in _SILENT:
                broken = broken or kind in BLOCKS
                stack.extend(reversed(n.children))
        return "".join(out)

    def position(self, offset: int) -> tuple[int, int]:
        """Return (line, column), both 1-based, of an offset; lines end at ``\\n`` only."""
        if not self._lines:
            self._lines.append(0)
            at = self.text.find("\n")
            while at >= 0:
                self._lines.append(at + 1)
                at = self.text.find("\n", at + 1)
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def joined(self) -> str:
        """Return the leaves joined; equal to the original for every page (the lossless property)."""
        return "".join(self.text[n.start : n.end] for n in self.root.leaves() if n.end > n.start)
