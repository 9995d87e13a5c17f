"""From extracts to quads: one place that knows how a page is written into its graph."""

from functools import lru_cache

import pyoxigraph as ox

from ingest.extraction.flow import normal
from ingest.extraction.model import Extract
from ingest.extraction.validity import Validity
from ingest.markup.tree import Document
from ontology.namespaces import PREFIXES

__all__ = ["QuadWriter", "boolean", "date_literal", "integer", "iri", "lang", "string", "term"]

_XSD = PREFIXES["xsd"]
_INTEGER, _DATE, _BOOLEAN, _URI = (ox.NamedNode(_XSD + n) for n in ("integer", "date", "boolean", "anyURI"))


@lru_cache(maxsize=100_000)
def iri(value: str) -> ox.NamedNode:
    """Return the node of an IRI."""
    return ox.NamedNode(value)


@lru_cache(maxsize=2_000)
def term(curie: str) -> ox.NamedNode:
    """Return the node of a term written ``prefix:name``."""
    prefix, _, name = curie.partition(":")
    return ox.NamedNode(PREFIXES[prefix] + name)


@lru_cache(maxsize=50_000)
def integer(value: int) -> ox.Literal:
    """Return an integer literal."""
    return ox.Literal(str(value), datatype=_INTEGER)


def string(value: str) -> ox.Literal:
    """Return a plain string literal in NFC."""
    return ox.Literal(normal(value))


def lang(value: str, language: str) -> ox.Literal:
    """Return a literal with a language tag."""
    return ox.Literal(normal(value), language=language)


def date_literal(value: str) -> ox.Literal:
    """Return a date literal from an ISO date or date-time."""
    return ox.Literal(value[:10], datatype=_DATE)


def boolean(value: bool) -> ox.Literal:
    """Return a boolean literal."""
    return ox.Literal("true" if value else "false", datatype=_BOOLEAN)


def uri_literal(value: str) -> ox.Literal:
    """Return a URL as a literal."""
    return ox.Literal(value, datatype=_URI)


TYPE = term("rdf:type")
TEXT, PLAIN = term("tcg:text"), term("tcg:plainText")
LINE, COLUMN, START, END = term("tcg:line"), term("tcg:column"), term("tcg:start"), term("tcg:end")
ON_PAGE, PART_OF = term("tcg:onPage"), term("dcterms:isPartOf")
ORDER, LEVEL = term("tcg:order"), term("tcg:level")
FROM, TO, PRECISION = term("tcg:validFrom"), term("tcg:validTo"), term("tcg:datePrecision")


_INT = f'"^^<{_XSD}integer> .\n'
_PLACE = tuple(f" {p} " for p in (LINE, COLUMN, START, END, TEXT, ON_PAGE))


def _escaped(text: str) -> str:
    """Return a literal in N-Triples."""
    if '"' in text or "\\" in text or "\n" in text or "\r" in text:
        text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{text}"'


class QuadWriter:
    """Collects what one page says, as lines of N-Triples; every triple once.

    Lines of text are several times quicker to make than objects of the store, and a store loads them as they are.
    """

    def __init__(self, document: Document, page: str) -> None:
        """`page` is the IRI of the page and the name of its graph."""
        self.document = document
        self.page = ox.NamedNode(page)
        self._page = f"<{page}> .\n"
        self._lines: dict[str, None] = {}
        self._places: list[str] = []

    @property
    def ntriples(self) -> str:
        """Return all triples, a line each."""
        return "".join(self._lines) + "".join(self._places)

    def add(self, subject: ox.NamedNode, predicate: ox.NamedNode, value: ox.NamedNode | ox.Literal) -> None:
        """Add one triple to the graph of the page."""
        self._lines[f"{subject} {predicate} {value} .\n"] = None

    def has(self, subject: ox.NamedNode, predicate: ox.NamedNode, value: ox.NamedNode | ox.Literal) -> bool:
        """Return whether a triple was added."""
        return f"{subject} {predicate} {value} .\n" in self._lines

    def position(self, subject: ox.NamedNode, start: int, end: int) -> None:
        """Write the place of something and its raw text; once for each subject."""
        line, column = self.document.position(start)
        s = str(subject)
        p_line, p_column, p_start, p_end, p_text, p_page = _PLACE
        self._places.append(
            f'{s}{p_line}"{line}{_INT}{s}{p_column}"{column}{_INT}{s}{p_start}"{start}{_INT}{s}{p_end}"{end}{_INT}'
            f"{s}{p_text}{_escaped(self.document.text[start:end])} .\n{s}{p_page}{self._page}"
        )

    def validity(self, subject: ox.NamedNode, validity: Validity) -> None:
        """Write a period, with its precision where it is not a day."""
        if validity.valid_from:
            self.add(subject, FROM, date_literal(validity.valid_from))
        if validity.valid_to:
            self.add(subject, TO, date_literal(validity.valid_to))
        if validity.precision and (validity.valid_from or validity.valid_to):
            self.add(subject, PRECISION, ox.Literal(validity.precision))

    def extract(self, extract: Extract) -> None:
        """Write an extract: classes, place, text, what it is part of, its facts."""
        node = extract.node
        for name in extract.classes:
            self.add(node, TYPE, term("tcg:" + name))
        self.position(node, extract.start, extract.end)
        if extract.plain is not None:
            self.add(node, PLAIN, string(extract.plain))
        self.add(node, PART_OF, extract.parent.node if extract.parent else self.page)
        if extract.order is not None:
            self.add(node, ORDER, integer(extract.order))
        if extract.level is not None:
            self.add(node, LEVEL, integer(extract.level))
        self.validity(node, extract.validity)
        for predicate, value in extract.facts:
            self.add(node, predicate, value.node if isinstance(value, Extract) else value)
