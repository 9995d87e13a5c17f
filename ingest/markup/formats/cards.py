"""The page of one card of a card list: its name, then ``field: value`` lines.

The smallest format there is, and the one that the README of `ingest` shows.
"""

from ingest.markup.card_fields import CARD_FIELDS
from ingest.markup.lines import split_lines
from ingest.markup.outline import Outline
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document, Kind, Node

__all__ = ["FORMAT"]


def _detect(text: str, name: str) -> Guess:
    first, *rest = text[:2000].split("\n")
    fields = sum(line.partition(": ")[0] in CARD_FIELDS for line in rest)
    known = first.startswith("《") and first.rstrip().endswith("》") and fields > 0
    return Guess(95 if known else 0, f"a card's name and {fields} known field(s)")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    outline = Outline(notes)
    box = cell = None
    title = None
    for start, end, following in split_lines(text):
        key, colon, _ = text[start:end].partition(": ")
        if title is None and end > start:
            title = text[start:end].strip()
            heading = Node(
                Kind.HEADING, start, end, {"level": "1", "title": title}, [Node(Kind.TEXT, start, end)]
            )
            outline.heading(heading, title)
        elif colon and not text.startswith(" ", start):
            if box is None:
                box = outline.grow(outline.here, Kind.CARD_BOX, start, {"name": (title or "").strip("《》")})
            row = outline.grow(box, Kind.ROW, start, {"field": key})
            at = start + len(key)
            outline.put(row, Node(Kind.DEFINITION_TERM, start, at, None, [Node(Kind.TEXT, start, at)]))
            outline.put(row, Node(Kind.MARKUP, at, at + 2))
            cell = outline.grow(row, Kind.CELL, at + 2, {"field": key})
            outline.put(cell, Node(Kind.TEXT, at + 2, end))
            box.attrs[key] = text[at + 2 : end]
        elif end > start:
            at = start
            while at < end and text[at] == " ":
                at += 1
            outline.gap(start, at)
            into = cell or outline.grow(outline.here, Kind.PARAGRAPH, at)
            if at < end:
                outline.put(into, Node(Kind.TEXT, at, end))
        outline.gap(end, following)
    return Document(text, outline.finish(len(text)), "cards", title=title, diagnostics=notes)


FORMAT = Format("cards", "Card of a card list", _detect, _parse)
