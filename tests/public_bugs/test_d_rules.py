"""D: rules as data, and reasoning. Each test is named after an entry of the log of public bugs."""

from pathlib import Path

import pytest
import yaml

import ontology
from explorer.cli.coverage import modelled_rules
from ingest.extraction.citations import find_citations
from ingest.extraction.flow import Flow, fold_text
from ingest.markup import parse
from ontology.checks import run_checks
from ontology.namespaces import TCG, rule_iri
from ontology.reasoner import derive, load_rules, load_scenarios
from tests.checks.wiki import graph_of
from tests.extraction.conftest import extract

CASES = Path(ontology.__file__).parent / "cases"


def outcome(text: str) -> dict[tuple[str, str], bool | None]:
    (derivation,) = derive(load_scenarios(text, name="d1").cases[0], explain=False)
    return {(j.fact.predicate, str(j.fact.args.get("card"))): j.ok for j in derivation.holds}


def test_d1_a_negated_effect_equips_and_a_negated_activation_does_not() -> None:
    """What the sources prove: the page on Equip Spells (rows 9 and 11) and official answers of 2015 and 2016 say that
    a card whose *effect* is negated is equipped all the same; the entry of the log says the opposite, without an
    answer that can be read. Where the *activation* is negated, nothing is equipped."""
    case = load_scenarios(CASES / "ygo-extra.yaml").case("ygo-x-neg-2016")
    (derivation,) = derive(case, explain=False)
    held = {j.fact.predicate: (dict(j.fact.args), j.ok) for j in derivation.holds}
    assert held["equipped"] == ({"card": "eq", "to": "m", "is": True}, True)
    assert held["sent_to_gy"] == ({"card": "eq", "is": False}, True)
    raw = yaml.safe_load((CASES / "ygo-extra.yaml").read_text("utf-8"))
    (found,) = [c for c in raw["cases"] if c["id"] == "ygo-x-neg-2016"]
    found["situation"]["cards"]["io"] = {
        "label": "counter",
        "types": ["counter_trap"],
        "does": ["negate_activation"],
        "owner": "opp",
    }
    found["expected"]["holds"] = [
        {"equipped": {"card": "eq", "to": "m", "is": False}},
        {"activation_negated": {"card": "eq", "is": True}},
    ]
    text = yaml.safe_dump(raw | {"cases": [found]}, allow_unicode=True)
    assert outcome(text) == {("equipped", "eq"): True, ("activation_negated", "eq"): True}


PAIR = (
    "*裁定\nQ.《龍神ヘヴィ》と《暗黒破壊神デス・フェニックス》がリンクしていて、後者の進化元は《ボルシャック・ドラゴン》です。"
    "上の札だけが離れたとき、組はそのままですか？\nA.{}\n引用元（2021.9.7）\n"
)


@pytest.mark.parametrize(
    ("answer", "codes"), [("いいえ、組は解けます。", set()), ("はい、そのままです。", {"TC0106"})]
)
def test_d2_a_ruling_is_held_against_what_the_rules_give(answer: str, codes: set[str]) -> None:
    """The oracle runs the ruling's board: a ruling that agrees raises no alarm, one that does not is found."""
    found = run_checks(graph_of([("dm", "裁定", PAIR.format(answer))]), select=["TC0106"])
    assert {f.code for f in found} == codes


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("総合ルール：114.4", ["114.4"]),
        ("総合ルール 703.4b、703.4eと801.4a", ["703.4b", "703.4e", "801.4a"]),
        ("総合ルール７０３．４ｂ", ["703.4b"]),
        ("〔703.4b〕", ["703.4b"]),
        ("703.4b条", ["703.4b"]),
        ("114.6aa", ["114.6aa"]),
        ("703.4b.1", ["703.4b.1"]),
        ("総合ルール 1.50版", []),
        ("2020年", []),
        ("2021.9.7", []),
    ],
)
def test_d3_spellings_of_numbers(text: str, numbers: list[str]) -> None:
    assert [c.number for c in find_citations(fold_text(text))] == numbers


