"""What is in the graph: counts by kind, pages, newest rulings."""

from dataclasses import dataclass

from explorer.app.data.base import Named, names, properties, rows, values
from explorer.app.kinds import KINDS, Kind
from ontology.graph import GraphReader
from ontology.namespaces import TCG

__all__ = [
    "PageRow",
    "RulingRow",
    "counts",
    "games",
    "members",
    "most_connected",
    "pages",
    "recent_rulings",
]


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
    totals: list[tuple[Kind, int]] = []
    for kind in KINDS:
        # One question a class: counting all classes at once, the engine would group every type in the graph.
        numbers = [_count(reader, cls) for cls in kind.classes]
        # The subclasses of a statement are stated beside Statement itself, which holds them all.
        number = max(numbers) if kind.key == "statement" else sum(numbers)
        if number:
            totals.append((kind, number))
    return sorted(totals, key=lambda pair: -pair[1])


def _count(reader: GraphReader, cls: str) -> int:
    for (number,) in rows(reader, f"SELECT (COUNT(DISTINCT ?s) AS ?n) WHERE {{ ?s a tcg:{cls} }}"):
        return int(float(number or 0))
    return 0


def games(reader: GraphReader) -> list[str]:
    """Return the games in the graph, as the values of `tcg:game`."""
    return sorted(
        {str(game) for (game,) in rows(reader, "SELECT DISTINCT ?g WHERE { ?p a tcg:Page ; tcg:game ?g }")}
    )


def pages(reader: GraphReader, *, lang: str, limit: int = 500) -> list[PageRow]:
    """List the wiki pages by title."""
    query = f"""SELECT DISTINCT ?p ?title WHERE {{ ?p a tcg:Page ; dcterms:title ?title }}
        ORDER BY ?title ?p LIMIT {limit}"""
    listed = list(dict.fromkeys(str(page) for page, _ in rows(reader, query)))
    said = properties(reader, listed, ("tcg:game", "dcterms:modified"))
    extracts: dict[str, int] = {}
    for chunk in (listed[start : start + 400] for start in range(0, len(listed), 400)):
        counted = f"SELECT ?p (COUNT(?e) AS ?n) WHERE {{ {values('p', chunk)} ?e tcg:onPage ?p }} GROUP BY ?p"
        extracts |= {str(page): int(float(number or 0)) for page, number in rows(reader, counted)}
    known = names(reader, listed, lang=lang)
    return [
        PageRow(
            known[page],
            min(said[page].get("tcg:game", [""])),
            max(said[page].get("dcterms:modified", [""]))[:10],
            extracts.get(page, 0),
        )
        for page in listed
    ]


def recent_rulings(reader: GraphReader, *, lang: str, limit: int = 8) -> list[RulingRow]:
    """List the newest rulings, newest first."""
    # By the dates themselves, which sort many times faster than their text; ties are broken here.
    query = f"SELECT ?r ?d WHERE {{ ?r tcg:rulingDate ?d }} ORDER BY DESC(?d) LIMIT {50 * limit}"
    dates: dict[str, str] = {}
    for ruling, day in sorted(rows(reader, query), key=lambda row: str(row[0])):
        dates[str(ruling)] = max(dates.get(str(ruling), ""), (day or "")[:10])
    dates = dict(sorted(dates.items(), key=lambda pair: pair[1], reverse=True))
    if len(dates) < limit:
        undated = f"""SELECT DISTINCT ?r WHERE {{ ?r a tcg:Ruling FILTER NOT EXISTS {{ ?r tcg:rulingDate ?d }} }}
            ORDER BY ?r LIMIT {limit}"""
        dates |= {str(row[0]): "" for row in rows(reader, undated)}
    listed = list(dates)[:limit]
    known = names(reader, listed, lang=lang)
    said = properties(reader, listed, ("tcg:verdict",))
    return [RulingRow(known[r], dates[r], min(said[r].get("tcg:verdict", [""]))) for r in listed]


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
    often: dict[str, int] = {}
    for predicate in ("tcg:mentions", "tcg:cites"):
        query = f"SELECT ?s (COUNT(*) AS ?n) WHERE {{ ?m {predicate} ?s }} GROUP BY ?s"
        for thing, number in rows(reader, query):
            often[str(thing)] = often.get(str(thing), 0) + int(float(number or 0))
    ordered = sorted(often, key=lambda thing: (-often[thing], thing))
    chosen: dict[str, list[Named]] = {"rule": [], "card": [], "term": []}
    for chunk in (ordered[start : start + 100] for start in range(0, len(ordered), 100)):
        known = names(reader, chunk, lang=lang)
        for thing in chunk:
            kept = chosen.get(known[thing].kind.key)
            if kept is not None and len(kept) < each:
                kept.append(known[thing])
        if all(len(kept) == each for kept in chosen.values()):
            break
    return [thing for kept in chosen.values() for thing in kept]
