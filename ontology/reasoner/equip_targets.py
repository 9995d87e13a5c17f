"""Which monsters each Equip Spell may be equipped to: over a whole graph, for one pair, and on a board.

The conditions come from card facts, the decision from the rules (``rules/ygo/targets.lp``). Monsters that agree on
everything a group of Equip Spells asks for are one profile; the rules are run on profiles, so that millions of pairs
need a few thousand ground instances.
"""

import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox
from clingo import Symbol

from ontology.graph import GraphReader
from ontology.namespaces import YGO, sparql_prefixes
from ontology.reasoner.engine import Engine
from ontology.reasoner.in_force import engines
from ontology.reasoner.symbols import atom, constant, token

__all__ = ["EquipTargets", "Monster", "Refusal", "Spell", "materialise_equips", "read_equip_targets"]

_UNREAD = ("装備条件が読み取れない: ", "the equip condition was not understood: ")
MAY_EQUIP = str(YGO["mayEquip"])
TODAY = "9999-12-31"
# Spells decided together: the profiles of a batch multiply with the kinds of things its spells ask for.
BATCH = 4

Condition = frozenset[tuple[str, str | int]]

# What a condition asks, by the property that says so.
_ASKED = {
    "requiresType": "monster_type", "requiresAttribute": "attribute", "requiresCardType": "card_type",
    "requiresCardName": "card_name", "requiresMaxLevel": "max_level", "requiresMinLevel": "min_level",
    "requiresMaxAttack": "max_attack", "requiresMinAttack": "min_attack", "requiresMaxDefense": "max_defense",
    "requiresMinDefense": "min_defense", "requiresController": "controller", "excludesType": "not_monster_type",
    "excludesAttribute": "not_attribute", "excludesCardType": "not_card_type", "excludesCardName": "not_card_name",
    "anyOf": "any_of", "unreadCondition": "unread",
}  # fmt: skip
_SPELLS = """SELECT ?spell ?key ?value WHERE {
  ?spell tcg:hasType ygo:EquipSpell .
  { BIND("spell" AS ?key) }
  UNION { ?spell tcg:does ?value . BIND("does" AS ?key) }
  UNION { ?spell ygo:equipCondition ?condition . ?condition ?key ?value }
}"""
_MONSTERS = """SELECT ?monster ?key ?value WHERE {
  { ?monster ygo:monsterType ?value . BIND("monster_type" AS ?key) }
  UNION { ?monster tcg:hasType/skos:broader* ygo:Monster . BIND("monster" AS ?key) BIND(ygo:Monster AS ?value) }
  UNION { ?monster tcg:hasType ?value . ?value skos:broader ygo:Monster . BIND("kind" AS ?key) }
  UNION { ?monster ygo:attribute ?value . BIND("attribute" AS ?key) }
  UNION { ?monster ygo:level ?value . BIND("level" AS ?key) }
  UNION { ?monster ygo:attack ?value . BIND("attack" AS ?key) }
  UNION { ?monster ygo:defense ?value . BIND("defense" AS ?key) }
}"""
_NAMES = """SELECT DISTINCT ?wanted ?monster WHERE {
  ?condition ygo:requiresCardName|ygo:excludesCardName ?wanted . OPTIONAL { ?monster tcg:inNameSet ?wanted }
}"""
_GRAVEYARDS = {"TargetOwnGraveyard", "TargetOpponentsGraveyard", "TargetAGraveyard"}
_WORDS = {
    "TargetOwnGraveyard": "target_own_graveyard",
    "TargetOpponentsGraveyard": "target_opponents_graveyard",
    "TargetAGraveyard": "target_a_graveyard",
}


@dataclass(frozen=True)
class Spell:
    """An Equip Spell: what it asks of its target, and which graveyards it chooses from (empty = the field).

    ``controller`` (``self`` / ``opponent``) is a condition on the board, not on the card, and decides no pair.
    ``unread``: words of the condition that were not understood; the spell is then in no pair.
    """

    iri: str
    condition: Condition = frozenset()
    graveyards: frozenset[str] = frozenset()
    controller: str | None = None
    unread: str | None = None


@dataclass(frozen=True)
class Monster:
    """A monster: its types, attributes, kinds, numbers, and the names some condition knows it by."""

    iri: str
    types: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    level: int | None = None
    names: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    attack: int | None = None
    defense: int | None = None


@dataclass(frozen=True)
class Refusal:
    """Why a spell may not be equipped to a monster: the rule, and the condition that is not met (or None)."""

    rule: str
    condition: str | None
    ja: str
    en: str


