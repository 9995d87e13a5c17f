"""Questions and answers: siblings that belong together become one QA, whatever markup they came from."""

import re

from ingest.markup.codes import diagnose
from ingest.markup.dates import find_date
from ingest.markup.passes.qa_lists import list_questions, part_answer
from ingest.markup.passes.qa_marks import ANSWER, QUESTION, first_text, opens, source_attrs
from ingest.markup.tree import Document, Kind, Node

__all__ = ["group_questions"]

# Without punctuation only in a quote, and the answer only under such a question.
_BARE_QUESTION = re.compile(r"[QＱ](?=[^\x00-\x7f]|\d|$)")
_BARE_ANSWER = re.compile(r"[AＡ](?=[^\x00-\x7f]|$)")
_SIMILAR = re.compile(r"[^：:。]{1,6}[：:]\s*《[^》]+》(?:[、,・]?\s*《[^》]+》)*\s*$")
_DATED = re.compile(r"[(（][^()（）]{6,16}[)）]\s*$")
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
        list_questions(document, node)
        if any(child.kind is Kind.SECTION for child in node.children):
            node.children = [part for child in node.children for part in _headed(document, child)]
        if node.kind in _HOLDERS and any(_asks(document, c) is not None for c in node.children):
            node.children = _group(document, node)


def _headed(document: Document, section: Node) -> list[Node]:
    """A section whose heading asks and whose text answers is a question, not a section."""
    if section.kind is not Kind.SECTION or not section.children:
        return [section]
    heading, *rest = section.children
    answer = next((c for c in rest if c.kind is not Kind.MARKUP), None)
    title = heading.attrs.get("title", "")
    if answer is None or not QUESTION.match(title):
        return [section]
    asks = title.rstrip().endswith(("?", "？"))
    if not opens(document, answer, ANSWER) and not (asks and answer.kind is Kind.PARAGRAPH):
        return [section]
    heading.kind = Kind.PARAGRAPH
    heading.attrs = {key: value for key, value in heading.attrs.items() if key == "anchor"}
    below = next((i for i, c in enumerate(section.children) if c.kind is Kind.SECTION), len(section.children))
    deeper = [part for child in section.children[below:] for part in _headed(document, child)]
    section.children = section.children[:below]
    return [*_group(document, section, heading), *deeper]


def _asks(document: Document, node: Node) -> re.Pattern[str] | None:
    """The mark with which a block asks a question, or None."""
    if opens(document, node, QUESTION):
        return QUESTION
    return _BARE_QUESTION if node.kind is Kind.QUOTE and opens(document, node, _BARE_QUESTION) else None


def _group(document: Document, parent: Node, heading: Node | None = None) -> list[Node]:
    """Group the blocks of a container; what follows a heading that asks is its answer, with or without a mark."""
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
            parts = (
                part_answer(document, child, ANSWER)
                if child.kind in (Kind.PARAGRAPH, Kind.QUOTE) and not bare
                else None
            )
            qa.children.append(_wrap(document, Kind.QUESTION, parts[0] if parts else child, mark))
            if parts:
                qa.children.append(_wrap(document, Kind.ANSWER, parts[1], ANSWER))
            out.append(qa)
            continue
        if (
            heading is not None
            and qa is not None
            and kind is Kind.PARAGRAPH
            and not any(c.kind is Kind.ANSWER for c in qa.children)
        ):
            qa.children.append(_wrap(document, Kind.ANSWER, child, ANSWER))
            continue
        asking = kind is Kind.LIST and any(c.kind is Kind.QA for c in child.children)
        if qa is None or kind not in _PARTS or asking:
            _finish(document, qa, out)
            qa = None
            if kind is Kind.PARAGRAPH and opens(document, child, ANSWER):
                document.diagnostics.append(diagnose("MK402", child.start))
            out.append(child)
            continue
        if not _take(document, qa, child, _BARE_ANSWER if bare else ANSWER):
            _finish(document, qa, out)
            qa = None
            if opens(document, child, ANSWER):
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
        if opens(document, child, mark) and not (answered and mark is _BARE_ANSWER):
            qa.children.append(_wrap(document, Kind.ANSWER, child, mark))
            return True
        if not answered and _SIMILAR.match(text):
            qa.children.append(Node(Kind.SIMILAR, child.start, child.end, None, [child]))
            return True
        if answered and (attrs := source_attrs(document, child, text)) is not None:
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


def _wrap(document: Document, kind: Kind, block: Node, mark: re.Pattern[str]) -> Node:
    """Make a QUESTION or ANSWER of a block; its ``Q.`` becomes markup."""
    leaf = first_text(block)
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
