"""From what a check points at (an IRI or a span) to places with page, line, column and text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ontology.checking.finding import Location, Span
from ontology.checking.pages import PageView
from ontology.graph import GraphReader
from ontology.namespaces import sparql_prefixes

__all__ = ["Places"]

_CHUNK = 200


@dataclass
class Places:
    """Looks places up in a graph, in batches, and remembers them."""

    graph: GraphReader
    _known: dict[str, list[Location]] = field(default_factory=dict)
    _titles: dict[str, tuple[str, str]] = field(default_factory=dict)
    _texts: dict[str, PageView] = field(default_factory=dict)

    def prepare(self, places: Iterable[str | Span]) -> None:
        """Look up all places at once; `locate` then answers from memory."""
        iris: dict[str, None] = {}
        pages: dict[str, None] = {}
        for place in places:
            if isinstance(place, Span):
                pages[place.page] = None
            elif place not in self._known:
                iris[place] = None
        for chunk in _chunks(list(iris)):
            self._load_extracts(chunk)
        for chunk in _chunks([p for p in pages if p not in self._texts]):
            self._load_pages(chunk)

    def locate(self, place: str | Span, *, page: str | None = None) -> Location | None:
        """Return the place of an IRI (on `page` if it occurs there, else on the first page) or of a span."""
        self.prepare([place])
        if isinstance(place, Span):
            view = self._texts.get(place.page)
            if view is None:
                return None
            line, column = view.position(place.start)
            text = view.text[place.start : place.end]
            return Location(view.title, view.iri, line, column, place.start, place.end, text, view.source)
        known = self._known.get(place, [])
        return next((k for k in known if k.page_iri == page), known[0] if known else None)

    def _load_extracts(self, iris: Sequence[str]) -> None:
        values = " ".join(f"<{iri}>" for iri in iris)
        query = f"""{sparql_prefixes()}
SELECT ?x ?page ?line ?column ?start ?end ?text WHERE {{
  VALUES ?x {{ {values} }}
  ?x tcg:onPage ?page .
  GRAPH ?page {{ ?x tcg:start ?start ; tcg:end ?end ; tcg:line ?line ; tcg:column ?column ; tcg:text ?text . }}
}}"""
        rows = [row for row in self.graph.select(query) if None not in row]
        self._load_titles({str(row[1]) for row in rows})
        found: dict[str, set[Location]] = {iri: set() for iri in iris}
        for x, page, line, column, start, end, text in rows:
            heading, origin = self._titles[str(page)]
            at = [int(str(n)) for n in (line, column, start, end)]
            place = Location(heading, str(page), at[0], at[1], at[2], at[3], str(text), origin, str(x))
            found[str(x)].add(place)
        pages = [iri for iri in iris if not found[iri]]
        if pages:
            values = " ".join(f"<{iri}>" for iri in pages)
            query = f"""{sparql_prefixes()}
SELECT ?page ?title ?source WHERE {{
  VALUES ?page {{ {values} }} ?page a tcg:Page ; dcterms:title ?title . OPTIONAL {{ ?page dcterms:source ?source }}
}}"""
            for page, title, source in self.graph.select(query):
                if page and title:
                    found[page].add(Location(title, page, 1, 1, 0, 0, title, source or ""))
        for iri, places in found.items():
            self._known[iri] = sorted(places, key=lambda p: (p.page, p.page_iri, p.start))

    def _load_titles(self, pages: set[str]) -> None:
        wanted = sorted(pages - self._titles.keys())
        for chunk in _chunks(wanted):
            values = " ".join(f"<{iri}>" for iri in chunk)
            query = f"""{sparql_prefixes()}
SELECT ?page ?title ?source WHERE {{
  VALUES ?page {{ {values} }} ?page dcterms:title ?title . OPTIONAL {{ ?page dcterms:source ?source }}
}}"""
            for page, title, source in self.graph.select(query):
                self._titles.setdefault(str(page), (title or str(page), source or ""))
        for page in wanted:
            self._titles.setdefault(page, (page, ""))

    def _load_pages(self, iris: Sequence[str]) -> None:
        values = " ".join(f"<{iri}>" for iri in iris)
        query = f"""{sparql_prefixes()}
SELECT ?page ?title ?source ?text WHERE {{
  VALUES ?page {{ {values} }} ?page a tcg:Page ; dcterms:title ?title ; tcg:text ?text .
  OPTIONAL {{ ?page dcterms:source ?source }}
}}"""
        for page, title, source, text in self.graph.select(query):
            if page and page not in self._texts:
                self._texts[page] = PageView(page, title=title or page, text=text or "", source=source or "")


def _chunks(items: list[str]) -> Iterator[list[str]]:
    for at in range(0, len(items), _CHUNK):
        yield items[at : at + _CHUNK]
