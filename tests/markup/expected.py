"""Trees as indented text: one node a line, markup leaves left out (they are what the other leaves leave over)."""

from ingest.markup import Document, Kind, Node

__all__ = ["shown", "shown_notes"]


def shown(document: Document) -> str:
    """Return format, title, date and tree of a document, in a form to read and to compare."""
    lines = [f"format {document.format}", f"title {document.title or '-'}", f"date {document.date or '-'}"]
    stack: list[tuple[Node, int]] = [(document.root, 0)]
    while stack:
        node, depth = stack.pop()
        lines.append("  " * depth + _line(document, node))
        merged: list[Node] = []
        for child in node.children:  # texts that touch are one
            last = merged[-1] if merged else None
            if (
                child.kind is Kind.TEXT
                and last is not None
                and last.kind is Kind.TEXT
                and last.end == child.start
            ):
                merged[-1] = Node(Kind.TEXT, last.start, child.end)
            elif child.kind is not Kind.MARKUP:
                merged.append(child)
        stack.extend((child, depth + 1) for child in reversed(merged))
    return "\n".join(lines) + "\n"


def shown_notes(document: Document) -> str:
    """Return the diagnostics of a document, a line each: code, line, column."""
    notes = sorted((document.position(n.start), n.code) for n in document.diagnostics)
    return "".join(f"{code} {line}:{column}\n" for (line, column), code in notes)


def _line(document: Document, node: Node) -> str:
    attrs = "".join(f" {key}={value!r}" for key, value in sorted(node.attrs.items()))
    if node.kind in (Kind.TEXT, Kind.COMMENT):
        return f"{node.kind.value}{attrs} {document.slice(node)!r}"
    return node.kind.value + attrs
