"""The walk over the blocks of a page: sections and folds, lists, tables, boxes, questions."""

import re

import pyoxigraph as ox

from ingest.extraction.cards import Cards
from ingest.extraction.changes import Changes
from ingest.extraction.flow import Flow, fold_text, normal
from ingest.extraction.kinds import mark
from ingest.extraction.model import Extract
from ingest.extraction.reader import Context, PageReader, own_children, rows_of
from ingest.extraction.rules import Rules
from ingest.extraction.rulings import Rulings
from ingest.extraction.statements import Statements
from ingest.extraction.validity import ALWAYS, Validity, day_before, label_period, title_validity
from ingest.extraction.writing import integer, string, term
from ingest.markup.dates import find_date
from ingest.markup.tree import Kind, Node

__all__ = ["Blocks"]

_MAX_DEPTH = 60
_STAMP = re.compile(
    r"\s*(?:Last-modified|最終更新(?:日時?)?|最終改[訂定](?:日)?|更新日時?)\s*[:：]?\s*\d{4}[-./年 ][^。、]*$"
)
_FURNITURE = frozenset({"contents", "version", "date", "banner"})
"""Roles of paragraphs that say nothing themselves: tables of contents, lines with a version or a date, banners of a site."""

_TRANSPARENT = frozenset({Kind.DOCUMENT, Kind.LIST, Kind.MACRO, Kind.STYLE, Kind.TABLE})
_BRACKETED = re.compile(r"^[■◆●\s]*【([^【】]+)】\s*$")
_HEADING_NUMBER = re.compile(r"[1-9]\d{2}\.\d{1,2}[a-z]{0,2}")