@dataclass
class EquipTargets:
    """All Equip Spells and monsters of a graph."""

    spells: Mapping[str, Spell]
    monsters: Mapping[str, Monster]
    day: str = TODAY

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield every (spell, monster) such that the spell may be equipped to the monster, ordered."""
        alike: dict[tuple[Condition, frozenset[str]], list[str]] = defaultdict(list)
        for spell in self.spells.values():
            if spell.unread is not None:
                continue
            alike[spell.condition, spell.graveyards].append(spell.iri)
        groups = sorted(alike, key=lambda g: (sorted(map(str, g[0])), sorted(g[1])))
        for start in range(0, len(groups), BATCH):
            batch = [Spell(str(start + n), *group) for n, group in enumerate(groups[start : start + BATCH])]
            found = self._decide(batch)
            for spell, group in zip(batch, groups[start : start + BATCH], strict=True):
                targets = sorted(found[spell.iri])
                for iri in sorted(alike[group]):
                    yield from ((iri, monster) for monster in targets)

    def triples(self) -> Iterator[ox.Triple]:
        """Yield ``spell ygo:mayEquip monster`` for every pair."""
        predicate = ox.NamedNode(MAY_EQUIP)
        nodes = {iri: ox.NamedNode(iri) for iri in self.monsters}
        for spell, monster in self.pairs():
            yield ox.Triple(ox.NamedNode(spell), predicate, nodes[monster])

    def refusals(self, spell: str, monster: str) -> list[Refusal]:
        """Return why the spell may not be equipped to the monster; empty if it may.

        Raises:
            KeyError: the graph holds no such Equip Spell or monster.
        """
        asked, target = self.spells[spell], self.monsters[monster]
        if asked.unread is not None:
            return [
                Refusal("x-equip-condition", "unread", _UNREAD[0] + asked.unread, _UNREAD[1] + asked.unread)
            ]
        engine = _engine(self.day)
        facts = [*_spell_facts("s", asked), *_monster_facts("m", target, asked.graveyards)]
        answer = engine.solve(facts, read=("barred/2", "lacks/3"), limit=1)[0]
        missing = sorted(str(a.arguments[2]) for a in answer.of("lacks") if a.arguments[0].string == "s")
        found: list[Refusal] = []
        for barred in sorted(answer.of("barred")):
            rule, what = barred.arguments
            if what.name == "target" and what.arguments[0].string == "s":
                known = engine.rules[rule.string]
                conditions: Sequence[str | None] = missing if "condition" in rule.string else [None]
                found.extend(Refusal(known.id, c, known.ja, known.en) for c in conditions)
        return list(dict.fromkeys(found))

    def _decide(self, spells: list[Spell]) -> dict[str, list[str]]:
        """Run the rules on the profiles of these spells; return monsters by spell."""
        profiles: dict[Monster, list[str]] = defaultdict(list)
        asked = _Asked(spells)
        for monster in self.monsters.values():
            profiles[asked.profile(monster)].append(monster.iri)
        facts: list[Symbol] = []
        by_id: dict[str, list[str]] = {}
        for spell in spells:
            facts.extend(_spell_facts("s" + spell.iri, spell))
        for number, (profile, members) in enumerate(profiles.items()):
            for zone in ("field", "me", "opp"):
                name = f"m{number}{zone}"
                by_id[name] = members
                graveyards = frozenset() if zone == "field" else frozenset({zone})
                if zone == "field" or any(s.graveyards for s in spells):
                    facts.extend(_monster_facts(name, profile, graveyards))
        answer = _engine(self.day).solve(facts, read=("may_target/2",), limit=1)[0]
        found: dict[str, set[str]] = {spell.iri: set() for spell in spells}
        for pair in answer.of("may_target"):
            spell_id, monster_id = pair.arguments[0].string[1:], pair.arguments[1].string
            if spell_id in found:
                found[spell_id].update(by_id[monster_id])
        return {spell: list(members) for spell, members in found.items()}


class _Asked:
    """What a group of spells asks for; monsters that agree on it are one profile."""

    def __init__(self, spells: list[Spell]) -> None:
        values: dict[str, set[str | int]] = defaultdict(set)
        for spell in spells:
            for key, value in spell.condition:
                values[key].add(value)
        self.types = {str(v) for k in ("monster_type", "not_monster_type") for v in values[k]}
        self.attributes = {str(v) for k in ("attribute", "not_attribute") for v in values[k]}
        self.kinds = {str(v) for k in ("card_type", "not_card_type") for v in values[k]}
        self.names = {str(v) for k in ("card_name", "not_card_name") for v in values[k]}
        # Each bound is the lowest number on the far side of a condition.
        self.bounds = {
            stat: sorted(
                {int(v) + 1 for v in values["max_" + stat]} | {int(v) for v in values["min_" + stat]}
            )
            for stat in ("level", "attack", "defense")
        }

    def profile(self, monster: Monster) -> Monster:
        """Return the monster reduced to what is asked for."""
        return Monster(
            "",
            monster.types & self.types,
            monster.attributes & self.attributes,
            self._told_apart("level", monster.level),
            monster.names & self.names,
            monster.kinds & self.kinds,
            self._told_apart("attack", monster.attack),
            self._told_apart("defense", monster.defense),
        )

    def _told_apart(self, stat: str, number: int | None) -> int | None:
        """Return the asked number that this one cannot be told from; None where it is not asked for."""
        bounds = self.bounds[stat]
        if number is None or not bounds:
            return None
        below = [n for n in bounds if n <= number]
        return below[-1] if below else bounds[0] - 1


@functools.cache
def _engine(day: str) -> Engine:
    return engines("ygo", day, frozenset())[-1][1]


def _spell_facts(name: str, spell: Spell) -> Iterator[Symbol]:
    yield atom("type", name, constant("equip_spell"))
    yield atom("at", name, constant("hand"), constant("me"))
    for word in sorted(spell.graveyards):
        yield atom("does", name, constant(_WORDS[word]))
    for key, value in spell.condition:
        yield atom("requires", name, constant(key), value if isinstance(value, int) else token(value))


def _monster_facts(name: str, monster: Monster, graveyards: frozenset[str]) -> Iterator[Symbol]:
    yield atom("type", name, constant("monster"))
    if not graveyards:
        yield atom("at", name, constant("monster_zone"), constant("me"))
        yield atom("face", name, constant("face_up"))
    else:
        other = "TargetOpponentsGraveyard" in graveyards or "opp" in graveyards
        yield atom("at", name, constant("graveyard"), constant("opp" if other else "me"))
    yield from (atom("monster_type", name, token(t)) for t in monster.types)
    yield from (atom("attribute", name, token(a)) for a in monster.attributes)
    yield from (atom("named", name, n) for n in monster.names)
    yield from (atom("monster_kind", name, token(k)) for k in monster.kinds)
    for stat, number in (("level", monster.level), ("attack", monster.attack), ("defense", monster.defense)):
        if number is not None:
            yield atom(stat, name, number)


def read_equip_targets(graph: GraphReader, *, day: str = TODAY) -> EquipTargets:
    """Read the Equip Spells and monsters of a graph; ``day`` is the day whose rules decide."""
    head = sparql_prefixes()
    conditions: dict[str, set[tuple[str, str | int]]] = {}
    graveyards: dict[str, set[str]] = defaultdict(set)
    controllers: dict[str, str] = {}
    unread: dict[str, str] = {}
    for row in graph.select(head + _SPELLS):
        spell, key, value = row[0], row[1], row[2]
        if spell is None or key is None:
            continue
        wanted = conditions.setdefault(spell, set())
        if value is None:
            continue
        local = value.rpartition("#")[2]
        asked = _ASKED.get(key.rpartition("#")[2])
        if key == "does" and local in _GRAVEYARDS:
            graveyards[spell].add(local)
        elif asked == "controller":
            controllers[spell] = value
        elif asked == "unread":
            unread[spell] = value
        elif asked == "any_of":
            if value == "true":
                wanted.add((asked, "true"))
        elif asked is not None:
            wanted.add((asked, int(value) if asked.startswith(("max_", "min_")) else value))
    spells = {
        iri: Spell(iri, frozenset(found), frozenset(graveyards[iri]), controllers.get(iri), unread.get(iri))
        for iri, found in sorted(conditions.items())
    }
    return EquipTargets(spells, _monsters(graph, set(spells)), day)


def _monsters(graph: GraphReader, spells: set[str]) -> dict[str, Monster]:
    head = sparql_prefixes()
    names: dict[str, set[str]] = defaultdict(set)
    for row in graph.select(head + _NAMES):
        if row[0] is not None:
            # A condition names a card, or a set of cards.
            names[row[0]].add(row[0])
            if row[1] is not None:
                names[row[1]].add(row[0])
    values: dict[str, dict[str, set[str]]] = {}
    for row in graph.select(head + _MONSTERS):
        monster, key, value = row[0], row[1], row[2]
        if monster is not None and key is not None and value is not None:
            values.setdefault(monster, defaultdict(set))[key].add(value)
    result = {}
    for iri, found in sorted(values.items()):
        if iri in spells or not (found["monster"] or found["monster_type"]):
            continue
        result[iri] = Monster(
            iri,
            frozenset(found["monster_type"]),
            frozenset(found["attribute"]),
            _only(found["level"]),
            frozenset(names.get(iri, ())),
            frozenset(found["kind"]),
            _only(found["attack"]),
            _only(found["defense"]),
        )
    return result


def _only(values: set[str]) -> int | None:
    """Return a number that is given once; pages that disagree about it give none."""
    numbers = [int(v) for v in values]
    return numbers[0] if len(numbers) == 1 else None


def materialise_equips(graph: GraphReader, *, day: str = TODAY) -> Iterator[ox.Triple]:
    """Yield ``spell ygo:mayEquip monster`` for every pair of the graph (``saitei derive --materialise``)."""
    yield from read_equip_targets(graph, day=day).triples()
