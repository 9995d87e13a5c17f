"""Card facts: 3,000 generated cards through a card list, and boxes in the words of cards."""

import csv
import random
import tomllib
from pathlib import Path

import pytest
import yaml

from ingest.extraction.names import Names, collect_names
from ingest.extraction.page import extract_page
from ingest.markup import parse
from ingest.reading import iter_sources
from ontology.vocabulary import concepts
from tests.extraction.conftest import Extracted, extract
from tests.extraction.corpus import View

CIVILIZATIONS = {"光": "Light", "水": "Water", "闇": "Darkness", "火": "Fire", "自然": "Nature"}
TYPES = {
    "クリーチャー": "Creature",
    "進化クリーチャー": "EvolutionCreature",
    "呪文": "Spell",
    "クロスギア": "CrossGear",
    "城": "Castle",
    "タマシード": "Tamaseed",
}
RACES = [
    "ドラゴン・ギルド",
    "リキッド・ピープル",
    "ゴースト",
    "ゴッド",
    "アーマード・ドラゴン",
    "ビーストフォーク",
    "レクスターズ",
]
KEYWORDS = {
    "ブロッカー": "Blocker",
    "W・ブレイカー": "WBreaker",
    "S・トリガー": "ShieldTrigger",
    "スピードアタッカー": "SpeedAttacker",
    "マッハファイター": "MachFighter",
}
EVOLUTIONS = {
    "進化": "NormalEvolution",
    "進化V": "VortexEvolution",
    "墓地進化": "GraveyardEvolution",
    "スター進化": "StarEvolution",
    "超無限進化": "SuperInfiniteEvolution",
}

Facts = dict[str, set[str]]


def generate(n: int, seed: int) -> list[tuple[dict[str, str], Facts]]:
    """Cards as rows of a list, with the facts that must come out."""
    rng = random.Random(seed)
    cards = []
    for i in range(n):
        kind = rng.choice(list(TYPES))
        civs = rng.sample(list(CIVILIZATIONS), rng.choice([1, 1, 1, 2, 3]))
        row = {
            "カード名": f"{rng.choice('炎水光闇森')}の{rng.choice(['番人', '竜', '使徒', '騎士'])} No.{i}",
            "文明": "/".join(civs),
            "コスト": str(rng.randint(1, 15)),
            "種類": kind,
            "種族": "",
            "パワー": "",
            "能力": "",
        }
        facts: Facts = {
            "cost": {row["コスト"]},
            "hasType": {TYPES[kind]},
            "civilization": {CIVILIZATIONS[c] for c in civs},
        }
        abilities = []
        if "クリーチャー" in kind:
            races = rng.sample(RACES, rng.choice([1, 2]))
            power = rng.choice([500, 1000, 4000, 12000, 99999])
            plus = rng.choice(["", "+"])
            row["種族"], row["パワー"] = "/".join(races), f"{power}{plus}"
            facts |= {"race": set(races), "power": {str(power)}}
            if plus:
                facts["powerModifier"] = {"+"}
        if kind == "進化クリーチャー":
            evolution = rng.choice(list(EVOLUTIONS))
            abilities.append(f"{evolution}：自分の{civs[0]}のクリーチャー1体の上に置く。")
            facts["evolutionKind"] = {EVOLUTIONS[evolution]}
        keywords = rng.sample(list(KEYWORDS), rng.choice([0, 1, 2]))
        abilities += keywords
        if keywords:
            facts["hasKeyword"] = {KEYWORDS[k] for k in keywords}
        if rng.random() < 0.3:
            abilities.append("このクリーチャーが出た時、カードを1枚引く。")
            facts["does"] = {"ArrivalTrigger"}
        row["能力"] = "\n".join(abilities)
        cards.append((row, facts))
    return cards


def found(view: View, card: str) -> Facts:
    facts: Facts = {}
    for name in ("cost", "power", "powerModifier"):
        if values := set(view.values(card, name)):
            facts[name] = values
    for name in ("hasType", "civilization", "evolutionKind", "hasKeyword", "does"):
        if values := {v.rsplit("#", 1)[-1] for v in view.values(card, name)} - {"EvolutionCap"}:
            facts[name] = values
    if races := {view.label(r) for r in view.values(card, "hasRace")}:
        facts["race"] = races
    return facts


