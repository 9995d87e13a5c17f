"""Questions and answers: siblings that belong together become one QA, whatever markup they came from."""

import re

from ingest.markup.codes import diagnose
from ingest.markup.dates import find_date
from ingest.markup.tree import Document, Kind, Node

__all__ = ["group_questions"]

# a second initial after it is a name (Q.Q.QX.), not a question
_QUESTION = re.compile(r"\s*[QＱ]\d{0,3}[.．:：]\s*(?![A-ZＡ-Ｚ][.．])")
_ANSWER = re.compile(r"\s*[AＡ]\d{0,3}[.．:：]\s*")
# Without punctuation only in a quote, and the answer only under such a question.
_BARE_QUESTION = re.compile(r"[QＱ](?=[^\x00-\x7f]|\d|$)")
_BARE_ANSWER = re.compile(r"[AＡ](?=[^\x00-\x7f]|$)")
_SIMILAR = re.compile(r"[^：:。]{1,6}[：:]\s*《[^》]+》(?:[、,・]?\s*《[^》]+》)*\s*$")
_DATED = re.compile(r"[(（][^()（）]{6,16}[)）]\s*$")
_SOURCE = re.compile(r"[^。]{0,24}$")
_HOLDERS = frozenset({Kind.DOCUMENT, Kind.SECTION, Kind.FOLD, Kind.CELL, Kind.QUOTE, Kind.MACRO})
_PARTS = frozenset(
    {
        Kind.PARAGRAPH,
        Kind.QUOTE,
        Kind.LIST,
        Kind.FOLD,
        Kind.RULE_BOX,
        Kind.TABLE,
        Kind.CARD_BOX,
        Kind.PREFORMATTED,
    }
)


def group_questions(document: Document) -> None:
    """Group the blocks of every container into QA nodes (attrs date, url)."""
    for node in list(document.root.blocks()):
        if any(child.kind is Kind.SECTION for child in node.children):
            node.children = [part for child in node.children for part in _headed(document, child)]
        if node.kind in _HOLDERS and any(_asks(document, c) is not None for c in node.children):
            node.children = _group(document, node)


def _headed(document: Document, section: Node) -> list[Node]:
    """A section whose heading asks and whose text answers is a question, not a section."""
    if section.kind is not Kind.SECTION or any(c.kind is Kind.SECTION for c in section.children):
        return [section]
    heading, *rest = section.children
    answer = next((c for c in rest if c.kind is not Kind.MARKUP), None)
    title = heading.attrs.get("title", "")
    if answer is None or not _QUESTION.match(title) or not _opens(document, answer, _ANSWER):
        return [section]
    heading.kind = Kind.PARAGRAPH
    heading.attrs = {key: value for key, value in heading.attrs.items() if key == "anchor"}
    return _group(document, section)


def _opens(document: Document, node: Node, mark: re.Pattern[str]) -> bool:
    leaf = _first_text(node)
    return leaf is not None and mark.match(document.text, leaf.start, leaf.end) is not None


def _asks(document: Document, node: Node) -> re.Pattern[str] | None:
    """The mark with which a block asks a question, or None."""
    if _opens(document, node, _QUESTION):
        return _QUESTION
    return _BARE_QUESTION if node.kind is Kind.QUOTE and _opens(document, node, _BARE_QUESTION) else None


def _first_text(node: Node) -> Node | None:
    """The first text of a paragraph or of a quoted paragraph."""
    while node.kind in (Kind.QUOTE, Kind.PARAGRAPH):
        node_or_none = next((c for c in node.children if c.kind is not Kind.MARKUP), None)
        if node_or_none is None:
            return None
        node = node_or_none
    return node if node.kind is Kind.TEXT else None


def _group(document: Document, parent: Node) -> list[Node]:
    out: list[Node] = []
    qa: Node | None = None
    bare = False
    for child in parent.children:
        kind = child.kind
        if kind is Kind.MARKUP or kind is Kind.COMMENT or kind is Kind.ANCHOR:
            (qa.children if qa else out).append(child)
            continue
        if (mark := _asks(document, child)) is not None:
            _finish(document, qa, out)
            qa = Node(Kind.QA, child.start, child.end)
            bare = mark is _BARE_QUESTION
            qa.children.append(_wrap(document, Kind.QUESTION, child, mark))
            out.append(qa)
            continue
        if qa is None or kind not in _PARTS:
            _finish(document, qa, out)
            qa = None
            if kind is Kind.PARAGRAPH and _opens(document, child, _ANSWER):
                document.diagnostics.append(diagnose("MK402", child.start))
            out.append(child)
            continue
        if not _take(document, qa, child, _BARE_ANSWER if bare else _ANSWER):
            _finish(document, qa, out)
            qa = None
            if _opens(document, child, _ANSWER):
                document.diagnostics.append(diagnose("MK402", child.start))
            out.append(child)
    _finish(document, qa, out)
    return out