def test_d3_bold_inside_a_number() -> None:
    document = parse("*甲 [#a]\n-総合ルール''703''.4bによる。\n")
    assert [c.number for c in find_citations(Flow.of(document, document.root).folded)] == ["703.4b"]


def test_d3_a_derivation_cites_only_rules_that_exist() -> None:
    known = set(load_rules("dm").rules)
    cited = set()
    for case in list(load_scenarios(CASES / "dm.yaml"))[:6]:
        for derivation in derive(case) if case.mode == "board" else ():
            cited |= {fired.rule for out in derivation.outcomes for step in out.steps for fired in step.fired}
    assert cited
    assert cited <= known


def test_d4_two_texts_of_a_number_stand_side_by_side_with_their_pages() -> None:
    a = extract(
        "*総合ルール [#a]\n701.1 状況起因処理を行う。\n701.2 終わる。\n701.3 続く。\n",
        title="総合ルール（甲）",
    )
    b = extract(
        "*総合ルール [#a]\n701.1 キーワード処理を行う。\n701.2 終わる。\n701.3 続く。\n",
        title="総合ルール（乙）",
    )
    versions = {}
    for page in (a, b):
        for version in page.view.of("RuleVersion"):
            if page.view.value(version, "notation") == "701.1":
                assert page.view.values(version, "versionOf") == [rule_iri("dm", "701.1")]
                assert page.view.values(version, "onPage") == [page.result.page_iri]
                versions[version] = page.view.value(version, "plainText")
    assert len(versions) == 2
    assert len(set(versions.values())) == 2


def test_d5_the_state_based_actions_for_gods_are_modelled_and_act() -> None:
    modelled = {number for _, game, number in modelled_rules() if game == "dm"}
    assert {"703.4e", "703.4f", "703.4h"} <= modelled
    assert "703.4z" not in modelled
    text = (
        "meta: {game: dm, pages: {}}\ncases:\n- id: a\n  situation:\n    cards: {a: {types: [creature], power: 5000, god: true}, "
        "b: {types: [creature], power: 5000, god: true}, c: {types: [creature], power: 5000, god: true}}\n    hand: {self: [c]}\n    battle_zone: {self: [[a], [b]]}\n    links: [[a, b]]\n    link_partners: [[a, c]]\n"
        "  events: [{do: sba_check}]\n  expected: {verdict: none, holds: [{linked: {cards: [a, b], is: false}}]}\n"
    )
    case = load_scenarios(text, name="d5").cases[0]
    (with_rule,) = derive(case, explain=False)
    (without,) = derive(case, without=["703.4e"], explain=False)
    assert [j.ok for j in with_rule.holds] == [True]
    assert [j.ok for j in without.holds] == [False]


def test_d6_a_rule_keeps_its_identity_when_its_number_changes() -> None:
    page = extract(
        "*改訂のお知らせ [#n]\n2023年6月1日の改訂で、次のように改めました。\n\n**703.4h（旧703.4i） [#r1]\n"
        "変更前（703.4i）\n>下のカードを再構築する。\n変更後（703.4h）\n>下のカードを組み直す。\n",
        title="改訂のお知らせ",
    )
    old, new = page.view.of("RuleVersion")
    assert [page.view.value(v, "notation") for v in (old, new)] == ["703.4i", "703.4h"]
    assert (
        page.view.values(old, "versionOf") == page.view.values(new, "versionOf") == [rule_iri("dm", "703.4i")]
    )
    assert page.view.values(new, "continues") == [old]
    assert (page.view.value(old, "validTo"), page.view.value(new, "validFrom")) == (
        "2023-05-31",
        "2023-06-01",
    )
    assert any(q.predicate.value == str(TCG.versionOf) for q in page.result.quads)
