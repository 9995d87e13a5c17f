"""Growing a tree from top to bottom: sections nest by level, groups (folds, boxes) nest by their ends."""

from ingest.markup.codes import diagnose
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["MAX_DEPTH", "Outline"]

MAX_DEPTH = 40  # of groups in groups and of inline markup in inline markup; deeper is text with MK104


class Outline:
    """A tree under construction.

    Separators (line ends) are held back and given to whichever node receives the next child, so that a node
    ends where its own text ends. Ends of containers are set once, in `finish`.
    """

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.root = Node(Kind.DOCUMENT, 0, 0)
        self.diagnostics = diagnostics
        self._open = [self.root]
        self._groups = 0
        self._made = [self.root]
        self._gap: list[Node] = []
        self._too_deep = False

    @property
    def here(self) -> Node:
        """The innermost open section or group."""
        return self._open[-1]

    @property
    def groups(self) -> int:
        """How many folds, boxes and the like are open."""
        return self._groups

    def gap(self, start: int, end: int) -> None:
        """Hold back ``[start, end)``, characters between blocks."""
        if end > start:
            self._gap.append(Node(Kind.MARKUP, start, end))

    def put(self, parent: Node, node: Node) -> Node:
        """Append to a container that is still growing; returns the node."""
        if self._gap:
            parent.children += self._gap
            self._gap = []
        parent.children.append(node)
        return node

    def extend(self, parent: Node, nodes: list[Node]) -> None:
        """Append several nodes to a container that is still growing."""
        if self._gap:
            parent.children += self._gap
            self._gap = []
        parent.children += nodes

    def add(self, node: Node) -> Node:
        """Append a block to the innermost open section or group."""
        return self.put(self._open[-1], node)

    def grow(self, parent: Node, kind: Kind, start: int, attrs: dict[str, str] | None = None) -> Node:
        """Append a container whose end is set by `finish`."""
        node = Node(kind, start, start, attrs)
        self._made.append(node)
        return self.put(parent, node)

    def heading(self, heading: Node, title: str) -> Node:
        """Open a section at its heading (attrs level, anchor); closes deeper and equal ones. Returns the section."""
        level = int(heading.attrs["level"])
        opened = self._open
        while opened[-1].kind is Kind.SECTION and int(opened[-1].attrs["level"]) >= level:
            opened.pop()
        attrs = {"level": str(level), "title": title}
        for key in ("anchor", "reading"):
            if key in heading.attrs:
                attrs[key] = heading.attrs[key]
        section = self.grow(opened[-1], Kind.SECTION, heading.start, attrs)
        opened.append(section)
        section.children.append(heading)
        self._made.append(heading)  # it may still grow
        return section

    def open(self, kind: Kind, start: int, attrs: dict[str, str]) -> Node | None:
        """Open a group; None, with MK104, when groups are nested too deep."""
        if self._groups >= MAX_DEPTH:
            if not self._too_deep:
                self._too_deep = True
                self.diagnostics.append(diagnose("MK104", start, MAX_DEPTH))
            return None
        node = self.grow(self._open[-1], kind, start, attrs)
        self._open.append(node)
        self._groups += 1
        return node

    def close(self, end: Node | None = None) -> Node | None:
        """Close the innermost group, `end` being the leaf that closes it; None when no group is open."""
        if not self._groups:
            return None
        opened = self._open
        while opened[-1].kind is Kind.SECTION:
            opened.pop()
        group = opened.pop()
        self._groups -= 1
        if end is not None:
            self.put(group, end)
        return group

    def enclosing(self, kind: Kind) -> Node | None:
        """The innermost open node of this kind, or None."""
        return next((node for node in reversed(self._open) if node.kind is kind), None)

    def finish(self, size: int) -> Node:
        """Close everything, report groups left open, set the ends and return the root."""
        while self._groups:
            group = self.close()
            if group is not None and group.attrs.get("closes") != "page":
                self.diagnostics.append(diagnose("MK101", group.start))
        self.root.children += self._gap
        self._gap = []
        for node in reversed(self._made):
            if node.children:
                node.end = node.children[-1].end
        self.root.end = size
        return self.root
