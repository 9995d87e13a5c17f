"""The counts of the three real pages, as a reader who counted by hand has them."""

from collections import Counter

import pytest

from tests.extraction.conftest import Extracted, real_page

pytestmark = pytest.mark.real_pages


def mentioned(page: Extracted, *classes: str) -> Counter[str]:
    """Labels (numbers for rules) of what is mentioned, by how often."""
    view, found = page.view, Counter[str]()
    for m in view.of("Mention"):
        for target in view.values(m, "mentions"):
            if view.classes(target) & set(classes):
                found[view.label(target) or view.value(target, "notation") or ""] += 1
    return found


def kinds(page: Extracted, subjects: list[str]) -> Counter[str]:
    return Counter(c for s in subjects for c in page.view.classes(s) if c != "Statement")


@pytest.mark.parametrize("prefix", ["000", "002", "003"])
def test_every_character_is_accounted_for(prefix: str) -> None:
    page = real_page(prefix)
    r = page.result
    assert r.markup + r.extracted + r.uninterpreted == sum(1 for c in page.document.text if not c.isspace())
    assert r.uninterpreted <= 0.02 * (r.markup + r.extracted + r.uninterpreted)


@pytest.mark.parametrize("prefix", ["000", "002", "003"])
def test_every_extract_is_where_it_says(prefix: str) -> None:
    page = real_page(prefix)
    text = page.document.text
    placed = [s for s in page.view.facts if page.view.int(s, "start") >= 0]
    assert len(placed) > 100
    for s in placed:
        start, end = page.view.int(s, "start"), page.view.int(s, "end")
        assert text[start:end] == page.view.value(s, "text")
        assert (page.view.int(s, "line"), page.view.int(s, "column")) == page.document.position(start)
        assert page.view.value(s, "onPage") == page.result.page_iri


