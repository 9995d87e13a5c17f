"""Notices of change: the wording of a rule before and after a date."""

import re

from ingest.extraction.citations import find_citations
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.model import Extract
from ingest.extraction.reader import Context, PageReader
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
_EFFECTIVE = re.compile(
    r"(?:\([日月火水木金土](?:曜日?)?\))?(?:より|から|付で|付けで|以降|をもって)[^。\n]{0,40}(?:改訂|改定|改正|変更|施行|適用|改め)"
)
_NOTHING = re.compile(
    r"^[-―ー・…]*$|^\(?(?:条文|該当(?:する)?(?:条文|ルール)?|記載|規定)?(?:は?(?:なし|無し)|新設)\)?。?$"
)
_REVISED = re.compile(r"[^。\n]{0,30}(?:改訂|改定|改正|変更|施行|適用|改め)")
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
        if child.kind not in (Kind.PARAGRAPH, Kind.HEADING):
            return None
        flow = Flow.of(self.reader.document, child)
        m = _SIDE.match(flow.folded.strip())
        if not m:
            return None
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

    def _numbered_side(self, rule: Node, context: Context) -> list[Node] | None:
        """``703.4i(改訂前)…``: a numbered wording that says which side it is."""
        body = [c for c in rule.children if c.kind is not Kind.DEFINITION_TERM]
        flow = Flow.of(self.reader.document, *body)
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

    def table(self, rows: list[Node], context: Context) -> bool:
        """Read a table with a column for the wording before and one for that after; False for other tables."""
        document = self.reader.document
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
        self, label: Node, body: list[Node], before: bool, number: str, context: Context, skip: int = 0
    ) -> None:
        flow = Flow.of(self.reader.document, *body)
        text = flow.folded[skip:].strip()
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
        version = self.rules.wording(number, flow, skip, len(flow.text), inner)
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
            fallback = context.date or (self.reader.document.date or "")[:10] or None
            self._effective = self._said(_EFFECTIVE) or context.date or self._said(_REVISED) or fallback
        return self._effective

    def _said(self, what: re.Pattern[str]) -> str | None:
        """The first date of the page that these words follow."""
        text = self.reader.document.text
        at = 0
        while found := find_date(text, at):
            if what.match(text, found.end):
                return found.iso
            at = found.end
        return None
