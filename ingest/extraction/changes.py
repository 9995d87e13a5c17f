"""Notices of change: the wording of a rule before and after a date."""

import re

from ingest.extraction.citations import find_citations
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.model import Extract
from ingest.extraction.reader import Context, PageReader
from ingest.extraction.renumbering import announces, effective_date, find_moves, may_move, table_moves
from ingest.extraction.rules import Rules, is_about
from ingest.extraction.validity import Validity, day_before
from ingest.extraction.writing import term
from ingest.markup.dates import find_date
from ingest.markup.tree import Kind, Node

__all__ = ["Changes"]

_SIDE = re.compile(
    r"^[\s【\[■●◆○・(<《-]*(?P<side>(?:変更|改訂|改定|改正|修正)(?P<before>前)|(?:変更|改訂|改定|改正|修正)後|旧(?P<old>)|新)"
    r"(?:の)?(?:文面|条文|ルール|テキスト|規則)?(?:[】\]>》)]|(?=[:\s(\d])|$)[ :]*(?P<rest>.*)$",
    re.S,
)
_FORMER = re.compile(r"(?:旧|元|以前の?) ?(?P<number>[1-9]\d{2}\.\d{1,2}[A-Za-z]{0,2})")
_NUMBER_SIDE = re.compile(r"^[ :]*[(\[【<《](?:変更|改訂|改定|改正|修正)(?:(?P<before>前)|後)[)\]】>》][ :]*")
_ADDED = re.compile(r"[(\[【](?:新設|追加|新規)[)\]】]$|^(?:新設|新規|追加)(?:された)?(?:条文|ルール|規則)$")
_NOTHING = re.compile(
    r"^[-―ー・…]*$|^\(?(?:条文|該当(?:する)?(?:条文|ルール)?|記載|規定)?(?:は?(?:なし|無し)|新設)\)?。?$"
)
_NEW_RULE = re.compile(
    r"^[■◆●○【\[ ]*[1-9]\d{2}\.\d{1,2}[A-Za-z]{0,2}(?:-\d{1,2})?[】\] ]*[(\[【](?:新設|追加|新規)[)\]】]$"
)
_BARE = re.compile(r"^[ ]*(?:[→⇒⇨➡]|[-=]>)[ ]*(?:新)?[1-9]\d{2}\.\d{1,2}[A-Za-z]{0,2}(?:-\d{1,2})?\.?\s*$")
_TEXTUAL = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST, Kind.PREFORMATTED, Kind.TABLE})


