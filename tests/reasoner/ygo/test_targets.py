"""Equip targets: over a graph, for one pair with reasons, on a board; and the card facts they come from."""

from pathlib import Path

import ontology
from ontology.namespaces import PREFIXES, card_iri
from ontology.reasoner import derive, load_scenarios
from ontology.reasoner.equip_targets import materialise_equips, read_equip_targets
from ontology.reasoner.legal_targets import legal_targets
from ontology.reasoner.ygo_cards import ygo_card_facts
from tests.benchmarks.equip_cards import MemoryGraph, cards, plain_counts

CASES = Path(ontology.__file__).parent / "cases"
YGO = PREFIXES["ygo"]


def _graph() -> MemoryGraph:
    graph = MemoryGraph()
    sword, knight, drake = (card_iri("ygo", n) for n in ("試しの剣", "試しの騎士", "試しの竜"))
    graph.add(sword, "tcg:hasType", YGO + "EquipSpell")
    graph.add(sword, "ygo:equipCondition", "https://saitei.example/id/test/condition")
    graph.add("https://saitei.example/id/test/condition", "ygo:requiresType", YGO + "Warrior")
    graph.add("https://saitei.example/id/test/condition", "ygo:requiresMaxLevel", 4)
    for iri, kind, level in ((knight, "Warrior", 4), (drake, "Dragon", 7)):
        graph.add(iri, "tcg:hasType", YGO + "NormalMonster")
        graph.add(iri, "ygo:monsterType", YGO + kind)
        graph.add(iri, "ygo:level", level)
    return graph


def test_one_pair_and_its_refusals() -> None:
    targets = read_equip_targets(_graph())
    sword, knight, drake = (card_iri("ygo", n) for n in ("試しの剣", "試しの騎士", "試しの竜"))
    assert list(targets.pairs()) == [(sword, knight)]
    assert targets.refusals(sword, knight) == []
    refused = targets.refusals(sword, drake)
    assert {r.rule for r in refused} == {"x-equip-condition"}
    assert {r.condition for r in refused} == {"monster_type", "max_level"}
    assert all(r.ja and r.en for r in refused)


def test_refusals_agree_with_the_pairs() -> None:
    targets = read_equip_targets(cards(monsters=12, spells=25))
    allowed = set(targets.pairs())
    assert allowed
    for spell in targets.spells:
        for monster in targets.monsters:
            assert ((spell, monster) in allowed) == (not targets.refusals(spell, monster))


def test_triples_are_those_of_the_vocabulary() -> None:
    (triple,) = materialise_equips(_graph())
    assert triple.predicate.value == YGO + "mayEquip"


def test_small_graph_equals_sparql() -> None:
    graph = cards(monsters=120, spells=40, seed=7)
    counts: dict[str, int] = {}
    for spell, _ in read_equip_targets(graph).pairs():
        counts[spell] = counts.get(spell, 0) + 1
    assert counts == plain_counts(graph)


def test_targets_on_a_board() -> None:
    board = load_scenarios(CASES / "ygo.yaml").case("ygo-tgt-02").boards[0]
    found = {(c.spell, c.monster): c for c in legal_targets(board)}
    assert {k for k, c in found.items() if c.legal} == {("eq", "w")}
    assert [r.rule for r in found["eq", "d"].refusals] == ["x-face-up-target"]
    assert [(r.rule, r.condition) for r in found["eq", "x"].refusals] == [
        ("x-equip-condition", "monster_type")
    ]


def test_card_facts_of_the_graph_win_over_those_shipped() -> None:
    name = "伝説の剣"
    shipped = ygo_card_facts([name], None)[name]
    assert shipped.attributes["requires"] == {"monster_type": "warrior"}
    graph = MemoryGraph()
    graph.add(card_iri("ygo", name), "ygo:equipCondition", "https://saitei.example/id/test/condition")
    graph.add("https://saitei.example/id/test/condition", "ygo:requiresType", YGO + "Dragon")
    assert ygo_card_facts([name], graph)[name].attributes["requires"] == {"monster_type": "dragon"}


def test_a_card_read_a_minute_ago_counts(tmp_path: Path) -> None:
    """A condition that only the graph knows decides a board that gives the name alone."""
    path = tmp_path / "case.yaml"
    path.write_text(
        """
meta: {game: ygo}
cases:
- id: fresh
  game: ygo
  situation:
    turn: {of: me, phase: main1}
    cards:
      eq: {name: 試しの剣, owner: me}
      k: {name: 試しの騎士, owner: me}
      d: {name: 試しの竜, owner: me}
    monsters: {me: [{card: k, position: face_up}, {card: d, position: face_up}], opp: []}
  events: [{do: activate, card: eq, by: me, target: k, chain_link: 1}, {do: resolve, card: eq}]
  expected:
    verdict: none
    holds:
      - equipped: {card: eq, to: k, is: true}
      - target: {card: eq, monster: d, legal: false}
""",
        encoding="utf-8",
    )
    (derivation,) = derive(load_scenarios(path).case("fresh"), graph=_graph(), explain=False)
    assert derivation.ok