@pytest.mark.slow
def test_a_list_of_3000_cards_gives_the_facts_of_its_generator(tmp_path: Path) -> None:
    cards = generate(3000, seed=7)
    path = tmp_path / "cards.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(cards[0][0]))
        writer.writeheader()
        writer.writerows(row for row, _ in cards)
    columns = {
        "name": "カード名",
        "civilization": "文明",
        "cost": "コスト",
        "type": "種類",
        "race": "種族",
        "power": "パワー",
        "text": "能力",
    }
    (tmp_path / "cards.csv.mapping.yaml").write_text(
        yaml.safe_dump({"columns": columns}, allow_unicode=True), "utf-8"
    )
    sources = list(iter_sources(path))
    assert len(sources) == 3000
    names = Names("dm")
    for (row, facts), source in zip(cards, sources, strict=True):
        document = parse(source.text or "", format=source.format, name=source.name)
        title = source.title or ""
        result = extract_page(
            document,
            game="dm",
            site="s",
            title=title,
            names=names.merge(collect_names(document, "dm", title=title)),
        )
        view = View(result.quads)
        [card] = view.of("Card")
        assert view.label(card) == row["カード名"]
        assert found(view, card) == facts, row
        assert result.uninterpreted == 0


def box(*lines: str, title: str = "《甲の神》", game: str = "dm") -> Extracted:
    body = (
        "\n".join(f"|{line}|" for line in lines) if game == "dm" else "\n".join(f" {line}" for line in lines)
    )
    return extract(f"*{title} [#a]\n\n{body}\n\n**ルール [#b]\n-カードを引く。\n", title=title, game=game)


def values(page: Extracted, name: str, kind: str = "Card", label: str | None = None) -> list[str]:
    view = page.view
    subjects = [s for s in view.of(kind) if label is None or view.label(s) == label]
    return [view.label(v) or v.rsplit("#", 1)[-1] for s in subjects for v in view.values(s, name)]


@pytest.mark.parametrize(
    ("line", "left", "right"),
    [
        ("G・リンク《乙》の左横", ["乙"], []),
        ("G・リンク《乙》の右横", [], ["乙"]),
        ("G・リンク《乙》または《丙》の左横", ["乙", "丙"], []),
        ("G・リンク《乙》の右横または《丙》の左横", ["丙"], ["乙"]),
        ("トライ・G・リンク《乙》の右横または《丙》の左横、または両方の間", ["丙"], ["乙"]),
        ("Ｇ・リンク 《乙》の右側または《丙》の左側", ["丙"], ["乙"]),
    ],
)
def test_link_partners_and_sides(line: str, left: list[str], right: list[str]) -> None:
    page = box("甲の神 R 闇文明 (5)", "クリーチャー:ゴッド 5000+", line)
    assert sorted(values(page, "linksLeftOf", label="甲の神")) == sorted(left)
    assert sorted(values(page, "linksRightOf", label="甲の神")) == sorted(right)
    assert values(page, "isGod", label="甲の神") == ["true"]
    assert "Linking" in values(page, "does", label="甲の神")


@pytest.mark.parametrize(
    ("line", "kind", "count", "zone"),
    [
        ("進化-自分のゴースト1体の上に置く。", "NormalEvolution", "1", "BattleZone"),
        ("進化V-自分のゴースト2体を重ねた上に置く。", "VortexEvolution", "2", "BattleZone"),
        (
            "進化V-自分の闇のクリーチャー1体と火のクリーチャー1体を重ねた上に置く。",
            "VortexEvolution",
            "2",
            "BattleZone",
        ),
        ("進化GV-自分の火のクリーチャー3体を重ねた上に置く。", "GalaxyVortexEvolution", "3", "BattleZone"),
        (
            "墓地進化V-闇のクリーチャー2体を自分の墓地から選び、このクリーチャーをその上に重ねる。",
            "GraveyardEvolutionV",
            "2",
            "Graveyard",
        ),
        ("マナ進化-自分のマナゾーンにある自然のカード1枚の上に置く。", "ManaEvolution", "1", "ManaZone"),
        ("S-MAX進化", "SMaxEvolution", "0", None),
        ("墓地進化V", "GraveyardEvolutionV", "2", "Graveyard"),
        (
            "超無限進化-自分の水のクリーチャー1体以上の上に置く。",
            "SuperInfiniteEvolution",
            None,
            "BattleZone",
        ),
    ],
)
def test_evolution(line: str, kind: str, count: str | None, zone: str | None) -> None:
    page = box("甲の神 R 闇文明 (5)", "進化クリーチャー:ゴースト 5000", line)
    assert values(page, "evolutionKind", label="甲の神") == [kind]
    assert values(page, "sourceCount", "EvolutionSource") == ([count] if count is not None else [])
    assert values(page, "sourceUnbounded", "EvolutionSource") == (["true"] if count is None else [])
    assert values(page, "sourceZone", "EvolutionSource") == ([zone] if zone else [])


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("このクリーチャーが出た時、カードを1枚引く。", {"ArrivalTrigger"}),
        ("自分の他のクリーチャーが出た時、カードを1枚引く。", {"WatchesArrivals"}),
        ("このクリーチャーが離れる時、かわりに自分の手札を1枚捨ててもよい。", {"LeaveReplacement"}),
        (
            "相手のクリーチャーは、出たターンのあいだ攻撃できない。",
            {"AttackRestriction", "NoAttackOnArrivalTurn"},
        ),
        ("このクリーチャーは攻撃することができない。", {"AttackRestriction"}),
        ("このクリーチャーが破壊された時、カードを1枚引く。", {"LeaveTrigger"}),
        ("バトルゾーンにあるカードを1枚、持ち主の手札に戻す。", {"CardRemoval"}),
        ("なにも起こらないと書かれている。", {"UnmodelledText"}),
    ],
)
def test_abilities(line: str, kinds: set[str]) -> None:
    page = box("甲の神 R 闇文明 (5)", "クリーチャー:ゴースト 5000", line)
    assert set(values(page, "abilityKind", "Ability")) == kinds
    assert values(page, "abilityText", "Ability") == [line]


