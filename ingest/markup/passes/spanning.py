"""Bold and italic text that goes on over the end of a line."""

from ingest.markup.tree import Document, Kind

__all__ = ["join_marks"]

_MARKS = ("'''", "''")


def join_marks(document: Document) -> None:
    """Make a mark without its end and the same mark on a later line of the same passage markup.

    Lines are read one by one, so each of the two was reported as lone (MK201); a blank line ends a passage.
    """
    text = document.text
    lone = {
        d.start: mark
        for d in document.diagnostics
        if d.code == "MK201" and (mark := next((m for m in _MARKS if text.startswith(m, d.start)), None))
    }
    if len(lone) < 2:
        return
    paired: set[int] = set()
    waiting: tuple[int, str] | None = None
    for at, mark in sorted(lone.items()):
        if waiting and waiting[1] == mark and "\n\n" not in text[waiting[0] : at]:
            paired |= {waiting[0], at}
            waiting = None
        else:
            waiting = (at, mark)
    if not paired:
        return
    found = [
        leaf
        for leaf in document.root.leaves()
        if leaf.kind is Kind.TEXT and leaf.start in paired and text[leaf.start : leaf.end] in _MARKS
    ]
    for leaf in found:
        leaf.kind = Kind.MARKUP
    joined = {leaf.start for leaf in found}
    document.diagnostics[:] = [d for d in document.diagnostics if d.code != "MK201" or d.start not in joined]
