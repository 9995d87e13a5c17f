"""Duel Masters card text: header, type line, evolution, G-Link, keywords, abilities."""

import re
from functools import cache

import pyoxigraph as ox

from ingest.extraction.card_facts import CardFacts, ability_cues, labelled
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.model import Extract, digest, squeeze
from ingest.extraction.writing import boolean, integer, iri, string, term
from ontology.vocabulary import Concept, concept_by_label

__all__ = [
    "HEADER",
    "ability_line",
    "cost",
    "header_facts",
    "is_type_line",
    "link_side",
    "parameters",
    "power",
    "type_line",
]

HEADER = re.compile(
    r"^(?P<name>\S(?:.{0,80}?\S)??)(?: (?P<rarity>[A-Z]{1,4}[+]?|-))?(?: (?P<civ>[^\s()|]{1,24}文明|[光水闇火自然無色ゼロ/]{1,12}))?(?: \((?P<cost>\d{1,3}|∞)\))? *$"
)
_TYPE = re.compile(
    r"^(?P<type>[^:：。、「」『』()（）]{1,24}?)(?:[:：] ?(?P<races>[^。「」『』()（）]{1,80}?))?(?:[ 　]+(?P<power>\d{1,7}|∞)(?P<mod>[+\-]?))?$"
)
_LABELLED = re.compile(r"^(?:型|種類|タイプ)[:：](?=[^:：]{2,24}[:：])")
_SIDE = re.compile(r"《(?P<name>[^《》]+)》|の(?P<side>左|右)(?:横|側|隣)?")
_LINK = re.compile(r"^(?:(?P<tri>トライ)・)?G・リンク[ :：]?(?P<rest>.*)$", re.S)
_COUNT = re.compile(r"(?P<n>\d+|[一二三四五])(?:体|枚|つ)(?P<more>以上)?")
_KANJI = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5}
_ZONES = (("墓地", "Graveyard"), ("マナゾーン", "ManaZone"), ("手札", "Hand"), ("山札", "Deck"))
_RELINK = re.compile(r"(?P<n>\d+)体が")
_LEAVER = re.compile(r"《(?P<name>[^《》]+)》が(?:バトルゾーンを)?離れた")
_WITH = re.compile(r"《(?P<name>[^《》]+)》(?:と|に)[^。]{0,40}リンク")
_KEYWORD_TAIL = re.compile(r"^[ 　]*(?:[+＋][\d]+|[:：]?[ 　]*[(（].*[)）])?[ 　]*$", re.S)
_REMINDER = re.compile(r"[(（][^()（）]*[)）]")
_MARKS = re.compile(r"^[■▶◆●□・\s]+")


@cache
def _longest(scheme: str) -> tuple[tuple[str, Concept], ...]:
    return tuple(
        sorted(
            ((fold_text(k), v) for k, v in concept_by_label("dm", scheme).items()), key=lambda kv: -len(kv[0])
        )
    )


def is_type_line(folded: str) -> bool:
    """Whether a line begins with a card type, as the second line of a box does."""
    m = _TYPE.match(folded.strip())
    return m is not None and (
        _type_concept(m["type"]) is not None or (m["type"] == "型" and bool(m["races"]))
    )


def _type_concept(text: str) -> Concept | None:
    text = text.strip()
    exact = labelled("dm", "CardTypes", text)
    if exact:
        return exact
    kind = next((k for k, _ in _longest("EvolutionKinds") if text.startswith(k) and text != k), None)
    if kind and (rest := labelled("dm", "CardTypes", text[len(kind) :])):
        return labelled("dm", "CardTypes", "進化" + rest.ja) or rest
    return None


def header_facts(facts: CardFacts, m: "re.Match[str]") -> None:
    """Add rarity, civilizations and cost of a header line."""
    if m["rarity"] and m["rarity"] != "-":
        facts.add("tcg:rarity", string(m["rarity"]))
    if m["civ"]:
        civilizations(facts, m["civ"])
    if m["cost"]:
        cost(facts, m["cost"])


def civilizations(facts: CardFacts, text: str) -> None:
    """Add each civilization of ``火/自然文明``."""
    for part in re.split(r"[/／・、,|;]|(?<=[光水闇火])(?=[光水闇火自])", fold_text(text)):
        name = part.strip().removesuffix("文明").strip()
        if name:
            facts.concept("dm:civilization", "Civilizations", name) or facts.concept(
                "dm:civilization", "Civilizations", name + "文明"
            )


def cost(facts: CardFacts, text: str) -> None:
    """Add a cost."""
    value = fold_text(text).strip()
    if value.isdigit():
        facts.add("tcg:cost", integer(int(value)))


