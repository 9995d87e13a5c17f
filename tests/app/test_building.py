"""Boards built by hand: the steps on the document, and the forms as a reader uses them."""

from urllib.parse import quote

import yaml
from streamlit.testing.v1 import AppTest

from explorer.app import scenario_edit as edit
from explorer.app.views.outcome_edit import decoded, encoded
from ontology.reasoner import derive_board, load_scenarios
from tests.app.conftest import App
from tests.app.test_pages import html_of


def board_in(at: AppTest) -> edit.Document:
    packed = at.query_params["y"]
    found: edit.Document = yaml.safe_load(decoded(packed[0] if isinstance(packed, list) else packed) or "")
    return found


def derived(document: edit.Document) -> list[set[str]]:
    case = next(iter(load_scenarios(yaml.safe_dump(document, allow_unicode=True))))
    (derivation,) = derive_board(case.boards[0])
    return [{str(symbol) for symbol in outcome.state} for outcome in derivation.outcomes]


def three_gods() -> edit.Document:
    document = edit.blank("dm", title="own", day="2022-07-28")
    for name, god, abilities in (
        ("龍神ヘヴィ", True, []),
        ("暗黒破壊神デス・フェニックス", True, []),
        ("龍神メタル", True, ["relink_heavy"]),
    ):
        document, card = edit.add_card(
            document, {"name": name, "types": ["creature"], "god": god, "abilities": abilities}
        )
        document = edit.place(document, card, "self", "battle_zone")
    document, under = edit.add_card(document, {"name": "ボルシャック・ドラゴン", "types": ["creature"]})
    document = edit.place(document, under, "self", "battle_zone", under="c2")
    document = edit.link(document, ["c1", "c2", "c3"])
    document = edit.set_partners(document, [["c1", "c2"], ["c2", "c3"], ["c1", "c3"]])
    leave = {"do": "leave", "card": "c2", "scope": "top_card_only", "to": "graveyard", "cause": "unspecified"}
    for event in (leave, {"do": "sba_check"}, {"do": "begin_resolution", "of": "relink_heavy"}):
        document = edit.add_event(document, event)
    return document


def test_a_board_built_step_by_step_has_both_outcomes() -> None:
    outcomes = derived(three_gods())
    assert len(outcomes) == 2
    linked = [any("link(" in fact and '"c1","c3"' in fact for fact in state) for state in outcomes]
    assert sorted(linked) == [False, True]


def test_what_is_taken_off_is_named_nowhere() -> None:
    document = edit.set_status(edit.attach(three_gods(), "c4", "c1", "attached"), "c2", "tapped")
    assert "c2" in str(document)
    without = edit.remove_card(document, "c2")
    assert "c2" not in str(without)
    assert edit.case_of(without)["events"] == [
        {"do": "sba_check"},
        {"do": "begin_resolution", "of": "relink_heavy"},
    ]
    assert "c2" in str(document), "the document before is not changed"
    assert edit.situation_of(without)["links"] == [["c1", "c3"]]


def test_a_card_that_is_moved_lies_in_one_place() -> None:
    moved = edit.place(three_gods(), "c4", "opponent", "hand")
    situation = edit.situation_of(moved)
    assert situation["battle_zone"]["self"] == [["c1"], ["c2"], ["c3"]]
    assert situation["other_zones"] == {"opponent": {"hand": ["c4"]}}


def test_a_yugioh_board_is_built_and_derived() -> None:
    document = edit.blank("ygo", title="own", day="2022-01-01")
    document, spell = edit.add_card(document, {"label": "equip", "types": ["equip_spell"]})
    document = edit.place(document, spell, "me", "hand")
    document, monster = edit.add_card(document, {"label": "target", "types": ["monster"]})
    document = edit.place(document, monster, "me", "monster_zone")
    document = edit.add_event(document, {"do": "activate", "card": spell, "by": "me", "target": monster})
    document = edit.add_event(document, {"do": "resolve", "card": spell})
    (state,) = derived(document)
    assert any(fact.startswith(f'equipped("{spell}","{monster}"') for fact in state)


def test_a_card_is_put_on_an_empty_board_by_name(app: App) -> None:
    at = app.open("outcome").button("build-dm").click().run()
    assert not at.error
    assert edit.situation_of(board_in(at))["cards"] == {}
    assert at.button("build-add").disabled
    at = at.text_input("build-name-0").set_value("ヘヴィ").run()
    picked = next(box for box in at.selectbox if str(box.key).startswith("build-pick-"))
    assert picked.options[0] == "龍神ヘヴィ"
    at = at.button("build-add").click().run()
    assert edit.situation_of(board_in(at))["cards"]["c1"]["name"] == "龍神ヘヴィ"
    assert edit.situation_of(board_in(at))["battle_zone"]["self"] == [["c1"]]
    assert 'class="sai-board"' in html_of(at)


def test_events_are_added_and_removed_in_forms(app: App) -> None:
    at = app.open(f"outcome?y={quote(encoded(yaml.safe_dump(three_gods(), allow_unicode=True)))}")
    assert html_of(at).count('class="sai-board"') == 4
    at = at.button("build-remove-event").click().run()
    assert len(edit.case_of(board_in(at))["events"]) == 2
    assert html_of(at).count('class="sai-board"') == 3
    at = at.selectbox("build-verb").set_value("destroy").run()
    at = at.button("build-event").click().run()
    assert edit.case_of(board_in(at))["events"][-1] == {"do": "destroy", "card": "c1"}
    assert not at.error


