"""Pages as the graph holds them: extracts with their places, types and relations, page by page.

Reading is by batches of pages, so that a store of tens of thousands of pages is walked in little memory.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ontology.graph import GraphReader
from ontology.namespaces import PREFIXES, TCG, sparql_prefixes

__all__ = ["Extract", "PageView", "page_iris", "read_pages"]

_BATCH = 50
_TCG = str(TCG)
_TYPES = " ".join(f"<{_TCG}{name}>" for name in ("Section", "Statement", "Ruling", "RuleVersion", "Link"))
_DCTERMS = PREFIXES["dcterms"]
_RDF_TYPE = PREFIXES["rdf"] + "type"


@dataclass(slots=True)
class Extract:
    """Something extracted from a page. `values` maps local property names to their values, in order."""

    iri: str
    page: str
    types: set[str] = field(default_factory=set)
    start: int = 0
    end: int = 0
    line: int = 1
    column: int = 1
    plain: str = ""
    values: dict[str, list[str]] = field(default_factory=dict)

    def all(self, name: str) -> list[str]:
        """Return all values of a property (local name, `isPartOf`, `notation`, `cites` …)."""
        return self.values.get(name, [])

    def one(self, name: str) -> str | None:
        """Return the first value of a property, or None."""
        found = self.values.get(name)
        return found[0] if found else None

    def is_a(self, *types: str) -> bool:
        """Whether the extract has one of the classes (local names)."""
        return not self.types.isdisjoint(types)


@dataclass
class PageView:
    """A page: title, game, date (ISO or None), original text, extracts in reading order."""

    iri: str
    title: str = ""
    game: str = ""
    date: str | None = None
    text: str = ""
    source: str = ""
    extracts: list[Extract] = field(default_factory=list)
    memo: dict[str, object] = field(default_factory=dict, repr=False)
    """What readings of this page have been made, by name, so that checks share them."""

    @cached_property
    def by_iri(self) -> dict[str, Extract]:
        """Extracts of this page by IRI."""
        return {e.iri: e for e in self.extracts}

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def of(self, *types: str) -> list[Extract]:
        """Extracts of the given classes (local names), in reading order."""
        key = "of " + " ".join(types)
        known: list[Extract] | None = self.memo.get(key)  # type: ignore[assignment]
        if known is None:
            known = self.memo[key] = [e for e in self.extracts if e.is_a(*types)]
        return known

    def ancestors(self, extract: Extract) -> Iterator[Extract]:
        """Yield what the extract is part of, innermost first."""
        seen = {extract.iri}
        at = extract
        while True:
            parent = next((p for p in at.all("isPartOf") if p in self.by_iri and p not in seen), None)
            if parent is None:
                return
            seen.add(parent)
            at = self.by_iri[parent]
            yield at

    def section_titles(self, extract: Extract) -> list[str]:
        """Titles of the sections and folds around an extract, innermost first."""
        return [t for a in self.ancestors(extract) if (t := a.one("title"))]

    def valid_to(self, extract: Extract) -> str | None:
        """Last day on which the extract is in force: its own, or that of the fold or section around it."""
        for holder in (extract, *self.ancestors(extract)):
            if found := holder.one("validTo"):
                return found
        return None

    def valid_from(self, extract: Extract) -> str | None:
        """First day on which the extract is in force: its own, or that of the fold or section around it."""
        for holder in (extract, *self.ancestors(extract)):
            if found := holder.one("validFrom"):
                return found
        return None


def page_iris(graph: GraphReader) -> list[str]:
    """IRIs of all pages, sorted."""
    rows = graph.select(sparql_prefixes() + "SELECT DISTINCT ?page WHERE { ?page a tcg:Page }")
    return sorted(row[0] for row in rows if row[0])


def read_pages(graph: GraphReader, pages: Sequence[str] | None = None) -> Iterator[PageView]:
    """Yield pages (all, or those named) in the order of their IRIs."""
    iris = sorted(pages) if pages is not None else page_iris(graph)
    for at in range(0, len(iris), _BATCH):
        yield from _read(graph, iris[at : at + _BATCH])


def _read(graph: GraphReader, iris: Sequence[str]) -> Iterable[PageView]:
    values = " ".join(f"<{iri}>" for iri in iris)
    views = {iri: PageView(iri) for iri in iris}
    query = (
        f"SELECT ?page ?p ?o WHERE {{ VALUES ?page {{ {values} }} "
        f"GRAPH ?page {{ ?page ?p ?o . FILTER(?p != <{_TCG}hasExtract>) }} }}"
    )
    for page, p, o in graph.select(query):
        if page and p and o is not None:
            _page_value(views[page], p, o)
    extracts: dict[tuple[str, str], Extract] = {}
    query = (
        f"SELECT ?page ?x ?p ?o WHERE {{ VALUES ?page {{ {values} }} "
        f"VALUES ?type {{ {_TYPES} }} GRAPH ?page {{ ?x a ?type ; ?p ?o . }} }}"
    )
    for page, x, p, o in graph.select(query):
        if page and x and p and o is not None and x != page:
            extract = extracts.get((page, x))
            if extract is None:
                extract = extracts[(page, x)] = Extract(x, page)
                views[page].extracts.append(extract)
            _extract_value(extract, p, o)
    for view in views.values():
        view.extracts.sort(key=lambda e: (e.start, -e.end, e.iri))
        for extract in view.extracts:
            for found in extract.values.values():
                found.sort()
    return views.values()


def _page_value(view: PageView, p: str, o: str) -> None:
    if p == _DCTERMS + "title":
        view.title = view.title or o
    elif p == _TCG + "game":
        view.game = o.rsplit("/", 1)[-1].rsplit("#", 1)[-1]
    elif p == _DCTERMS + "modified":
        view.date = o[:10]
    elif p == _TCG + "text":
        view.text = o
    elif p == _DCTERMS + "source":
        view.source = o


def _extract_value(extract: Extract, p: str, o: str) -> None:
    if p == _RDF_TYPE:
        extract.types.add(_local(o))
        return
    name = _local(p)
    match name:
        case "start":
            extract.start = int(o)
        case "end":
            extract.end = int(o)
        case "line":
            extract.line = int(o)
        case "column":
            extract.column = int(o)
        case "plainText":
            extract.plain = o
        case _:
            extract.values.setdefault(name, []).append(o)


def _local(iri: str) -> str:
    return iri.rsplit("#", 1)[-1].rsplit("/", 1)[-1]
