"""Generated cards for the equip benchmark, and the graph they stand in."""

import random
from collections.abc import Iterator, Sequence

import pyoxigraph as ox

from ontology.namespaces import PREFIXES, card_iri, mint_iri, name_set_iri, sparql_prefixes
from ontology.vocabulary import concepts, vocabulary_quads

RDF_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")


class MemoryGraph:
    """A graph in memory that the reasoner can read."""

    def __init__(self) -> None:
        self.store = ox.Store()
        self.store.extend(
            ox.Quad(q.subject, q.predicate, q.object)
            for q in vocabulary_quads("https://saitei.example/id/graph/vocabulary")
        )

    def add(self, subject: str, predicate: str, value: str | int) -> None:
        """Add one fact; `predicate` is a prefixed name, `value` an IRI, a text or a number."""
        prefix, _, local = predicate.partition(":")
        if isinstance(value, int):
            node: ox.NamedNode | ox.Literal = ox.Literal(value)
        else:
            node = ox.NamedNode(value) if value.startswith("http") else ox.Literal(value)
        self.store.add(ox.Quad(ox.NamedNode(subject), ox.NamedNode(PREFIXES[prefix] + local), node))

    def select(self, query: str, *, timeout: float | None = None) -> Iterator[Sequence[str | None]]:
        """Yield the rows of a SELECT query."""
        solutions = self.store.query(query)
        assert isinstance(solutions, ox.QuerySolutions)
        names = [v.value for v in solutions.variables]
        for row in solutions:
            yield [getattr(row[name], "value", None) for name in names]

    def ask(self, query: str, *, timeout: float | None = None) -> bool:
        """Answer an ASK query."""
        return bool(self.store.query(query))


def cards(*, monsters: int, spells: int, seed: int = 20060705) -> MemoryGraph:
    """Return a graph with this many monsters and Equip Spells; every kind of condition occurs, and none at all."""
    rng = random.Random(seed)
    graph = MemoryGraph()
    types = [c.iri for c in concepts("ygo") if "MonsterTypes" in c.schemes]
    attributes = [c.iri for c in concepts("ygo") if "Attribute" in c.classes]
    sets = [name_set_iri("ygo", f"組{n}") for n in range(40)]
    ygo = PREFIXES["ygo"]
    names = [card_iri("ygo", f"怪物{n}") for n in range(monsters)]
    for iri in names:
        graph.add(iri, "tcg:game", "ygo")
        if rng.random() < 0.9:
            graph.add(
                iri,
                "tcg:hasType",
                ygo + rng.choice(["Monster", "NormalMonster", "EffectMonster", "FusionMonster"]),
            )
            if rng.random() < 0.95:
                graph.add(iri, "ygo:monsterType", rng.choice(types))
        else:
            graph.add(iri, "ygo:monsterType", rng.choice(types))
        if rng.random() < 0.97:
            graph.add(iri, "ygo:attribute", rng.choice(attributes))
        if rng.random() < 0.95:
            graph.add(iri, "ygo:level", rng.randint(1, 12))
        if rng.random() < 0.95:
            graph.add(iri, "ygo:attack", 100 * rng.randint(0, 40))
            graph.add(iri, "ygo:defense", 100 * rng.randint(0, 40))
        if rng.random() < 0.1:
            graph.add(iri, "tcg:inNameSet", rng.choice(sets))
    for n in range(spells):
        iri = card_iri("ygo", f"装備{n}")
        graph.add(iri, "tcg:game", "ygo")
        graph.add(iri, "tcg:hasType", ygo + "EquipSpell")
        if rng.random() < 0.05:
            graph.add(
                iri,
                "tcg:does",
                ygo + rng.choice(["TargetOwnGraveyard", "TargetOpponentsGraveyard", "TargetAGraveyard"]),
            )
            graph.add(iri, "tcg:does", ygo + "ReviveThenEquip")
        if rng.random() < 0.15:
            continue
        condition = mint_iri("ygo", "condition", str(n))
        graph.store.add(ox.Quad(ox.NamedNode(condition), RDF_TYPE, ox.NamedNode(ygo + "EquipCondition")))
        graph.add(iri, "ygo:equipCondition", condition)
        if rng.random() < 0.5:
            for kind in rng.sample(types, rng.choice([1, 1, 1, 2])):
                graph.add(condition, "ygo:requiresType", kind)
        if rng.random() < 0.3:
            graph.add(condition, "ygo:requiresAttribute", rng.choice(attributes))
        if rng.random() < 0.3:
            graph.add(condition, "ygo:requiresMaxLevel", rng.randint(2, 8))
        if rng.random() < 0.2:
            graph.add(condition, "ygo:requiresMinLevel", rng.randint(3, 9))
        if rng.random() < 0.1:
            graph.add(condition, "ygo:requiresController", rng.choice(["self", "opponent"]))
        if rng.random() < 0.1:
            graph.add(condition, "ygo:requiresCardType", ygo + rng.choice(["NormalMonster", "FusionMonster"]))
        if rng.random() < 0.1:
            graph.add(condition, rng.choice(["ygo:requiresMaxAttack", "ygo:requiresMinAttack"]), 1500)
        if rng.random() < 0.05:
            graph.add(condition, rng.choice(["ygo:requiresMaxDefense", "ygo:requiresMinDefense"]), 1000)
        if rng.random() < 0.1:
            graph.add(condition, "ygo:excludesType", rng.choice(types))
        if rng.random() < 0.1:
            graph.add(condition, "ygo:excludesAttribute", rng.choice(attributes))
        if rng.random() < 0.05:
            graph.add(condition, "ygo:excludesCardType", ygo + "EffectMonster")
        if rng.random() < 0.05:
            graph.add(condition, "ygo:excludesCardName", rng.choice([rng.choice(names), rng.choice(sets)]))
        if rng.random() < 0.15:
            value = ox.Literal("true", datatype=ox.NamedNode(PREFIXES["xsd"] + "boolean"))
            graph.store.add(ox.Quad(ox.NamedNode(condition), ox.NamedNode(ygo + "anyOf"), value))
        if rng.random() < 0.15:
            graph.add(condition, "ygo:requiresCardName", rng.choice([rng.choice(names), rng.choice(sets)]))
    return graph


