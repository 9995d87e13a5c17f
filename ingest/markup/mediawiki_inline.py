"""Nodes of mwparserfromhell to nodes of ours, with offsets.

The library keeps no offsets, but it is lossless: the length of each part is known, so places are counted while
walking down. Its nesting is limited (40), and so is this recursion.
"""

from typing import Any

from mwparserfromhell import nodes as mw
from mwparserfromhell.wikicode import Wikicode

from ingest.markup.infobox import Parameter, card_box
from ingest.markup.tree import Kind, Node

__all__ = ["convert"]

_TAGS = {
    "b": Kind.STRONG, "strong": Kind.STRONG, "i": Kind.EMPHASIS, "em": Kind.EMPHASIS, "s": Kind.STRIKE,
    "del": Kind.STRIKE, "strike": Kind.STRIKE, "ref": Kind.FOOTNOTE, "ruby": Kind.RUBY, "blockquote": Kind.QUOTE,
    "pre": Kind.PREFORMATTED, "table": Kind.TABLE, "tr": Kind.ROW, "td": Kind.CELL, "th": Kind.CELL,
}  # fmt: skip
_MARKERS = frozenset({"li", "dd", "dt", "hr"})
_FILES = ("file:", "image:", "ファイル:", "画像:")
_CATEGORIES = ("category:", "カテゴリ:")


def convert(code: Wikicode, start: int) -> tuple[list[Node], int]:
    """Return the nodes of a piece of wikicode that begins at `start`, and where it ends."""
    out: list[Node] = []
    at = start
    for node in code.nodes:
        at = _node(node, at, out)
    return out, at


def _leaf(kind: Kind, start: int, end: int, out: list[Node]) -> None:
    if end > start:
        out.append(Node(kind, start, end))


def _size(part: Any) -> int:
    return len(str(part)) if part is not None else 0


def _node(node: Any, at: int, out: list[Node]) -> int:
    if isinstance(node, mw.Text):
        end = at + len(node.value)
        _leaf(Kind.TEXT, at, end, out)
        return end
    if isinstance(node, mw.Wikilink):
        return _wikilink(node, at, out)
    if isinstance(node, mw.Tag):
        return _tag(node, at, out)
    if isinstance(node, mw.Template):
        return _template(node, at, out)
    if isinstance(node, mw.ExternalLink):
        return _external(node, at, out)
    if isinstance(node, mw.Heading):
        return _heading(node, at, out)
    end = at + len(str(node))
    if isinstance(node, mw.Comment):
        _leaf(Kind.COMMENT, at, end, out)
    elif isinstance(node, mw.HTMLEntity):
        try:
            shown = node.normalize()
        except ValueError:
            shown = str(node)
        attrs = {"name": str(node.value), "arguments": "", "text": shown}
        out.append(Node(Kind.MACRO, at, end, attrs, [Node(Kind.MARKUP, at, end)]))
    else:
        attrs = {"name": type(node).__name__.lower(), "arguments": ""}
        out.append(Node(Kind.MACRO, at, end, attrs, [Node(Kind.MARKUP, at, end)]))
    return end


def _wrap(
    kind: Kind, start: int, inner: int, body: list[Node], body_end: int, end: int, attrs: dict[str, str]
) -> Node:
    children: list[Node] = []
    _leaf(Kind.MARKUP, start, inner, children)
    children += body
    _leaf(Kind.MARKUP, body_end, end, children)
    return Node(kind, start, end, attrs, children)


def _wikilink(node: Any, at: int, out: list[Node]) -> int:
    target = str(node.title)
    low = target.strip().lower()
    if low.startswith((*_FILES, *_CATEGORIES)):
        end = at + len(str(node))
        name = "file" if low.startswith(_FILES) else "category"
        attrs = {"name": name, "arguments": target.partition(":")[2].strip()}
        out.append(Node(Kind.MACRO, at, end, attrs, [Node(Kind.MARKUP, at, end)]))
        return end
    page, _, anchor = target.strip().lstrip(":").partition("#")
    attrs = {"target": page.replace("_", " ").strip()}
    if anchor:
        attrs["anchor"] = anchor
    if node.text is None:
        inner = at + 2
        body, stop = convert(node.title, inner)
    else:
        inner = at + 2 + len(target) + 1
        body, stop = convert(node.text, inner)
        attrs["alias"] = str(node.text)
    end = stop + 2
    out.append(_wrap(Kind.LINK, at, inner, body, stop, end, attrs))
    return end


def _external(node: Any, at: int, out: list[Node]) -> int:
    url = str(node.url)
    attrs = {"target": url, "url": url}
    end = at + len(str(node))
    if node.title is None:
        inner = at + (1 if node.brackets else 0)
        body = [Node(Kind.TEXT, inner, inner + len(url))] if url else []
        stop = inner + len(url)
    else:
        stop = end - 1
        inner = stop - len(str(node.title))
        body, stop = convert(node.title, inner)
        attrs["alias"] = str(node.title)
    out.append(_wrap(Kind.LINK, at, inner, body, stop, end, attrs))
    return end


