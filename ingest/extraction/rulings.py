"""Official questions and answers.

**Identity.** A ruling keeps its IRI when its wording is corrected, so its wording does not enter the IRI. The key
is the first of these that is there: its official number or a source URL that names one ruling
(``…/rule/qa/501``); else its page, date, verdict and the set of names in brackets that its question writes
(not what they stand for, which other pages can change). Rulings
of one page that agree in all of this are numbered in the order of their normalised questions, which a corrected
typo changes only where it is the very first difference between them; the order on the page does not enter. Where a
page is read again, its rulings are compared with those that the store holds for it and keep their IRIs, whatever was
corrected in them (`ingest.extraction.ruling_identity`). The same ruling quoted on several pages without a source is found by `tcg:fingerprint`, a hash of its question.
"""

import re
from collections.abc import Sequence

import pyoxigraph as ox

from ingest.extraction.card_quotes import quoted_abilities
from ingest.extraction.flow import Flow
from ingest.extraction.model import Extract, digest, squeeze
from ingest.extraction.reader import BLOCKS, Context, PageReader
from ingest.extraction.rules import Rules
from ingest.extraction.ruling_identity import KnownRuling, settle
from ingest.extraction.statements import Statements
from ingest.extraction.writing import date_literal, integer, iri, string, term, uri_literal
from ingest.markup.dates import find_date
from ingest.markup.tree import Kind, Node
from ontology.namespaces import fold_name, ruling_iri

__all__ = ["Rulings", "verdict"]

_YES = re.compile(r"^[「『\s]*(?:はい|ええ|YES|Yes|yes|その通り|そのとおり|可能です)(?![A-Za-zぁ-ん]{3})")
_NO = re.compile(r"^[「『\s]*(?:いいえ|いえ[、,]|NO\b|No\b|no\b|不可能です)")
_ECHO = re.compile(
    r"(?P<stem>[ぁ-ん一-鿿ァ-ヺー]{1,6}?)(?P<end>ます|です|るの?です|える|る)か[?？]?[。」]?\s*$"
)
_NUMBERED_URL = re.compile(
    r"(?:[/=_-](?:qa|q|id|no|faq|fid|cid)?[/=_-]?\d{2,}|[?&](?:id|no|q|fid|qid)=\w*\d+|/\d+)(?:/|\.html?|#.*|&.*)?$",
    re.I,
)
_SOURCE = re.compile(r"(?:引用元|出典|ソース|参照元|情報源|公式)")
_SOURCE_LINE = re.compile(r"(?:^|\n)(?P<line>(?:引用元|出典|ソース|参照元|情報源)[ :(]?[^\n。]{0,60})$")
_DATED = re.compile(
    r"\s*\((?:(?P<yy>\d{2})[/.-](?P<mm>\d{2})[/.-](?P<dd>\d{2})|(?:19|20)\d{2}(?:[/.-]\d{1,2}[/.-]\d{1,2}|年\d{1,2}月\d{1,2}日))(?:付|更新|回答|時点)?\)\s*$"
)
_SIMILAR = re.compile(r"(?:\n|(?<=[?。]))\s*[(\[]?類似(?:例|カード|裁定)?[:：][^\n。]*$")
_BRACKETED = re.compile(r"《([^《》\n]{1,60})》|「([^「」\n]{1,60})」")
_REFERENCE = re.compile(r"(?:^|\n)\s*(?:参照|参考|関連|該当)(?:カード)?[:：][^\n]*$")


def verdict(question: str, answer: str) -> str:
    """Return "yes", "no" or "other": the first word of the answer, or the question's own verb affirmed or denied.

    >>> verdict("残りますか?", "はい、残ります。"), verdict("どうなりますか?", "外れます。")
    ('yes', 'other')
    >>> verdict("攻撃できますか?", "できません。")
    'no'
    """
    head = answer.strip()
    if _YES.match(head):
        return "yes"
    if _NO.match(head):
        return "no"
    m = _ECHO.search(question.strip())
    if m and not re.search(
        r"(?:どう|何|なに|いつ|どの|どれ|どこ|誰|だれ|いくつ|いくら|なぜ|どちら|どんな)",
        question.strip()[-30:],
    ):
        stem = m["stem"][-3:]
        first = re.split(r"[。\n]", head, maxsplit=1)[0]
        for k in range(len(stem)):
            tail = stem[k:]
            if re.search(rf"{re.escape(tail)}(?:ます|る|です)$", first):
                return "yes"
            if re.search(rf"{re.escape(tail)}(?:ません|ない|ないです)$", first):
                return "no"
    return "other"


