"""What is inside the lines of a rendered page: text, footnote numbers, addresses, furigana in brackets."""

import re

from ingest.markup.tree import Kind, Node

__all__ = ["text_nodes"]

_MARK = re.compile(r"\[(\d{1,3})\]|(https?://[A-Za-z0-9_!~*;/?:@&=+$,%#.\-]+)")
_KANA = re.compile(r"(?<=[一-鿿々〆ヶ])\(([ぁ-ゖァ-ヺー]+)\)")


def text_nodes(text: str, start: int, end: int, *, furigana: bool = False) -> list[Node]:
    """Return nodes that join to ``text[start:end]``; `furigana` reads ``漢字(かな)`` as ruby, as titles have it."""
    out: list[Node] = []
    at = start
    for m in _MARK.finditer(text, start, end):
        out += _plain(text, at, m.start(), furigana)
        if m[1]:
            leaf = Node(Kind.MARKUP, m.start(), m.end())
            out.append(Node(Kind.FOOTNOTE, m.start(), m.end(), {"reference": m[1]}, [leaf]))
        else:
            leaf = Node(Kind.TEXT, m.start(), m.end())
            out.append(Node(Kind.LINK, m.start(), m.end(), {"target": m[2], "url": m[2]}, [leaf]))
        at = m.end()
    return out + _plain(text, at, end, furigana)


def _plain(text: str, start: int, end: int, furigana: bool) -> list[Node]:
    out: list[Node] = []
    at = start
    if furigana:
        for m in _KANA.finditer(text, start, end):
            base = m.start()
            while base > at and "一" <= text[base - 1] <= "鿿":
                base -= 1
            if base > at:
                out.append(Node(Kind.TEXT, at, base))
            ruby = Node(Kind.RUBY, base, m.end(), {"reading": m[1]})
            if base < m.start():
                ruby.children.append(Node(Kind.TEXT, base, m.start()))
            ruby.children.append(Node(Kind.MARKUP, m.start(), m.end()))
            out.append(ruby)
            at = m.end()
    if at < end:
        out.append(Node(Kind.TEXT, at, end))
    return out