class Blocks:
    """Reads a document tree into a `PageReader`."""

    def __init__(self, reader: PageReader) -> None:
        """Take the reader that collects."""
        self.reader = reader
        self.statements = Statements(reader)
        self.rules = Rules(reader)
        self.rulings = Rulings(reader, self.statements, self.rules)
        self.cards = Cards(reader)
        self.changes = Changes(reader, self.rules)
        self._labelled: Validity | None = None

    def read(self, root: Node) -> None:
        """Read a whole tree."""
        self._children(root, Context(date=None), 0)

    def _children(self, node: Node, context: Context, depth: int, *, skip: Node | None = None) -> None:
        """Read the blocks in a node in order."""
        if depth > _MAX_DEPTH:
            return
        previous: Extract | None = None
        around = context.validity
        children = [c for c in node.children if c is not skip]
        pending: list[Node] = []
        for i, child in enumerate(children):
            if child.kind in (Kind.MARKUP, Kind.COMMENT, Kind.ANCHOR):
                continue
            if child in pending:
                continue
            taken = self.changes.take(children, i, context)
            if taken is not None:
                pending = taken
                continue
            if self.cards.takes(child, context):
                continue
            previous = self._block(child, context, previous, depth)
            if child.kind is Kind.PARAGRAPH:
                self._label(self.reader.own_flow(child).folded, children[i + 1 :])
            if self._labelled is not None:  # a line that labels what follows it with a period
                context = context.inside(validity=self._labelled.within(around), ground=around)
                self._labelled = None

    def _label(self, folded: str, following: list[Node]) -> None:
        """Keep the period that a label gives; an old one without a date ends where the next label begins."""
        found = label_period(folded)
        if found is None:
            return
        period, old = found
        if old and period == ALWAYS:
            later = (self._lines(c) for c in following[:8])
            after = next(
                (p for lines in later for line in lines if (p := label_period(line)) and not p[1]), None
            )
            if after and after[0].valid_from:
                period = Validity(None, day_before(after[0].valid_from), after[0].precision)
        self._labelled = period

    def _lines(self, node: Node) -> list[str]:
        """The lines of a block, for a look ahead."""
        return fold_text(self.reader.document.plain(node)).split("\n") if node.end - node.start < 2000 else []

    def _block(self, node: Node, context: Context, previous: Extract | None, depth: int) -> Extract | None:
        match node.kind:
            case Kind.SECTION | Kind.FOLD:
                self._section(node, context, depth)
                return None
            case Kind.HEADING:
                self._lone_heading(node)
                return None
            case Kind.PARAGRAPH:
                if node.attrs.get("role") in _FURNITURE or (
                    node.end - node.start < 80 and self._is_stamp(node)
                ):
                    self.reader.coverage.typed(node.start, node.end)
                    return previous
                if node.attrs.get("role") == "title" or self.rules.numbered_paragraph(node, context):
                    return previous
                self.changes.moved(node, context)
                return self.statements.paragraph(node, context, previous)
            case Kind.LIST:
                return self._list(node, context, previous, depth)
            case Kind.ITEM:
                return self._item(node, context, previous, depth, numbered=False)
            case Kind.QA:
                return self.rulings.read(node, context)
            case Kind.RULE_BOX:
                self.rules.box(node, context, previous)
                return previous
            case Kind.RULE:
                if self.rules.rule(node, context) is None:
                    previous = self.statements.paragraph(_spoken(node), context, previous)
                self._nested(node, context, depth, Kind.RULE, Kind.LIST)
                return None
            case Kind.TABLE:
                return self._table(node, context)
            case Kind.CARD_BOX:
                self.cards.box(node, context)
                return None
            case Kind.DIAGRAM:
                self._diagram(node, context)
                return None
            case Kind.AUTHOR:
                self.reader.coverage.typed(node.start, node.end)
                return previous
            case Kind.PREFORMATTED:
                return self.statements.paragraph(node, context, previous)
            case Kind.QUOTE | Kind.CHANGE | Kind.CELL | Kind.ROW:
                self._children(node, context, depth + 1)
                return previous
            case Kind.TEXT | Kind.LINK | Kind.STRONG | Kind.EMPHASIS | Kind.RUBY | Kind.FOOTNOTE:
                return self.statements.paragraph(
                    Node(Kind.PARAGRAPH, node.start, node.end, {}, [node]), context, previous
                )
            case _ if node.kind in _TRANSPARENT or node.children:
                self._children(node, context, depth + 1)
                return previous
        return previous

    def _is_stamp(self, node: Node) -> bool:
        """Whether a paragraph only says when the page was last changed."""
        return _STAMP.match(fold_text(self.reader.document.plain(node))) is not None

    def _nested(self, node: Node, context: Context, depth: int, *kinds: Kind) -> None:
        for child in node.children:
            if child.kind in kinds:
                self._block(child, context, None, depth + 1)

    # sections ---------------------------------------------------------------------------------------------

    def _section(self, node: Node, context: Context, depth: int) -> None:
        reader = self.reader
        heading = next((c for c in node.children if c.kind is Kind.HEADING), None)
        title_node = heading or next((c for c in node.children if c.attrs.get("role") == "title"), None)
        flow = reader.flow(title_node, blocks=True) if title_node else None
        title = normal((reader.plain(flow) if flow else "") or node.attrs.get("title", ""))
        fold = node.kind is Kind.FOLD
        own = self._period(title)
        level = int(node.attrs.get("level") or 2)
        classes = ("Section", "Fold") if fold else ("Section",)
        path = "/".join((*context.titles, title))
        section = Extract(
            "sec", classes, node.start, _trimmed_end(reader, node), path, parent=context.section, level=level
        )
        section.validity = own.within(context.validity)
        section.facts.append((term("dcterms:title"), string(_BRACKETED.sub(r"\1", title))))
        if anchor := node.attrs.get("anchor"):
            section.facts.append((term("tcg:anchor"), string(anchor)))
        is_title = level == 1 and not context.titles and not fold
        reader.keep(section)
        reader.count("folds" if fold else "headings")
        if not is_title and not fold:
            reader.count("sections")
        number = _HEADING_NUMBER.search(title)
        if flow and title_node:
            reader.attach(section, flow)
            reader.coverage.typed(title_node.start, title_node.end)
        found = find_date(title)
        inner = context.inside(
            section=section,
            validity=section.validity,
            parent=None,
            titles=(*context.titles, title),
            date=found.iso if found else context.date,
            number=number[0] if number else context.number,
            ground=None,
        )
        today = reader.entities.day
        reader.entities.day = section.validity.valid_to or today
        self._children(node, inner, depth + 1, skip=heading)
        reader.entities.day = today

    def _period(self, title: str) -> Validity:
        return title_validity(fold_text(title))

    def _lone_heading(self, node: Node) -> None:
        """A heading that heads nothing (the page's own title)."""
        self.reader.coverage.typed(node.start, node.end)
        self.reader.count("headings")

    # lists, tables, diagrams ------------------------------------------------------------------------------

    def _list(self, node: Node, context: Context, previous: Extract | None, depth: int) -> Extract | None:
        numbered = node.attrs.get("style") == "numbered"
        before = previous
        announced = (
            previous is not None
            and previous.role == "s"
            and bool(mark("listing").search(fold_text(previous.plain or "")))
        )
        inner = context.inside(listed=announced)
        for child in node.children:
            if child.kind is Kind.ITEM:
                before = self._item(child, inner, before, depth, numbered=numbered) or before
                if self._labelled is not None:
                    inner = inner.inside(validity=self._labelled.within(context.ground or context.validity))
            elif child.kind not in (Kind.MARKUP, Kind.COMMENT, Kind.ANCHOR):
                self._block(child, context, before, depth + 1)
        return before

    def _item(
        self, node: Node, context: Context, previous: Extract | None, depth: int, *, numbered: bool
    ) -> Extract | None:
        self.reader.count("items")
        statement = self.statements.item(node, context, previous, numbered=numbered)
        self.changes.moved(node, context)
        if statement is not None:
            self.rules.of_item(statement, self.reader.own_flow(node), context)
        inner = context.inside(parent=statement or context.parent, listed=False)
        lines = self.reader.own_flow(node).folded.strip().split("\n")
        if len(lines) == 1 and (own := label_period(lines[0])):
            inner = inner.inside(validity=own[0].within(context.validity), ground=context.validity)
        elif len(lines) > 1:
            self._label(lines[-1], [])
        before: Extract | None = None
        spoken = own_children(node)
        for child in node.children:
            if child.kind in _ITEM_BLOCKS and child not in spoken and depth < _MAX_DEPTH:
                before = self._block(child, inner, before, depth + 1)
        return statement

    def _table(self, node: Node, context: Context) -> Extract | None:
        header: str | None = None
        last: Extract | None = None
        rows = [r for r in rows_of(node) if r.attrs.get("style") != "format"]
        if self.changes.table(node, rows, context):
            return None
        for i, row in enumerate(rows):
            cells = [c for c in row.children if c.kind is Kind.CELL]
            heads = row.attrs.get("style") == "header" or (
                i == 0 and cells and all(c.attrs.get("header") for c in cells)
            )
            heads = heads or (i == 0 and self._names_columns(rows))
            if heads:
                header = self.reader.plain(self.reader.flow(row))
                self.reader.coverage.typed(row.start, row.end)
                continue
            headed = header or next(
                (self.reader.plain(self.reader.flow(c)) for c in cells[:1] if c.attrs.get("header")), None
            )
            last = self.statements.row(row, context, headed) or last
        return last

    def _names_columns(self, rows: list[Node]) -> bool:
        """Whether the first row of a table without marks names its columns: short words above rows with sentences."""
        cells = [[c for c in row.children if c.kind is Kind.CELL] for row in rows]
        if len(rows) < 3 or len(cells[0]) < 2 or any(len(c) != len(cells[0]) for c in cells[1:]):
            return False
        plain = [[self.reader.document.plain(c).strip() for c in row] for row in cells]
        head, body = plain[0], plain[1:]
        said = [k for k in range(len(head)) if all(row[k].endswith("。") for row in body)]
        return bool(said) and all(0 < len(c) <= 10 and not set(c) & set("。《「0123456789") for c in head)

    def _diagram(self, node: Node, context: Context) -> None:
        """A drawing of a procedure: its lines are steps in order."""
        for i, step in enumerate(node.find(Kind.DIAGRAM_STEP)):
            flow = Flow.of(self.reader.document, step)
            plain = self.reader.plain(flow)
            extract = Extract(
                "s",
                ("Statement", "ProcedureStep", "DiagramStep"),
                step.start,
                step.end,
                plain,
                parent=context.section,
                plain=plain,
            )
            extract.order = i + 1
            if link := step.attrs.get("link_number"):
                extract.facts.append((term("ygo:linkNumber"), integer(int(link))))
            if phase := step.attrs.get("phase"):
                extract.facts.append((term("ygo:chainPhase"), ox.Literal(phase)))
            self.reader.keep(extract)
            self.reader.attach(extract, flow)
            self.reader.count("diagram_steps")
        self.reader.coverage.typed(node.start, node.end)


_ITEM_BLOCKS = frozenset(
    {
        Kind.LIST,
        Kind.TABLE,
        Kind.QUOTE,
        Kind.FOLD,
        Kind.RULE_BOX,
        Kind.QA,
        Kind.PREFORMATTED,
        Kind.CARD_BOX,
        Kind.PARAGRAPH,
    }
)


def _spoken(rule: Node) -> Node:
    """A sentence about a rule, taken for one because it begins with a number."""
    own = [
        c
        for part in rule.children
        if part.kind is not Kind.RULE
        for c in (part.children if part.kind in (Kind.DEFINITION_TERM, Kind.PARAGRAPH) else [part])
    ]
    return Node(Kind.PARAGRAPH, rule.start, rule.end, {}, own)


def _trimmed_end(reader: PageReader, node: Node) -> int:
    text, end = reader.document.text, node.end
    while end > node.start and text[end - 1].isspace():
        end -= 1
    return end
