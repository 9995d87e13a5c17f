"""Wordings of rules: in boxes, in rules documents, at the end of list items, in notices of change."""

import re

import pyoxigraph as ox

from ingest.extraction.card_facts import labelled
from ingest.extraction.citations import find_citations
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.mentions import Seen
from ingest.extraction.model import Extract
from ingest.extraction.reader import Context, PageReader
from ingest.extraction.validity import ALWAYS, Validity
from ingest.extraction.writing import iri, lang, string, term
from ingest.markup.dates import find_date
from ingest.markup.tree import Kind, Node
from ontology.namespaces import mint_iri

__all__ = ["Rules", "is_about"]

_TRAILING = re.compile(
    r"^(?P<text>.*?[。.!)）])\s*[(\[【](?:総合(?:ゲーム)?ルール|ルール|CR)?[ :]*(?P<number>[1-9]\d{2}\.\d{1,2}[A-Za-z]{0,2}(?:-\d{1,2})?)[)\]】]\s*$",
    re.S,
)
_NUMBER = re.compile(
    r"(?:^|(?<=[。\n）)]))[ 　]*(?P<number>[1-9]\d{2}\.\d{1,2}[A-Za-z]{0,2}(?:[.\-]\d{1,2})?)\.?(?:[ 　\n]+|(?=[^\x00-\x7f]))"
)
_DOCUMENT_TITLE = re.compile(
    r"(?:総合(?:ゲーム)?ルール|総則|ルールブック|公式ルール)(?!.*(?:お知らせ|告知|変更|改訂のお))"
)
_VERSION = re.compile(r"(?:[Vv]er(?:sion)?\.? ?|第)(?P<version>\d+\.\d+(?:\.\d+)?)(?:版)?")
_ABOUT = re.compile(
    r"^\s*(?:を|の(?=[^ぁ-ん])|は[、「一-鿿ァ-ヺ]|が[、「一-鿿ァ-ヺ]|に(?:より|よる|従|つい|関|定)|と(?:同|異|なる)|も同)"
)
_DOCUMENT = {"dm": "総合ルール", "ygo": "公式ルール"}


def is_about(folded: str) -> bool:
    """Whether what follows a number speaks about that rule (``…を削除します``), and is not its wording."""
    return _ABOUT.match(folded) is not None


