"""Equip conditions in many wordings, and what they decide: from the words of a text to the targets.

``equip_conditions.tsv`` has a phrase and its terms a line: ``!`` is excluded, ``any`` means one is enough, ``unread``
that something in it is not understood, ``-`` that it sets no condition.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.extraction.equip_conditions import read_condition
from ingest.extraction.flow import fold_text
from ontology.namespaces import PREFIXES, card_iri
from ontology.reasoner.equip_targets import read_equip_targets
from tests.benchmarks.equip_cards import MemoryGraph
from tests.extraction.test_cards import box

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("equip_conditions.tsv").read_text(encoding="utf-8").splitlines()
]


def _said(text: str) -> str:
    condition = read_condition(fold_text(text))
    if condition is None:
        return "-"
    if condition.unread:
        return "unread"
    terms = sorted(("!" if t.excluded else "") + f"{t.kind}={t.value}" for t in condition.terms)
    return " ".join([*terms, *(["any"] if condition.any_of else [])])


@pytest.mark.parametrize(("text", "terms"), ROWS)
def test_wording(text: str, terms: str) -> None:
    assert _said(text) == terms


MONSTERS = {
    "甲の戦士": ("Warrior", "Earth", "NormalMonster", 4, 1200),
    "乙の戦士": ("Warrior", "Light", "EffectMonster", 6, 2100),
    "丙の竜": ("Dragon", "Light", "FusionMonster", 8, 2500),
    "丁の獣": ("Beast", "Dark", "NormalMonster", 3, 800),
}


def _targets(line: str) -> Iterator[str]:
    """Names of the monsters that a spell with this text may be equipped to."""
    graph = MemoryGraph()
    graph.store.extend(box("装備魔法", line, title="《甲の剣》", game="ygo").result.quads)
    plain = MemoryGraph()
    plain.store.extend(type(q)(q.subject, q.predicate, q.object) for q in graph.store)
    ygo = PREFIXES["ygo"]
    for name, (kind, attribute, card_type, level, attack) in MONSTERS.items():
        iri = card_iri("ygo", name)
        for predicate, value in (
            ("tcg:hasType", ygo + card_type),
            ("ygo:monsterType", ygo + kind),
            ("ygo:attribute", ygo + attribute),
        ):
            plain.add(iri, predicate, value)
        plain.add(iri, "ygo:level", level)
        plain.add(iri, "ygo:attack", attack)
    names = {card_iri("ygo", name): name for name in MONSTERS}
    sword = card_iri("ygo", "甲の剣")
    targets = read_equip_targets(plain)
    for spell, monster in targets.pairs():
        assert targets.refusals(spell, monster) == []
        if spell == sword and monster in names:
            yield names[monster]
    for monster in names:
        if (sword, monster) not in set(targets.pairs()):
            assert targets.refusals(sword, monster)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("戦士族以外のモンスターにのみ装備可能。", {"丙の竜", "丁の獣"}),
        ("戦士族または光属性モンスターにのみ装備可能。", {"甲の戦士", "乙の戦士", "丙の竜"}),
        ("通常モンスターにのみ装備可能。", {"甲の戦士", "丁の獣"}),
        ("攻撃力が2000以上のモンスターにのみ装備可能。", {"乙の戦士", "丙の竜"}),
        ("レベル3から6の戦士族モンスターにのみ装備可能。", {"甲の戦士", "乙の戦士"}),
        ("光属性の戦士族モンスターには装備できない。", {"甲の戦士", "丙の竜", "丁の獣"}),
        ("「丙の竜」以外の光属性モンスターにのみ装備可能。", {"乙の戦士"}),
        ("自分フィールドの表側表示モンスターにのみ装備可能。", set(MONSTERS)),
        ("このターンに召喚された戦士族モンスターにのみ装備可能。", set()),
    ],
)
def test_targets(line: str, expected: set[str]) -> None:
    assert set(_targets(line)) == expected