def _last(qa: Node) -> Node:
    return next(c for c in reversed(qa.children) if c.kind not in (Kind.MARKUP, Kind.COMMENT, Kind.ANCHOR))


def _take(document: Document, qa: Node, child: Node, mark: re.Pattern[str]) -> bool:
    """Put a block into the question it belongs to; False when the question is complete without it."""
    last = _last(qa).kind
    if last is Kind.SOURCE_LINE:
        return False
    answered = any(c.kind is Kind.ANSWER for c in qa.children)
    if child.kind in (Kind.PARAGRAPH, Kind.QUOTE):
        text = document.plain(child).strip()
        if _opens(document, child, mark) and not (answered and mark is _BARE_ANSWER):
            qa.children.append(_wrap(document, Kind.ANSWER, child, mark))
            return True
        if not answered and _SIMILAR.match(text):
            qa.children.append(Node(Kind.SIMILAR, child.start, child.end, None, [child]))
            return True
        if answered and (attrs := _source(document, child, text)) is not None:
            qa.children.append(Node(Kind.SOURCE_LINE, child.start, child.end, attrs, [child]))
            qa.attrs.update(attrs)
            return True
    elif child.kind in (Kind.FOLD, Kind.RULE_BOX, Kind.TABLE, Kind.CARD_BOX) and answered:
        qa.children.append(child)
        return True
    if last in (Kind.QUESTION, Kind.ANSWER):
        part = _last(qa)
        at = qa.children.index(part)
        part.children += qa.children[at + 1 :]  # the line ends between
        del qa.children[at + 1 :]
        part.children.append(child)
        part.end = child.end
        return True
    if answered:
        qa.children.append(Node(Kind.ANSWER, child.start, child.end, None, [child]))
        return True
    qa.children.append(Node(Kind.QUESTION, child.start, child.end, None, [child]))
    return True


def _source(document: Document, node: Node, text: str) -> dict[str, str] | None:
    """Attributes of a source line: a short line without a sentence that holds a date or an address, or None."""
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


def _wrap(document: Document, kind: Kind, block: Node, mark: re.Pattern[str]) -> Node:
    """Make a QUESTION or ANSWER of a block; its ``Q.`` becomes markup."""
    leaf = _first_text(block)
    if leaf is not None and (m := mark.match(document.text, leaf.start, leaf.end)) and m.end() > leaf.start:
        pieces = [Node(Kind.MARKUP, leaf.start, m.end())]
        if m.end() < leaf.end:
            pieces.append(Node(Kind.TEXT, m.end(), leaf.end))
        if leaf is block:  # bare text in a cell
            return Node(kind, block.start, block.end, None, pieces)
        holder = next(n for n in block.walk() if leaf in n.children)
        at = next(i for i, c in enumerate(holder.children) if c is leaf)
        holder.children[at : at + 1] = pieces
    return Node(kind, block.start, block.end, None, [block])


def _finish(document: Document, qa: Node | None, out: list[Node]) -> None:
    """Set the end of a QA; line ends after its last part go back to the container."""
    if qa is None:
        return
    kept = qa.children
    tail: list[Node] = []
    while kept and kept[-1].kind in (Kind.MARKUP, Kind.COMMENT, Kind.ANCHOR):
        tail.insert(0, kept.pop())
    qa.end = kept[-1].end
    out += tail
    answers = [c for c in kept if c.kind is Kind.ANSWER]
    if answers and "date" not in qa.attrs:
        last = document.text[max(answers[-1].start, answers[-1].end - 24) : answers[-1].end]
        if (dated := _DATED.search(last)) and (day := find_date(dated[0])):
            qa.attrs["date"] = day.iso
    if not answers:
        document.diagnostics.append(diagnose("MK401", qa.start))
