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
    title = None
    box = cell = None
    for start, end, following in split_lines(text):
        content = text[start:end]
        key, colon, value = content.partition(": ")
        if title is None and content:
            title = content.strip()
            attrs = {"level": "1", "title": title}
            outline.heading(Node(Kind.HEADING, start, end, attrs, [Node(Kind.TEXT, start, end)]), title)
        elif colon and value and key in CARD_FIELDS | {"source": ""}:
            if box is None:
                box = outline.grow(outline.here, Kind.CARD_BOX, start, {"name": (title or "").strip("《》")})
            at = start + len(key)
            row = outline.grow(box, Kind.ROW, start, {"field": key})
            outline.put(row, Node(Kind.DEFINITION_TERM, start, at, None, [Node(Kind.TEXT, start, at)]))
            outline.gap(at, at + 2)
            cell = outline.grow(row, Kind.CELL, at + 2, {"field": key})
            outline.put(cell, Node(Kind.TEXT, at + 2, end))
            box.attrs[key] = value
        elif content.startswith("  ") and content.strip() and box is not None and cell is not None:
            outline.put(
                cell, Node(Kind.LINE_BREAK, start, start + 2, None, [Node(Kind.MARKUP, start, start + 2)])
            )
            outline.put(cell, Node(Kind.TEXT, start + 2, end))
            box.attrs[cell.attrs["field"]] += "\n" + content[2:]
        elif content:
            box = cell = None
            outline.add(Node(Kind.PARAGRAPH, start, end, None, [Node(Kind.TEXT, start, end)]))
        outline.gap(end, following)
    return Document(text, outline.finish(len(text)), "cards", title=title, diagnostics=notes)


FORMAT = Format("cards", "Card of a card list", _detect, _parse)