class Rules:
    """Reads rule texts into a `PageReader`."""

    def __init__(self, reader: PageReader) -> None:
        """Take the reader that collects."""
        self.reader = reader
        title = fold_text(reader.document.title or reader.title)
        named = _DOCUMENT_TITLE.search(title)
        version = _VERSION.search(title) if named else None
        dated = find_date(title) if named else None
        self.document_version = version["version"] if version else None
        self.dated = Validity(dated.iso, None) if dated else ALWAYS

    def box(self, node: Node, context: Context, quoted_in: Extract | None) -> None:
        """Read a box that quotes rules: RULE nodes, or a definition list of numbers."""
        reader = self.reader
        numbers: list[str] = node.attrs.get("numbers", "").split()
        found: list[tuple[str, Node, Node | None]] = [
            (r.attrs["number"], r, _head(r)) for r in node.find(Kind.RULE) if r.attrs.get("number")
        ]
        if not found:
            for item in node.find(Kind.ITEM):
                head = _head(item)
                cited = find_citations(fold_text(reader.document.plain(head))) if head else []
                if head and cited:
                    found.append((cited[0].number, item, head))
        for number, rule, head in found:
            children = [c for c in rule.children if c is not head and c.kind is not Kind.LIST]
            flow = Flow.of(reader.document, *(children or [rule]))
            version = self._version(number, flow, 0, len(flow.text), context, quoted_in)
            owner = version or quoted_in
            if head is not None and owner is not None:
                reader.attach(owner, Flow.of(reader.document, head))
        reader.coverage.typed(node.start, node.end)
        if quoted_in is None:
            return
        for number in dict.fromkeys(numbers or [n for n, _, _ in found]):
            rule_node = reader.entities.rule(number).node
            quoted_in.facts += [(term("tcg:cites"), rule_node), (term("tcg:citedNumber"), string(number))]
        for title in node.children:
            if title.kind is not Kind.MARKUP and title.attrs.get("role") == "title":
                reader.attach(quoted_in, Flow.of(reader.document, title))

    def rule(self, node: Node, context: Context, quoted_in: Extract | None = None) -> Extract | None:
        """Read a RULE node that stands by itself (a numbered rules document)."""
        head = _head(node)
        flow = Flow.of(
            self.reader.document,
            *(c for c in node.children if c.kind not in (Kind.RULE, Kind.LIST) and c is not head),
        )
        if is_about(flow.folded):
            return None
        version = self._version(node.attrs.get("number", ""), flow, 0, len(flow.text), context, quoted_in)
        if head is not None and version is not None:
            self.reader.attach(version, Flow.of(self.reader.document, head))
        self.reader.coverage.typed(node.start, node.end)
        return version

    def numbered_paragraph(self, node: Node, context: Context) -> bool:
        """Read a paragraph whose lines begin with rule numbers; False where it is none."""
        flow = self.reader.own_flow(node)
        heads = [m for m in _NUMBER.finditer(flow.folded) if find_citations(m["number"])]
        if not heads or flow.folded[: heads[0].start()].strip():
            return False
        if any(is_about(flow.folded[m.end() :]) for m in heads):
            return False
        for i, m in enumerate(heads):
            end = heads[i + 1].start() if i + 1 < len(heads) else len(flow.text)
            self._version(m["number"], flow, m.end(), end, context, None, whole=m.start("number"))
        a, b = flow.place(0, len(flow.text))
        self.reader.coverage.typed(a, b)
        return True

    def of_item(self, statement: Extract, flow: Flow, context: Context) -> None:
        """Read an item that is itself a rule: its text, then its number alone in brackets."""
        m = _TRAILING.match(flow.folded)
        if (
            m
            and "ルール" not in flow.folded[m.end("text") : m.start("number")]
            and not m["text"].startswith(("例", "ただし"))
        ):
            self._version(m["number"], flow, 0, m.end("text"), context, statement, mentions=False)
            self._classify(m["number"], context)

    def _classify(self, number: str, context: Context) -> None:
        """A rule listed under a heading that names a class of state-based actions belongs to it."""
        concept = labelled(self.reader.game, "Processes", context.titles[-1]) if context.titles else None
        if concept and (concept.notation or "").startswith("sba_"):
            self.reader.writer.add(
                self.reader.entities.rule(number).node, term("dm:sbaClass"), iri(concept.iri)
            )

    def number_only(
        self, number: str, start: int, end: int, plain: str, context: Context, validity: Validity
    ) -> Extract:
        """Keep a number under which a provision stands in a period, where no wording is given."""
        reader = self.reader
        version = Extract(
            "rv",
            ("RuleVersion", "RuleNumber"),
            start,
            end,
            f"{number} {plain}",
            parent=context.section,
            plain=plain,
            validity=validity,
        )
        rule = reader.entities.rule(number, validity.valid_from or validity.valid_to).node
        version.facts += [
            (term("tcg:versionOf"), rule),
            (term("skos:notation"), string(number)),
            (term("tcg:document"), self._document()),
        ]
        reader.keep(version)
        reader.count("rule_numbers")
        return version

    def wording(self, number: str, flow: Flow, start: int, end: int, context: Context) -> Extract | None:
        """Read a wording that a notice of change gives."""
        return self._version(number, flow, start, end, context, None)

    def _version(
        self,
        number: str,
        flow: Flow,
        start: int,
        end: int,
        context: Context,
        quoted_in: Extract | None,
        *,
        whole: int | None = None,
        mentions: bool = True,
    ) -> Extract | None:
        """Keep one wording; the number that may head its text is not part of it."""
        reader = self.reader
        found = find_citations(fold_text(number))
        if not found:
            return None
        number = found[0].number
        head = re.compile(r"\s*[\-・]?\s*" + re.escape(number) + r"\.?[ 　|：:]*\s*", re.I).match(
            flow.folded, start
        )
        if head:
            start = head.end()
        while start < end and flow.text[start].isspace():
            start += 1
        while end > start and flow.text[end - 1].isspace():
            end -= 1
        if end <= start:
            return None
        a, b = flow.place(start, end)
        plain = reader.plain(flow, start, end)
        version = Extract(
            "rv",
            ("RuleVersion",),
            a,
            b,
            f"{number} {plain}",
            parent=context.section,
            plain=plain,
            validity=context.validity,
        )
        if quoted_in is None and context.validity == ALWAYS:
            version.validity = self.dated  # an edition of the rules document, dated in its title
        period, today = version.validity, reader.entities.day
        day = period.valid_to or max(filter(None, (period.valid_from, today)), default=None)
        rule = reader.entities.rule(number, day).node
        version.facts += [
            (term("tcg:versionOf"), rule),
            (term("skos:notation"), string(number)),
            (term("tcg:document"), self._document()),
        ]
        if self.document_version:
            version.facts.append((term("tcg:documentVersion"), string(self.document_version)))
        if quoted_in is not None:
            version.facts.append((term("tcg:quotedIn"), quoted_in))
        reader.keep(version)
        reader.count("rule_versions")
        reader.coverage.typed(a, b)
        if mentions:
            seen: Seen = reader.mentions.scan(flow)
            reader.attach(version, flow, whole if whole is not None else start, end, seen=seen)
        return version

    def _document(self) -> ox.NamedNode:
        title = _DOCUMENT.get(self.reader.game, "rules")
        node = iri(mint_iri(self.reader.game, "document", title))
        writer = self.reader.writer
        writer.add(node, term("rdf:type"), term("tcg:RulesDocument"))
        writer.add(node, term("skos:prefLabel"), lang(title, "ja"))
        return node


def _head(node: Node) -> Node | None:
    """The number that heads a rule or item."""
    return next((c for c in node.children if c.kind is Kind.DEFINITION_TERM), None)
