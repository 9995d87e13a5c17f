"""What is in the graph: counts by kind, pages, newest rulings."""

from dataclasses import dataclass

from explorer.app.data.base import Named, names, rows
from explorer.app.kinds import Kind, kind_of
from ontology.graph import GraphReader
from ontology.namespaces import TCG

__all__ = ["PageRow", "RulingRow", "counts", "games", "members", "most_connected", "pages", "recent_rulings"]


@dataclass(frozen=True)
class PageRow:
    """A wiki page with its game, the date it speaks from and how many extracts it gave."""

    page: Named
    game: str
    modified: str
    extracts: int


@dataclass(frozen=True)
class RulingRow:
    """A ruling with date and verdict (as the graph spells them)."""

    ruling: Named
    date: str
    verdict: str


def counts(reader: GraphReader) -> list[tuple[Kind, int]]:
    """Count the things of each kind, most frequent kind first; one thing counts once."""
    totals: dict[str, tuple[Kind, int]] = {}
    query = f"""SELECT ?t (COUNT(DISTINCT ?s) AS ?n) WHERE {{ ?s a ?t FILTER(STRSTARTS(STR(?t), "{TCG}")) }}
        GROUP BY ?t"""
    found = {str(cls): int(float(number or 0)) for cls, number in rows(reader, query)}
    for cls, number in found.items():
        kind = kind_of([cls])
        before = totals.get(kind.key, (kind, 0))[1]
        if kind.key == "statement":
            # Its subclasses are stated beside Statement itself, which holds them all.
            totals[kind.key] = (kind, max(number, before))
        elif kind.key != "thing":
            totals[kind.key] = (kind, number + before)
    return sorted(totals.values(), key=lambda pair: -pair[1])


def games(reader: GraphReader) -> list[str]:
    """Return the games in the graph, as the values of `tcg:game`."""
    return sorted(
        {str(game) for (game,) in rows(reader, "SELECT DISTINCT ?g WHERE { ?p a tcg:Page ; tcg:game ?g }")}
    )


def pages(reader: GraphReader, *, lang: str, limit: int = 500) -> list[PageRow]:
    """List the wiki pages by title."""
    query = f"""SELECT ?p ?title (SAMPLE(?g) AS ?game) (MAX(STR(?m)) AS ?modified) WHERE {{
        ?p a tcg:Page ; dcterms:title ?title . OPTIONAL {{ ?p tcg:game ?g }} OPTIONAL {{ ?p dcterms:modified ?m }}
        }} GROUP BY ?p ?title ORDER BY ?title LIMIT {limit}"""
    found = rows(reader, query)
    counted = rows(reader, "SELECT ?p (COUNT(?e) AS ?n) WHERE { ?e tcg:onPage ?p } GROUP BY ?p")
    extracts = {str(page): int(float(number or 0)) for page, number in counted}
    known = names(reader, [str(row[0]) for row in found], lang=lang)
    return [
        PageRow(known[str(page)], str(game or ""), (modified or "")[:10], extracts.get(str(page), 0))
        for page, _, game, modified in found
    ]


def recent_rulings(reader: GraphReader, *, lang: str, limit: int = 8) -> list[RulingRow]:
    """List the newest rulings, newest first."""
    query = f"""SELECT ?r (MAX(STR(?d)) AS ?date) (SAMPLE(?v) AS ?verdict) WHERE {{ ?r a tcg:Ruling .
        OPTIONAL {{ ?r tcg:rulingDate ?d }} OPTIONAL {{ ?r tcg:verdict ?v }} }}
        GROUP BY ?r ORDER BY DESC(?date) ?r LIMIT {limit}"""
    found = rows(reader, query)
    known = names(reader, [str(row[0]) for row in found], lang=lang)
    return [RulingRow(known[str(r)], (date or "")[:10], str(verdict or "")) for r, date, verdict in found]


def members(reader: GraphReader, kind: Kind, *, lang: str, limit: int = 500) -> list[tuple[Named, int]]:
    """List things of a kind by label, at most `limit`, each with the number of places that mention it."""
    classes = " ".join(f"<{TCG[name]}>" for name in kind.classes)
    query = f"""SELECT ?s (COUNT(DISTINCT ?m) AS ?n) WHERE {{ VALUES ?t {{ {classes} }} ?s a ?t
        OPTIONAL {{ ?m tcg:mentions|tcg:linksTo ?s }} }} GROUP BY ?s ORDER BY DESC(?n) ?s LIMIT {limit}"""
    found = {str(thing): int(float(number or 0)) for thing, number in rows(reader, query)}
    known = names(reader, list(found), lang=lang)
    listed = [(named, found[named.iri]) for named in known.values() if named.kind is kind]
    return sorted(listed, key=lambda pair: pair[0].label)


def most_connected(reader: GraphReader, *, lang: str, each: int = 3) -> list[Named]:
    """Return the rules, cards and terms that are cited or mentioned most: good places to begin."""
    found: list[str] = []
    for cls in ("Rule", "Card", "Term"):
        query = f"""SELECT ?s (COUNT(*) AS ?n) WHERE {{ ?s a tcg:{cls} . ?m tcg:mentions|tcg:cites ?s }}
            GROUP BY ?s ORDER BY DESC(?n) ?s LIMIT {each}"""
        found += [str(row[0]) for row in rows(reader, query)]
    return list(names(reader, found, lang=lang).values())
