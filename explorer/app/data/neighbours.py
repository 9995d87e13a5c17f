"""The neighbourhood of a thing as it is drawn: direct relations, and mentions and links contracted to edges."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from explorer.app.data.base import iri, rows, values
from explorer.app.kinds import Kind, kind_named, kind_of
from ontology.graph import GraphReader
from ontology.namespaces import TCG

__all__ = ["Edge", "Group", "edges_among", "expand", "groups"]

# Bookkeeping that would make every drawing a star around the page.
_LEFT_OUT = (
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "http://www.w3.org/2000/01/rdf-schema#isDefinedBy",
    str(TCG.onPage),
    str(TCG.inStatement),
    str(TCG.mentions),
    str(TCG.linksTo),
)
_IN_TEXT = {str(TCG.mentions), str(TCG.linksTo)}
_SKIP = ", ".join(f"<{name}>" for name in _LEFT_OUT)

# `?from ?p ?to` over the whole graph, as it is drawn.
_DRAWN = f"""
    {{ ?from ?p ?to . FILTER(isIRI(?to)) FILTER(?p NOT IN ({_SKIP})) }}
    UNION
    {{ ?m tcg:mentions ?to ; tcg:inStatement ?from . BIND(tcg:mentions AS ?p) }}
    UNION
    {{ ?m tcg:linksTo ?to ; tcg:onPage ?from . BIND(tcg:linksTo AS ?p) }}
"""


@dataclass(frozen=True)
class Edge:
    """A drawn relation from one thing to another; `predicate` is an IRI."""

    source: str
    predicate: str
    target: str


@dataclass(frozen=True)
class Group:
    """Neighbours of one kind along one relation: ``outgoing`` says in which direction it points."""

    predicate: str
    outgoing: bool
    kind: Kind
    members: tuple[str, ...]

    @property
    def key(self) -> str:
        """Name of the group in addresses: direction, local name of the relation, kind."""
        local = self.predicate.rpartition("#")[2].rpartition("/")[2]
        return f"{'>' if self.outgoing else '<'}{local}.{self.kind.key}"


def groups(reader: GraphReader, thing: str, *, limit: int = 4000) -> list[Group]:
    """Return all neighbours of a thing, grouped by relation, direction and kind; largest groups last.

    At most `limit` relations are read in each direction. Claims (what a statement says, once more) and
    interactions (which are stated as relations of the rules, too) are no neighbours.
    """
    found: dict[tuple[str, bool, str], dict[str, None]] = {}
    for outgoing in (True, False):
        bound, other = ("from", "to") if outgoing else ("to", "from")
        drawn = _DRAWN.replace(f"?{bound}", iri(thing)).replace(f"?{other}", "?other")
        query = f"""SELECT ?p ?other (SAMPLE(STR(?t)) AS ?one) (GROUP_CONCAT(DISTINCT STR(?t); SEPARATOR=" ") AS ?all)
            WHERE {{ {drawn} ?other a ?t . FILTER(?t NOT IN (tcg:Mention, tcg:Link, tcg:Claim, tcg:Interaction)) }}
            GROUP BY ?p ?other ORDER BY ?p ?other LIMIT {limit}"""
        for predicate, other_iri, _, types in rows(reader, query):
            if other_iri == thing:
                continue
            kind = kind_of(str(types or "").split())
            found.setdefault((str(predicate), outgoing, kind.key), {})[str(other_iri)] = None
    for (predicate, outgoing, key), members in list(found.items()):
        if predicate in _IN_TEXT:
            stated = {
                m
                for (p, o, k), ms in found.items()
                if o is outgoing and k == key and p not in _IN_TEXT
                for m in ms
            }
            found[predicate, outgoing, key] = {member: None for member in members if member not in stated}
    built = [
        Group(predicate, outgoing, kind_named(key), tuple(members))
        for (predicate, outgoing, key), members in found.items()
        if members
    ]
    return sorted(
        built, key=lambda group: (len(group.members), group.predicate, not group.outgoing, group.kind.key)
    )


def expand(
    reader: GraphReader,
    thing: str,
    *,
    only: Collection[str] = (),
    room: int = 60,
    known: Collection[str] = frozenset(),
) -> tuple[list[str], dict[str, int]]:
    """Return neighbours of a thing to be drawn, and how many of each kind (its key) were left out for lack of room.

    Args:
        reader: the graph.
        thing: IRI of the thing that is expanded.
        only: keys of the groups to take; all groups when empty.
        room: how many nodes may be added; small groups come first, each gets a fair share.
        known: nodes that are drawn already and take no room.
    """
    opened = [group for group in groups(reader, thing) if not only or group.key in only]
    chosen = [[member for member in group.members if member not in known] for group in opened]
    kinds = {member: group.kind.key for group in opened for member in group.members}
    everything = dict.fromkeys(member for group in chosen for member in group)
    taken: dict[str, None] = {}
    share = max(1, room // max(1, len(chosen)))
    for member in [m for group in chosen for m in group[:share]] + list(everything):
        if len(taken) < room:
            taken.setdefault(member)
    # In reading order, so that what belongs together stands together.
    return [member for member in everything if member in taken], Counter(
        kinds[member] for member in everything if member not in taken
    )


def edges_among(reader: GraphReader, things: Collection[str]) -> list[Edge]:
    """Return all drawn relations between the given things.

    Asks for what starts at the things and keeps what ends among them: joining all pairs would be quadratic.
    """
    if not things:
        return []
    inside = values("from", things)
    queries = (
        f"""SELECT ?from ?p ?to WHERE {{ {inside} ?from ?p ?to .
            FILTER(isIRI(?to)) FILTER(?p NOT IN ({_SKIP})) }}""",
        f"""SELECT DISTINCT ?from ?p ?to WHERE {{ {inside} ?m tcg:inStatement ?from ; tcg:mentions ?to .
            BIND(tcg:mentions AS ?p) }}""",
        f"""SELECT DISTINCT ?from ?p ?to WHERE {{ {inside} ?from a tcg:Page . ?m tcg:onPage ?from ; tcg:linksTo ?to .
            BIND(tcg:linksTo AS ?p) }}""",
    )
    wanted = set(things)
    found = [Edge(str(s), str(p), str(o)) for query in queries for s, p, o in rows(reader, query)]
    kept = [e for e in dict.fromkeys(found) if e.target in wanted and e.source != e.target]
    # A mention says nothing beside a stated relation between the same two.
    stated = {(e.source, e.target) for e in kept if e.predicate not in _IN_TEXT}
    return [e for e in kept if e.predicate not in _IN_TEXT or (e.source, e.target) not in stated]
