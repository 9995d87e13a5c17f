"""HTML source cut into tags, texts and raw parts, with the depth kept in bounds."""

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["MAX_OPEN", "Token", "tokens"]

MAX_OPEN = 100  # elements open at once; the tree builder's time grows with it
_TAG = re.compile(
    r"<!--|<[!?][^<>]*>|</[A-Za-z][^<>]*>"
    r"|<([A-Za-z][A-Za-z0-9:-]*+)((?:[^\"'<>]|\"[^\"<]*\"|'[^'<]*'|[\"'])*+)>"
)
_RAW = frozenset({"script", "style", "textarea", "title", "noscript", "iframe", "svg", "template"})
# Elements that another of their kind closes: their depth does not grow.
_OPTIONAL = frozenset(
    {"li", "p", "dt", "dd", "td", "th", "tr", "tbody", "thead", "tfoot", "option", "rt", "rp", "rb"}
)
_VOID = frozenset(
    {
        "br",
        "hr",
        "img",
        "input",
        "meta",
        "link",
        "wbr",
        "col",
        "base",
        "area",
        "embed",
        "source",
        "track",
        "param",
    }
)


class Token(NamedTuple):
    """A piece of the source. `kind` is text, tag, comment, raw (with `name`), or dropped (a tag nested too deep)."""

    kind: str
    start: int
    end: int
    name: str = ""


def tokens(text: str) -> Iterator[Token]:
    """Yield pieces that join to the text, in linear time."""
    at = 0
    depth = 0
    size = len(text)
    missing: set[str] = set()  # ends that do not occur any more
    low = text.lower() if len(text.lower()) == size else text
    while m := _TAG.search(text, at):
        here, after = m.span()
        if here > at:
            yield Token("text", at, here)
        at = after
        if m[0] == "<!--":
            end = -1 if "-->" in missing else text.find("-->", after)
            if end < 0:
                missing.add("-->")
                yield Token("text", here, after)
            else:
                at = end + 3
                yield Token("comment", here, at)
            continue
        name = (m[1] or "").lower()
        if name in _RAW:
            closing = f"</{name}"
            end = -1 if closing in missing else low.find(closing, after)
            if end < 0:
                missing.add(closing)
                yield Token("comment", here, after)
            else:
                at = low.find(">", end)
                at = size if at < 0 else at + 1
                yield Token("raw", here, at, name)
            continue
        kind = "tag"
        if name and name not in _VOID and name not in _OPTIONAL and not (m[2] or "").endswith("/"):
            depth += 1
            kind = "tag" if depth <= MAX_OPEN else "dropped"
        elif not name and m[0].startswith("</"):
            closed = re.match(r"</([A-Za-z0-9:-]+)", m[0])
            if closed and closed[1].lower() not in _OPTIONAL:
                kind = "tag" if depth <= MAX_OPEN else "dropped"
                depth = max(0, depth - 1)
        yield Token(kind, here, after, name)
    if at < size:
        yield Token("text", at, size)
