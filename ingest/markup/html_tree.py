"""HTML to the document tree: nesting by the browser's rules (selectolax), places by our own marks.

selectolax keeps no offsets. So it is given the tags alone, each text replaced by a comment that holds its place; the
tree it builds tells what is inside what, the comments tell where.
"""

import re
from html import unescape
from urllib.parse import unquote_to_bytes

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ingest.markup.codes import diagnose
from ingest.markup.html_texts import Texts
from ingest.markup.html_tokens import MAX_OPEN, tokens
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["HtmlPage"]

_INLINE = {
    "b": Kind.STRONG, "strong": Kind.STRONG, "i": Kind.EMPHASIS, "em": Kind.EMPHASIS, "s": Kind.STRIKE,
    "del": Kind.STRIKE, "strike": Kind.STRIKE, "ruby": Kind.RUBY, "a": Kind.LINK,
}  # fmt: skip
_BLOCKS = frozenset(
    [
        "p",
        "div",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "dl",
        "li",
        "dt",
        "dd",
        "table",
        "tr",
        "td",
        "th",
        "blockquote",
        "pre",
        "hr",
        "section",
        "article",
        "main",
        "body",
        "center",
        "form",
        "header",
        "footer",
        "nav",
        "aside",
        "figure",
        "details",
        "summary",
        "fieldset",
    ]
)
_EDIT = re.compile(r"\s*+(?:\[編集\]|\[edit\]|†)\s*$")
_ATTRIBUTE = "data-saitei-at"


