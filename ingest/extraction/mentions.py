"""Mentions, links and citations in running text."""

import re
import sys
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import lru_cache

import pyoxigraph as ox

from ingest.extraction.citations import Citation, find_citations
from ingest.extraction.entities import Entities, Found, is_alias
from ingest.extraction.flow import Flow, normal
from ingest.extraction.model import Extract, digest
from ingest.extraction.names import CARD_TITLE, clean_name
from ingest.extraction.writing import QuadWriter, boolean, iri, string, term, uri_literal
from ingest.markup.tree import Node
from ontology.namespaces import page_iri

__all__ = ["Mention", "Mentions", "Seen"]

_CARD = re.compile(r"《([^《》\n]{1,60})》")
_QUOTED = re.compile(r"「([^「」\n]{1,60})」")
_SENTENCE = re.compile(
    r"[。、,]|する$|した$|ない$|できる$|ます$|です$|れる$|場合|とき|効果|カード$|モンスター$|[0-9]+つ"
)
_BY_NAME = re.compile(
    r"^(?:\s*(?:と名の?(?:つ|付)く|を含む|の名を持|という名|(?:通常|効果|儀式|融合)?(?:モンスター|魔法|罠|カード|クリーチャー)))"
)
_IN_NAME = re.compile(r"(?:名前|カード名|名称|名)に\Z")
_HAVING = re.compile(r"を?(?:含|持|と(?:ある|つ))")
_TOPIC = re.compile(r"(?:とは|は|とも)")


@dataclass(slots=True)
class Mention:
    """An entity named at a place (offsets in the original)."""

    found: Found
    shown: str
    start: int
    end: int
    at: int  # in the running text
    to: int
    key: str


@dataclass(slots=True)
class Seen:
    """What one running text names, in order."""

    mentions: list[Mention] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def between(self, start: int, end: int) -> list[Mention]:
        """Return the mentions that begin in a span of the running text."""
        if start <= 0 and (not self.mentions or self.mentions[-1].at < end):
            return self.mentions
        first = bisect_left(self.mentions, start, key=_at)
        return self.mentions[first : bisect_left(self.mentions, end, lo=first, key=_at)]

    def cited(self, start: int, end: int) -> list[Citation]:
        """Return the citations that begin in a span of the running text."""
        first = bisect_left(self.citations, start, key=_start)
        return self.citations[first : bisect_left(self.citations, end, lo=first, key=_start)]

    def entities(self, *sorts: str, start: int = 0, end: int = sys.maxsize) -> list[ox.NamedNode]:
        """Return the distinct entities of these sorts named in a span of the running text."""
        found: dict[ox.NamedNode, None] = {}
        for m in self.between(start, end):
            if m.found.sort in sorts and m.to <= end:
                found[m.found.node] = None
        return list(found)


def _at(mention: Mention) -> int:
    return mention.at


def _start(citation: Citation) -> int:
    return citation.start


