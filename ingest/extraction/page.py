"""One page from its document tree to its quads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pyoxigraph as ox

from ingest.extraction.aliases import stated_aliases, stated_names
from ingest.extraction.blocks import Blocks
from ingest.extraction.entities import Entities
from ingest.extraction.flow import Flow, fold_text, normal
from ingest.extraction.mentions import Mentions
from ingest.extraction.model import assign_ids
from ingest.extraction.names import CARD_TITLE, Names, collect_names, redirect_target, term_title
from ingest.extraction.reader import PageReader
from ingest.extraction.renumbering import edition_read
from ingest.extraction.ruling_identity import KnownRuling
from ingest.extraction.writing import QuadWriter, date_literal, lang, string, term
from ingest.markup.tree import Diagnostic, Document, Kind
from ontology.namespaces import page_iri

_COUNTED = (
    "sections",
    "statements",
    "rules",
    "rulings",
    "cards",
    "terms",
    "links",
    "folds",
    "mentions",
    "name_sets",
    "rule_versions",
)
"""Numbers that the report of every page holds."""

__all__ = ["PageResult", "collect_names", "extract_page"]


@dataclass(slots=True)
class PageResult:
    """What a page says, all of it in its named graph, and the numbers of the report.

    `ntriples` holds a triple a line, none twice, no blank nodes; `quads` are the same as objects. `markup`,
    `extracted` and `uninterpreted` sum to the characters of the page that are not spaces.
    """

    page_iri: str
    ntriples: str
    counts: dict[str, int] = field(default_factory=dict)
    markup: int = 0
    extracted: int = 0
    uninterpreted: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def quads(self) -> list[ox.Quad]:
        """Return the quads, in the order in which they were written."""
        graph = ox.NamedNode(self.page_iri)
        parsed = ox.parse(self.ntriples.encode("utf-8", "replace"), format=ox.RdfFormat.N_TRIPLES)
        return [ox.Quad(q.subject, q.predicate, q.object, graph) for q in parsed]


def extract_page(
    document: Document,
    *,
    game: str,
    site: str,
    title: str,
    names: Names,
    source: str | None = None,
    known: Sequence[KnownRuling] = (),
) -> PageResult:
    """Return what a page says, as quads of its graph.

    `names` are those of the whole corpus (`collect_names`, merged); the result depends on nothing else but the
    page. `source` is where the page was read from, as text for ``dcterms:source``; `known` are the rulings that an
    earlier reading found on this page, which keep their IRIs.
    """
    page = page_iri(game, site, title)
    writer = QuadWriter(document, page)
    entities = Entities(game, names, writer)
    edition = entities.renumbering.day_of(edition_read(document, title)) if entities.renumbering else None
    entities.day = edition or (document.date or "")[:10] or None
    mentions = Mentions(entities, writer, game=game, site=site, title=normal(title))
    reader = PageReader(document, writer, entities, mentions, game, site, title)
    whole = Flow.of(document, document.root)
    written = _bracketed(whole, game, mentions)
    if (own := CARD_TITLE.match(normal(title))) and game == "dm" and own["name"] not in written:
        written.append(own["name"])
    entities.find_name_sets(written)
    blocks = Blocks(reader)
    blocks.read(document.root)
    _struck(reader)
    blocks.rulings.name_all(known)
    assign_ids(page, reader.extracts)
    for extract in reader.extracts:
        writer.extract(extract)
    for subject, predicate, extract in reader.later:
        writer.add(subject, predicate, extract.node)
    for piece in reader.pieces:
        mentions.write(piece.seen, piece.owner.node, piece.start, piece.end)
        mentions.write_links(piece.flow, piece.owner.node, piece.start, piece.end)
    for start, end in mentions.link_spans:
        reader.coverage.typed(start, end)
    entities.memberships(written)
    _describe_page(reader, source)
    markup, extracted, unknown = reader.coverage.numbers(document)
    counts = {
        **dict.fromkeys(_COUNTED, 0),
        **reader.counts,
        **mentions.counts,
        **{k: len(v) for k, v in entities.counts.items()},
    }
    return PageResult(
        page, writer.ntriples, dict(sorted(counts.items())), markup, extracted, unknown, reader.diagnostics
    )


def _struck(reader: PageReader) -> None:
    """What is struck out says nothing any more, but what it names is named, where it stands."""
    for struck in reader.document.root.find(Kind.STRIKE):
        around = [e for e in reader.extracts if e.start <= struck.start and struck.end <= e.end]
        if around:
            reader.attach(
                min(around, key=lambda e: e.end - e.start), Flow.of(reader.document, *struck.children)
            )


def _bracketed(flow: Flow, game: str, mentions: Mentions) -> list[str]:
    """Return the bracketed names of the page; decides whether 「…」 are cards here."""
    cards = mentions.card_brackets(flow.text)
    mentions.quotes_are_cards = game == "ygo" and not cards
    if mentions.quotes_are_cards:
        cards = mentions.quoted_names(flow.text)
    return list(dict.fromkeys(term_title(c)[0] if game == "ygo" else c for c in cards))


def _describe_page(reader: PageReader, source: str | None) -> None:
    """Write the page itself, and what its title stands for."""
    writer, entities, document = reader.writer, reader.entities, reader.document
    game, site, title = reader.game, reader.site, reader.title
    page, add = writer.page, writer.add
    add(page, term("rdf:type"), term("tcg:Page"))
    add(page, term("dcterms:title"), string(title))
    add(page, term("tcg:game"), ox.Literal(game))
    add(page, term("tcg:site"), string(site))
    add(page, term("tcg:format"), ox.Literal(document.format))
    if document.date:
        add(page, term("dcterms:modified"), date_literal(document.date))
    if source:
        add(page, term("dcterms:source"), string(source))
    add(page, term("tcg:text"), ox.Literal(document.text))
    if target := redirect_target(document):
        writer.add(entities.titled(target).node, term("skos:altLabel"), lang(_bare(title), "ja"))
    elif CARD_TITLE.match(normal(title)) or len(title) <= 40:
        subject = entities.titled(title)
        add(subject.node, term("tcg:describedBy"), page)
        _readings(writer, entities, document, subject.node, title)
        if subject.sort == "term":
            for definition in reader.definitions[:1]:
                add(subject.node, term("tcg:definedBy"), definition.node)
            for alias in stated_aliases(document):
                add(subject.node, term("skos:altLabel"), lang(alias, "ja"))
        stated = stated_names(document, _bare(title))
        if stated.english:
            entities.english(subject.node, stated.english)
        if stated.reading and not _has_reading(document, title):
            add(subject.node, term("tcg:reading"), string(stated.reading))


def _readings(
    writer: QuadWriter, entities: Entities, document: Document, subject: ox.NamedNode, title: str
) -> None:
    """The reading given by ruby in the page's own heading."""
    heading = _own_heading(document, title)
    if heading is None:
        return
    reading = heading.get("reading")
    shown = heading["title"]
    if reading:
        m = CARD_TITLE.match(reading)
        writer.add(subject, term("tcg:reading"), string(term_title(m["name"] if m else reading)[0]))
    english = term_title(CARD_TITLE.sub(r"\g<name>", shown))[1]
    if english:
        entities.english(subject, english)


def _own_heading(document: Document, title: str) -> dict[str, str] | None:
    return next((h for h in _titles(document) if _same(h.get("title", ""), title)), None)


def _has_reading(document: Document, title: str) -> bool:
    return bool((_own_heading(document, title) or {}).get("reading"))


def _bare(title: str) -> str:
    return CARD_TITLE.sub(r"\g<name>", normal(title))


def _titles(document: Document) -> Iterable[dict[str, str]]:
    return (n.attrs for n in document.root.find(Kind.HEADING) if n.attrs.get("level") in ("1", None))


def _same(shown: str, title: str) -> bool:
    bare = CARD_TITLE.sub(r"\g<name>", normal(shown))
    return fold_text(term_title(bare)[0]).replace(" ", "") == fold_text(
        term_title(CARD_TITLE.sub(r"\g<name>", normal(title)))[0]
    ).replace(" ", "")