def test_a_case_is_taken_over_without_its_claims(app: App) -> None:
    at = app.open("outcome?case=dm-qa-01b").button("build-this").click().run()
    case = edit.case_of(board_in(at))
    assert "expected" not in case
    assert set(case["situation"]["cards"]) == {"heavy", "df", "metal", "bol"}
    assert html_of(at).count('class="sai-board"') == 4


def test_equip_targets_are_told_with_the_reason(app: App) -> None:
    document = edit.blank("ygo", title="own", day="2022-01-01")
    for label, types, zone in (("spell", ["equip_spell"], "hand"), ("monster", ["monster"], "monster_zone")):
        document, card = edit.add_card(document, {"label": label, "types": types})
        document = edit.place(document, card, "me", zone)
    document = edit.place(document, "c2", "me", "monster_zone", position="face_down")
    shown = html_of(app.open(f"outcome?y={quote(encoded(yaml.safe_dump(document)))}"))
    assert "spell → monster：選べません" in shown
    document = edit.place(document, "c2", "me", "monster_zone")
    shown = html_of(app.open(f"outcome?y={quote(encoded(yaml.safe_dump(document)))}"))
    assert "spell → monster：選べます" in shown


def test_two_days_are_compared_with_the_rule_that_parts_them(app: App) -> None:
    from explorer.app.cases import all_cases
    from ontology.reasoner import difference

    # A case whose board comes out otherwise on another day, found by asking the reasoner.
    for case in all_cases().values():
        board = next(iter(case.boards), None)
        if case.game != "dm" or board is None or not case.id.startswith("dm-qa"):
            continue
        found = difference(board, case.date(board), "2010-01-01")
        if found.differs and found.responsible:
            at = app.open(f"outcome?case={case.id}&vs=2010-01-01")
            shown = html_of(at)
            assert any("日付によって結果が変わります" in part.value for part in at.warning)
            assert all(rule.id in shown for rule in found.responsible)
            return
    raise AssertionError("no case depends on the day")


def test_the_same_outcome_on_two_days_is_said_to_be_the_same(app: App) -> None:
    at = app.open("outcome?case=dm-qa-01a&vs=2022-01-01")
    assert any("結果は同じ" in part.value for part in at.success)
    bad = app.open("outcome?case=dm-qa-01a&vs=2022-13-01")
    assert any("2021-09-07" in part.value for part in bad.warning)


def test_a_disputed_case_is_one_file_that_can_be_derived_again(app: App) -> None:
    from explorer.app.cases import all_cases
    from explorer.app.dispute import dispute
    from explorer.app.session import location
    from explorer.app.views.outcome_edit import as_yaml
    from ingest.store import open_store

    case = all_cases()["dm-qa-01a"]
    derivations = derive_board(case.boards[0])
    with open_store(location(), read_only=True) as store:
        file = dispute(as_yaml(case), derivations, store, lang="ja", without=[])
    said = yaml.safe_load(file)["dispute"]
    rule = next(rule for rule in said["rules"] if rule["id"] == "703.4e")
    assert rule["wordings"][0]["page"] == "状況起因処理"
    assert rule["sources"]
    assert said["software"]["saitei"]
    assert said["explanation"][0] == derivations[0].to_text("ja")
    again = derive_board(next(iter(load_scenarios(file))).boards[0])
    assert again[0].to_json()["verdict"] == derivations[0].to_json()["verdict"]


def test_cards_are_joined_to_the_ends_of_chains() -> None:
    document = edit.link(three_gods(), [])
    document["cases"][0]["situation"]["links"] = []
    one = edit.join(document, "c1", "c2")
    assert edit.situation_of(one)["links"] == [["c1", "c2"]]
    assert edit.situation_of(edit.join(one, "c2", "c3"))["links"] == [["c1", "c2", "c3"]]
    assert edit.situation_of(edit.join(one, "c3", "c1"))["links"] == [["c3", "c1", "c2"]]
    assert edit.situation_of(edit.join(one, "c2", "c1"))["links"] == [["c2", "c1"]]


def test_an_equip_spell_is_activated_at_a_target_that_is_offered(app: App) -> None:
    document = edit.blank("ygo", title="own", day="2022-01-01")
    document, _ = edit.add_card(document, {"label": "spell", "types": ["equip_spell"]})
    document = edit.place(document, "c1", "me", "hand")
    for position in ("face_up", "face_down"):
        document, card = edit.add_card(document, {"label": position, "types": ["monster"]})
        document = edit.place(document, card, "me", "monster_zone", position=position)
    at = app.open(f"outcome?y={quote(encoded(yaml.safe_dump(document)))}")
    offered = next(box for box in at.selectbox if str(box.key).startswith("build-target-"))
    assert offered.options == ["spell → face_up"]
    at = at.button("build-activate").click().run()
    assert edit.case_of(board_in(at))["events"] == [
        {"do": "activate", "card": "c1", "by": "me", "target": "c2"},
        {"do": "resolve", "card": "c1"},
    ]
    assert "sai-b-tie" in html_of(at)