class Changes:
    """Reads notices of change into a `PageReader`."""

    def __init__(self, reader: PageReader, rules: Rules) -> None:
        """Take the reader that collects, and the reader of wordings."""
        self.reader = reader
        self.rules = rules
        self._before: dict[tuple[int, str], Extract] = {}
        self._effective: str | None = None
        self._searched = False
        self._may_move = may_move(reader.document.text)

    def take(self, children: list[Node], i: int, context: Context) -> list[Node] | None:
        """Read a side of a change that begins at ``children[i]``; returns the nodes it took besides, or None."""
        child = children[i]
        if child.kind is Kind.CHANGE:
            before = child.attrs.get("side") == "before"
            rules = [c for c in child.children if c.kind is Kind.RULE]
            for rule in rules:
                self._side(rule, [rule], before, rule.attrs.get("number", ""), context)
            if not rules:
                self._side(child, [child], before, child.attrs.get("number", ""), context)
            self.reader.coverage.typed(child.start, child.end)
            return []
        if child.kind is Kind.RULE:
            return self._numbered_side(child, context)
        if child.kind is Kind.LIST:
            return self._listed(child, context)
        if child.kind not in (Kind.PARAGRAPH, Kind.HEADING):
            return None
        flow = Flow.of(self.reader.document, child)
        m = _SIDE.match(flow.folded.strip())
        above = fold_text(context.titles[-1]) if context.titles else ""
        if m is None and child.kind is Kind.PARAGRAPH and context.number and _NEW_RULE.match(above):
            self._side(child, [child], False, context.number, context)
            return []
        if not m or find_moves(flow.folded.split("\n", 1)[0], announced=True):
            return None
        if self._lines(child, flow, context):
            return []
        before = m["before"] is not None or m["old"] is not None
        rest = m["rest"].strip()
        cited = find_citations(rest)
        label_only = not rest or (cited and len(rest) <= cited[-1].end + 2) or rest.startswith("(")
        following = [c for c in children[i + 1 :] if c.kind not in (Kind.MARKUP, Kind.COMMENT, Kind.ANCHOR)]
        if label_only:
            if not following or following[0].kind not in _TEXTUAL:
                return None
            body = following[0]
            number = cited[0].number if cited else ""
            self.reader.coverage.typed(child.start, child.end)
            self._side(child, [body], before, number, context)
            return [body]
        start = flow.folded.find(rest)
        self._side(child, [child], before, "", context, skip=start)
        return []

    def _lines(self, node: Node, flow: Flow, context: Context) -> bool:
        """Read a paragraph whose lines each give one side of a change; False for others."""
        spans = [(m.start(), m.end()) for m in re.finditer(r"[^\n]+", flow.folded)]
        sides = [_SIDE.match(flow.folded[a:b].strip()) for a, b in spans]
        if len(spans) < 2 or not all(m and m["rest"].strip() for m in sides):
            return False
        for (a, b), m in zip(spans, sides, strict=True):
            assert m is not None  # noqa: S101 - all of them match
            skip = flow.folded.index(m["rest"].strip(), a)
            self._side(node, [node], _is_before(m), "", context, skip=skip, stop=b)
        return True

    def _listed(self, node: Node, context: Context) -> list[Node] | None:
        """Read a list whose items each give one side of a change; None for others."""
        items = [c for c in node.children if c.kind is Kind.ITEM]
        if len(items) < 2 or not _SIDE.match(self.reader.own_flow(items[0]).folded.strip()):
            return None
        flows = [self.reader.own_flow(item) for item in items]
        sides = [_SIDE.match(flow.folded.strip()) for flow in flows]
        if not all(m and m["rest"].strip() for m in sides):
            return None
        former = [m is not None and _is_before(m) for m in sides]
        if (
            True not in former
            or False not in former
            or any(find_moves(f.folded, announced=True) for f in flows)
        ):
            return None
        for item, flow, m, before in zip(items, flows, sides, former, strict=True):
            assert m is not None  # noqa: S101 - all of them match
            skip = flow.folded.index(m["rest"].strip())
            self._side(item, [item], before, "", context, skip=skip)
        self.reader.coverage.typed(node.start, node.end)
        return []

    def moved(self, node: Node, context: Context) -> None:
        """Read the lines of a statement that say that provisions have changed their numbers."""
        if not self._may_move:
            return
        flow = self.reader.own_flow(node)
        announced = announces("\n".join((self.reader.title, *map(fold_text, context.titles))))
        for line in re.finditer(r"[^\n]+", flow.folded):
            for move in find_moves(line[0], announced):
                start, end = line.start() + move.start, line.start() + move.end
                a, b = flow.place(start, end)
                self._move(move.old, move.new, a, b, self.reader.plain(flow, start, end), context)

    def _move(self, old: str, new: str, start: int, end: int, plain: str, context: Context) -> None:
        """Keep the two numbers of one provision, as versions of which no wording is given."""
        effective = self._effective_date(context)
        earlier = Validity(None, day_before(effective) if effective else None).within(context.validity)
        before = self.rules.number_only(old, start, end, plain, context, earlier)
        after = self.rules.number_only(new, start, end, plain, context, Validity(effective, None))
        self._notice(Node(Kind.PARAGRAPH, start, end), after, before, context)

    def _numbered_side(self, rule: Node, context: Context) -> list[Node] | None:
        """``703.4i(改訂前)…``: a numbered wording that says which side it is."""
        body = [c for c in rule.children if c.kind is not Kind.DEFINITION_TERM]
        flow = Flow.of(self.reader.document, *body)
        whole = Flow.of(self.reader.document, rule)
        if (
            self._may_move
            and (moves := find_moves(whole.folded, announced=True))
            and _BARE.match(flow.folded)
        ):
            self._move(moves[0].old, moves[0].new, rule.start, rule.end, self.reader.plain(whole), context)
            self.reader.coverage.typed(rule.start, rule.end)
            return []
        m = _NUMBER_SIDE.match(flow.folded)
        if not m and not (
            _ADDED.search(fold_text(context.titles[-1] if context.titles else ""))
            and not is_about(flow.folded)
        ):
            return None
        if not m:  # under a heading that says so, a rule is new
            self._side(rule, body, False, rule.attrs.get("number", ""), context)
            return []
        self._side(rule, body, m["before"] is not None, rule.attrs.get("number", ""), context, skip=m.end())
        self.reader.coverage.typed(rule.start, rule.end)
        return []

    def table(self, table: Node, rows: list[Node], context: Context) -> bool:
        """Read a table with a column for the wording (or number) before and one for that after; False for others."""
        document = self.reader.document
        numbers = list(table_moves(document, table)) if self._may_move else []
        for old, new, moved in numbers:
            cells_of = [c for c in moved.children if c.kind is Kind.CELL]
            plain = " | ".join(self.reader.plain(self.reader.flow(c)) for c in cells_of)
            self._move(old, new, cells_of[0].start, cells_of[-1].end, plain, context)
        if numbers:
            self.reader.coverage.typed(rows[0].start, rows[-1].end)
            return True
        cells = [[c for c in row.children if c.kind is Kind.CELL] for row in rows]
        if len(cells) < 2:
            return False
        heads = [_SIDE.match(fold_text(document.plain(c)).strip()) for c in cells[0]]
        before = next(
            (i for i, m in enumerate(heads) if m and (m["before"] is not None or m["old"] is not None)), None
        )
        after = next(
            (
                i
                for i, m in enumerate(heads)
                if m and i != before and m["before"] is None and m["old"] is None
            ),
            None,
        )
        if before is None or after is None:
            return self._labelled_rows(cells, context)
        self.reader.coverage.typed(rows[0].start, rows[0].end)
        for row in cells[1:]:
            if len(row) <= max(before, after):
                continue
            cited = next(
                (found for c in row if (found := find_citations(fold_text(document.plain(c)).strip()))), None
            )
            number = cited[0].number if cited else ""
            self._side(row[before], [row[before]], True, number, context)
            self._side(row[after], [row[after]], False, number, context)
            self.reader.coverage.typed(row[0].start, row[-1].end)
        return True

    def _labelled_rows(self, cells: list[list[Node]], context: Context) -> bool:
        """Read a table whose rows begin with the side they give; False for other tables."""
        document = self.reader.document
        sides = [
            _SIDE.match(fold_text(document.plain(row[0])).strip()) if len(row) > 1 else None for row in cells
        ]
        if not all(m is not None and not m["rest"] for m in sides):
            return False
        former = [m is not None and (m["before"] is not None or m["old"] is not None) for m in sides]
        if True not in former or False not in former:
            return False
        for row, before in zip(cells, former, strict=True):
            cited = next(
                (found for c in row if (found := find_citations(fold_text(document.plain(c)).strip()))), None
            )
            self._side(row[0], [row[-1]], before, cited[0].number if cited else "", context)
            self.reader.coverage.typed(row[0].start, row[-1].end)
        return True

    def _side(
        self,
        label: Node,
        body: list[Node],
        before: bool,
        number: str,
        context: Context,
        skip: int = 0,
        stop: int | None = None,
    ) -> None:
        flow = self.reader.own_flow(body[0]) if body == [label] else Flow.of(self.reader.document, *body)
        stop = len(flow.text) if stop is None else stop
        text = flow.folded[skip:stop].strip()
        self.reader.coverage.typed(label.start, body[-1].end)
        title = fold_text(context.titles[-1]) if context.titles else ""
        former = _FORMER.search(title)
        if not number:
            own = find_citations(text[:12])
            number = own[0].number if own and own[0].start <= 1 else ""
        if not number:
            number = former["number"] if before and former else context.number or ""
        if _NOTHING.match(text) or not number:
            return
        effective = self._effective_date(context)
        if before:
            validity = Validity(None, day_before(effective) if effective else None)
        else:
            validity = Validity(effective, None)
        inner = context.inside(validity=validity)
        version = self.rules.wording(number, flow, skip, stop, inner)
        if version is None:
            return
        key = (id(context.section), number)
        if before:
            self._before[key] = version
        else:
            earlier = self._before.pop(key, None) or self._renumbered(key[0], number)
            self._notice(label, version, earlier, context)

    def _renumbered(self, section: int, number: str) -> Extract | None:
        """The wording before that waits alone in this section: the provision changed its number."""
        waiting = [k for k in self._before if k[0] == section]
        if len(waiting) != 1 or waiting[0][1].startswith(number) or number.startswith(waiting[0][1]):
            return None
        return self._before.pop(waiting[0])

    def _notice(self, label: Node, after: Extract, before: Extract | None, context: Context) -> None:
        """Tie the two wordings together."""
        start = before.start if before else label.start
        notice = Extract(
            "cn",
            ("ChangeNotice",),
            start,
            after.end,
            f"{before.key if before else ''}>{after.key}",
            parent=context.section,
        )
        notice.facts.append((term("tcg:after"), after))
        if before is not None:
            notice.facts.append((term("tcg:before"), before))
            after.facts.append((term("tcg:continues"), before))
            self._same_provision(before, after)
        self.reader.keep(notice)
        self.reader.count("change_notices")

    @staticmethod
    def _same_provision(before: Extract, after: Extract) -> None:
        """A provision that changed its number is still the same rule: the one of its earlier number."""
        version_of = term("tcg:versionOf")
        rule = next((value for predicate, value in before.facts if predicate == version_of), None)
        if rule is not None:
            after.facts = [(p, rule if p == version_of else v) for p, v in after.facts]

    def _effective_date(self, context: Context) -> str | None:
        """The date of the change: of the heading above, else the one the page says the change was made on."""
        if context.validity.valid_from:
            return context.validity.valid_from
        if context.date and any(find_date(title) for title in context.titles[1:]):
            return context.date
        if not self._searched:
            self._searched = True
            self._effective = effective_date(self.reader.document, context.date)
        return self._effective


def _is_before(side: re.Match[str]) -> bool:
    return side["before"] is not None or side["old"] is not None
