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

_BATCH = 100
_CELL, _ROW = "\x1f", "\x1e"
_TCG = str(TCG)
_READ = frozenset({"Section", "Statement", "Ruling", "RuleVersion", "Link"})
_UNREAD = ", ".join(
    (*(f"<{_TCG}{name}>" for name in ("Mention", "Term", "Card")), f"<{PREFIXES['skos']}Concept>")
)
_DCTERMS = PREFIXES["dcterms"]
_VALUES = (
    *(PREFIXES["dcterms"] + name for name in ("isPartOf", "title")),
    PREFIXES["skos"] + "notation",
    *(
        _TCG + name
        for name in (
            "answer", "citedNumber", "cites", "continues", "document", "exceptionTo", "level", "linksTo", "marker",
            "parentStatement", "practiceDiffersFrom", "question", "quotedIn", "readCase", "rulingDate", "targetTitle", "validFrom",
            "validTo", "verdict", "versionOf",
        )
    ),
)  # fmt: skip
"""The properties of extracts that checks ask for; a value that none asks for is not read."""


@dataclass(slots=True)
class Extract:
    """Something extracted from a page. `values` maps local property names to their values, in order.

    Line and column of an extract are told by `PageView.position`.
    """

    iri: str
    page: str
    types: set[str] = field(default_factory=set)
    start: int = 0
    end: int = 0
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
    _above: dict[str, tuple[Extract, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def by_iri(self) -> dict[str, Extract]:
        """Extracts of this page by IRI."""
        return {e.iri: e for e in self.extracts}

    @cached_property
    def _children(self) -> dict[str, str]:
        children: dict[str, str] = {}
        for extract in self.extracts:
            if extract.is_a("Statement"):
                for parent in extract.all("parentStatement"):
                    children[parent] = children.get(parent, "") + extract.plain
        return children

    def below(self, extract: Extract) -> str:
        """Text of the items right under a statement, in reading order."""
        return self._children.get(extract.iri, "")

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

    def ancestors(self, extract: Extract) -> tuple[Extract, ...]:
        """What the extract is part of, innermost first."""
        known = self._above.get(extract.iri)
        if known is None:
            known = self._above[extract.iri] = tuple(self._climb(extract))
        return known

    def _climb(self, extract: Extract) -> Iterator[Extract]:
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
    """Read pages by one query a property: far fewer rows, and faster ones, than by all properties of an extract."""
    values = " ".join(f"<{iri}>" for iri in iris)
    views = {iri: PageView(iri) for iri in iris}
    query = (
        f"SELECT ?page ?p ?o WHERE {{ VALUES ?page {{ {values} }} "
        f"GRAPH ?page {{ ?page ?p ?o . FILTER(?p != <{_TCG}hasExtract>) }} }}"
    )
    for page, p, o in graph.select(query):
        if page and p and o is not None:
            _page_value(views[page], p, o)

    def column(pattern: str) -> Iterator[tuple[tuple[str, str], str]]:
        """Values ?o of extracts ?x, as one row a page: rows cost more than the text in them."""
        query = (
            f'SELECT ?page (GROUP_CONCAT(CONCAT(STR(?x), "{_CELL}", STR(?o)); SEPARATOR="{_ROW}") AS ?all) WHERE {{ '
            f"VALUES ?page {{ {values} }} GRAPH ?page {{ {pattern} }} }} GROUP BY ?page"
        )
        for page, found in graph.select(query):
            for row in (found or "").split(_ROW) if page else ():
                x, _, o = row.partition(_CELL)
                if x and page:
                    yield (page, x), o

    types: dict[tuple[str, str], set[str]] = {}
    for key, o in column(f"?x a ?o . FILTER(?o NOT IN ({_UNREAD}))"):
        types.setdefault(key, set()).add(_local(o))
    extracts = {
        (page, x): Extract(x, page, types=found)
        for (page, x), found in types.items()
        if x != page and not _READ.isdisjoint(found) and "RuleNumber" not in found  # a number is no wording
    }
    for key, o in column(f"?x <{_TCG}start> ?o"):  # mentions have a place too
        if found_at := extracts.get(key):
            found_at.start = int(o)
    for key, o in column(f"?x <{_TCG}end> ?o"):
        if found_at := extracts.get(key):
            found_at.end = int(o)
    for key, o in column(f"?x <{_TCG}plainText> ?o"):
        if found_at := extracts.get(key):
            found_at.plain = o
    for predicate in _VALUES:
        name = _local(predicate)
        for key, o in column(f"?x <{predicate}> ?o"):
            if found_at := extracts.get(key):
                found_at.values.setdefault(name, []).append(o)
    for (page, _), extract in extracts.items():
        views[page].extracts.append(extract)
    for view in views.values():
        view.extracts.sort(key=lambda e: (e.start, -e.end, e.iri))
        for extract in view.extracts:
            for found in extract.values.values():
                if len(found) > 1:
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


def _local(iri: str) -> str:
    return iri.rsplit("#", 1)[-1].rsplit("/", 1)[-1]
