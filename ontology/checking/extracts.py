"""What programs are told of all extracts: `extracts`.

Facts: ``statement(S,Page)``, ``kind(S,"Definition")``, ``text(S,"…")``, ``titled(S,"…")``, ``in(S,Section)``,
``cites(S,Rule)``, ``version_of(S,Rule)``, ``links_to(S,Page)``. S are IRIs. On a large wiki these are many.
"""

from collections.abc import Iterator

from ontology.checking.pages import PageView

__all__ = ["gather"]

_RELATIONS = {"cites": "cites", "isPartOf": "in", "versionOf": "version_of", "linksTo": "links_to"}


def gather(page: PageView) -> Iterator[tuple[str, ...]]:
    """Yield facts as predicate and arguments."""
    for extract in page.extracts:
        yield ("statement", extract.iri, page.iri)
        for kind in sorted(extract.types):
            yield ("kind", extract.iri, kind)
        if extract.plain:
            yield ("text", extract.iri, extract.plain)
        if title := extract.one("title"):
            yield ("titled", extract.iri, title)
        for name, predicate in _RELATIONS.items():
            for value in extract.all(name):
                yield (predicate, extract.iri, value)
