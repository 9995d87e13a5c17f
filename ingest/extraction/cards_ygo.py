"""Yu-Gi-Oh card text: type line, attribute, level, attack and defense, equip conditions, costs."""

import re

import pyoxigraph as ox

from ingest.extraction.card_facts import CardFacts, ability_cues, labelled
from ingest.extraction.equip_conditions import Term, read_condition
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.model import digest, squeeze
from ingest.extraction.writing import boolean, integer, iri, string, term
from ontology.vocabulary import concept_by_label

__all__ = ["ability_line", "equip_condition", "is_type_line", "stats_line", "type_line"]

_STAT = re.compile(
    r"(?P<level>(?:星|レベル|Lv\.?|ランク|★)[ :]?(?P<n>\d{1,2}))|(?P<attribute>[地水炎風光闇神](?=属性|$))(?:属性)?|(?P<race>[^\s/、・]{1,8}族)"
    r"|(?:攻(?:撃力)?|ATK)[ :/]?(?P<attack>\d{1,5}|\?)|(?:守(?:備力)?|DEF)[ :/]?(?P<defense>\d{1,5}|\?)"
)
_LIFE = re.compile(
    r"(?P<n>\d{2,5})(?:ライフ)?(?:ポイント|LP)?(?:の)?(?:ライフ(?:ポイント)?)?を?(?:払|支払)|(?:ライフ|LP)(?:ポイント)?を?(?P<m>\d{2,5})(?:ポイント)?(?:払|支払)"
)
_DISCARD = re.compile(
    r"(?:自分の)?手札(?:を|から(?:カードを)?)(?P<n>\d|[一二三])枚(?:選んで)?(?:捨て|墓地(?:へ|に)(?:送|捨て))"
)
_PHASE = re.compile(
    r"(?P<phase>スタンバイフェイズ|エンドフェイズ|ドローフェイズ|バトルフェイズ|メインフェイズ)"
)
_KANJI = {"一": 1, "二": 2, "三": 3}


def is_type_line(folded: str) -> bool:
    """Whether a line is a card type and nothing else."""
    return bool(_types(folded))


def _types(folded: str) -> list[str]:
    found = []
    labels = {fold_text(k): v for k, v in concept_by_label("ygo", "CardTypes").items()}
    for part in re.split(r"[・/()（）,、 ]+", folded.strip().strip("【】[]")):
        if not part:
            continue
        concept = labels.get(part) or labels.get(part + "モンスター")
        if concept is None:
            return []
        found.append(concept.iri)
    return found


def type_line(facts: CardFacts, text: str) -> bool:
    """Read ``装備魔法`` or ``シンクロ・効果モンスター``; False where it is no type line."""
    found = _types(fold_text(text))
    for value in found:
        facts.add("tcg:hasType", iri(value))
    return bool(found)


def stats_line(facts: CardFacts, text: str) -> bool:
    """Read ``星4/地属性/戦士族/攻1700/守1200``; False where it is none."""
    folded = fold_text(text).strip()
    parts = [p.strip() for p in re.split(r"[/／]", folded)]
    matches = [_STAT.fullmatch(p) for p in parts]
    if len(parts) < 2 or sum(m is not None for m in matches) < 2:
        return False
    for m in matches:
        if m is None:
            continue
        if m["n"]:
            facts.add("ygo:level", integer(int(m["n"])))
        if m["attribute"]:
            facts.concept("ygo:attribute", "Attributes", m["attribute"])
        if m["race"]:
            facts.race("ygo:monsterType", m["race"])
        for name in ("attack", "defense"):
            if m[name] and m[name].isdigit():
                facts.add(f"ygo:{name}", integer(int(m[name])))
    return True


def ability_line(facts: CardFacts, flow: Flow, start: int, end: int) -> None:
    """Read one line of effect text: kinds, equip condition, costs."""
    text = flow.folded[start:end].strip()
    if not text:
        return
    kinds = ability_cues("ygo").kinds(text)
    ability = facts.ability(flow, start, end, kinds, "ygo")
    if condition := equip_condition(facts, text):
        ability.facts.append((term("ygo:equipCondition"), condition))
    costs(facts, text, maintenance="Maintenance" in kinds)


def equip_condition(facts: CardFacts, text: str) -> ox.NamedNode | None:
    """Add the equip condition a folded line sets; None, and nothing added, where it sets none.

    A condition with words that were not understood says so (``ygo:unreadCondition``) and nothing else.
    """
    condition = read_condition(text)
    if condition is None:
        return None
    found = [_term(facts, t) for t in condition.terms] if not condition.unread else []
    if condition.unread or None in found:
        found = [("ygo:unreadCondition", string(condition.unread or text))]
    elif condition.any_of:
        found.append(("ygo:anyOf", boolean(True)))
    known = [f for f in found if f is not None]
    key = "|".join(sorted(f"{p} {v.value}" for p, v in known))
    node = iri(f"{facts.reader.writer.page.value}#ec-{digest(squeeze(facts.subject.value + key))}")
    facts.reader.writer.add(node, term("rdf:type"), term("ygo:EquipCondition"))
    for predicate, value in known:
        facts.reader.writer.add(node, term(predicate), value)
    facts.add("ygo:equipCondition", node)
    return node


def _term(facts: CardFacts, asked: Term) -> tuple[str, ox.NamedNode | ox.Literal] | None:
    """One term of a condition as predicate and value; None where its word is no concept."""
    word = str(asked.value)
    scheme = {"Type": "MonsterTypes", "Attribute": "Attributes", "CardType": "CardTypes"}.get(asked.kind)
    value: ox.NamedNode | ox.Literal
    if scheme is not None:
        concept = labelled("ygo", scheme, word)
        if concept is None:
            return None
        value = iri(concept.iri)
    elif asked.kind == "CardName":
        value = facts.resolve(word).node
    elif asked.kind == "NameSet":
        value = facts.entities.name_set(word).node
    elif asked.kind == "Controller":
        value = string(word)
    else:
        value = integer(int(asked.value))
    verb = "excludes" if asked.excluded else "requires"
    return f"ygo:{verb}{'CardName' if asked.kind == 'NameSet' else asked.kind}", value


def costs(facts: CardFacts, text: str, *, maintenance: bool) -> None:
    """Add what is paid to activate a card, or to keep it."""
    if maintenance:
        facts.add("ygo:hasMaintenanceCost", boolean(True))
        if (m := _PHASE.search(text)) and (phase := labelled("ygo", "Concepts", m["phase"])):
            facts.add("ygo:maintenancePhase", iri(phase.iri))
    if m := _LIFE.search(text):
        facts.add(
            "ygo:maintenanceLifeCost" if maintenance else "ygo:activationLifeCost",
            integer(int(m["n"] or m["m"])),
        )
        if not maintenance:
            facts.add("ygo:hasActivationCost", boolean(True))
    if (m := _DISCARD.search(text)) and not maintenance:
        facts.add("ygo:activationDiscardCost", integer(_KANJI.get(m["n"]) or int(m["n"])))
        facts.add("ygo:hasActivationCost", boolean(True))
