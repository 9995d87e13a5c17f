"""The text of a wiki page and the extracts that were read from it."""

from dataclasses import dataclass

from explorer.app.data.base import iri, rows
from explorer.app.kinds import Kind, kind_of
from ontology.graph import GraphReader
from ontology.namespaces import TCG

__all__ = ["Extract", "extracts", "text"]


@dataclass(frozen=True)
class Extract:
    """A typed span of a page: ``start`` and ``end`` are 0-based code points, end exclusive.

    ``leads_to`` is the thing to open for it: the extract itself, or what a mention or link points at.
    """

    iri: str
    kind: Kind
    start: int
    end: int
    leads_to: str
    mention: bool


def text(reader: GraphReader, page: str) -> str | None:
    """Return the original text of a page."""
    for (value,) in rows(reader, f"SELECT ?text WHERE {{ {iri(page)} tcg:text ?text }} LIMIT 1"):
        return value
    return None


def extracts(reader: GraphReader, page: str) -> list[Extract]:
    """Return the extracts of a page in the order of the text, larger ones before those inside them."""
    query = f"""SELECT ?e ?t ?start ?end ?to WHERE {{ ?e tcg:onPage {iri(page)} ; tcg:start ?start ; tcg:end ?end ;
        a ?t . OPTIONAL {{ ?e tcg:mentions|tcg:linksTo ?to }} }}"""
    types: dict[tuple[str, int, int], set[str]] = {}
    target: dict[tuple[str, int, int], str] = {}
    for extract, cls, start, end, to in rows(reader, query):
        key = (str(extract), int(float(start or 0)), int(float(end or 0)))
        types.setdefault(key, set()).add(str(cls))
        if to:
            target[key] = str(to)
    helpers = {str(TCG.Mention), str(TCG.Link)}
    found = [
        Extract(
            name, kind_of(classes), start, end, target.get((name, start, end), name), bool(classes & helpers)
        )
        for (name, start, end), classes in types.items()
    ]
    return sorted(found, key=lambda extract: (extract.start, -extract.end, extract.iri))