def _heading(node: Any, at: int, out: list[Node]) -> int:
    body, stop = convert(node.title, at + node.level)
    end: int = stop + node.level
    out.append(_wrap(Kind.HEADING, at, at + node.level, body, stop, end, {"level": str(node.level)}))
    return end


def _template(node: Any, at: int, out: list[Node]) -> int:
    """The words of an unknown template are kept: its positional values are text."""
    name = str(node.name).strip()
    inner = at + 2 + len(str(node.name))
    children: list[Node] = []
    _leaf(Kind.MARKUP, at, inner, children)
    values = []
    parameters: list[Parameter] = []
    for param in node.params:
        begin = inner + 1 + (len(str(param.name)) + 1 if param.showkey else 0)
        body, stop = convert(param.value, begin)
        _leaf(Kind.MARKUP, inner, begin, children)
        if param.showkey:
            children += [Node(Kind.MARKUP, begin, stop)] if stop > begin else []
        else:
            children += body
            values.append(str(param.value))
        named = str(param.name) if param.showkey else ""
        parameters.append(Parameter(inner, begin, stop, named, body, str(param.value)))
        inner = stop
    end = inner + 2
    if box := card_box(at, at + 2 + len(str(node.name)), end, parameters):
        out.append(box)
        return end
    _leaf(Kind.MARKUP, inner, end, children)
    kind, attrs = Kind.MACRO, {"name": name, "arguments": "|".join(values)}
    if name.lower() in ("ruby", "ルビ", "読み仮名", "ふりがな") and len(values) > 1:
        kind, attrs = Kind.RUBY, {"reading": values[1].strip()}
        _hide_after_first(children)
    out.append(Node(kind, at, end, attrs, children))
    return end


def _hide_after_first(children: list[Node]) -> None:
    """Of base and reading only the base is text."""
    seen = False
    for i, child in enumerate(children):
        if child.kind is not Kind.MARKUP:
            if seen:
                children[i] = Node(Kind.MARKUP, child.start, child.end)
            seen = True


def _tag(node: Any, at: int, out: list[Node]) -> int:
    name = str(node.tag).strip().lower()
    size = len(str(node)) if node.self_closing or node.contents is None else None
    if size is not None:
        end = at + size
        kind = Kind.LINE_BREAK if name == "br" else Kind.RULER if name == "hr" else Kind.MACRO
        attrs = {"name": name, "arguments": ""} if kind is Kind.MACRO else {}
        if name in _MARKERS and node.wiki_markup:
            attrs = {"marker": str(node.wiki_markup)}
        out.append(Node(kind, at, end, attrs, [Node(Kind.MARKUP, at, end)]))
        return end
    inner = at + _opening(node)
    body, stop = convert(node.contents, inner)
    end = stop + _closing(node)
    kind = _TAGS.get(name, Kind.STYLE)
    attrs = {}
    if kind is Kind.STYLE:
        attrs = {"name": name, "value": "".join(str(a) for a in node.attributes).strip()}
    elif kind is Kind.QUOTE:
        attrs = {"level": "1"}
    elif kind is Kind.ROW:
        attrs = {"style": "body"}
    elif kind is Kind.CELL:
        attrs = _cell_attrs(node, name)
    elif kind is Kind.RUBY:
        attrs = {"reading": _reading(body)}
    if name in ("rt", "rp"):
        body = [Node(Kind.MARKUP, inner, stop)] if stop > inner else []
    elif kind in (Kind.TABLE, Kind.ROW):  # between rows and cells there is nothing but line ends
        body = [Node(Kind.MARKUP, n.start, n.end) if n.kind is Kind.TEXT else n for n in body]
    out.append(_wrap(kind, at, inner, body, stop, end, attrs))
    return end


def _opening(node: Any) -> int:
    attributes = sum(len(str(a)) for a in node.attributes)
    padding = _size(node.padding)
    if node.wiki_markup:
        return len(node.wiki_markup) + attributes + padding + _size(node.wiki_style_separator)
    return (2 if node.invalid else 1) + _size(node.tag) + attributes + padding + 1


def _closing(node: Any) -> int:
    if node.wiki_markup:
        return _size(node.closing_wiki_markup)
    return 2 + _size(node.closing_tag) + 1


def _cell_attrs(node: Any, name: str) -> dict[str, str]:
    attrs = {"header": "true"} if name == "th" else {}
    for attribute in node.attributes:
        key = str(attribute.name).strip().lower()
        if key == "colspan" and attribute.value is not None:
            attrs["span"] = str(attribute.value).strip()
    return attrs


def _reading(body: list[Node]) -> str:
    """Filled by the caller's text: the place of the reading, as ``start:end`` of the first <rt>."""
    for n in body:
        if n.kind is Kind.STYLE and n.attrs.get("name") == "rt" and len(n.children) > 1:
            return f"{n.children[1].start}:{n.children[1].end}"
    return ""