class Mentions:
    """Finds and writes the mentions and links of a page."""

    def __init__(self, entities: Entities, writer: QuadWriter, *, game: str, site: str, title: str) -> None:
        """`title` is the title of the page itself, for links within it."""
        self.entities = entities
        self.writer = writer
        self.game, self.site, self.title = game, site, title
        self.quotes_are_cards = False
        self.counts = {"mentions": 0, "links": 0}
        self.link_spans: list[tuple[int, int]] = []
        self._used: dict[str, int] = {}

    def scan(self, flow: Flow) -> Seen:
        """Return what the running text names: links first, then citations, bracketed cards, terms."""
        seen = Seen()
        taken = bytearray(len(flow.text))
        citations = find_citations(flow.folded)
        for start, end, node in flow.links:
            if end <= start or node.attrs.get("url"):
                continue
            if any(c.start < end and c.end > start for c in citations):
                continue
            target = clean_name(node.attrs.get("target", ""))
            if target and not target.startswith(("http:", "https:")):
                if flow.text[start - 1 : start] == "《" and flow.text[end : end + 1] == "》" and start > 0:
                    self._keep(
                        seen, flow, self.entities.card(target), start - 1, end + 1, shown=flow.text[start:end]
                    )
                    _take(taken, start - 1, end + 1)
                    continue
                self._keep(seen, flow, self.entities.titled(target), start, end)
                _take(taken, start, end)
        for citation in citations:
            seen.citations.append(citation)
            self._keep(seen, flow, self.entities.rule(citation.number), citation.start, citation.end)
            _take(taken, citation.start, citation.end)
        self._brackets(seen, flow, taken)
        find, folded = self.entities.matcher.find, flow.folded
        at, size = 0, len(folded)
        while 0 <= at < size:
            stop = taken.find(1, at)
            stop = size if stop < 0 else stop
            for i, j, head in find(folded, at, stop):
                self._keep(seen, flow, self.entities.term(head), i, j)
            at = taken.find(0, stop)
        seen.mentions.sort(key=lambda m: (m.at, m.to))
        return seen

    def _brackets(self, seen: Seen, flow: Flow, taken: bytearray) -> None:
        text = flow.text
        for m in _CARD.finditer(text):
            if clean_name(m[1]) and _free(taken, m.start(), m.end()):
                _take(taken, m.start(), m.end())
                self._keep(seen, flow, self.entities.card(m[1]), *m.span(), shown=m[1])
        if "「" not in text:
            return
        for m in _QUOTED.finditer(text):
            if not clean_name(m[1]) or not _free(taken, m.start(), m.end()):
                continue
            found = self._quoted(text, m)
            if found:
                _take(taken, m.start(), m.end())
                self._keep(seen, flow, found, *m.span(), shown=m[1])

    def _quoted(self, text: str, m: re.Match[str]) -> Found | None:
        """What 「…」 names: a card on Yu-Gi-Oh pages that bracket cards so or where it is known, a name set where the words say so."""
        if _IN_NAME.search(text, max(0, m.start() - 8), m.start()) and _HAVING.match(text, m.end()):
            self.entities.name_set(m[1])  # says what the set is, and is no mention of it
            return None
        if self.game != "ygo":
            return None
        if self.quotes_are_cards:
            return None if _SENTENCE.search(m[1]) else self.entities.card(m[1])
        if _BY_NAME.match(text[m.end() :]):
            return self.entities.name_set(m[1])
        return self.entities.card(m[1]) if self.entities.knows_card(m[1]) else None

    @staticmethod
    def card_brackets(text: str) -> list[str]:
        """Return the names in 《》, in order."""
        return [m[1] for m in _CARD.finditer(text) if clean_name(m[1])]

    @staticmethod
    def quoted_names(text: str) -> list[str]:
        """Return the names in 「」 that are no sentences, in order."""
        return [m[1] for m in _QUOTED.finditer(text) if clean_name(m[1]) and not _SENTENCE.search(m[1])]

    def _keep(
        self, seen: Seen, flow: Flow, found: Found, start: int, end: int, shown: str | None = None
    ) -> None:
        a, b = flow.place(start, end)
        seen.mentions.append(
            Mention(found, normal(shown or flow.text[start:end]), a, b, start, end, found.node.value)
        )

    def facts(self, extract: Extract, seen: Seen, flow: Flow, start: int = 0, end: int | None = None) -> None:
        """Give an extract what it is about, whom it involves, which rules it cites."""
        stop = len(flow.text) if end is None else end
        for node in seen.entities("card", "name-set", start=start, end=stop):
            extract.facts.append((INVOLVES, node))
        numbers: dict[str, None] = {}
        for citation in seen.cited(start, stop):
            numbers[citation.number] = None
        for number in numbers:
            extract.facts.append((CITES, self.entities.rule(number).node))
            extract.facts.append((CITED_NUMBER, string(number)))
        for mention in seen.between(start, stop):
            if mention.to <= stop and mention.found.sort != "rule" and _TOPIC.match(flow.text, mention.to):
                extract.facts.append((ABOUT, mention.found.node))

    def write(self, seen: Seen, owner: ox.NamedNode, start: int = 0, end: int | None = None) -> None:
        """Write the mentions of a span of the running text as lying in `owner`."""
        for m in seen.between(start, sys.maxsize if end is None else end):
            node = iri(self._name("m", owner, m.key))
            add = self.writer.add
            add(node, TYPE, MENTION)
            add(node, MENTIONS, m.found.node)
            if m.found.face is not None:
                add(node, MENTIONS, m.found.face)
            add(node, DISPLAY, string(m.shown))
            add(node, IN_STATEMENT, owner)
            self.writer.position(node, m.start, m.end)
            self.counts["mentions"] += 1

    def write_links(self, flow: Flow, owner: ox.NamedNode, start: int = 0, end: int | None = None) -> None:
        """Write the links of a span of the running text as lying in `owner`."""
        first = bisect_left(flow.links, start, key=_link_start)
        for a, b, node in flow.links[first:]:
            if end is not None and a >= end:
                break
            if b >= a:
                self.link(node, flow.text[a:b], owner)

    def link(self, node: Node, shown: str, owner: ox.NamedNode) -> None:
        """Write one link."""
        attrs = node.attrs
        url, target, anchor = attrs.get("url"), attrs.get("target", ""), attrs.get("anchor")
        if not url and target.startswith(("http://", "https://", "ftp://", "mailto:")):
            url, target = target, ""
        target = clean_name(target)
        if not url and not target and not anchor:
            return
        link = iri(self._name("l", owner, url or f"{target}#{anchor or ''}"))
        add = self.writer.add
        add(link, TYPE, LINK)
        shown = normal(shown.strip())
        add(link, DISPLAY, string(shown))
        if url:
            add(link, TARGET_URL, uri_literal(url))
        else:
            title = target or self.title
            add(link, LINKS_TO, iri(_page_key(self.game, self.site, title)))
            add(link, TARGET_TITLE, string(title))
            add(link, IS_ALIAS, boolean(bool(shown) and shown != title))
            if anchor:
                add(link, TARGET_ANCHOR, string(anchor))
            self._alias(shown, title, anchor)
        add(link, IN_STATEMENT, owner)
        self.writer.position(link, node.start, node.end)
        self.link_spans.append((node.start, node.end))
        self.counts["links"] += 1

    def _alias(self, shown: str, title: str, anchor: str | None) -> None:
        """A link shown by another word gives that word as another label of its target."""
        if not shown or shown == title or anchor or len(shown) > 30:
            return
        found = self.entities.titled(title)
        m = CARD_TITLE.match(shown)
        label = m["name"] if m else shown
        if found.sort == "term" and (m or not is_alias(label)):
            return
        if found.sort == "card" and not m:
            return
        self.writer.add(found.node, term("skos:altLabel"), ox.Literal(label, language="ja"))

    def _name(self, role: str, owner: ox.NamedNode, key: str) -> str:
        """Return the identifier of a mention or link: what it is in, what it names, the how manieth."""
        code = digest(f"{owner.value} {key}")
        n = self._used[role + code] = self._used.get(role + code, 0) + 1
        return f"{self.writer.page.value}#{role}-{code}" + (f"-{n}" if n > 1 else "")


@lru_cache(maxsize=100_000)
def _page_key(game: str, site: str, title: str) -> str:
    return page_iri(game, site, title)


def _link_start(link: tuple[int, int, Node]) -> int:
    return link[0]


def _free(taken: bytearray, start: int, end: int) -> bool:
    return taken.find(1, start, end) < 0


def _take(taken: bytearray, start: int, end: int) -> None:
    taken[start:end] = b"\1" * (end - start)


TYPE, MENTION, LINK = term("rdf:type"), term("tcg:Mention"), term("tcg:Link")
MENTIONS, DISPLAY, IN_STATEMENT = term("tcg:mentions"), term("tcg:displayText"), term("tcg:inStatement")
LINKS_TO, TARGET_TITLE, TARGET_URL = term("tcg:linksTo"), term("tcg:targetTitle"), term("tcg:targetUrl")
TARGET_ANCHOR, IS_ALIAS = term("tcg:targetAnchor"), term("tcg:isAlias")
INVOLVES, CITES, CITED_NUMBER, ABOUT = (
    term("tcg:involves"),
    term("tcg:cites"),
    term("tcg:citedNumber"),
    term("tcg:about"),
)