class Rulings:
    """Reads QA nodes into a `PageReader`."""

    def __init__(self, reader: PageReader, statements: Statements, rules: Rules) -> None:
        """Take the reader and the readers of the parts of an answer."""
        self.reader = reader
        self.statements = statements
        self.rules = rules
        self._dated: set[int] = set()
        self._found: list[tuple[Extract, tuple[str, ...], str, str | None]] = []

    def read(self, node: Node, context: Context) -> Extract:
        """Read one question with its answer and what belongs to it."""
        reader = self.reader
        start, end = node.start, _end(reader, node)
        ruling = Extract("q", ("Ruling",), start, end, "", parent=context.section, validity=context.validity)
        question = self._text(node, Kind.QUESTION)
        answer = self._text(node, Kind.ANSWER)
        tail = _source_tail(answer)
        asked, answered = reader.plain(question), reader.plain(answer, 0, tail)
        asked = _REFERENCE.sub("", asked).strip() or asked
        similar = _SIMILAR.search(question.folded)
        if similar:
            asked = reader.plain(question, 0, similar.start()) or asked
        today = reader.entities.day
        reader.entities.day = self._dates(node, context, answer, tail)[1] or today
        seen_q, seen_a = reader.attach(ruling, question), reader.attach(ruling, answer)
        ruling.facts += [
            (term("tcg:game"), ox.Literal(reader.game)),
            (term("tcg:question"), string(asked)),
            (term("tcg:answer"), string(answered)),
        ]
        outcome = verdict(asked, answered)
        ruling.facts.append((term("tcg:verdict"), ox.Literal(outcome)))
        ruling.facts.append((term("tcg:fingerprint"), ox.Literal(digest(squeeze(asked)))))
        paragraphs = sum(
            1 for part in node.children if part.kind is Kind.ANSWER for _ in part.find(Kind.PARAGRAPH)
        )
        ruling.facts.append((term("tcg:paragraphs"), integer(max(1, paragraphs))))
        for flow, seen in ((question, seen_q), (answer, seen_a)):
            reader.mentions.facts(
                ruling, seen, flow, 0, similar.start() if similar and flow is question else None
            )
            if reader.game == "dm":
                quoted_abilities(reader, context, flow)
        if similar:
            for entity in seen_q.entities("card", "name-set", start=similar.start()):
                ruling.facts.append((term("tcg:similarTo"), entity))
        reader.keep(ruling)
        reader.count("rulings")
        reader.count(f"rulings_{outcome}")
        date, url = self._source(node, ruling, context, answer, tail)
        self._parts(node, ruling, context)
        self.statements.within_answer(ruling, answer, seen_a, context)
        for part in node.children:
            if part.kind in (Kind.QUESTION, Kind.ANSWER):
                self.statements.notes_within(part, context, ruling)
        reader.entities.day = today
        reader.coverage.typed(start, end)
        written = _names_written(question.text[: similar.start()] if similar else question.text)
        self._found.append((ruling, (date or "", outcome, *written), asked, url))
        return ruling

    def _text(self, node: Node, kind: Kind) -> Flow:
        parts = [part for part in node.children if part.kind is kind]
        return Flow.of(self.reader.document, *parts, skip=BLOCKS - {Kind.QUOTE, Kind.LIST, Kind.PREFORMATTED})

    def _source(
        self, node: Node, ruling: Extract, context: Context, answer: Flow, tail: int | None
    ) -> tuple[str | None, str | None]:
        """Date and URL: of the ruling itself (``tail``: where its answer ends with them), else of the heading above."""
        date, own_date = self._dates(node, context, answer, tail)
        url = node.attrs.get("url")
        if tail is not None:
            url = url or next(
                (n.attrs["url"] for a, _, n in answer.links if a >= tail and n.attrs.get("url")), None
            )
        for line in node.children:
            if line.kind is Kind.SOURCE_LINE:
                url = url or line.attrs.get("url")
                self.reader.attach(ruling, Flow.of(self.reader.document, line))
        if date and date != context.date:
            # a date above holds for the questions below it, up to one with a date of its own
            self._dated.add(id(context.section))
        if own_date:
            ruling.facts.append((term("tcg:rulingDate"), date_literal(own_date)))
        if url:
            ruling.facts.append((term("tcg:sourceUrl"), uri_literal(url)))
        return own_date, url

    def _dates(
        self, node: Node, context: Context, answer: Flow, tail: int | None
    ) -> tuple[str | None, str | None]:
        """The date that a ruling itself gives, and the one it has (that of the heading above where it gives none)."""
        date = node.attrs.get("date")
        if tail is not None and not date:
            found = find_date(answer.folded, tail)
            date = found.iso if found else _short_date(answer.folded[tail:])
        date = date or next(
            (c.attrs["date"] for c in node.children if c.kind is Kind.SOURCE_LINE and c.attrs.get("date")),
            None,
        )
        return date, date or (context.date if id(context.section) not in self._dated else None)

    def _parts(self, node: Node, ruling: Extract, context: Context) -> None:
        """Similar examples, rule boxes and whatever else stands between question and source."""
        for part in node.find(Kind.SIMILAR, Kind.RULE_BOX):
            if part.kind is Kind.SIMILAR:
                flow = Flow.of(self.reader.document, part)
                seen = self.reader.attach(ruling, flow)
                for entity in seen.entities("card", "name-set"):
                    ruling.facts.append((term("tcg:similarTo"), entity))
            else:
                self.rules.box(part, context, ruling)

    def name_all(self, known: Sequence[KnownRuling] = ()) -> None:
        """Give every ruling of the page its IRI (see the module's words on identity).

        `known` are the rulings that the store holds for this page from an earlier reading.
        """
        page = self.reader.writer.page.value
        groups: dict[str, list[tuple[str, Extract]]] = {}
        for ruling, facts, asked, url in self._found:
            key = _url_key(url) if url else None
            groups.setdefault(key or digest("\n".join((page, *facts))), []).append((squeeze(asked), ruling))
        for key, members in list(groups.items()):
            if (
                len(members) > 1 and "/" in key
            ):  # a URL that several rulings of a page share names none of them
                del groups[key]
                for asked, ruling in members:
                    facts = next(k for r, k, _, _ in self._found if r is ruling)
                    groups.setdefault(digest("\n".join((page, key, *facts))), []).append((asked, ruling))
        for key, members in groups.items():
            for n, (_, ruling) in enumerate(sorted(members, key=lambda m: m[0])):
                ruling.iri = iri(ruling_iri(self.reader.game, key + (f"-{n + 1}" if n else "")))
        if known:
            read = [
                KnownRuling(ruling.node.value, squeeze(asked), facts[0] or None, facts[1], url)
                for ruling, facts, asked, url in self._found
            ]
            for (ruling, *_), settled in zip(self._found, settle(read, known), strict=True):
                ruling.iri = iri(settled)