class HtmlPage(Texts):
    """The parser for one HTML page."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        super().__init__(text, notes)
        self.title: str | None = None
        self._heading: Node | None = None
        self._headings: list[Node] = []
        self._items = 0  # how many list items are open

    def parse(self) -> Node:
        """Parse the page and return the root."""
        self._walk(LexborHTMLParser(self._marked()))
        self.outline.gap(self._at, len(self.text))
        root = self.outline.finish(len(self.text))
        for node in root.blocks():
            if node.attrs.get("style") == "definition":
                _join_terms(node)
        if self._headings:
            first = self._headings[0]
            named = first.attrs.get("title") or ""
            if (
                named
                and (self.title or "").startswith(named)
                and [h.attrs["level"] for h in self._headings].count("2") == 1
            ):
                self._promote(root, first)
            self.title = first.attrs.get("title") or self.title
        return root

    @staticmethod
    def _promote(root: Node, heading: Node) -> None:
        """The only heading of the second level, named as the page is, is the page's own title."""
        section = next((n for n in root.blocks() if n.children[:1] == [heading]), None)
        if section is not None and heading.attrs["level"] == "2":
            heading.attrs["level"] = section.attrs["level"] = "1"

    def _marked(self) -> str:
        """The tags with their places, a comment in place of each text."""
        text = self.text
        out: list[str] = []
        too_deep = False
        for kind, start, end, name in tokens(text):
            if kind == "tag" and name:
                stop = start + 1 + len(name)
                out.append(f'{text[start:stop]} {_ATTRIBUTE}="{start}-{end}"{text[stop:end]}')
            elif kind == "tag":
                out.append(text[start:end] if text.startswith("</", start) else "")
            elif kind in ("text", "comment", "raw"):
                out.append(f"<!--{kind[0]}{start}-{end}-->")
                if name == "title" and self.title is None:
                    inner = text[text.index(">", start) + 1 : end]
                    self.title = unescape(inner.rpartition("<")[0]).strip() or None
            elif not too_deep:
                too_deep = True
                self.notes.append(diagnose("MK104", start, MAX_OPEN))
        return "".join(out)

    # -- walking ----------------------------------------------------------------------------------------------

    def _walk(self, page: LexborHTMLParser) -> None:
        node: LexborNode | None = page.root
        if node is not None:
            # Marks before <html> are siblings of the root.
            while node.prev is not None:
                node = node.prev
        closing: list[tuple[str, int]] = []
        while node is not None:
            if node.is_comment_node:
                self._mark(node.comment_content or "")
            elif node.is_element_node:
                closing.append((node.tag or "", self._open(node)))
                if node.child is not None:
                    node = node.child
                    continue
                self._close(*closing.pop())
            while node is not None and node.next is None:
                node = node.parent
                if node is not None and closing:
                    self._close(*closing.pop())
            node = node.next if node is not None else None

    def _mark(self, mark: str) -> None:
        kind, _, place = mark[:1], None, mark[1:].partition("-")
        if kind not in "tcr" or not place[0].isdigit():
            return
        start, end = int(place[0]), int(place[2])
        if start < self._at:  # moved by the tree builder; its characters are in the tree already
            return
        if kind == "t":
            self._text(start, end)
        else:
            self._skip_to(start)
            self._at = end
            self.outline.put(self._holder(), Node(Kind.COMMENT, start, end))

    # -- elements ---------------------------------------------------------------------------------------------

    def _open(self, node: LexborNode) -> int:
        """Open what an element stands for; returns how many nodes it put on the stack."""
        tag = node.tag or ""
        attributes = node.attributes
        place = (attributes.get(_ATTRIBUTE) or "").partition("-")
        start, end = (int(place[0]), int(place[2])) if place[2] else (self._at, self._at)
        if start < self._at:
            start = end = self._at
        self._skip_to(start)
        if tag in _BLOCKS:
            self._paragraph = None
        grow = self.outline.grow
        holder = self._into[-1] if self._into else self.outline.here
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6") and not self._into:
            attrs = {"level": tag[1]}
            if anchor := attributes.get("id"):
                attrs["anchor"] = anchor
            self._heading = Node(Kind.HEADING, start, end, attrs)
            if end > start:
                self._heading.children.append(Node(Kind.MARKUP, start, end))
                self._at = end
            self._into.append(self._heading)
            self.outline.heading(self._heading, "")
            return 1
        if tag in ("ul", "ol", "dl"):
            style = {"ul": "bullet", "ol": "numbered", "dl": "definition"}[tag]
            return self._push(grow(holder, Kind.LIST, start, {"style": style}))
        if tag in ("li", "dt", "dd"):
            kind = Kind.DEFINITION_TERM if tag == "dt" else Kind.ITEM
            attrs = {} if tag == "dt" else {"level": str(self._items + 1), "marker": tag}
            return self._push(grow(holder, kind, start, attrs))
        if tag == "table":
            return self._push(grow(holder, Kind.TABLE, start))
        if tag == "tr":
            return self._push(grow(holder, Kind.ROW, start, {"style": "body"}))
        if tag in ("td", "th"):
            attrs = {"header": "true"} if tag == "th" else {}
            if (attributes.get("colspan") or "1") != "1":
                attrs["span"] = attributes.get("colspan") or ""
            return self._push(grow(holder, Kind.CELL, start, attrs))
        if tag == "details":
            return self._push(grow(holder, Kind.FOLD, start))
        if tag == "summary" and holder.kind is Kind.FOLD:
            return self._push(grow(holder, Kind.PARAGRAPH, start, {"role": "title"}))
        if tag == "blockquote":
            return self._push(grow(holder, Kind.QUOTE, start, {"level": "1"}))
        if tag == "pre":
            return self._push(grow(holder, Kind.PREFORMATTED, start))
        if tag in ("hr", "br"):
            kind = Kind.RULER if tag == "hr" else Kind.LINE_BREAK
            if end > start:
                self.outline.put(
                    self._holder() if tag == "br" else holder,
                    Node(kind, start, end, None, [Node(Kind.MARKUP, start, end)]),
                )
                self._at = end
            return 0
        if tag in _INLINE or (tag in ("rt", "rp", "sup")):
            return self._inline(tag, node, start)
        return 0

    def _inline(self, tag: str, node: LexborNode, start: int) -> int:
        if not self._into and self._paragraph is None:
            self._paragraph = self.outline.grow(self.outline.here, Kind.PARAGRAPH, start)
        holder = self._holder()
        if holder.kind in (Kind.LIST, Kind.TABLE, Kind.ROW):
            return 0
        attrs: dict[str, str] = {}
        kind = _INLINE.get(tag, Kind.STYLE)
        attributes = node.attributes
        if tag == "a":
            attrs = _link_attrs(attributes)
            note = "note" in (attributes.get("class") or "") or (attributes.get("href") or "").startswith(
                "#cite_note"
            )
            if note:
                kind, attrs = Kind.FOOTNOTE, {"reference": (attributes.get("href") or "").lstrip("#")}
            elif not attrs or "anchor" in (attributes.get("class") or ""):
                kind, attrs = Kind.STYLE, {"name": "a"}
                if "anchor" in (attributes.get("class") or ""):
                    attrs["hidden"] = "true"
        elif tag in ("rt", "rp"):
            attrs = {"name": tag, "hidden": "true"}
        elif tag == "sup":
            attrs = {"name": "sup", "value": ""}
        return self._push(self.outline.grow(holder, kind, start, attrs))

    def _push(self, node: Node) -> int:
        self._items += node.kind is Kind.ITEM
        self._into.append(node)
        return 1

    def _close(self, tag: str, pushed: int) -> None:
        if tag in _BLOCKS:
            self._paragraph = None
        if not pushed:
            return
        node = self._into.pop()
        self._items -= node.kind is Kind.ITEM
        if not node.children and node.kind is not Kind.HEADING:
            node.kind = Kind.MARKUP  # an empty element
        if node is self._heading:
            self._end_heading(node)
        elif node.attrs.get("role") == "title" and self._into and self._into[-1].kind is Kind.FOLD:
            self._into[-1].attrs["title"] = "".join(
                self.text[n.start : n.end] for n in node.leaves() if n.kind is Kind.TEXT
            ).strip()
        elif node.kind is Kind.RUBY:
            node.attrs["reading"] = "".join(
                self.text[leaf.start : leaf.end]
                for rt in node.children
                if rt.attrs.get("name") == "rt"
                for leaf in rt.leaves()
                if not self.text.startswith("<", leaf.start)
            )
        elif node.kind is Kind.LINK:
            shown = "".join(self.text[n.start : n.end] for n in node.leaves() if n.kind is Kind.TEXT)
            if shown != node.attrs["target"]:
                node.attrs["alias"] = shown

    def _end_heading(self, node: Node) -> None:
        for parent in [node, *(n for n in node.walk() if n.children and n is not node)]:
            for i, leaf in enumerate(parent.children):
                if leaf.kind is Kind.TEXT and (mark := _EDIT.search(self.text, leaf.start, leaf.end)):
                    pieces = [Node(Kind.TEXT, leaf.start, mark.start())] if mark.start() > leaf.start else []
                    parent.children[i : i + 1] = [*pieces, Node(Kind.MARKUP, mark.start(), mark.end())]
                    break
        title = "".join(self.text[n.start : n.end] for n in node.leaves() if n.kind is Kind.TEXT).strip()
        node.attrs["title"] = title
        self.outline.here.attrs["title"] = title
        node.end = max(node.end, node.children[-1].end if node.children else node.end)
        self._headings.append(node)
        self._heading = None


