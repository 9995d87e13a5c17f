"""The state of reading one page: what was found so far, and what every reader of a part needs."""

from dataclasses import dataclass, field

import pyoxigraph as ox

from ingest.extraction.coverage import Coverage
from ingest.extraction.entities import Entities
from ingest.extraction.flow import Flow, normal
from ingest.extraction.mentions import Mentions, Seen
from ingest.extraction.model import Extract
from ingest.extraction.validity import ALWAYS, Validity
from ingest.extraction.writing import QuadWriter
from ingest.markup.tree import Diagnostic, Document, Kind, Node, Severity

__all__ = ["BLOCKS", "Context", "PageReader", "Piece", "own_children", "rows_of"]

BLOCKS = frozenset(
    {
        Kind.LIST,
        Kind.TABLE,
        Kind.QUOTE,
        Kind.FOLD,
        Kind.SECTION,
        Kind.RULE_BOX,
        Kind.QA,
        Kind.PREFORMATTED,
        Kind.CARD_BOX,
    }
)
"""Kinds that are read on their own, not as part of the running text of what holds them."""


def own_children(node: Node) -> list[Node]:
    """Return what a node says itself: not its nested blocks, nor the paragraphs that follow the text of an item."""
    own = [c for c in node.children if c.kind not in BLOCKS]
    if node.kind is not Kind.ITEM or not any(c.kind is Kind.PARAGRAPH for c in own):
        return own
    said = [c for c in own if c.kind not in (Kind.MARKUP, Kind.COMMENT, Kind.ANCHOR)]
    first = said[0] if said else None
    return [c for c in own if c.kind is not Kind.PARAGRAPH or c is first]


def rows_of(table: Node) -> list[Node]:
    """Return the rows of a table; cells that stand in no row (a first row without a mark) make one."""
    rows: list[Node] = []
    loose: list[Node] = []
    for child in (*table.children, None):
        if child is not None and child.kind is Kind.CELL:
            loose.append(child)
        elif loose and (child is None or child.kind is Kind.ROW):
            rows.append(Node(Kind.ROW, loose[0].start, loose[-1].end, {"style": "body"}, loose))
            loose = []
        if child is not None and child.kind is Kind.ROW:
            rows.append(child)
    return rows


@dataclass(slots=True)
class Piece:
    """The span of a running text that belongs to an extract; its mentions are written as lying in it."""

    owner: Extract
    flow: Flow
    seen: Seen
    start: int = 0
    end: int | None = None


@dataclass(slots=True)
class Context:
    """Where in the page we are.

    The section, its period, the statement a sub-item hangs on, the titles from the outside in, the date and
    rule number of the nearest heading that has one, whether a sentence announced the list being read, and the
    period before a label such as 旧裁定 changed it (None: none did).
    """

    section: Extract | None = None
    validity: Validity = ALWAYS
    parent: Extract | None = None
    titles: tuple[str, ...] = ()
    date: str | None = None
    number: str | None = None
    listed: bool = False
    ground: Validity | None = None

    def inside(self, **changes: object) -> "Context":
        """Return a copy with some values changed."""
        values = {name: getattr(self, name) for name in self.__slots__}
        values.update(changes)
        return Context(**values)


@dataclass(slots=True)
class PageReader:
    """Everything that is being collected about one page."""

    document: Document
    writer: QuadWriter
    entities: Entities
    mentions: Mentions
    game: str
    site: str
    title: str
    extracts: list[Extract] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)
    counts: dict[str, int] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    later: list[tuple[ox.NamedNode, ox.NamedNode, Extract]] = field(default_factory=list)
    definitions: list[Extract] = field(default_factory=list)
    quoted: set[tuple[str, str]] = field(default_factory=set)
    orders: dict[int, int] = field(default_factory=dict)

    def count(self, name: str, n: int = 1) -> None:
        """Count something for the report."""
        self.counts[name] = self.counts.get(name, 0) + n

    def keep(self, extract: Extract) -> Extract:
        """Keep an extract, in order within what it is part of."""
        key = id(extract.parent)
        if extract.order is None:
            extract.order = self.orders[key] = self.orders.get(key, 0) + 1
        self.extracts.append(extract)
        return extract

    def flow(self, *nodes: Node, blocks: bool = False) -> Flow:
        """Return the running text of nodes, without nested blocks unless asked for."""
        return Flow.of(self.document, *nodes, skip=frozenset() if blocks else BLOCKS)

    def own_flow(self, node: Node) -> Flow:
        """Return the running text of a node itself: its inline content, not its nested blocks."""
        return Flow.of(self.document, *own_children(node))

    def plain(self, flow: Flow, start: int = 0, end: int | None = None) -> str:
        """Return running text as it is stored."""
        return normal(flow.text[start:end].strip())

    def attach(
        self, owner: Extract, flow: Flow, start: int = 0, end: int | None = None, *, seen: Seen | None = None
    ) -> Seen:
        """Scan a running text (unless scanned already) and let its mentions lie in `owner`."""
        found = seen or self.mentions.scan(flow)
        self.pieces.append(Piece(owner, flow, found, start, end))
        return found

    def warn(self, code: str, start: int, message: str, severity: Severity = Severity.INFO) -> None:
        """Note something for the report."""
        self.diagnostics.append(Diagnostic(code, severity, start, message))
