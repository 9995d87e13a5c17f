"""From the rows of an answer to the lines of the wiki: where the things in a row stand."""

from collections.abc import Iterable
from dataclasses import dataclass

from explorer.app import routes
from explorer.app.data.base import rows, values
from explorer.app.routes import is_iri
from ontology.graph import GraphReader

__all__ = ["Spot", "spots"]


@dataclass(frozen=True)
class Spot:
    """A place in a page: IRI of the page, its title, line and column (from 1), span in its text."""

    page: str
    title: str
    line: int
    column: int
    start: int
    end: int

    def address(self, lang: str) -> str:
        """Return the address of the page, opened at the place."""
        return routes.href("entity", lang=lang, id=routes.short_id(self.page), at=f"{self.start}-{self.end}")


def spots(reader: GraphReader, iris: Iterable[str]) -> dict[str, Spot]:
    """Return the place of each thing that has one; of several the first by page and line."""
    wanted = [item for item in dict.fromkeys(iris) if is_iri(item)]
    found: dict[str, Spot] = {}
    for chunk in (wanted[n : n + 300] for n in range(0, len(wanted), 300)):
        asked = f"""SELECT ?s ?page ?title ?line ?column ?start ?end WHERE {{ {values("s", chunk)}
            GRAPH ?page {{ ?s tcg:onPage ?page ; tcg:line ?line ; tcg:column ?column ; tcg:start ?start ; tcg:end ?end }}
            ?page dcterms:title ?title }} ORDER BY ?page ?line"""
        for thing, page, title, *numbers in rows(reader, asked):
            line, column, start, end = (int(n or 0) for n in numbers)
            found.setdefault(str(thing), Spot(str(page), title or "", line, column, start, end))
    return found
