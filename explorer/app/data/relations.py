"""Rules, rulings and statements around a thing, each with the place that says so."""

from dataclasses import dataclass, field

from explorer.app.data.base import Named, iri, names, rows
from explorer.app.routes import href, short_id
from ontology.graph import GraphReader
from ontology.namespaces import TCG

__all__ = ["RulingLine", "Spot", "StatementLine", "Version", "rulings", "statements", "versions"]

_PLACE = "?x tcg:onPage ?page ; tcg:line ?line ; tcg:column ?column ; tcg:start ?start ; tcg:end ?end . ?page dcterms:title ?title"


@dataclass(frozen=True)
class Spot:
    """A place on a page with the title of the page; line and column from 1."""

    page_iri: str
    page: str
    line: int
    column: int
    start: int
    end: int

    def address(self, lang: str) -> str:
        """Return the address of the page with this place marked."""
        return href("entity", lang=lang, id=short_id(self.page_iri), at=f"{self.start}-{self.end}")


@dataclass(frozen=True)
class Version:
    """A wording of a rule with the time it holds and the places that quote it."""

    words: str
    number: str
    document: str
    valid_from: str
    valid_to: str
    places: list[Spot] = field(default_factory=list)


@dataclass(frozen=True)
class RulingLine:
    """A ruling in a table."""

    ruling: Named
    date: str
    verdict: str
    place: Spot | None


@dataclass(frozen=True)
class StatementLine:
    """A statement in a list; `cls` is its narrowest class."""

    statement: Named
    cls: str
    words: str
    place: Spot


def versions(reader: GraphReader, rule: str) -> list[Version]:
    """Return the wordings of a rule, oldest first; equal wordings of one number are one version."""
    query = f"""SELECT ?x ?words ?number ?document ?from ?to ?page ?title ?line ?column ?start ?end WHERE {{
        ?x tcg:versionOf {iri(rule)} . {_PLACE}
        OPTIONAL {{ ?x tcg:plainText ?words }} OPTIONAL {{ ?x skos:notation ?number }}
        OPTIONAL {{ ?x tcg:document ?d . OPTIONAL {{ ?d skos:prefLabel|rdfs:label|dcterms:title ?document }} }}
        OPTIONAL {{ ?x tcg:validFrom ?from }} OPTIONAL {{ ?x tcg:validTo ?to }}
        }} ORDER BY ?from ?number ?page ?start"""
    found: dict[tuple[str, str, str], Version] = {}
    for _, words, number, document, start_date, end_date, *where in rows(reader, query):
        key = (str(number or ""), "".join((words or "").split()), str(start_date or ""))
        version = found.setdefault(
            key,
            Version(
                words or "", number or "", document or "", (start_date or "")[:10], (end_date or "")[:10]
            ),
        )
        spot = _spot(where)
        if spot not in version.places:
            version.places.append(spot)
    return list(found.values())


def rulings(reader: GraphReader, thing: str, how: str) -> list[RulingLine]:
    """Return rulings around a thing, newest first.

    Args:
        reader: the graph.
        thing: IRI of a rule, card, name set.
        how: ``cites`` or ``involves``, as stated; ``mentions`` for those that only use the name.
    """
    target = iri(thing)
    pattern = {
        "cites": f"?x tcg:cites {target}",
        "involves": f"?x tcg:involves {target}",
        "mentions": f"?m tcg:mentions {target} ; tcg:inStatement ?x . FILTER NOT EXISTS {{ ?x tcg:involves {target} }}",
    }[how]
    query = f"""SELECT DISTINCT ?x ?date ?verdict ?page ?title ?line ?column ?start ?end WHERE {{ {pattern} .
        ?x a tcg:Ruling . OPTIONAL {{ ?x tcg:rulingDate ?date }} OPTIONAL {{ ?x tcg:verdict ?verdict }}
        OPTIONAL {{ {_PLACE} }} }} ORDER BY DESC(?date) ?page ?start"""
    found: dict[str, tuple[str, str, Spot | None]] = {}
    for ruling, date, verdict, *where in rows(reader, query):
        found.setdefault(str(ruling), ((date or "")[:10], verdict or "", _spot(where) if where[0] else None))
    known = names(reader, list(found), lang="ja")
    return [RulingLine(known[ruling], *line) for ruling, line in found.items()]


def statements(reader: GraphReader, thing: str, *, limit: int = 40) -> list[StatementLine]:
    """Return statements about a thing, that cite it or that practise it differently, in page order."""
    target = iri(thing)
    query = f"""SELECT DISTINCT ?x ?words ?cls ?page ?title ?line ?column ?start ?end WHERE {{
        {{ ?x tcg:about {target} }} UNION {{ ?x tcg:cites {target} }} UNION {{ ?x tcg:practiceDiffersFrom {target} }}
        ?x a tcg:Statement , ?cls . {_PLACE} . OPTIONAL {{ ?x tcg:plainText ?words }}
        }} ORDER BY ?page ?start LIMIT {limit * 3}"""
    found: dict[str, tuple[str, str, Spot]] = {}
    for statement, words, cls, *where in rows(reader, query):
        before = found.get(str(statement))
        narrow = str(cls) if before is None or before[0] == str(TCG.Statement) else before[0]
        found[str(statement)] = (narrow, words or "", _spot(where))
    known = names(reader, list(found), lang="ja")
    return [StatementLine(known[s], *line) for s, line in list(found.items())[:limit]]


def _spot(where: list[str | None]) -> Spot:
    page, title, line, column, start, end = where
    return Spot(str(page), str(title), *(int(float(value or 0)) for value in (line, column, start, end)))