class TestRebuilding:
    """Page 000, 再構築."""

    def test_sections(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        lines = [
            (view.int(s, "line"), view.int(s, "level"))
            for s in view.of("Section")
            if "Fold" not in view.classes(s)
        ]
        assert lines == [(1, 1), (5, 2), (16, 2), (17, 2), (22, 3), (27, 3), (31, 2), (32, 2), (33, 2)]

    def test_the_fold_holds_the_past(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        [fold] = view.of("Fold")
        assert view.value(fold, "validTo") == "2021-03-15"
        text = rebuilding.document.text
        assert (view.int(fold, "line"), text.count("\n", 0, view.int(fold, "end")) + 1) == (18, 30)
        past = {view.int(s, "line") for s in view.of("Statement") if view.value(s, "validTo")}
        assert past == {21, 23, 24, 25, 26, 28, 29}

    def test_bullets(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        items = [s for s in view.of("Statement") if view.value(s, "marker")]
        assert [view.int(s, "line") for s in items] == [*range(6, 16), 23, 25, 26, 28, 29]
        assert kinds(rebuilding, items[:10]) == {
            "RuleStatement": 8,
            "ExceptionStatement": 1,
            "ExampleStatement": 1,
        }

    def test_exceptions_examples_glosses(self, rebuilding: Extracted) -> None:
        view = rebuilding.view

        def pairs(prop: str) -> set[tuple[int, int]]:
            return {
                (view.int(s, "line"), view.int(t, "line"))
                for s in view.of("Statement")
                for t in view.values(s, prop)
            }

        assert pairs("exceptionTo") == {(9, 8), (26, 25), (88, 85)}
        assert pairs("exampleOf") == {(12, 11), (26, 26)}
        assert (24, 23) in pairs("glosses")

    def test_dates_of_statements(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        since = {
            view.int(s, "line") for s in view.of("Statement") if view.value(s, "validFrom") == "2021-03-16"
        }
        assert since == {11, 13, 14, 15}
        [old] = [s for s in view.of("Statement") if view.value(s, "datePrecision") == "month"]
        assert (view.int(old, "line"), view.value(old, "validTo")) == (21, "2014-01-31")

    def test_rule_boxes(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        numbers = [view.value(s, "notation") for s in view.of("RuleVersion")]
        assert numbers == ["703.4e", "801.4c", "801.1b", "801.4a"]
        quoting = {
            view.value(s, "notation"): view.int(view.values(s, "quotedIn")[0], "line")
            for s in view.of("RuleVersion")
        }
        assert quoting == {"703.4e": 38, "801.4c": 47, "801.1b": 56, "801.4a": 91}
        assert mentioned(rebuilding, "Rule") == dict.fromkeys(numbers, 2)

    def test_rulings(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        rulings = view.of("Ruling")
        assert [view.int(r, "line") for r in rulings] == [34, 38, 47, 56, 65, 69, 73, 78, 82, 85, 91, 100]
        verdicts = [view.value(r, "verdict") for r in rulings]
        assert verdicts == ["no", "no", "yes", "no", "no", "yes", "no", "no", "other", "yes", "yes", "yes"]
        assert Counter(view.value(r, "rulingDate") for r in rulings) == {
            "2021-09-07": 4, "2021-11-19": 4, "2022-04-08": 3, "2022-07-28": 1,
        }  # fmt: skip
        assert [view.values(r, "citedNumber") for r in rulings] == [
            [], ["703.4e"], ["801.4c"], ["801.1b"], [], [], [], [], [], [], ["801.4a"], [],
        ]  # fmt: skip
        assert [view.value(r, "paragraphs") for r in rulings][9] == "3"
        similar = {
            view.int(r, "line"): [view.label(c) for c in view.values(r, "similarTo")]
            for r in rulings
            if view.values(r, "similarTo")
        }
        assert similar == {73: ["こたつむり"], 78: ["こたつむり"]}

    def test_cards_of_rulings(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        named = [{view.label(c) for c in view.values(r, "involves")} for r in view.of("Ruling")]
        assert [len(n) for n in named] == [5, 3, 3, 3, 3, 3, 4, 4, 0, 2, 2, 0]
        assert named[0] == {
            "龍神ヘヴィ",
            "暗黒破壊神デス・フェニックス",
            "龍神メタル",
            "ボルシャック・ドラゴン",
            "破壊神デス",
        }
        assert named[9] == {"スロットンの心絵", "「楯騎士」 ＜アブソリュート.Star＞"}

    def test_card_names(self, rebuilding: Extracted) -> None:
        cards = mentioned(rebuilding, "Card", "NameSet")
        assert (len(cards), sum(cards.values())) == (22, 97)
        assert cards["禁断英雄 モモキングダムX"] == 11 and cards["破壊神デス"] == 3
        view = rebuilding.view
        [name_set] = view.of("NameSet")
        members = [view.label(c) for c in view.of("Card") if name_set in view.values(c, "inNameSet")]
        assert (view.label(name_set), members) == ("破壊神デス", ["暗黒破壊神デス・フェニックス"])

    @pytest.mark.parametrize(
        ("term", "count"),
        [
            ("再構築", 30), ("召喚酔い", 4), ("出た時", 5), ("総合ルール", 4), ("類似例", 2), ("スター進化", 3), ("S-MAX進化", 2),
            ("マナ進化", 2), ("タマシード", 4), ("クロスギア", 2), ("ウエポン", 2), ("オーラ", 1), ("G・リンク", 1), ("ブロッカー", 5),
            ("ジャストダイバー", 2), ("マッハファイター", 2), ("バトルゾーン", 46), ("状況起因処理", 1), ("状態定義効果", 1), ("位相", 1),
        ],
    )  # fmt: skip
    def test_terms(self, rebuilding: Extracted, term: str, count: int) -> None:
        """Longest match: 場 counts as バトルゾーン four times, and never inside 場合 or 登場 (42 + 4)."""
        assert mentioned(rebuilding, "Term")[term] == count

    def test_number_of_terms(self, rebuilding: Extracted) -> None:
        assert len(mentioned(rebuilding, "Term")) >= 67

    def test_card_facts_that_rulings_give(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        facts = {
            (view.label(c), name, v.rsplit("#", 1)[-1])
            for c in view.of("Card") for name in ("hasKeyword", "does") for v in view.values(c, name)
        }  # fmt: skip
        assert facts >= {
            ("禁断竜王 Vol-Val-8", "hasKeyword", "JustDiver"), ("超神龍バイラス・カースド", "hasKeyword", "MachFighter"),
            ("スロットンの心絵", "does", "ArrivalTrigger"), ("流星のガイアッシュ・カイザー", "does", "NoAttackOnArrivalTurn"),
            ("龍神メタル", "does", "Relink"),
        }  # fmt: skip
        [relink] = [
            a for a in view.of("Ability") if any(k.endswith("#Relink") for k in view.values(a, "abilityKind"))
        ]
        named = {
            k: [view.label(x) for x in view.values(relink, k)]
            for k in ("leaver", "relinkWith", "otherMember")
        }
        assert named == {
            "leaver": ["破壊神デス"],
            "relinkWith": ["龍神ヘヴィ"],
            "otherMember": ["龍神ヘヴィ"],
        }

    def test_pointer(self, rebuilding: Extracted) -> None:
        view = rebuilding.view
        pointing = [s for s in view.of("Statement") if view.values(s, "pointsTo")]
        assert [view.int(s, "line") for s in pointing] == [21]


class TestStateBasedActions:
    """Page 002, 状況起因処理."""

    def test_author_and_sections(self, state_based: Extracted) -> None:
        view = state_based.view
        assert view.value(state_based.result.page_iri, "modified") == "2020-02-18"
        anchors = [(view.int(s, "level"), view.value(s, "anchor")) for s in view.of("Section")]
        assert anchors == [
            (1, "de0fa6e5"), (2, "kc7a03b4"), (3, "ye949162"), (3, "bdcc3b87"), (3, "p8a870f1"), (2, "e6f33795"), (2, "sb33d110"),
        ]  # fmt: skip

    def test_bullets(self, state_based: Extracted) -> None:
        view = state_based.view
        levels = Counter(view.int(s, "level") for s in view.of("Statement") if view.value(s, "marker"))
        assert levels == {1: 24, 2: 19}
        hanging = Counter(
            view.value(view.values(s, "parentStatement")[0], "citedNumber")
            for s in view.of("Statement") if view.int(s, "level") == 2
        )  # fmt: skip
        assert {k.removeprefix("703.4"): v for k, v in hanging.items() if k} == {
            "c": 2, "h": 2, "j": 3, "l": 1, "b": 1, "g": 1, "a": 1, "d": 1, "e": 1, "k": 1, "m": 1, "n": 1, "f": 1, "i": 2,
        }  # fmt: skip

    def test_fourteen_rules_in_page_order(self, state_based: Extracted) -> None:
        view = state_based.view
        numbers = [view.value(s, "notation") for s in view.of("RuleVersion")]
        assert numbers == [f"703.4{c}" for c in "chjlbgadekmnfi"]
        assert mentioned(state_based, "Rule") == dict.fromkeys(numbers, 1)
        for version in view.of("RuleVersion"):
            [rule] = view.values(version, "versionOf")
            assert [view.value(g, "notation") for g in view.values(rule, "isPartOf")] == ["703.4"]
            assert "703" not in (view.value(version, "plainText") or "")

    def test_links(self, state_based: Extracted) -> None:
        view = state_based.view
        links = view.of("Link")
        targets = Counter(view.value(s, "targetTitle") or "" for s in links)
        assert (len(links), len(targets)) == (79, 62)
        assert {t for t, n in targets.items() if n == 3} == {"能力", "セル", "リンク", "カードタイプ"}
        aliases = {
            (view.value(s, "displayText"), view.value(s, "targetTitle"))
            for s in links
            if view.value(s, "isAlias") == "true"
        }
        assert aliases == {("特殊敗北", "特殊敗北条件"), ("《Q.Q.QX.》", "《Q.Q.QX./終葬 5.S.D.》")}
        assert sum(n for t, n in targets.items() if t.startswith("《")) == 10

    def test_cards(self, state_based: Extracted) -> None:
        cards = mentioned(state_based, "Card")
        assert len(cards) == 10 and "Q.Q.QX./終葬 5.S.D." in cards and "破壊の儀" in cards
        view = state_based.view
        [twinpact] = [c for c in view.of("Card") if view.values(c, "hasFace")]
        assert [view.label(f) for f in view.values(twinpact, "hasFace")] == ["Q.Q.QX.", "終葬 5.S.D."]

    def test_practice_remarks(self, state_based: Extracted) -> None:
        view = state_based.view
        remarks = view.of("PracticeRemark")
        differs = [view.value(view.values(s, "practiceDiffersFrom")[0], "notation") for s in remarks]
        assert differs == ["703.4h", "703.4b", "703.4g"]
        assert all(view.values(s, "practiceDiffersFromVersion") for s in remarks)

    def test_pointers(self, state_based: Extracted) -> None:
        """Twelve sub-bullets say see-the-page, two of the practice remarks among them."""
        view = state_based.view
        pointing = [
            s for s in view.of("Statement") if view.values(s, "pointsTo") and view.int(s, "level") == 2
        ]
        assert len(pointing) == 12
        assert sum("PracticeRemark" in view.classes(s) for s in pointing) == 2

    def test_examples_and_reports(self, state_based: Extracted) -> None:
        view = state_based.view
        assert len(view.of("ExampleStatement")) == 2
        assert len(view.of("ExceptionStatement")) == 0
        assert Counter(v for s in view.of("Statement") for v in view.values(s, "reportedBy")) == {"事務局": 2}

    def test_classes_of_the_rules(self, state_based: Extracted) -> None:
        view = state_based.view
        classes = Counter(v.rsplit("#", 1)[-1] for r in view.of("Rule") for v in view.values(r, "sbaClass"))
        assert classes == {"SbaCurrentState": 6, "SbaLatestEvent": 6, "SbaOther": 2}

    def test_confirmed_cards(self, state_based: Extracted) -> None:
        view = state_based.view
        listed = [
            s
            for s in view.of("ClassificationStatement")
            if view.value(s, "marker") and view.values(s, "involves")
        ]
        assert len(listed) == 7
        assert (
            sum(any(v.endswith("#ConfirmedSba") for v in view.values(c, "does")) for c in view.of("Card"))
            == 7
        )


class TestEquipSpells:
    """Page 003, 装備魔法."""

    def test_date_and_titles(self, equip_spells: Extracted) -> None:
        view = equip_spells.view
        assert view.value(equip_spells.result.page_iri, "modified") == "2006-07-05"
        assert len(view.of("Section")) == 1 + 8 + 3

    def test_bullets(self, equip_spells: Extracted) -> None:
        view = equip_spells.view
        marks = Counter(view.value(s, "marker") for s in view.of("Statement") if view.value(s, "marker"))
        assert marks == {"□": 24, "◇": 22, "・": 11, "◆": 2, "※": 2}
        assert sum(marks.values()) == 61

    def test_diagram(self, equip_spells: Extracted) -> None:
        view = equip_spells.view
        steps = [(view.value(s, "linkNumber"), view.value(s, "chainPhase")) for s in view.of("DiagramStep")]
        assert [s[0] for s in steps] == ["1", "2", None, "2", "1"]
        assert [s[1] for s in steps] == ["activation", "activation", "resolution", "resolution", "resolution"]

    def test_cards(self, equip_spells: Extracted) -> None:
        cards = mentioned(equip_spells, "Card", "NameSet")
        assert (len(cards), sum(cards.values())) == (43, 73)
        assert [n for _, n in cards.most_common(4)] == [9, 6, 5, 4]
        assert sum(1 for n in cards.values() if n == 2) == 10
        assert not equip_spells.view.of("NameSet")

    def test_no_rules_no_rulings_no_practice(self, equip_spells: Extracted) -> None:
        assert not equip_spells.view.of("Rule", "Ruling", "PracticeRemark", "RuleVersion")

    def test_card_facts(self, equip_spells: Extracted) -> None:
        view = equip_spells.view
        facts = {
            view.label(c): {k: [o.value.rsplit("#", 1)[-1] for o in v] for k, v in view.facts[c].items()}
            for c in view.of("Card")
        }
        assert facts["早すぎた埋葬"]["activationLifeCost"] == ["800"]
        assert (facts["早すぎた埋葬"]["targetSide"], facts["自律行動ユニット"]["targetSide"]) == (
            ["self"],
            ["opponent"],
        )
        assert facts["破邪の大剣−バオウ"]["activationDiscardCost"] == ["1"]
        assert {n for n, f in facts.items() if f.get("hasActivationCost")} == {
            "早すぎた埋葬",
            "重力の斧−グラール",
            "破邪の大剣−バオウ",
        }
        assert {n for n, f in facts.items() if f.get("hasMaintenanceCost")} == {"凶暴化の仮面"}
        assert sum("targetsIn" in f and f["targetsIn"] == ["Graveyard"] for f in facts.values()) == 5
        [condition] = view.of("EquipCondition")
        assert [v.rsplit("#", 1)[-1] for v in view.values(condition, "requiresType")] == ["Warrior"]
        assert len(facts["伝説の剣"]["equipCondition"]) == 1

    def test_exceptions(self, equip_spells: Extracted) -> None:
        """Two begin with ただし; others stand in brackets after the rule they limit, one is a ※ that allows more."""
        view = equip_spells.view
        exceptions = view.of("ExceptionStatement")
        assert [
            view.int(s, "line") for s in exceptions if (view.value(s, "plainText") or "").startswith("ただし")
        ] == [9, 9]
        assert {9, 11} <= {view.int(s, "line") for s in exceptions}
        assert all(view.values(s, "exceptionTo") for s in exceptions)
