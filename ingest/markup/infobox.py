"""Information boxes of cards: templates whose parameters are the fields of a card."""

from typing import NamedTuple

from ingest.markup.card_fields import card_field
from ingest.markup.tree import Kind, Node

__all__ = ["Parameter", "card_box"]

_PRINTED = frozenset(
    {"type", "cost", "civilization", "attribute", "race", "level", "power", "attack", "defense"}
)
"""What a card prints and nothing else has; two of them make a card."""


class Parameter(NamedTuple):
    """One parameter of a template: where it begins (its bar), its value begins and ends; its name, and its value."""

    begin: int
    start: int
    end: int
    name: str
    value: list[Node]
    written: str


def card_box(start: int, inner: int, end: int, parameters: list[Parameter]) -> Node | None:
    """Return the box of a card that a template is, or None where its parameters are no fields of a card.

    `inner` is where its name ends. A field is a row with the field's name, and one cell; other parameters are markup.
    """
    fields = [card_field(p.name) if p.name else None for p in parameters]
    names = [i for i, field in enumerate(fields) if field == "name" and parameters[i].written.strip()]
    if len(names) > 1 and any(not parameters[i].written.isascii() for i in names):
        for i in names:  # one name in Japanese, one in English
            if parameters[i].written.isascii():
                fields[i] = "english" if "english" not in fields else None
    if len(_PRINTED.intersection(f for f in fields if f)) < 2:
        return None
    box = Node(Kind.CARD_BOX, start, end, {}, [Node(Kind.MARKUP, start, inner)])
    at = inner
    for field, p in zip(fields, parameters, strict=True):
        if field is None or field in box.attrs or not p.written.strip():
            box.children.append(Node(Kind.MARKUP, p.begin, p.end))
        else:
            label = Node(Kind.DEFINITION_TERM, p.begin, p.start, None, [Node(Kind.MARKUP, p.begin, p.start)])
            cell = Node(Kind.CELL, p.start, p.end, {"field": field}, _trimmed(p))
            box.children.append(Node(Kind.ROW, p.begin, p.end, {"field": field}, [label, cell]))
            box.attrs[field] = p.written.strip()
        at = p.end
    box.children.append(Node(Kind.MARKUP, at, end))
    return box


def _trimmed(parameter: Parameter) -> list[Node]:
    """The value, with the white space at its ends as markup."""
    nodes = list(parameter.value)
    lead = len(parameter.written) - len(parameter.written.lstrip())
    tail = len(parameter.written) - len(parameter.written.rstrip())
    if nodes and nodes[0].kind is Kind.TEXT and lead:
        first = nodes[0]
        cut = min(first.end, first.start + lead)
        rest = [Node(Kind.TEXT, cut, first.end)] if cut < first.end else []
        nodes[:1] = [Node(Kind.MARKUP, first.start, cut), *rest]
    if nodes and nodes[-1].kind is Kind.TEXT and tail:
        last = nodes[-1]
        cut = max(last.start, last.end - tail)
        rest = [Node(Kind.TEXT, last.start, cut)] if cut > last.start else []
        nodes[-1:] = [*rest, Node(Kind.MARKUP, cut, last.end)]
    return nodes
