"""Questions and answers in lists: an item asks, and the next item, the items below it or its own end answer."""

import re

from ingest.markup.passes.qa_marks import ANSWER, QUESTION, first_text, marked, opens, source_attrs
from ingest.markup.tree import Document, Kind, Node

__all__ = ["list_questions", "part_answer"]

_GLUED = re.compile(r"(?<=[?？。」）)])[ 　]*(?=[AＡ]\d{0,3}[.．:：])")
_BLOCKS = frozenset(
    {Kind.LIST, Kind.TABLE, Kind.QUOTE, Kind.FOLD, Kind.RULE_BOX, Kind.PREFORMATTED, Kind.CARD_BOX}
)
_SILENT = frozenset({Kind.MARKUP, Kind.COMMENT, Kind.ANCHOR})
_SOURCE = re.compile(r"[ 　]*(?:引用元|出典|ソース|参照元|情報源)[ 　]*[:：(（]?")


def list_questions(document: Document, node: Node) -> None:
    """Turn the items that ask into QA nodes, in every list directly in a container."""
    if any(c.kind is Kind.LIST for c in node.children):
        node.children = _joined(document, node.children)
    for child in node.children:
        if child.kind is Kind.LIST and any(_asks(document, c) for c in child.children):
            child.children = _read(document, child.children)


def part_answer(document: Document, block: Node, mark: re.Pattern[str]) -> tuple[Node, Node] | None:
    """Cut a block that asks and answers in one go before its answer; None where it does not answer."""
    if block.kind is Kind.QUOTE:
        inner = [k for k, c in enumerate(block.children) if c.kind not in _SILENT]
        later = next((k for k in inner[1:] if opens(document, block.children[k], mark)), None)
        if later is not None:  # the answer is quoted with its question
            return _cut(block, later, block.children[later].start)
        cut = part_answer(document, block.children[inner[0]], mark) if len(inner) == 1 else None
        if cut is None:
            return None
        k = inner[0]
        asked = Node(Kind.QUOTE, block.start, cut[0].end, block.attrs, [*block.children[:k], cut[0]])
        return asked, Node(Kind.QUOTE, cut[1].start, block.end, None, [cut[1], *block.children[k + 1 :]])
    for k, child in enumerate(block.children):
        if child.kind in _BLOCKS:
            break
        if child.kind is not Kind.TEXT:
            continue
        before = block.children[k - 1] if k else None
        if (
            before is not None
            and before.kind is Kind.LINE_BREAK
            and mark.match(document.text, child.start, child.end)
        ):
            return _cut(block, k, child.start)
        if m := _GLUED.search(document.text, child.start, child.end):
            at = m.end()
            pieces = [Node(Kind.TEXT, child.start, at), Node(Kind.TEXT, at, child.end)]
            block.children[k : k + 1] = [p for p in pieces if p.end > p.start]
            return _cut(block, k + (at > child.start), at)
    return None


def _cut(block: Node, k: int, at: int) -> tuple[Node, Node]:
    first = Node(block.kind, block.start, at, block.attrs, block.children[:k])
    return first, Node(block.kind, at, block.end, None, block.children[k:])


def _asks(document: Document, item: Node) -> bool:
    return item.kind is Kind.ITEM and opens(document, item, QUESTION)


def _answers(document: Document, item: Node) -> bool:
    return item.kind is Kind.ITEM and opens(document, item, ANSWER)


def _joined(document: Document, children: list[Node]) -> list[Node]:
    """A list that ends with a question and the list right after it that begins with its answer are one list."""
    out: list[Node] = []
    last: Node | None = None  # the last list, where nothing but line ends came after it
    for child in children:
        if child.kind is Kind.LIST and last is not None:
            question = next((c for c in reversed(last.children) if c.kind not in _SILENT), None)
            answer = next((c for c in child.children if c.kind not in _SILENT), None)
            if (
                question is not None
                and answer is not None
                and _asks(document, question)
                and _follows(document, question, answer)
            ):
                at = out.index(last)
                last.children += [*out[at + 1 :], *child.children]
                del out[at + 1 :]
                last.end = child.end
                continue
        out.append(child)
        if child.kind not in _SILENT:
            last = child if child.kind is Kind.LIST else None
    return out


def _follows(document: Document, question: Node, item: Node) -> bool:
    """Does an item answer the question above it?"""
    described = question.attrs.get("marker") == ";" and item.attrs.get("marker") == ":"
    return _answers(document, item) or (described and item.kind is Kind.ITEM and not _asks(document, item))


def _read(document: Document, children: list[Node]) -> list[Node]:
    out: list[Node] = []
    qa: Node | None = None
    question: Node | None = None
    for child in children:
        if _asks(document, child):
            question, qa = child, _question(document, child)
            out.append(qa)
        elif child.kind in _SILENT:
            out.append(child)
        elif qa is not None and question is not None and _goes_on(document, qa, question, child):
            between = out[out.index(qa) + 1 :]
            del out[out.index(qa) + 1 :]
            answered = any(c.kind is Kind.ANSWER for c in qa.children)
            kind = Kind.SOURCE_LINE if answered else Kind.ANSWER
            attrs = source_attrs(document, child, document.plain(child).strip()) if answered else None
            qa.children += [*between, Node(kind, child.start, child.end, attrs, [child])]
            qa.attrs.update(attrs or {})
            if kind is Kind.ANSWER:
                marked(document, child, ANSWER)
            qa.end = child.end
        else:
            qa = question = None
            out.append(child)
    return out


def _goes_on(document: Document, qa: Node, question: Node, item: Node) -> bool:
    if not any(c.kind is Kind.ANSWER for c in qa.children):
        return _follows(document, question, item)
    leaf = first_text(item)
    named = leaf is not None and _SOURCE.match(document.text, leaf.start, leaf.end) is not None
    link = next((c for c in item.children if c.kind is Kind.LINK), None)
    return named or (
        link is not None
        and "url" in link.attrs
        and _SOURCE.match(document.text, link.start + 2, link.end) is not None
    )


def _question(document: Document, item: Node) -> Node:
    """A QA of one item: its question, and its answer where the item itself or what hangs on it gives one."""
    qa = Node(Kind.QA, item.start, item.end)
    marked(document, item, QUESTION)
    head = next((c for c in item.children if c.kind is Kind.DEFINITION_TERM), None)
    if head is not None:
        k = item.children.index(head) + 1
        while k < len(item.children) and item.children[k].kind is Kind.MARKUP:
            k += 1
        parts = (item.children[:k], item.children[k:])
    elif (cut := part_answer(document, item, ANSWER)) is not None:
        parts = (cut[0].children, cut[1].children)
    else:
        k = next(
            (i for i, c in enumerate(item.children) if c.kind in _BLOCKS and _answering(document, c)),
            len(item.children),
        )
        parts = (item.children[:k], item.children[k:])
    asked, answered = parts
    qa.children.append(Node(Kind.QUESTION, item.start, asked[-1].end if asked else item.start, None, asked))
    if answered:
        answer = Node(Kind.ANSWER, answered[0].start, item.end, None, answered)
        marked(document, answer, ANSWER)
        qa.children.append(answer)
    return qa


def _answering(document: Document, block: Node) -> bool:
    if block.kind is not Kind.LIST:
        return opens(document, block, ANSWER)
    first = next((c for c in block.children if c.kind not in _SILENT), None)
    return first is not None and _answers(document, first)
