"""Inline markup of PukiWiki: links, footnotes, bold and italic, strike, macros, colours, addresses.

One compiled expression finds the next token; a flat list of finished nodes and a stack of openers do the rest.
An opener without its end stays in the flat list as text, so nothing is ever undone: the time is linear.
"""

import re
from collections.abc import Iterable
from html import unescape
from unicodedata import normalize

from ingest.markup.codes import diagnose
from ingest.markup.outline import MAX_DEPTH
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["inline", "plain_of"]

# The order of the groups is the order of the branches in `inline`, which see only `lastindex`.
_TOKEN = re.compile(
    r"(\[\[[^\[\]\n]*+(?:\[[^\[\]\n]*+\][^\[\]\n]*+)*+\]\])"  # 1 [[link]]
    r"|('''?)"  # 2 bold, italic
    r"|(\(\()"  # 3 footnote
    r"|(\)\)+)"  # 4 its end
    r"|(&(?:\#(?:[0-9]{1,7}|x[0-9A-Fa-f]{1,6})"  # 5 &name(arguments){ or ;
    r"|[A-Za-z][A-Za-z0-9_]*+(?:\((?:[^)&\n]|\)(?![;{])|&(?![A-Za-z]\w*[({;]))*+\)(?=[;{]))?)[;{])"
    r"|(\};?)"  # 6 end of a macro's body
    r"|(%%%?)"  # 7 strike, underline
    r"|((?:COLOR|SIZE|BGCOLOR)\([^()\n]{0,40}\)[:{])"  # 8 COLOR(x): to the end of the line, COLOR(x){…}
    r"|((?:https?|ftp)://[A-Za-z0-9_!~*;/?:@&=+$,%\#.\-]+)"  # 9 bare address
    r"|(\[(?:https?|ftp)://[^\s\[\]]+ [^\[\]\n]+\])"  # 10 [address alias]
    r"|(\[\[|&(?:ruby|aname|color|size|ref)\([^\n)]{0,80}$)"  # 11 half a link, half a macro
)
_SPECIAL = re.compile(r"\[|''|\(\(|\)\)|&|\}|%%|[RE]\(|://")
_STYLES = {"'''": (Kind.EMPHASIS, "'''"), "''": (Kind.STRONG, "''"), "%%": (Kind.STRIKE, "%%")}
_SCHEME = re.compile(r"(?:https?|ftp)://")

_Opener = tuple[str, int, Kind, dict[str, str]]  # what closes it, its place in the flat list, kind, attrs


def inline(text: str, start: int, end: int, notes: list[Diagnostic]) -> list[Node]:
    """Parse ``text[start:end]``, which is one line, into nodes whose leaves join to it."""
    if start >= end:
        return []
    if _SPECIAL.search(text, start, end) is None:
        return [Node(Kind.TEXT, start, end)]
    out: list[Node] = []
    stack: list[_Opener] = []
    at = start
    append = out.append
    for m in _TOKEN.finditer(text, start, end):
        here, after = m.span()
        if here > at:
            append(Node(Kind.TEXT, at, here))
        at = after
        group = m.lastindex
        if group == 1:
            append(_link(text, here, after, notes))
        elif group in (2, 7):
            mark = m[0]
            kind = _STYLES[mark][0] if mark in _STYLES else Kind.STYLE
            if any(opener[0] == mark for opener in stack):
                _close(out, stack, mark, here, after, notes)
            else:
                _open(
                    out,
                    stack,
                    mark,
                    kind,
                    {"name": "underline"} if kind is Kind.STYLE else {},
                    here,
                    after,
                    notes,
                )
        elif group == 3:
            _open(out, stack, "))", Kind.FOOTNOTE, {}, here, after, notes)
        elif group == 4:
            _close_notes(text, here, after, out, stack, notes)
        elif group == 5:
            _macro(text, here, after, out, stack, notes)
        elif group == 6:
            wanted = m[0] if any(opener[0] == m[0] for opener in stack) else "}"
            _close(out, stack, wanted, here, after, notes)
        elif group == 8:
            name, _, value = m[0][:-2].partition("(")
            mark = "}" if m[0].endswith("{") else ""
            _open(out, stack, mark, Kind.STYLE, {"name": name.lower(), "value": value}, here, after, notes)
        elif group == 9:
            url = m[0]
            append(Node(Kind.LINK, here, after, {"target": url, "url": url}, [Node(Kind.TEXT, here, after)]))
        elif group == 10:
            space = text.index(" ", here)
            url = text[here + 1 : space]
            append(
                Node(
                    Kind.LINK, here, after, {"target": url, "url": url, "alias": text[space + 1 : after - 1]},
                    [Node(Kind.MARKUP, here, space + 1), Node(Kind.TEXT, space + 1, after - 1), Node(Kind.MARKUP, after - 1, after)],
                )
            )  # fmt: skip
        else:
            append(Node(Kind.TEXT, here, after))
            cut = len(text) - end <= 2  # nothing follows but the end of the line
            notes.append(diagnose("MK204" if cut else "MK201", here, m[0][:12]))
    if at < end:
        append(Node(Kind.TEXT, at, end))
    while stack:
        _drop(out, stack, end, notes)
    return out


