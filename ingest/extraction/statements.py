"""Statements: items, sentences of paragraphs, rows, footnotes; their kind and what they hang on."""

import re
from bisect import bisect_left
from dataclasses import replace

from ingest.extraction.card_quotes import quoted_abilities
from ingest.extraction.card_statements import card_statements
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.kinds import classify, mark, modality, sentences
from ingest.extraction.mentions import Seen
from ingest.extraction.model import Extract
from ingest.extraction.pointers import arrow_page, pointed_pages
from ingest.extraction.reader import BLOCKS, Context, PageReader
from ingest.extraction.validity import ALWAYS, Validity, label_period, leading_validity, tagged_validity
from ingest.extraction.writing import boolean, iri, string, term
from ingest.markup.tree import Kind, Node

__all__ = ["Statements"]

_DEPENDENT = {
    "ExceptionStatement": "tcg:exceptionTo",
    "ExampleStatement": "tcg:exampleOf",
    "Gloss": "tcg:glosses",
}
_CONTRAST = re.compile(r"^(?P<first>.{6,}?(?:が|けれど|けれども|ものの))[、,](?P<second>.+)$", re.S)
_LINK_PUNCTUATION = re.compile(r"[\s、,/・|()（）「」:：＞>→⇒。\-0-9.~]+")
_LIST_TITLE = re.compile(r"(?:参考|関連|類似|リンク|外部|脚注|目次|一覧|ページ|サイト)")
_ASIDE = re.compile(r"(?<=[。\n ])\((?P<body>[^()]{4,160})\)")
_FOLLOWED = re.compile(r"(?:^|[。\s)])(?:例|具体例|(?:例えば|たとえば)(?:、?次のもの)?)[:：]?$")
_NUMBERED = ("rules", "rules-viewer", "qa")
_NO_LEAD = re.compile(
    r"^(?:最終更新|更新日|最終改訂|(?:いつも|平素).*(?:ありがとう|感謝|御礼|お礼))|^[^。]{0,24}[:：]?\d{4}[年./]\d{1,2}[月./]\d{1,2}日?[^。]{0,6}$"
)
_WINS = re.compile(r"ゲームに(?:勝利|敗北)する(?:効果|能力)[。)]*$")


