"""The running text of a node, with a way back to the original.

A `Flow` is the text of a block without its markup (bold marks, link brackets, comments), together with the
offsets of every piece, so that whatever is found in the running text has its exact place in the page.
"""

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

from ingest.markup.tree import Document, Kind, Node

__all__ = ["Flow", "fold_text", "normal"]

_SKIPPED = frozenset({Kind.MARKUP, Kind.COMMENT, Kind.FOOTNOTE, Kind.AUTHOR, Kind.STRIKE})


def _fold_table() -> dict[int, str]:
    """One-to-one compatibility mappings, so that folding never moves an offset."""
    table: dict[int, str] = {}
    for code in (
        *range(0x2000, 0x2070),
        *range(0x2200, 0x2220),
        *range(0x2E80, 0x3100),
        *range(0x3200, 0x3400),
        *range(0xF900, 0xFB00),
        *range(0xFE30, 0xFFF0),
    ):
        value = unicodedata.normalize("NFKC", chr(code))
        if len(value) == 1 and value != chr(code):
            table[code] = value
    table.update({ord(c): "-" for c in "‐‑‒–—−－"})
    table.update({0x301C: "~", 0xFF5E: "~", 0x3000: " ", 0xA0: " "})
    return table


_FOLD = _fold_table()


def fold_text(text: str) -> str:
    """Return the text in matching form, of the same length: full width, dashes and wave dashes unified."""
    return text if text.isascii() else text.translate(_FOLD)


def normal(text: str) -> str:
    """Return the text in NFC, as it is stored."""
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


@dataclass(slots=True)
class Flow:
    """Running text; piece ``i`` starts at ``marks[i]`` in ``text`` and at ``places[i]`` in the original.

    `links` are the links in it, with their spans in the running text, `breaks` the offsets of line breaks that
    the writer asked for (other ends of lines only wrap the text); `folded` is the text in matching form, `references`
    the lengths in the original of the pieces that are character references (``&amp;``), by their number.
    """

    text: str
    marks: list[int]
    places: list[int]
    links: list[tuple[int, int, Node]] = field(default_factory=list)
    breaks: frozenset[int] = frozenset()
    folded: str = field(default="")
    references: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Document, *nodes: Node, skip: frozenset[Kind] = frozenset()) -> "Flow":
        """Build the running text of the nodes in document order, leaving out the kinds to be skipped."""
        left_out = _SKIPPED | skip
        pieces: list[str] = []
        marks: list[int] = []
        places: list[int] = []
        links: list[tuple[int, int, Node]] = []
        breaks: list[int] = []
        references: dict[int, int] = {}
        at = 0
        text = document.text
        stack: list[Node | tuple[int, Node]] = list(reversed(nodes))
        while stack:
            node = stack.pop()
            if isinstance(node, tuple):
                links.append((node[0], at, node[1]))
                continue
            kind = node.kind
            if kind in left_out:
                line = text.find("\n", node.start, node.end) if kind is Kind.MARKUP else -1
                if (
                    line >= 0 and at and not pieces[-1].endswith("\n")
                ):  # a line ends here; the mark that ends it is markup
                    pieces.append("\n")
                    marks.append(at)
                    places.append(line)
                    at += 1
                continue
            if kind is Kind.LINK:
                stack.append((at, node))
            if kind is Kind.TEXT:
                piece = text[node.start : node.end]
            elif kind is Kind.LINE_BREAK:
                piece = "\n"
                breaks.append(at)
            elif kind is Kind.MACRO and node.attrs.get("text"):
                piece = node.attrs["text"]
                references[len(marks)] = node.end - node.start
            else:
                stack.extend(reversed(node.children))
                continue
            if piece:
                pieces.append(piece)
                marks.append(at)
                places.append(node.start)
                at += len(piece)
        joined = "".join(pieces)
        return cls(joined, marks, places, links, frozenset(breaks), fold_text(joined), references)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the original of a span in the running text (``start < end``)."""
        i = bisect_right(self.marks, start) - 1
        j = bisect_right(self.marks, end - 1) - 1
        first, last = self.places[i] + start - self.marks[i], self.places[j] + end - self.marks[j]
        if self.references:  # a reference is one piece, whichever part of what it stands for is meant
            first = self.places[i] if i in self.references else first
            last = self.places[j] + self.references[j] if j in self.references else last
        return first, last

    def trimmed(self) -> tuple[int, int]:
        """Return the span of the running text without white space at its ends."""
        stripped = self.text.strip()
        start = len(self.text) - len(self.text.lstrip())
        return start, start + len(stripped)