def _open(
    out: list[Node], stack: list[_Opener], mark: str, kind: Kind, attrs: dict[str, str],
    here: int, after: int, notes: list[Diagnostic],
) -> None:  # fmt: skip
    if len(stack) < MAX_DEPTH:
        stack.append((mark, len(out), kind, attrs))
    elif not notes or notes[-1].code != "MK104":
        notes.append(diagnose("MK104", here, MAX_DEPTH))
    out.append(Node(Kind.TEXT, here, after))


def _close(
    out: list[Node], stack: list[_Opener], mark: str, here: int, after: int, notes: list[Diagnostic]
) -> None:
    """Close the nearest opener of this mark; what was opened inside it and not closed stays text."""
    if not any(opener[0] == mark for opener in stack):
        out.append(Node(Kind.TEXT, here, after))
        return
    while stack[-1][0] != mark:
        _drop(out, stack, here, notes)
    _, place, kind, attrs = stack.pop()
    opener = out[place]
    opener.kind = Kind.MARKUP
    children = out[place:]
    children.append(Node(Kind.MARKUP, here, after))
    del out[place:]
    if kind is Kind.MACRO and attrs["name"] == "aname":
        kind = Kind.ANCHOR
    out.append(Node(kind, opener.start, after, attrs, children))


def _close_notes(
    text: str, here: int, after: int, out: list[Node], stack: list[_Opener], notes: list[Diagnostic]
) -> None:
    """A run of closing brackets: single ones of the note's own text, then the ends of notes, then the rest."""
    opened = [place for mark, place, _, _ in stack if mark == "))"]
    closes = min(len(opened), (after - here) // 2)
    if closes:
        inner = text[out[opened[-1]].end : here]
        own = min(max(0, inner.count("(") - inner.count(")")), after - here - 2 * closes)
        if own:
            out.append(Node(Kind.TEXT, here, here + own))
            here += own
        for _ in range(closes):
            _close(out, stack, "))", here, here + 2, notes)
            here += 2
    if here < after:
        out.append(Node(Kind.TEXT, here, after))


def _drop(out: list[Node], stack: list[_Opener], end: int, notes: list[Diagnostic]) -> None:
    """Take the innermost opener off the stack: a style to the end of the line ends here, others are text."""
    mark, place, kind, attrs = stack.pop()
    opener = out[place]
    if mark == "":
        opener.kind = Kind.MARKUP
        children = out[place:]
        del out[place:]
        out.append(Node(kind, opener.start, end, attrs, children))
    elif mark != "}":
        notes.append(
            diagnose("MK201", opener.start, mark if mark != "};" else "&" + attrs.get("name", "") + "(){")
        )


def _macro(
    text: str, here: int, after: int, out: list[Node], stack: list[_Opener], notes: list[Diagnostic]
) -> None:
    """&name(arguments){ opens a body; &name(arguments); is complete."""
    name, bracket, rest = text[here + 1 : after - 1].partition("(")
    arguments = rest[:-1] if bracket else ""
    if text[after - 1] == "{":
        if name == "ruby":
            _open(out, stack, "};", Kind.RUBY, {"reading": arguments}, here, after, notes)
        elif name in ("color", "size", "lang", "font", "bgcolor"):
            _open(out, stack, "};", Kind.STYLE, {"name": name, "value": arguments}, here, after, notes)
        else:
            attrs = {"name": arguments} if name == "aname" else {"name": name, "arguments": arguments}
            kind = Kind.ANCHOR if name == "aname" else Kind.MACRO
            _open(out, stack, "};", kind, attrs, here, after, notes)
        return
    leaf = [Node(Kind.MARKUP, here, after)]
    if name == "br":
        out.append(Node(Kind.LINE_BREAK, here, after, None, leaf))
    elif name == "aname":
        out.append(Node(Kind.ANCHOR, here, after, {"name": arguments.partition(",")[0]}, leaf))
    else:
        attrs = {"name": name, "arguments": arguments}
        if not bracket:
            shown = unescape(f"&{name};")
            if shown != f"&{name};":
                attrs["text"] = shown
        out.append(Node(Kind.MACRO, here, after, attrs, leaf))


def _link(text: str, here: int, after: int, notes: list[Diagnostic]) -> Node:
    """[[page]], [[alias>page#anchor]], [[alias>address]], [[alias:address]]."""
    first, last = here + 2, after - 2
    body = text[first:last]
    if body.isalnum():  # nothing to take apart; combining marks are not alphanumeric
        return Node(
            Kind.LINK, here, after, {"target": body},
            [Node(Kind.MARKUP, here, first), Node(Kind.TEXT, first, last), Node(Kind.MARKUP, last, after)],
        )  # fmt: skip
    shown_end = last
    if ">" in body:
        shown, _, target = body.partition(">")
        shown_end = first + len(shown)
        if not shown:  # [[>page]] shows the page name
            first, shown_end, shown = last - len(target), last, target
    else:
        shown = target = body
        if (
            "://" in body
            and (scheme := _SCHEME.search(body))
            and scheme.start() > 1
            and body[scheme.start() - 1] == ":"
        ):
            target = body[scheme.start() :]
            shown_end = first + scheme.start() - 1
            shown = body[: scheme.start() - 1]
    attrs: dict[str, str]
    if "://" in target and _SCHEME.match(target):
        attrs = {"target": target, "url": target}
    else:
        page, hash_mark, anchor = target.partition("#")
        page = normalize("NFC", page.strip())
        attrs = {"target": page}
        if hash_mark:
            attrs["anchor"] = anchor
        if not page and not anchor:
            notes.append(diagnose("MK203", here))
            return Node(Kind.TEXT, here, after)
    if shown_end != last:
        attrs["alias"] = normalize("NFC", shown)
    if _SPECIAL.search(text, first, shown_end) is None:
        shown_nodes = [Node(Kind.TEXT, first, shown_end)]
    else:
        shown_nodes = inline(text, first, shown_end, notes)
    return Node(
        Kind.LINK, here, after, attrs,
        [Node(Kind.MARKUP, here, first), *shown_nodes, Node(Kind.MARKUP, shown_end, after)],
    )  # fmt: skip


def plain_of(text: str, nodes: Iterable[Node]) -> tuple[str, str]:
    """Return the plain text of inline nodes and its reading (ruby in place of what it stands over)."""
    plain: list[str] = []
    reading: list[str] = []
    stack = list(nodes)[::-1]
    while stack:
        n = stack.pop()
        if n.kind is Kind.TEXT:
            plain.append(text[n.start : n.end])
            reading.append(text[n.start : n.end])
        elif n.kind is Kind.RUBY:
            base, _ = plain_of(text, n.children)
            plain.append(base)
            reading.append(n.attrs.get("reading", base))
        elif n.kind is Kind.MACRO and "text" in n.attrs:
            plain.append(n.attrs["text"])
            reading.append(n.attrs["text"])
        elif n.kind not in (Kind.MARKUP, Kind.COMMENT, Kind.FOOTNOTE):
            stack.extend(reversed(n.children))
    return "".join(plain).strip(), "".join(reading).strip()