def _names_written(text: str) -> list[str]:
    """The names in brackets as a question writes them; what they stand for may change with the pages around."""
    return sorted({fold_name("".join(m.groups(""))) for m in _BRACKETED.finditer(text)})


def _short_date(text: str) -> str | None:
    """A date with two digits for the year of this century, as in ``(20/05/05)``."""
    m = _DATED.search(text)
    return (
        f"20{m['yy']}-{m['mm']}-{m['dd']}"
        if m and m["yy"] and 1 <= int(m["mm"]) <= 12 and 1 <= int(m["dd"]) <= 31
        else None
    )


def _source_tail(answer: Flow) -> int | None:
    """Where an answer ends and the line with its source begins, when both stand in one paragraph."""
    starts = [
        a for a, b, node in answer.links if node.attrs.get("url") and _SOURCE.match(answer.folded, a, b)
    ]
    starts += [m.start("line") for m in _SOURCE_LINE.finditer(answer.folded)]
    if m := _DATED.search(answer.folded):
        starts.append(m.start())
    at = min(starts, default=None)
    return at if at is not None and len(answer.folded) - at <= 80 else None


def _url_key(url: str) -> str | None:
    """The key of a source URL that names one ruling, or None."""
    return re.sub(r"^\w+://(?:www\.)?", "", url).rstrip("/") if _NUMBERED_URL.search(url) else None


def _end(reader: PageReader, node: Node) -> int:
    """The end of the last part, without the line ends after it."""
    text = reader.document.text
    end = node.end
    while end > node.start and text[end - 1].isspace():
        end -= 1
    return end
