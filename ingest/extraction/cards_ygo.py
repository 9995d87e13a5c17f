"""Yu-Gi-Oh card text: type line, attribute, level, attack and defense, equip conditions, costs."""

import re
from functools import cache

import pyoxigraph as ox

from ingest.extraction.card_facts import CardFacts, ability_cues, labelled
from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.model import digest, squeeze
from ingest.extraction.writing import boolean, integer, iri, string, term
from ontology.vocabulary import concept_by_label

__all__ = ["ability_line", "equip_condition", "is_type_line", "stats_line", "type_line"]

_STAT = re.compile(
    r"(?P<level>(?:星|レベル|Lv\.?|ランク|★)[ :]?(?P<n>\d{1,2}))|(?P<attribute>[地水炎風光闇神](?=属性|$))(?:属性)?|(?P<race>[^\s/、・]{1,8}族)"
    r"|(?:攻(?:撃力)?|ATK)[ :/]?(?P<attack>\d{1,5}|\?)|(?:守(?:備力)?|DEF)[ :/]?(?P<defense>\d{1,5}|\?)"
)
_ATTRIBUTE = re.compile(r"(?P<attribute>[地水炎風光闇神])属性")
_LEVEL = re.compile(r"(?:レベル|星|★)(?P<n>\d{1,2})(?P<rel>以上|以下)?")
_EQUIP = re.compile(
    r"(?P<what>[^。]{1,60}?)(?:モンスター)?(?:[1一]体)?(?:に)?(?:のみ|だけ)(?:に)?装備(?:可能|できる|する)?"
)
_SELECT = re.compile(r"(?P<what>[^。]{1,60}?)モンスター(?:[1一]体)?を(?:装備)?対象(?:として|に)選択")
_LIFE = re.compile(
    r"(?P<n>\d{2,5})(?:ライフ)?(?:ポイント|LP)?(?:の)?(?:ライフ(?:ポイント)?)?を?(?:払|支払)|(?:ライフ|LP)(?:ポイント)?を?(?P<m>\d{2,5})(?:ポイント)?(?:払|支払)"
)
_DISCARD = re.compile(
    r"(?:自分の)?手札(?:を|から(?:カードを)?)(?P<n>\d|[一二三])枚(?:選んで)?(?:捨て|墓地(?:へ|に)(?:送|捨て))"
)
_PHASE = re.compile(
    r"(?P<phase>スタンバイフェイズ|エンドフェイズ|ドローフェイズ|バトルフェイズ|メインフェイズ)"
)
_OF_CARD = re.compile(r"「(?P<name>[^「」]{2,30})」")
_KANJI = {"一": 1, "二": 2, "三": 3}


@cache
def _races() -> re.Pattern[str]:
    """All types of monsters, the longest first (獣戦士族 before 戦士族)."""
    return re.compile(
        "|".join(
            re.escape(label)
            for label in sorted(concept_by_label("ygo", "MonsterTypes"), key=len, reverse=True)
        )
    )


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
    m = _EQUIP.search(text)
    if m and (condition := equip_condition(facts, m["what"])):
        ability.facts.append((term("ygo:equipCondition"), condition))
    costs(facts, text, maintenance="Maintenance" in kinds)


def equip_condition(facts: CardFacts, what: str) -> ox.NamedNode | None:
    """Add an equip condition; None, and nothing added, where the words give none."""
    found: list[tuple[str, ox.NamedNode | ox.Literal]] = []
    found += [
        ("ygo:requiresType", iri(c.iri))
        for m in _races().finditer(what)
        if (c := labelled("ygo", "MonsterTypes", m[0]))
    ]
    found += [
        ("ygo:requiresAttribute", iri(c.iri))
        for m in _ATTRIBUTE.finditer(what)
        if (c := labelled("ygo", "Attributes", m["attribute"]))
    ]
    for m in _LEVEL.finditer(what):
        if m["rel"] != "以下":
            found.append(("ygo:requiresMinLevel", integer(int(m["n"]))))
        if m["rel"] != "以上":
            found.append(("ygo:requiresMaxLevel", integer(int(m["n"]))))
    if re.search(r"自分(?:の)?(?:フィールド|の(?=[^墓]*$))", what):
        found.append(("ygo:requiresController", string("self")))
    elif re.search(r"相手(?:の)?(?:フィールド|の)", what):
        found.append(("ygo:requiresController", string("opponent")))
    for m in _OF_CARD.finditer(what):
        found.append(
            (
                "ygo:requiresCardName",
                (
                    facts.entities.name_set(m["name"])
                    if re.match(r"と名の?[つ付]く|モンスター", what[m.end() :])
                    else facts.resolve(m["name"])
                ).node,
            )
        )
    for m in re.finditer(r"《([^《》]+)》", what):
        found.append(("ygo:requiresCardName", facts.resolve(m[1]).node))
    if not found:
        return None
    key = "|".join(sorted(f"{p} {v.value}" for p, v in found))
    node = iri(f"{facts.reader.writer.page.value}#ec-{digest(squeeze(facts.subject.value + key))}")
    facts.reader.writer.add(node, term("rdf:type"), term("ygo:EquipCondition"))
    for predicate, value in found:
        facts.reader.writer.add(node, term(predicate), value)
    facts.add("ygo:equipCondition", node)
    return node


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
