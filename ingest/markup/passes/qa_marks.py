"""The marks of questions and answers, and how a block that begins with one is told and changed."""

import re

from ingest.markup.dates import find_date
from ingest.markup.tree import Document, Kind, Node

__all__ = ["ANSWER", "QUESTION", "first_text", "marked", "opens", "source_attrs"]

# a second initial after it is a name (Q.Q.QX.), not a question
QUESTION = re.compile(r"\s*[QＱ]\d{0,3}[.．:：]\s*(?![A-ZＡ-Ｚ][.．])")
ANSWER = re.compile(r"\s*[AＡ]\d{0,3}[.．:：]\s*")
_SOURCE = re.compile(r"[^。]{0,24}$")
_HOLDERS = frozenset(
    {
        Kind.QUOTE,
        Kind.PARAGRAPH,
        Kind.STRONG,
        Kind.EMPHASIS,
        Kind.STYLE,
        Kind.ITEM,
        Kind.LIST,
        Kind.ANSWER,
        Kind.DEFINITION_TERM,
    }
)


def first_text(node: Node) -> Node | None:
    """Return the first text of a block, where nothing but markup stands before it."""
    while node.kind in _HOLDERS:
        inner = next((c for c in node.children if c.kind is not Kind.MARKUP), None)
        if inner is None:
            return None
        node = inner
    return node if node.kind is Kind.TEXT else None


def opens(document: Document, node: Node, mark: re.Pattern[str]) -> bool:
    """Return whether a block begins with a mark."""
    leaf = first_text(node)
    return leaf is not None and mark.match(document.text, leaf.start, leaf.end) is not None


def marked(document: Document, block: Node, mark: re.Pattern[str]) -> None:
    """Make the mark that a block begins with markup."""
    leaf = first_text(block)
    if leaf is None or leaf is block:
        return
    m = mark.match(document.text, leaf.start, leaf.end)
    if m is None or m.end() == leaf.start:
        return
    pieces = [Node(Kind.MARKUP, leaf.start, m.end())]
    if m.end() < leaf.end:
        pieces.append(Node(Kind.TEXT, m.end(), leaf.end))
    holder = next(n for n in block.walk() if leaf in n.children)
    at = next(i for i, c in enumerate(holder.children) if c is leaf)
    holder.children[at : at + 1] = pieces


def source_attrs(document: Document, node: Node, text: str) -> dict[str, str] | None:
    """Return the attributes of a source line: a short line without a sentence that holds a date or an address, or None."""
    link = next((n for n in node.find(Kind.LINK) if "url" in n.attrs), None)
    date = find_date(document.text, node.start, node.end)
    if (link is None and date is None) or not _SOURCE.match(
        text if link is None else text.replace(document.plain(link), "")
    ):
        return None
    attrs = {}
    if date is not None:
        attrs["date"] = date.iso
    if link is not None:
        attrs["url"] = link.attrs["url"]
    return attrs
