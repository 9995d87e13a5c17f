"""Notices of change: the wording of a rule before and after a date."""

import re
from datetime import date, timedelta

from ingest.extraction.citations import find_citations
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.model import Extract
from ingest.extraction.reader import Context, PageReader
from ingest.extraction.rules import Rules
from ingest.extraction.validity import Validity
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
_NOTHING = re.compile(r"^\(?(?:条文|該当(?:する)?(?:条文|ルール)?|記載|規定)?(?:は?(?:なし|無し)|新設)\)?。?$")
_REVISED = re.compile(r"[^。\n]{0,30}(?:改訂|改定|改正|変更|施行|適用|改め)")
_TEXTUAL = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST, Kind.PREFORMATTED, Kind.TABLE})


class Changes:
    """Reads notices of change into a `PageReader`."""

    def __init__(self, reader: PageReader, rules: Rules) -> None:
        """Take the reader that collects, and the reader of wordings."""
        self.reader = reader
        self.rules = rules
        self._before: dict[int, Extract] = {}
        self._effective: str | None = None
        self._searched = False

    def take(self, children: list[Node], i: int, context: Context) -> list[Node] | None:
        """Read a side of a change that begins at ``children[i]``; returns the nodes it took besides, or None."""
        child = children[i]
        if child.kind is Kind.CHANGE:
            self._side(child, [child], child.attrs.get("side") == "before", child.attrs.get("number", ""), context)
            return []
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

    def table(self, rows: list[Node], context: Context) -> bool:
        """Read a table with a column for the wording before and one for that after; False for other tables."""
        document = self.reader.document
        cells = [[c for c in row.children if c.kind is Kind.CELL] for row in rows]
        if len(cells) < 2:
            return False
        heads = [_SIDE.match(fold_text(document.plain(c)).strip()) for c in cells[0]]
        before = next((i for i, m in enumerate(heads) if m and (m["before"] is not None or m["old"] is not None)), None)
        after = next((i for i, m in enumerate(heads) if m and i != before and m["before"] is None and m["old"] is None), None)
        if before is None or after is None:
            return False
        self.reader.coverage.typed(rows[0].start, rows[0].end)
        for row in cells[1:]:
            if len(row) <= max(before, after):
                continue
            cited = next((found for c in row if (found := find_citations(fold_text(document.plain(c)).strip()))), None)
            number = cited[0].number if cited else ""
            self._side(row[before], [row[before]], True, number, context)
            self._side(row[after], [row[after]], False, number, context)
            self.reader.coverage.typed(row[0].start, row[-1].end)
        return True

    def _side(self, label: Node, body: list[Node], before: bool, number: str, context: Context, skip: int = 0) -> None:
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
            validity = Validity(None, _day_before(effective) if effective else None)
        else:
            validity = Validity(effective, None)
        inner = context.inside(validity=validity)
        version = self.rules.wording(number, flow, skip, len(flow.text), inner)
        if version is None:
            return
        key = id(context.section)
        if before:
            self._before[key] = version
        else:
            self._notice(label, version, self._before.pop(key, None), context)

    def _notice(self, label: Node, after: Extract, before: Extract | None, context: Context) -> None:
        """Tie the two wordings together."""
        start = before.start if before else label.start
        notice = Extract("cn", ("ChangeNotice",), start, after.end, f"{before.key if before else ''}>{after.key}", parent=context.section)
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
        if context.date:
            return context.date
        if not self._searched:
            self._searched = True
            text = self.reader.document.text
            at = 0
            while found := find_date(text, at):
                if _REVISED.match(text, found.end):
                    self._effective = found.iso
                    break
                at = found.end
            else:
                self._effective = (self.reader.document.date or "")[:10] or None
        return self._effective


def _day_before(iso: str) -> str:
    return (date.fromisoformat(iso[:10]) - timedelta(days=1)).isoformat()