_MONSTER = "{ ?m ygo:monsterType ?any } UNION { ?m tcg:hasType/skos:broader* ygo:Monster }"
_PATTERNS = {
    "requiresType": "EXISTS { ?m ygo:monsterType ?t . FILTER(?t IN (%s)) }",
    "requiresAttribute": "EXISTS { ?m ygo:attribute ?a . FILTER(?a IN (%s)) }",
    "requiresCardType": "EXISTS { ?m tcg:hasType ?k . FILTER(?k IN (%s)) }",
    "requiresMaxLevel": "EXISTS { ?m ygo:level ?u . FILTER(?u <= %s) }",
    "requiresMinLevel": "EXISTS { ?m ygo:level ?l . FILTER(?l >= %s) }",
    "requiresMaxAttack": "EXISTS { ?m ygo:attack ?u . FILTER(?u <= %s) }",
    "requiresMinAttack": "EXISTS { ?m ygo:attack ?l . FILTER(?l >= %s) }",
    "requiresMaxDefense": "EXISTS { ?m ygo:defense ?u . FILTER(?u <= %s) }",
    "requiresMinDefense": "EXISTS { ?m ygo:defense ?l . FILTER(?l >= %s) }",
    "requiresCardName": "(?m = %s || EXISTS { ?m tcg:inNameSet %s })",
    "excludesType": "NOT EXISTS { ?m ygo:monsterType ?t . FILTER(?t IN (%s)) }",
    "excludesAttribute": "NOT EXISTS { ?m ygo:attribute ?a . FILTER(?a IN (%s)) }",
    "excludesCardType": "NOT EXISTS { ?m tcg:hasType ?k . FILTER(?k IN (%s)) }",
    "excludesCardName": "(?m != %s && NOT EXISTS { ?m tcg:inNameSet %s })",
}


def plain_counts(graph: MemoryGraph) -> dict[str, int]:
    """Count the monsters of every Equip Spell with SPARQL and nothing else; spells without any are left out."""
    head = sparql_prefixes()
    wanted: dict[str, dict[str, list[str]]] = {}
    rows = graph.select(
        head
        + "SELECT ?s ?p ?v WHERE { ?s tcg:hasType ygo:EquipSpell OPTIONAL { ?s ygo:equipCondition ?c . ?c ?p ?v } }"
    )
    for spell, predicate, value in rows:
        found = wanted.setdefault(str(spell), {})
        local = str(predicate).rpartition("#")[2]
        if local in _PATTERNS or local == "anyOf":
            found.setdefault(local, []).append(f"<{value}>" if str(value).startswith("http") else str(value))
    counts = {}
    for spell, conditions in wanted.items():
        way = " || " if conditions.pop("anyOf", None) else " && "
        parts = [_PATTERNS[k].replace("%s", ", ".join(v)) for k, v in sorted(conditions.items())]
        asked = f"FILTER({way.join(parts)})" if parts else ""
        query = "SELECT (COUNT(DISTINCT ?m) AS ?n) WHERE { " + _MONSTER + " " + asked + " }"
        for (n,) in graph.select(head + query):
            if n and int(n):
                counts[spell] = int(n)
    return counts
