"""Rules, rulings and statements around a thing, each with the place that says so."""

from dataclasses import dataclass, field

from explorer.app.data.base import Named, iri, names, properties, rows, values
from explorer.app.routes import href, short_id
from ontology.graph import GraphReader
from ontology.namespaces import TCG

__all__ = [
    "RulingLine",
    "Spot",
    "StatementLine",
    "Version",
    "definitions",
    "hierarchy",
    "rulings",
    "statements",
    "versions",
]


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
    listed = [
        str(row[0]) for row in rows(reader, f"SELECT DISTINCT ?x WHERE {{ ?x tcg:versionOf {iri(rule)} }}")
    ]
    said = properties(
        reader, listed, ("tcg:plainText", "skos:notation", "tcg:document", "tcg:validFrom", "tcg:validTo")
    )
    documents = names(
        reader, [d for facts in said.values() for d in facts.get("tcg:document", [])], lang="ja"
    )
    spots = _spots(reader, listed)
    found: dict[tuple[str, str, str], Version] = {}

    def one(thing: str, predicate: str) -> str:
        return min(said[thing].get(predicate, [""]))

    for thing in sorted(listed, key=lambda x: (one(x, "tcg:validFrom"), one(x, "skos:notation"), x)):
        words, number = one(thing, "tcg:plainText"), one(thing, "skos:notation")
        document = documents.get(one(thing, "tcg:document"))
        start, end = one(thing, "tcg:validFrom")[:10], one(thing, "tcg:validTo")[:10]
        version = found.setdefault(
            (number, "".join(words.split()), start),
            Version(words, number, document.label if document else "", start, end),
        )
        version.places.extend(spot for spot in spots.get(thing, []) if spot not in version.places)
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
        "mentions": f"?m tcg:mentions {target} ; tcg:inStatement ?x",
    }[how]
    listed = [
        str(row[0]) for row in rows(reader, f"SELECT DISTINCT ?x WHERE {{ {pattern} . ?x a tcg:Ruling }}")
    ]
    if how == "mentions":
        involved = {str(row[0]) for row in rows(reader, f"SELECT ?x WHERE {{ ?x tcg:involves {target} }}")}
        listed = [ruling for ruling in listed if ruling not in involved]
    said = properties(reader, listed, ("tcg:rulingDate", "tcg:verdict"))
    known, spots = names(reader, listed, lang="ja"), _spots(reader, listed)
    lines = [
        RulingLine(
            known[ruling],
            min(said[ruling].get("tcg:rulingDate", [""]))[:10],
            min(said[ruling].get("tcg:verdict", [""])),
            next(iter(spots.get(ruling, [])), None),
        )
        for ruling in listed
    ]
    by_place = sorted(lines, key=lambda line: (line.place.page, line.place.start) if line.place else ("", 0))
    return sorted(by_place, key=lambda line: line.date, reverse=True)


def statements(reader: GraphReader, thing: str, *, limit: int = 40) -> list[StatementLine]:
    """Return statements about a thing, that cite it or that practise it differently, in page order."""
    target = iri(thing)
    query = f"""SELECT DISTINCT ?x WHERE {{ VALUES ?p {{ tcg:about tcg:cites tcg:practiceDiffersFrom }}
        ?x ?p {target} . ?x a tcg:Statement }} LIMIT {limit * 5}"""
    listed = [str(row[0]) for row in rows(reader, query)]
    said = properties(reader, listed, ("tcg:plainText",))
    known, spots = names(reader, listed, lang="ja"), _spots(reader, listed)
    lines = [
        StatementLine(
            known[statement],
            min(
                (cls for cls in known[statement].types if cls != str(TCG.Statement)),
                default=str(TCG.Statement),
            ),
            min(said[statement].get("tcg:plainText", [""])),
            spots[statement][0],
        )
        for statement in listed
        if statement in spots
    ]
    return sorted(lines, key=lambda line: (line.place.page, line.place.start))[:limit]


def definitions(reader: GraphReader, extracts: list[str]) -> list[StatementLine]:
    """Return the statements that define a term, in page order."""
    said = properties(reader, extracts, ("tcg:plainText",))
    known, spots = names(reader, extracts, lang="ja"), _spots(reader, extracts)
    lines = [
        StatementLine(known[x], str(TCG.Definition), min(said[x].get("tcg:plainText", [""])), spots[x][0])
        for x in dict.fromkeys(extracts)
        if x in spots
    ]
    return sorted(lines, key=lambda line: (line.place.page, line.place.start))


def hierarchy(reader: GraphReader, term: str) -> tuple[list[str], list[str]]:
    """Return the terms directly above and below a term: as stated of it, or of the concept that it is.

    A concept of the vocabulary stands for itself where no page speaks of it as a term.
    """
    this = iri(term)
    query = f"""SELECT DISTINCT ?way ?other WHERE {{
        {{ SELECT ?mine WHERE {{ {{ BIND({this} AS ?mine) }} UNION {{ {this} skos:exactMatch ?mine }} }} }}
        {{ ?mine skos:broader ?there . BIND("above" AS ?way) }}
        UNION {{ ?there skos:narrower ?mine . BIND("above" AS ?way) }}
        UNION {{ ?there skos:broader ?mine . BIND("below" AS ?way) }}
        UNION {{ ?mine skos:narrower ?there . BIND("below" AS ?way) }}
        OPTIONAL {{ ?as skos:exactMatch ?there . ?as a tcg:Term }}
        BIND(COALESCE(?as, ?there) AS ?other) }} ORDER BY ?way ?other"""
    found: dict[str, list[str]] = {"above": [], "below": []}
    for way, other in rows(reader, query):
        if other != term:
            found[str(way)].append(str(other))
    return found["above"], found["below"]


def _spots(reader: GraphReader, things: list[str]) -> dict[str, list[Spot]]:
    """Return the places of extracts, each in page order."""
    if not things:
        return {}
    said = properties(reader, things, ("tcg:onPage",))
    titles = properties(
        reader, [p for facts in said.values() for p in facts.get("tcg:onPage", [])], ("dcterms:title",)
    )
    found: dict[str, list[Spot]] = {}
    for chunk in (things[start : start + 400] for start in range(0, len(things), 400)):
        query = f"""SELECT DISTINCT ?x ?page ?line ?column ?start ?end WHERE {{ GRAPH ?page {{
            {values("x", chunk)} ?x tcg:line ?line ; tcg:column ?column ; tcg:start ?start ; tcg:end ?end }} }}"""
        for thing, page, *numbers in rows(reader, query):
            line, column, start, end = (int(float(number or 0)) for number in numbers)
            title = min(titles.get(str(page), {}).get("dcterms:title", [str(page)]))
            found.setdefault(str(thing), []).append(Spot(str(page), title, line, column, start, end))
    return {thing: sorted(spots, key=lambda spot: (spot.page, spot.start)) for thing, spots in found.items()}
