"""Every character that is not a space is one of: markup, extracted, uninterpreted."""

import re
from dataclasses import dataclass, field

from ingest.markup.tree import Document, Kind

__all__ = ["Coverage"]

_RUN = re.compile(r"\S+")
_UNKNOWN, _MARKUP, _EXTRACTED = 0, 1, 2
_STRUCTURE = (Kind.MARKUP, Kind.COMMENT)


@dataclass(slots=True)
class Coverage:
    """Spans of typed content, and the three numbers of a page."""

    spans: list[tuple[int, int]] = field(default_factory=list)

    def typed(self, start: int, end: int) -> None:
        """Note that something typed lies in this span of the original."""
        self.spans.append((start, end))

    def numbers(self, document: Document) -> tuple[int, int, int]:
        """Return (markup, extracted, uninterpreted); they sum to the characters that are not spaces."""
        text = document.text
        state = bytearray(len(text))
        for start, end in self.spans:
            state[start:end] = b"\2" * (end - start)
        for node in document.root.walk():
            if node.kind in _STRUCTURE and not node.children:
                state[node.start : node.end] = b"\1" * (node.end - node.start)
        counts = [0, 0, 0]
        for m in _RUN.finditer(text):
            run = state[m.start() : m.end()]
            ones, twos = run.count(_MARKUP), run.count(_EXTRACTED)
            counts[_MARKUP] += ones
            counts[_EXTRACTED] += twos
            counts[_UNKNOWN] += len(run) - ones - twos
        return counts[_MARKUP], counts[_EXTRACTED], counts[_UNKNOWN]