def _join_terms(holder: Node) -> None:
    """A term and the description after it are one item, as in wiki markup."""
    out: list[Node] = []
    for child in holder.children:
        at = len(out) - 1
        while at >= 0 and out[at].kind is Kind.MARKUP:
            at -= 1
        if child.kind is Kind.ITEM and at >= 0 and out[at].kind is Kind.DEFINITION_TERM:
            child.children = [*out[at:], *child.children]
            child.start = out[at].start
            del out[at:]
        out.append(child)
    holder.children = out


def _decoded(escaped: str) -> str:
    """Undo percent-encoding: UTF-8, or the EUC-JP and CP932 of older wikis, whose addresses are not UTF-8."""
    raw = unquote_to_bytes(escaped)
    for encoding in ("utf-8", "euc_jp", "euc_jis_2004", "cp932"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "replace")


def _link_attrs(attributes: dict[str, str | None]) -> dict[str, str]:
    """The page a wiki link leads to (its title, or the end of its address), or the address of an outer link."""
    href = unescape(attributes.get("href") or "")
    title = attributes.get("title")
    if href.startswith(("http://", "https://", "ftp://")) and not title:
        return {"target": href, "url": href}
    path, _, anchor = href.partition("#")
    target = re.sub(r" \(\d+[dhms]\)$", "", title) if title else ""
    if not target and path:
        query = path.rpartition("?")[2] if "?" in path else path.rstrip("/").rpartition("/")[2]
        raw = query.rpartition("title=")[2] if "title=" in query else query
        target = _decoded(raw.partition("&")[0].replace("+", " ")).replace("_", " ")
    if not target and not anchor:
        return {}
    attrs = {"target": target}
    if anchor:
        attrs["anchor"] = anchor
    return attrs