class Statements:
    """Reads statements into a `PageReader`."""

    def __init__(self, reader: PageReader) -> None:
        """Take the reader that collects."""
        self.reader = reader
        self.lead_done = False

    # paragraphs ------------------------------------------------------------------------------------------

    def paragraph(self, node: Node, context: Context, previous: Extract | None) -> Extract | None:
        """Read a paragraph: one statement a sentence. Returns the last statement, for what may follow it."""
        flow = self.reader.own_flow(node)
        spans = sentences(flow.text, flow.breaks)
        if not spans:
            return previous
        seen = self.reader.mentions.scan(flow)
        for start, end in spans:
            previous = self._sentence(flow, seen, start, end, context, previous)
        self.footnotes(node, context, previous)
        return previous

    def _sentence(
        self, flow: Flow, seen: Seen, start: int, end: int, context: Context, previous: Extract | None
    ) -> Extract:
        text = flow.folded[start:end]
        kind = self._navigation(flow, start, end, context) or classify(text, _setting(context))
        if self._leads(context) and not _NO_LEAD.search(text):
            kind = "Definition" if kind in (None, "RuleStatement", "ClassificationStatement") else kind
            self.lead_done = True
        elif kind is None and text.startswith("("):
            kind = "Gloss"
        a, b = flow.place(start, end)
        statement = self._make(kind, a, b, self.reader.plain(flow, start, end), context)
        self._finish(statement, kind, flow, seen, start, end, context, previous)
        if kind == "Definition" and len(context.titles) <= 1 and context.parent is None:
            self.reader.definitions.append(statement)
        return statement

    def _leads(self, context: Context) -> bool:
        """Whether this is the first sentence of the page, before any heading but its title."""
        if self.reader.document.format in _NUMBERED or self.reader.title.startswith("《"):
            return False
        return (
            not self.lead_done
            and len(context.titles) <= 1
            and context.parent is None
            and context.validity == ALWAYS
        )

    # items -----------------------------------------------------------------------------------------------

    def item(
        self, node: Node, context: Context, previous: Extract | None, *, numbered: bool = False
    ) -> Extract | None:
        """Read a list item as one statement; a later sentence that limits or illustrates it is one more."""
        flow = self.reader.own_flow(node)
        start, end = flow.trimmed()
        if end <= start:
            return None
        spans = sentences(flow.text, flow.breaks)
        seen = self.reader.mentions.scan(flow)
        line = flow.folded.rfind("\n", start, end)
        if line > start and label_period(flow.folded[line:end]):  # a label for what follows the list
            a, b = flow.place(line + 1, end)
            self.reader.coverage.typed(a, b)
            end = line
            spans = [(a, b) for a, b in spans if b <= end]
        kind = self._navigation(flow, start, end, context) or self._item_kind(
            flow, spans, numbered, node.attrs, context
        )
        if (
            "《" in flow.folded
            and _WINS.search(flow.folded[start:end])
            and any("状況起因処理" in t for t in context.titles)
        ):
            for card in seen.entities("card"):  # a win or loss that is listed as a state-based action
                self.reader.writer.add(card, term("tcg:does"), term("dm:ConfirmedSba"))
        if "※" in node.attrs.get("marker", "") and kind == "RuleStatement" and previous is not None:
            told = (term("tcg:modality"), string("cannot")) in previous.facts
            if told and modality(flow.folded) == "may":
                kind = "ExceptionStatement"  # a note that allows what the item before forbids
        if kind in (None, "RuleStatement", "ClassificationStatement") and self._exemplifies(context):
            kind = "ExampleStatement"
        if context.listed and kind in (None, "RuleStatement", "Definition") and modality(flow.folded) is None:
            kind = "ClassificationStatement"  # an item of a list that a sentence announces
        _, b = flow.place(start, end)
        statement = self._make(kind, node.start, b, self.reader.plain(flow, start, end), context)
        statement.level = int(node.attrs.get("level") or 1)
        if marker := node.attrs.get("marker"):
            statement.facts.append((term("tcg:marker"), string(marker)))
        if context.parent:
            statement.facts.append((term("tcg:parentStatement"), context.parent))
        self._finish(statement, kind, flow, seen, start, end, context, previous)
        for a, z in spans[1:]:
            self._within(statement, flow, seen, a, z, context)
        for m in _ASIDE.finditer(flow.folded, start, end):
            if mark("aside").search(m["body"]):
                self._part(
                    statement, "ExceptionStatement", flow, seen, m.start("body"), m.end("body"), context
                )
        self.footnotes(node, context, statement)
        return statement

    @staticmethod
    def _exemplifies(context: Context) -> bool:
        """Whether the item above says at its end that examples follow: ``…を支払う。 例``."""
        above = context.parent
        return (
            above is not None and above.role == "s" and bool(_FOLLOWED.search(fold_text(above.plain or "")))
        )

    @staticmethod
    def _item_kind(
        flow: Flow, spans: list[tuple[int, int]], numbered: bool, attrs: dict[str, str], context: Context
    ) -> str | None:
        """The kind of an item is that of its first sentence which says something itself."""
        marker = attrs.get("marker", "")
        setting = _setting(context, listed=marker != ":")
        kinds = [classify(flow.folded[a:b], setting) for a, b in spans]
        known = [k for k in kinds if k]
        if "※" in marker and known[:1] == ["RuleStatement"] and mark("concession").search(flow.folded):
            return "ExceptionStatement"
        if numbered and known[:1] in ([], ["RuleStatement"], ["ClassificationStatement"]):
            return "ProcedureStep"
        for kind in known:
            if kind not in ("PointerStatement", "FlavorRemark"):
                return kind
        if known:
            return known[0]
        if marker == ":" and len(flow.folded) > 4:
            return "Definition"  # the body of a definition list: a noun, no sentence
        return "Gloss" if "※" in marker else None

    def _within(self, host: Extract, flow: Flow, seen: Seen, start: int, end: int, context: Context) -> None:
        """A sentence inside an item or answer that is an exception to it or an example of it."""
        kind = classify(flow.folded[start:end])
        if kind not in ("ExceptionStatement", "ExampleStatement"):
            return
        self._part(host, kind, flow, seen, start, end, context)

    def _part(
        self, host: Extract, kind: str, flow: Flow, seen: Seen, start: int, end: int, context: Context
    ) -> None:
        a, b = flow.place(start, end)
        part = self._make(
            kind, a, b, self.reader.plain(flow, start, end), replace_section(context, host.parent)
        )
        part.parent = host
        part.facts.append((term("tcg:parentStatement" if host.role == "s" else _DEPENDENT[kind]), host))
        self._describe(part, kind, flow, seen, start, end, context)
        if host.role == "s":
            part.facts.append((term(_DEPENDENT[kind]), host))

    def within_answer(self, host: Extract, flow: Flow, seen: Seen, context: Context) -> None:
        """Read the exceptions and examples inside an answer."""
        for start, end in sentences(flow.text, flow.breaks):
            self._within(host, flow, seen, start, end, context)

    # footnotes, rows -------------------------------------------------------------------------------------

    def footnotes(self, node: Node, context: Context, host: Extract | None) -> None:
        """Read the footnotes of a block; they explain it unless a cue says otherwise."""
        stack = [c for c in reversed(node.children) if c.kind not in BLOCKS]
        while stack:
            n = stack.pop()
            if n.kind is not Kind.FOOTNOTE:
                stack.extend(c for c in reversed(n.children) if c.kind not in BLOCKS)
                continue
            self._note(n, context, host)

    def notes_within(self, part: Node, context: Context, ruling: Extract) -> None:
        """Read the footnotes of a question or answer; what they cite, the ruling cites."""
        for node in part.find(Kind.FOOTNOTE):
            note = self._note(node, context, ruling)
            if note is not None:
                cited = [fact for fact in note.facts if fact[0] in (_CITES, _CITED_NUMBER)]
                ruling.facts += [fact for fact in cited if fact not in ruling.facts]

    def _note(self, node: Node, context: Context, host: Extract | None) -> Extract | None:
        flow = self.reader.own_flow(node)
        start, end = flow.trimmed()
        if end <= start:
            return None
        seen = self.reader.mentions.scan(flow)
        kind = classify(flow.folded[start:end]) or "Gloss"
        a, b = flow.place(start, end)
        note = self._make(kind, a, b, self.reader.plain(flow, start, end), context)
        if host is not None and host.role == "q":
            note.parent = host
        elif host is not None:
            note.facts.append((term("tcg:parentStatement"), host))
        self._finish(note, kind, flow, seen, start, end, context, host)
        return note

    def row(self, node: Node, context: Context, header: str | None) -> Extract | None:
        """Read a table row: it sets its cells side by side; a row of links only leads elsewhere."""
        cells = [c for c in node.children if c.kind is Kind.CELL]
        flow = self.reader.flow(node)
        start, end = flow.trimmed()
        if end <= start:
            return None
        seen = self.reader.mentions.scan(flow)
        kind = self._navigation(flow, start, end, context)
        if kind is None:
            kind = classify(flow.folded[start:end], _setting(context))
            if (len(cells) > 1 and kind == "RuleStatement") or kind is None:
                kind = "ClassificationStatement" if header else kind
        plain = " | ".join(self.reader.plain(self.reader.flow(c)) for c in cells) or self.reader.plain(flow)
        a, b = flow.place(start, end)
        statement = self._make(kind, a, b, plain, context)
        self._finish(statement, kind, flow, seen, start, end, context, None)
        self.footnotes(node, context, statement)
        return statement

    # shared ----------------------------------------------------------------------------------------------

    def _make(self, kind: str | None, start: int, end: int, plain: str, context: Context) -> Extract:
        classes = ("Statement", kind) if kind else ("Statement",)
        statement = Extract(
            "s", classes, start, end, plain, parent=context.section, plain=plain, validity=context.validity
        )
        self.reader.keep(statement)
        self.reader.count("statements")
        if kind:
            self.reader.count("statements_typed")
            self.reader.coverage.typed(start, end)
        return statement

    def _finish(
        self,
        statement: Extract,
        kind: str | None,
        flow: Flow,
        seen: Seen,
        start: int,
        end: int,
        context: Context,
        previous: Extract | None,
    ) -> None:
        self.reader.attach(statement, flow, start, end, seen=seen)
        self._describe(statement, kind, flow, seen, start, end, context)
        target = self._base(previous, kind) if previous is not None else context.parent
        if kind in _DEPENDENT and target is not None:
            statement.facts.append((term(_DEPENDENT[kind]), target))
        if kind == "PracticeRemark":
            self._practice(statement, target, context)
        if self.reader.game == "ygo":
            card_statements(self.reader, context, flow, start, end)
        elif start == 0:  # a running text is looked through once, with its first statement
            quoted_abilities(self.reader, context, flow)

    @staticmethod
    def _base(previous: Extract, kind: str | None) -> Extract:
        """What a statement hangs on: the one before, or what that one itself illustrates or explains."""
        at = previous
        while set(at.classes) & _SIDE_REMARKS and not (kind == "Gloss" and "Gloss" not in at.classes):
            base = next((v for p, v in at.facts if p in _HANGS and isinstance(v, Extract)), None)
            if base is None:
                break
            at = base
        return at

    def _describe(
        self,
        statement: Extract,
        kind: str | None,
        flow: Flow,
        seen: Seen,
        start: int,
        end: int,
        context: Context,
    ) -> None:
        folded = flow.folded[start:end]
        self.reader.mentions.facts(statement, seen, flow, start, end)
        if kind not in ("NavigationStatement", "PointerStatement") and (value := modality(folded)):
            statement.facts.append((term("tcg:modality"), string(value)))
        own = tagged_validity(folded)
        leading = leading_validity(folded)
        contrast = _CONTRAST.match(folded) if leading != ALWAYS else None
        if contrast and leading.valid_to:
            self._past_clause(statement, flow, start, contrast, leading, context)
        elif leading != ALWAYS:
            own = own.within(leading)
        if own != ALWAYS:
            statement.validity = own.within(context.validity)
        if mark("open_list").search(folded):
            statement.facts.append((term("tcg:openList"), boolean(True)))
        if m := mark("hedge").search(folded):
            statement.facts.append((term("tcg:hedged"), string(m[0])))
        if m := mark("reported").search(folded):
            statement.facts.append((term("tcg:reportedBy"), string(m["who"])))
        if mark("pointer").search(folded):
            for page in pointed_pages(self.reader, flow, seen, start, end):
                statement.facts.append((term("tcg:pointsTo"), iri(page)))
        elif leads_to := arrow_page(self.reader, flow, start, end):
            statement.facts.append((term("tcg:pointsTo"), iri(leads_to)))

    def _past_clause(
        self,
        host: Extract,
        flow: Flow,
        start: int,
        contrast: re.Match[str],
        period: Validity,
        context: Context,
    ) -> None:
        """The clause of a sentence that says how it was up to a date, before it says how it is now."""
        a, b = flow.place(start, start + contrast.end("first"))
        plain = self.reader.plain(flow, start, start + contrast.end("first"))
        part = self._make("HistoryStatement", a, b, plain, context)
        part.parent = host
        part.validity = period.within(context.validity)
        part.facts.append((term("tcg:parentStatement"), host))

    def _practice(self, statement: Extract, target: Extract | None, context: Context) -> None:
        """The rule a practice remark differs from: one it cites, else the one of the statement it hangs on."""
        rules = [value for predicate, value in statement.facts if predicate == _CITES]
        versions: list[Extract] = []
        for host in (target, context.parent):
            if host is None:
                continue
            versions = [e for e in self.reader.extracts if e.role == "rv" and (_QUOTED_IN, host) in e.facts]
            if not rules:
                rules = [value for predicate, value in host.facts if predicate == _CITES]
            if rules or versions:
                break
        for rule in rules:
            statement.facts.append((term("tcg:practiceDiffersFrom"), rule))
        for version in versions:
            statement.facts.append((term("tcg:practiceDiffersFromVersion"), version))

    def _navigation(self, flow: Flow, start: int, end: int, context: Context) -> str | None:
        """NavigationStatement where nothing but links (or, in a list of links, names) stands."""
        rest = []
        at = start
        linked = False
        for a, b, _ in flow.links[bisect_left(flow.links, start, key=lambda entry: entry[0]) :]:
            if b > end:
                break
            if a >= at:
                rest.append(flow.text[at:a])
                at, linked = b, True
        rest.append(flow.text[at:end])
        bare = _LINK_PUNCTUATION.sub("", "".join(rest))
        if linked and (
            not bare or (len(bare) <= 8 and context.titles and _LIST_TITLE.search(context.titles[-1]))
        ):
            return "NavigationStatement"
        listed = context.titles and _LIST_TITLE.search(context.titles[-1])
        return (
            "NavigationStatement"
            if listed and end - start <= 40 and "。" not in flow.text[start:end]
            else None
        )


def _setting(context: Context, *, listed: bool = False) -> frozenset[str]:
    """Where a sentence stands, for `classify`."""
    setting = {"item"} if listed else set()
    if context.validity.valid_to:
        setting.add("past")
    if listed and any(mark("ruled").search(fold_text(t)) for t in context.titles[1:]):
        setting.add("ruled")
    for name, above in (("flavored", 2), ("strategic", 1)):
        if any(mark(name).search(fold_text(t)) for t in context.titles[1:][-above:]):
            setting.add(name)
    return frozenset(setting)


def replace_section(context: Context, section: Extract | None) -> Context:
    """Return the context in another section."""
    return replace(context, section=section)


_SIDE_REMARKS = frozenset({"ExampleStatement", "Gloss", "PointerStatement"})
_HANGS = frozenset(term(t) for t in ("tcg:exampleOf", "tcg:glosses", "tcg:parentStatement"))
_CITES, _CITED_NUMBER, _QUOTED_IN = term("tcg:cites"), term("tcg:citedNumber"), term("tcg:quotedIn")
