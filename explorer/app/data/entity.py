"""One thing: its facts, what it points to, what points to it, and where on the pages it occurs."""

from dataclasses import dataclass

from explorer.app.data.base import iri, rows
from ontology.graph import GraphReader

__all__ = ["Fact", "Occurrence", "Place", "exists", "facts", "occurrences", "place"]


@dataclass(frozen=True)
class Fact:
    """A statement about the thing: the value is an IRI (`is_iri`) or a literal with its language or type."""

    predicate: str
    value: str
    is_iri: bool
    lang: str = ""
    datatype: str = ""


@dataclass(frozen=True)
class Place:
    """Where an extract stands: page, line and column (1-based), start and end (0-based, end exclusive)."""

    page: str
    line: int
    column: int
    start: int
    end: int


@dataclass(frozen=True)
class Occurrence:
    """A place where the thing is mentioned or linked, with the words used and the extract around it."""

    place: Place
    display: str
    inside: str | None


def exists(reader: GraphReader, thing: str) -> bool:
    """Say whether anything is known about the thing."""
    return bool(
        rows(reader, f"SELECT ?p WHERE {{ {{ {iri(thing)} ?p ?o }} UNION {{ ?s ?p {iri(thing)} }} }} LIMIT 1")
    )


def facts(reader: GraphReader, thing: str) -> list[Fact]:
    """Return everything stated about the thing, each statement once."""
    query = f"""SELECT DISTINCT ?p (STR(?o) AS ?v) (isIRI(?o) AS ?is) (LANG(?o) AS ?lang) (STR(DATATYPE(?o)) AS ?dt)
        WHERE {{ {iri(thing)} ?p ?o FILTER(!isBlank(?o)) }} ORDER BY ?p ?v"""
    return [
        Fact(str(p), str(v), is_iri == "true", lang or "", datatype or "")
        for p, v, is_iri, lang, datatype in rows(reader, query)
    ]


def place(reader: GraphReader, thing: str) -> Place | None:
    """Return where the thing itself stands on a page, or None where it is not an extract."""
    query = f"""SELECT ?page ?line ?column ?start ?end WHERE {{ {iri(thing)} tcg:onPage ?page ;
        tcg:line ?line ; tcg:column ?column ; tcg:start ?start ; tcg:end ?end }} ORDER BY ?page ?start LIMIT 1"""
    for page, line, column, start, end in rows(reader, query):
        return Place(str(page), _int(line), _int(column), _int(start), _int(end))
    return None


def occurrences(reader: GraphReader, thing: str, *, limit: int = 100) -> tuple[list[Occurrence], int]:
    """Return where the thing is mentioned or linked to, in page order, and how many places there are in all."""
    where = f"""?m ?how {iri(thing)} FILTER(?how IN (tcg:mentions, tcg:linksTo)) ?m tcg:onPage ?page ; tcg:start ?start"""
    total = rows(reader, f"SELECT (COUNT(DISTINCT ?m) AS ?n) WHERE {{ {where} }}")
    query = f"""SELECT ?page ?line ?column ?start ?end ?shown ?inside WHERE {{ {where} ; tcg:end ?end ;
        tcg:line ?line ; tcg:column ?column . OPTIONAL {{ ?m tcg:displayText ?shown }}
        OPTIONAL {{ ?m tcg:inStatement ?inside }} }} ORDER BY ?page ?start LIMIT {limit}"""
    found: dict[tuple[str, int], Occurrence] = {}
    for page, line, column, start, end, shown, inside in rows(reader, query):
        spot = Place(str(page), _int(line), _int(column), _int(start), _int(end))
        found.setdefault((spot.page, spot.start), Occurrence(spot, shown or "", inside))
    return list(found.values()), _int(total[0][0]) if total else 0


def _int(value: str | None) -> int:
    return int(float(value or 0))
