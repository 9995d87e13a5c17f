"""Numbered rules inside wiki markup: an anchor or a defined term that is a rule number begins a RULE."""

from ingest.markup.codes import diagnose
from ingest.markup.numbers import RULE_NUMBER, normal_number
from ingest.markup.tree import Document, Kind, Node

__all__ = ["mark_rules"]


def mark_rules(document: Document) -> None:
    """Turn paragraphs and items that begin with a number into RULE nodes (attrs number, anchor)."""
    for parent in list(document.root.blocks()):
        for at, node in enumerate(parent.children):
            if node.kind is Kind.PARAGRAPH and node.children and node.children[0].kind is Kind.ANCHOR:
                anchor = node.children[0]
                if number := _number(document, anchor):
                    parent.children[at] = _rule(node, anchor, number, {"anchor": anchor.attrs["name"]})
            elif node.kind is Kind.ITEM:
                term = next((c for c in node.children if c.kind in (Kind.DEFINITION_TERM, Kind.ANCHOR)), None)
                if (
                    term is not None
                    and node.children.index(term) <= 1
                    and (number := _number(document, term))
                ):
                    _item(node, term, number)
    for box in document.root.blocks():
        if box.kind is Kind.RULE_BOX:
            box.children = _lift(box.children)


def _number(document: Document, node: Node) -> str | None:
    written = document.plain(node).strip().rstrip(".．")
    if not RULE_NUMBER.fullmatch(written):
        return None
    if any("A" <= c <= "Z" for c in written):
        document.diagnostics.append(diagnose("MK403", node.start, written, normal_number(written)))
    return normal_number(written)


def _rule(node: Node, anchor: Node, number: str, attrs: dict[str, str]) -> Node:
    """A paragraph becomes a rule: number, then text."""
    rest = node.children[1:]
    children = [Node(Kind.DEFINITION_TERM, anchor.start, anchor.end, None, [anchor])]
    if rest:
        children.append(Node(Kind.PARAGRAPH, rest[0].start, rest[-1].end, None, rest))
    return Node(Kind.RULE, node.start, node.end, {"number": number} | attrs, children)


def _item(node: Node, term: Node, number: str) -> None:
    """An item of a list becomes a rule in place; its lists stay inside it, after the text."""
    at = node.children.index(term)
    after = at + 1
    head = node.children[:after]
    if term.kind is Kind.ANCHOR:
        head[at] = Node(Kind.DEFINITION_TERM, term.start, term.end, None, [term])
    while after < len(node.children) and node.children[after].kind is Kind.MARKUP:
        head.append(node.children[after])
        after += 1
    body: list[Node] = []
    while after < len(node.children) and node.children[after].kind is not Kind.LIST:
        body.append(node.children[after])
        after += 1
    tail: list[Node] = []
    while body and body[-1].kind is Kind.MARKUP:
        tail.insert(0, body.pop())
    if body:
        head.append(Node(Kind.PARAGRAPH, body[0].start, body[-1].end, None, body))
    node.children = head + tail + node.children[after:]
    node.kind = Kind.RULE
    node.attrs = {"number": number}


def _lift(children: list[Node]) -> list[Node]:
    """In a box of quoted rules the lists around rules are of no use; nested rules stay where they are."""
    out: list[Node] = []
    for child in children:
        if child.kind is Kind.LIST and any(c.kind is Kind.RULE for c in child.children):
            out += child.children
        else:
            out.append(child)
    return out