def power(facts: CardFacts, text: str) -> None:
    """Add a power; a plus or minus after it is kept apart."""
    m = re.match(r"^(\d{1,7})([+\-]?)$", fold_text(text).strip().replace(",", ""))
    if m:
        facts.add("dm:power", integer(int(m[1])))
        if m[2]:
            facts.add("dm:powerModifier", string(m[2]))


def type_line(facts: CardFacts, text: str) -> bool:
    """Read ``進化クリーチャー:ゴッド 6000+``; False where it is no type line."""
    line = fold_text(text).strip()
    m = _TYPE.match(_LABELLED.sub("", line)) or _TYPE.match(line)
    if not m:
        return False
    concept = _type_concept(m["type"])
    if concept is None and not (m["races"] and m["power"]) and m["type"] != "型":
        return False
    if m["type"] == "型" and m["races"]:  # a list that heads its types with 型
        concept = _type_concept(m["races"])
        if concept:
            facts.add("tcg:hasType", iri(concept.iri))
            return True
    if concept:
        facts.add("tcg:hasType", iri(concept.iri))
        kind = next(
            (
                c
                for k, c in _longest("EvolutionKinds")
                if m["type"].startswith(k) and k not in ("進化", m["type"])
            ),
            None,
        )
        if kind:
            facts.add("dm:evolutionKind", iri(kind.iri))
    for race in re.split(r"[/／]", m["races"] or ""):
        facts.race("tcg:hasRace", race)
        if race.strip() == "ゴッド":
            facts.add("dm:isGod", boolean(True))
    if m["power"]:
        power(facts, m["power"] + m["mod"])
    return True


def ability_line(facts: CardFacts, flow: Flow, start: int, end: int, *, always: bool = True) -> None:
    """Read one line of abilities; a keyword that the card has only at times (``リンク時``) is kept as text."""
    while start < end and (flow.folded[start].isspace() or _MARKS.match(flow.folded[start])):
        start += 1
    text = flow.folded[start:end].strip()
    if not text:
        return
    if m := _LINK.match(text):
        _link(facts, flow, start, end, m)
        return
    if (keyword := _keyword(text)) and always:
        facts.add("tcg:hasKeyword", iri(keyword.iri))
        a, b = flow.place(start, start + len(text))
        facts.reader.coverage.typed(a, b)
        return
    if keyword := _keyword(text.partition(":")[0]) if ":" in text else None:
        facts.add("tcg:hasKeyword", iri(keyword.iri))  # with what stands after the colon kept as its text
    kinds = ability_cues("dm").kinds(text)
    evolution = _evolution(text)
    if evolution:
        kinds = ["EvolutionCap", *kinds]
    ability = facts.ability(flow, start, end, kinds, "dm")
    if evolution:
        _evolve(facts, ability, evolution, text)
    parameters(facts, ability, kinds, text)


def _keyword(text: str) -> Concept | None:
    if text.isascii() and (concept := labelled("dm", "Keywords", text)):
        return concept
    for label, concept in _longest("Keywords"):
        end = _prefix(text, label)
        if end and _KEYWORD_TAIL.match(text[end:]) and "Link" not in concept.iri:
            return concept
    return None


def _prefix(text: str, label: str) -> int:
    """The length of a label that a text begins with, whose raised dots may be missing (``Wブレイカー``); 0 for none."""
    if text.startswith(label):
        return len(label)
    bare = label.replace("・", "")
    return len(bare) if bare != label and text.startswith(bare) else 0


def _evolution(text: str) -> Concept | None:
    for label, concept in _longest("EvolutionKinds"):
        rest = text[len(label) :]
        if text.startswith(label) and (not rest or re.match(r"[ 　]*[:：ー―—\-~(（]", rest)):
            return concept
    return None