def test_relink_with_its_parameters() -> None:
    text = "このクリーチャー、《乙の竜》、《丙》の3体がリンクしていて、《丙》が離れた時、このクリーチャーを《乙の竜》とリンクしてもよい。"
    page = box("甲の神 R 火文明 (7)", "クリーチャー:ゴッド 5000", text)
    assert values(page, "groupSize", "Ability") == ["3"]
    assert values(page, "leaver", "Ability") == ["丙"]
    assert values(page, "otherMember", "Ability") == ["乙の竜"]
    assert values(page, "relinkWith", "Ability") == ["乙の竜"]
    assert values(page, "optional", "Ability") == ["true"]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("戦士族モンスターにのみ装備可能。", {"requiresType": ["Warrior"]}),
        ("光属性モンスターにのみ装備可能。", {"requiresAttribute": ["Light"]}),
        ("レベル3以下のモンスターにのみ装備可能。", {"requiresMaxLevel": ["3"]}),
        (
            "レベル5以上の機械族モンスターにのみ装備できる。",
            {"requiresMinLevel": ["5"], "requiresType": ["Machine"]},
        ),
        (
            "自分フィールドの魔法使い族モンスターにのみ装備可能。",
            {"requiresController": ["self"], "requiresType": ["Spellcaster"]},
        ),
        ("相手フィールドのモンスターにのみ装備可能。", {"requiresController": ["opponent"]}),
        ("「鎖の番人」にのみ装備可能。", {"requiresCardName": ["鎖の番人"]}),
    ],
)
def test_equip_conditions(line: str, facts: dict[str, list[str]]) -> None:
    page = box("装備魔法", line, title="《甲の剣》", game="ygo")
    view = page.view
    [card] = [c for c in view.of("Card") if view.label(c) == "甲の剣"]
    [condition] = view.values(card, "equipCondition")
    got = {
        k: [view.label(o.value) or o.value.rsplit("#", 1)[-1] for o in v]
        for k, v in view.facts[condition].items()
        if k != "type"
    }
    assert got == facts
    assert values(page, "hasType", label="甲の剣") == ["EquipSpell"]


def test_costs() -> None:
    page = box(
        "装備魔法",
        "800ライフポイントを払い、自分の墓地のモンスター1体を対象として発動できる。",
        title="《甲の剣》",
        game="ygo",
    )
    assert values(page, "activationLifeCost") == ["800"]
    assert "TargetOwnGraveyard" in values(page, "does")
    page = box(
        "装備魔法",
        "自分のスタンバイフェイズ毎に1000ライフポイントを払う。払わない場合、このカードを破壊する。",
        title="《甲の面》",
        game="ygo",
    )
    assert values(page, "maintenanceLifeCost") == ["1000"]
    assert values(page, "maintenancePhase") == ["StandbyPhase"]


def test_twinpact_faces_have_their_own_facts() -> None:
    page = box(
        "甲の手 C 水文明 (2)",
        "クリーチャー:ゴースト 1000",
        "乙の術 C 水文明 (4)",
        "呪文",
        "S・トリガー",
        title="《甲の手/乙の術》",
    )
    view = page.view
    [card] = view.of("Card")
    assert [view.label(f) for f in view.values(card, "hasFace")] == ["甲の手", "乙の術"]
    assert values(page, "cost", "CardFace", "甲の手") == ["2"] and values(
        page, "cost", "CardFace", "乙の術"
    ) == ["4"]
    assert values(page, "hasType", "CardFace", "乙の術") == ["Spell"]
    assert values(page, "hasKeyword", "CardFace", "乙の術") == ["ShieldTrigger"]


def test_kinds_that_extraction_names_are_in_the_controlled_list() -> None:
    path = Path(__file__).parent.parent.parent / "ingest" / "extraction" / "abilities.toml"
    known = {c.iri for c in concepts() if "AbilityKind" in c.classes}
    for game, cues in tomllib.loads(path.read_text("utf-8")).items():
        for cue in cues:
            assert f"https://saitei.example/{game}#{cue['kind']}" in known
