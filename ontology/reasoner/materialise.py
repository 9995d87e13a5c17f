"""Facts that follow from the rules over a whole graph: links, evolutions, equips, what states which rule.

``materialise(graph)`` yields triples for the graph of derived facts. Nothing is stated twice: what a page says stays
where the page says it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from urllib.parse import unquote

import pyoxigraph as ox

from ontology.graph import GraphReader, Term
from ontology.namespaces import DM, TCG, mint_iri, rule_iri, sparql_prefixes
from ontology.reasoner.equip_targets import materialise_equips
from ontology.reasoner.rulebase import ROOT, Rule, load_rules

__all__ = [
    "materialise",
    "materialise_evolutions",
    "materialise_links",
    "materialise_rules",
    "materialise_statements",
]

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_DCTERMS = "http://purl.org/dc/terms/"
_XSD = "http://www.w3.org/2001/XMLSchema#"

_GODS = """
SELECT DISTINCT ?god ?side ?partner WHERE {
  ?god dm:isGod true .
  { ?god dm:linkPartner ?named . BIND("any" AS ?side) }
  UNION { ?god dm:linksLeftOf ?named . BIND("left" AS ?side) }
  UNION { ?god dm:linksRightOf ?named . BIND("right" AS ?side) }
  { BIND(?named AS ?partner) } UNION { ?partner tcg:inNameSet ?named }
  ?partner dm:isGod true .
}
"""
_SOURCES = """
SELECT DISTINCT ?card ?source ?key ?value WHERE {
  ?card dm:evolutionSource ?source . { ?card a tcg:Card } UNION { ?card a tcg:CardFace }
  { ?source dm:sourceText ?value . BIND("text" AS ?key) }
  UNION { ?source dm:sourceCivilization ?value . BIND("civ" AS ?key) }
  UNION { ?source dm:sourceType ?value . BIND("type" AS ?key) }
  UNION { ?source dm:sourceRace/skos:prefLabel ?value . BIND("race" AS ?key) }
  UNION { ?source dm:sourceZone ?value . BIND("zone" AS ?key) }
}
"""
_SEEDS = """
SELECT DISTINCT ?card ?key ?value WHERE {
  ?card tcg:hasType dm:Tamaseed .
  { ?card dm:civilization ?value . BIND("civ" AS ?key) }
  UNION { ?card dm:race/skos:prefLabel ?value . BIND("race" AS ?key) }
  UNION { BIND("card" AS ?key) BIND("" AS ?value) }
}
"""
_TEXTS = """
SELECT DISTINCT ?s ?text ?line ?title WHERE {
  ?s tcg:plainText ?text ; tcg:onPage ?page . ?page tcg:game "%s" .
  { ?s a tcg:Statement } UNION { ?s a tcg:Ruling }
  OPTIONAL { ?s tcg:line ?line } OPTIONAL { ?page dcterms:title ?title }
}
"""
_ANSWERS = """
SELECT DISTINCT ?s ?text ?date ?line ?title WHERE {
  ?s a tcg:Ruling ; tcg:game "%s" ; tcg:answer ?text ; tcg:line ?line ; tcg:onPage/dcterms:title ?title .
  OPTIONAL { ?s tcg:rulingDate ?date }
}
"""
# What a condition may say without asking for any race, civilization or name.
_GENERIC = re.compile(
    r"(S-MAX|スター|禁断スター|マナ|墓地|手札|デッキ)?進化(GV|V)?[:：]?|自分の|クリーチャー|タマシード|カード|または|いずれか|"
    r"[0-9０-９一二三]+[体枚つ]|の?上に(置く|重ねる|進化)|[のをに、。・/\s]"
)
_QUOTES = """
SELECT DISTINCT ?s ?rule WHERE {
  { ?v tcg:versionOf ?rule ; tcg:quotedIn ?s } UNION { ?s tcg:versionOf ?rule } UNION { ?s tcg:cites ?rule . ?s a tcg:Statement }
}
"""


def materialise(graph: GraphReader) -> Iterator[ox.Triple]:
    """Yield every derived triple: ``dm:canLinkWith``, ``dm:canEvolveOnto`` …, ``ygo:mayEquip``, ``tcg:states``, rules."""
    seen: set[ox.Triple] = set()
    parts: tuple[Iterable[ox.Triple], ...] = (
        materialise_links(graph),
        materialise_evolutions(graph),
        materialise_equips(graph),
        materialise_rules(),
        materialise_statements(graph),
    )
    for part in parts:
        for triple in part:
            if triple not in seen:
                seen.add(triple)
                yield triple


def _node(iri: object) -> ox.NamedNode:
    return ox.NamedNode(str(iri))


def materialise_links(graph: GraphReader) -> Iterator[ox.Triple]:
    """Yield which gods link with which, at which side, and the chains of three they complete.

    Two gods link when one of them names the other (or a name set the other belongs to), the test of 703.4e. A stands
    on the left of B when A says so, or B says that it stands on A's right.
    """
    left: set[tuple[str, str]] = set()
    pairs: set[tuple[str, str]] = set()
    for god, side, partner in graph.select(sparql_prefixes() + _GODS, timeout=120):
        if god is None or partner is None or god == partner:
            continue
        pairs |= {(god, partner), (partner, god)}
        if side == "left":
            left.add((god, partner))
        elif side == "right":
            left.add((partner, god))
    for a, b in sorted(pairs):
        yield ox.Triple(_node(a), _node(DM["canLinkWith"]), _node(b))
    for a, b in sorted(left):
        yield ox.Triple(_node(a), _node(DM["canStandLeftOf"]), _node(b))
    followers: dict[str, list[str]] = {}
    for a, b in sorted(left):
        followers.setdefault(a, []).append(b)
    for a, middle in sorted(left):
        for c in followers.get(middle, ()):
            if c != a:
                chain = _node(
                    mint_iri("dm", "link-chain", *(unquote(iri.rsplit("/", 1)[-1]) for iri in (a, middle, c)))
                )
                yield ox.Triple(chain, _node(_RDF + "type"), _node(DM["LinkChain"]))
                for name, card in (("leftCard", a), ("middleCard", middle), ("rightCard", c)):
                    yield ox.Triple(chain, _node(DM[name]), _node(card))


def materialise_evolutions(graph: GraphReader) -> Iterator[ox.Triple]:
    """Yield which evolution creature can be put onto which tamaseed, and what then stays by rebuilding (801.4a)."""
    seeds: dict[str, dict[str, set[str]]] = {}
    for card, key, value in graph.select(sparql_prefixes() + _SEEDS, timeout=120):
        if card is not None and key is not None:
            seeds.setdefault(card, {}).setdefault(key, set()).add(value or "")
    if not seeds:
        return
    sources: dict[tuple[str, str], dict[str, set[str]]] = {}
    for card, source, key, value in graph.select(sparql_prefixes() + _SOURCES, timeout=120):
        if card is not None and source is not None and key is not None and value is not None:
            sources.setdefault((card, source), {}).setdefault(key, set()).add(value)
    for ((card, _), condition), (seed, facts) in product(sorted(sources.items()), sorted(seeds.items())):
        if _meets(condition, facts):
            yield ox.Triple(_node(card), _node(DM["canEvolveOnto"]), _node(seed))
            yield ox.Triple(_node(seed), _node(DM["remainsAfter"]), _node(card))


def _meets(condition: dict[str, set[str]], seed: dict[str, set[str]]) -> bool:
    """Whether a tamaseed meets an evolution condition as far as it was read.

    The condition must speak of tamaseeds, of cards, or of a race or civilization without a card type; races and
    civilizations are alternatives (「AまたはB」), one of them is enough.
    """
    text = "".join(condition.get("text", ()))
    types = {t.rsplit("#", 1)[-1] for t in condition.get("type", ())}
    zones = {z.rsplit("#", 1)[-1] for z in condition.get("zone", ())}
    if zones - {"BattleZone"}:
        return False
    if "タマシード" not in text and types and not types & {"Tamaseed", "Card"}:
        return False
    races = set(condition.get("race", ())) | {r for r in seed.get("race", ()) if r and r in text}
    asked = bool(condition.get("civ") or races or _GENERIC.sub("", text).strip())
    return (
        not asked
        or bool(condition.get("civ", set()) & seed.get("civ", set()))
        or bool(races & seed.get("race", set()))
    )


def materialise_rules() -> Iterator[ox.Triple]:
    """Yield the modelled rules as nodes, with what they say, when, by what, and how they interact."""
    for game in ("dm", "ygo"):
        if not (ROOT / game).is_dir():
            continue
        for rule in load_rules(game).rules.values():
            yield from _rule(rule)
    for path in sorted(Path(ROOT).rglob("interactions.ttl")):
        yield from (q.triple for q in ox.parse(path.read_bytes(), format=ox.RdfFormat.TURTLE))


def _rule(rule: Rule) -> Iterator[ox.Triple]:
    node = _node(rule_iri(rule.game, rule.id))
    yield ox.Triple(node, _node(_RDF + "type"), _node(TCG["Rule"]))
    yield ox.Triple(node, _node(TCG["game"]), ox.Literal(rule.game))
    yield ox.Triple(node, _node(_RDFS + "comment"), ox.Literal(rule.ja, language="ja"))
    yield ox.Triple(node, _node(_RDFS + "comment"), ox.Literal(rule.en, language="en"))
    if re.fullmatch(r"\d{3}\.\d+[a-z]*", rule.id):
        yield ox.Triple(node, _node(_SKOS + "notation"), ox.Literal(rule.id))
    for name, day in (("validFrom", rule.valid.start), ("validTo", rule.valid.end)):
        if day is not None and len(day) == 10:
            yield ox.Triple(node, _node(TCG[name]), ox.Literal(day, datatype=_node(_XSD + "date")))
    for source in rule.sources:
        yield ox.Triple(node, _node(_DCTERMS + "source"), ox.Literal(str(source)))
    for other in rule.overrides:
        yield ox.Triple(node, _node(TCG["overrides"]), _node(rule_iri(rule.game, other)))


def materialise_statements(graph: GraphReader) -> Iterator[ox.Triple]:
    """Yield ``passage tcg:states rule``: by the quoted number, by the signature of the rule, by place.

    The signature (``says:`` in the rule's header) is looked for in every statement and answer of the game, so a page
    that says the same in other words is linked too; the place counts where title and line are those a rule names.
    """
    states = _node(TCG["states"])
    for subject, quoted in graph.select(sparql_prefixes() + _QUOTES, timeout=120):
        if subject is not None and quoted is not None:
            yield ox.Triple(_node(subject), states, _node(quoted))
    for game in ("dm", "ygo"):
        if not (ROOT / game).is_dir():
            continue
        rules = load_rules(game).rules.values()
        signatures = [(r, [re.compile(p) for p in r.says]) for r in rules]
        places: dict[tuple[str, int], list[Rule]] = {}
        for rule in rules:
            for source in rule.sources:
                # A key of a statement (the third bullet, say) means that its line holds several: no place by itself.
                alone = source.kind != "statement" or source.key is None
                if source.line is not None and source.line > 1 and alone:
                    places.setdefault((source.title, source.line), []).append(rule)
        answers = list(graph.select(sparql_prefixes() + _ANSWERS % game, timeout=300))
        yield from _rulings_stating(answers, rules, game)
        rows = [
            *graph.select(sparql_prefixes() + _TEXTS % game, timeout=300),
            *((s, text, line, title) for s, text, _, line, title in answers),
        ]
        for subject, text, line, title in rows:
            if subject is None or text is None:
                continue
            here = places.get((title or "", int(line)), []) if line is not None else []
            said = [r for r, patterns in signatures if any(p.search(text) for p in patterns)]
            for stated in dict.fromkeys([*here, *said]):
                yield ox.Triple(_node(subject), states, _node(rule_iri(game, stated.id)))


def _rulings_stating(
    answers: Iterable[Sequence[Term]], rules: Iterable[Rule], game: str
) -> Iterator[ox.Triple]:
    """Yield the rulings that rules name: the last one of that date that begins at or above the line named."""
    starts: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for subject, _, date, line, title in answers:
        if subject and date and line and title:
            starts.setdefault((title, date), []).append((int(line), subject))
    for rule in rules:
        for source in rule.sources:
            if source.kind == "ruling" and source.line is not None:
                above = [s for s in starts.get((source.title, str(source.key)), ()) if s[0] <= source.line]
                if above:
                    yield ox.Triple(
                        _node(max(above)[1]), _node(TCG["states"]), _node(rule_iri(game, rule.id))
                    )