def _evolve(facts: CardFacts, ability: Extract, kind: Concept, text: str) -> None:
    """Kind of evolution and what it is put on."""
    gear = facts.reader.writer.has(facts.subject, term("tcg:hasType"), term("dm:EvolutionCrossGear"))
    if kind.notation == "evolution":
        name = "EvolutionCrossGearKind" if gear else "NormalEvolution"
        kind = next(c for _, c in _longest("EvolutionKinds") if c.iri.endswith("#" + name))
    facts.add("dm:evolutionKind", iri(kind.iri))
    node = iri(f"{facts.reader.writer.page.value}#es-{digest(squeeze(facts.subject.value + text))}")
    add = facts.reader.writer.add
    add(node, term("rdf:type"), term("tcg:EvolutionSource"))
    add(node, term("dm:sourceText"), string(text))
    values = dict(kind.values)
    put_on = re.split(r"の上に|重ね|かわりに|代わりに", _REMINDER.sub("", text))[0]
    counts = list(_COUNT.finditer(put_on))
    if kind.notation == "super_infinite" or any(c["more"] for c in counts):
        add(node, term("dm:sourceUnbounded"), boolean(True))
    elif counts:
        add(node, term("dm:sourceCount"), integer(sum(_KANJI.get(c["n"]) or int(c["n"]) for c in counts)))
    elif "defaultSourceCount" in values:
        add(node, term("dm:sourceCount"), integer(int(values["defaultSourceCount"])))
    zone = next(
        (z for word, z in _ZONES if f"自分の{word}" in text or f"{word}から" in text or f"{word}に" in text),
        None,
    )
    if zone:
        add(node, term("dm:sourceZone"), term(f"dm:{zone}"))
    elif "defaultSourceZone" in values:
        add(node, term("dm:sourceZone"), iri(values["defaultSourceZone"]))
    for m in re.finditer(
        r"(?:自分の|と|または)(?P<what>[^。、]{1,40}?)(?:の)?(?P<type>クリーチャー|クロスギア|タマシード|カード)",
        put_on,
    ):
        if kind_of := labelled("dm", "CardTypes", m["type"]):
            add(node, term("dm:sourceType"), iri(kind_of.iri))
        for part in re.split(r"または|もしくは|か|、|/|と", m["what"].removesuffix("の")):
            civ = labelled("dm", "Civilizations", part.strip().removesuffix("の"))
            if civ:
                add(node, term("dm:sourceCivilization"), iri(civ.iri))
    facts.add("dm:evolutionSource", node)
    ability.facts.append((term("dm:evolutionSource"), node))


def _link(facts: CardFacts, flow: Flow, start: int, end: int, m: "re.Match[str]") -> None:
    """Partners and sides of a G-Link line."""
    ability = facts.ability(flow, start, end, ["Linking"], "dm")
    facts.add("dm:isGod", boolean(True))
    waiting: list[ox.NamedNode] = []
    sides: list[tuple[ox.NamedNode, str]] = []
    for token in _SIDE.finditer(m["rest"]):
        if token["name"]:
            waiting.append(facts.resolve(token["name"]).node)
        else:
            sides += [(node, "left" if token["side"] == "左" else "right") for node in waiting]
            waiting = []
    sides += [(node, "either") for node in waiting]
    for node, side in sides:
        _partner(facts, node, side)
        ability.facts.append((term("dm:partner"), node))
    for side in sorted({s for _, s in sides}):
        ability.facts.append((term("dm:side"), string(side)))


def link_side(facts: CardFacts, name: str, side: str) -> None:
    """Add a link partner on whose "left" or "right" the card stands, as a field of a card list gives it."""
    facts.add("dm:isGod", boolean(True))
    _partner(facts, facts.resolve(name).node, side)


def _partner(facts: CardFacts, partner: ox.NamedNode, side: str) -> None:
    facts.add("dm:linkPartner", partner)
    if side != "right":
        facts.add("dm:linksLeftOf", partner)
    if side != "left":
        facts.add("dm:linksRightOf", partner)


def parameters(facts: CardFacts, ability: Extract, kinds: list[str], text: str) -> None:
    """Parameters of the kinds that take some."""
    if "GrantKeyword" in kinds:
        for m in re.finditer(r"「([^「」]{2,20})」", text):
            if keyword := labelled("dm", "Keywords", m[1]):
                ability.facts.append((term("dm:grantsKeyword"), iri(keyword.iri)))
    if "Relink" in kinds:
        if size := _RELINK.search(text):
            ability.facts.append((term("dm:groupSize"), integer(int(size["n"]))))
        leaver = _LEAVER.search(text)
        others = [
            facts.resolve(n).node
            for n in re.findall(r"《([^《》]+)》", text[: leaver.start()] if leaver else text)
        ]
        if leaver:
            left = facts.resolve(leaver["name"]).node
            ability.facts.append((term("dm:leaver"), left))
            others = [o for o in others if o != left]
        for node in dict.fromkeys(others):
            ability.facts.append((term("dm:otherMember"), node))
        if again := _WITH.search(text, leaver.end() if leaver else 0):
            ability.facts.append((term("dm:relinkWith"), facts.resolve(again["name"]).node))
    if kinds and re.search(r"ても?(?:よ|良)い|ことができ", text):
        ability.facts.append((term("dm:optional"), boolean(True)))
    if {"AttackRestriction", "GrantKeyword"} & set(kinds):
        ability.facts.append(
            (
                term("dm:affects"),
                string(
                    "opposing" if "相手の" in text else "own" if "自分の" in text or "その" in text else "any"
                ),
            )
        )
