"""Boards as pictures: stacks, links, attachments, and the board read back from a state."""

import pytest
from clingo import parse_term

from explorer.app import cases
from explorer.app.after import situation_after
from explorer.app.board import board_of, changed
from explorer.app.board_card import fitted, letters
from explorer.app.board_svg import drawn
from explorer.app.i18n import texts

JA = texts("ja")


def stacks(board: object) -> list[tuple[str, str, list[list[list[str]]]]]:
    return [
        (
            row.player,
            row.zone,
            [[[card.id for card in stack.cards] for stack in group] for group in row.groups],
        )
        for row in board.rows  # type: ignore[attr-defined]
    ]


def test_linked_objects_stand_together_and_stacks_keep_their_order() -> None:
    situation = {
        "cards": {
            "a": {"name": "甲"},
            "b": {"name": "乙"},
            "c": {"label": "下"},
            "d": {"name": "丁", "types": ["creature"]},
        },
        "battle_zone": {"self": [["a"], ["d"], ["b", "c"]]},
        "links": [["a", "b"]],
        "attachments": [{"card": "d", "to": "a", "how": "crossed"}],
    }
    board = board_of(situation, JA)
    assert stacks(board) == [("self", "battle_zone", [[["a"], ["b", "c"]], [["d"]]])]
    svg = drawn(board, JA, title="盤面")
    assert svg.count('class="sai-b-link"') == 1
    assert svg.count('class="sai-b-under"') == 1
    assert "＋丁" in svg


def test_a_card_attached_from_another_zone_is_joined_by_a_line() -> None:
    situation = {
        "cards": {"m": {"label": "戦士"}, "e": {"label": "剣"}, "d": {"label": "盾"}},
        "monsters": {"me": [{"card": "m", "position": "face_up"}]},
        "spell_trap_zone": {"me": [{"card": "e", "position": "face_up"}]},
        "attachments": [{"card": "e", "to": "m"}, {"card": "d", "to": "m"}],
    }
    svg = drawn(board_of(situation, JA), JA, title="盤面")
    assert svg.count('class="sai-b-tie"') == 2
    assert "＋" not in svg
    assert svg.count('class="sai-b-card"') == 3, "an equipped card of which no zone is said lies in its zone"


def test_tapped_and_face_down_cards_look_different() -> None:
    situation = {
        "cards": {"a": {"label": "甲"}, "b": {"label": "乙", "face": "down"}},
        "battle_zone": {"self": [["a"], ["b"]]},
        "status": {"a": "tapped"},
    }
    svg = drawn(board_of(situation, JA), JA, title="盤面")
    assert 'width="138.0" height="100.0" rx="7" class="sai-b-card"' in svg
    assert svg.count('class="sai-b-back"') == 1
    assert "タップ：甲" in svg
    assert "裏向き：乙" in svg


def test_the_opponent_sits_across_the_table() -> None:
    situation = {
        "cards": {c: {"label": c} for c in "abcd"},
        "battle_zone": {"self": [["a"]], "opponent": [["b"]]},
        "other_zones": {"self": {"hand": ["c"]}, "opponent": {"hand": ["d"]}},
    }
    rows = [(row.player, row.zone) for row in board_of(situation, JA).rows]
    assert rows == [
        ("opponent", "hand"),
        ("opponent", "battle_zone"),
        ("self", "battle_zone"),
        ("self", "hand"),
    ]


def test_what_changed_between_two_boards_is_marked() -> None:
    before = {
        "cards": {c: {"label": c} for c in "abc"},
        "battle_zone": {"self": [["a"], ["b", "c"]]},
        "links": [["a", "b"]],
    }
    after = {
        **before,
        "battle_zone": {"self": [["a"], ["c"]]},
        "links": [],
        "other_zones": {"self": {"graveyard": ["b"]}},
    }
    moved = changed(board_of(before, JA), board_of(after, JA))
    assert moved == {"a", "b", "c"}
    assert changed(board_of(after, JA), board_of(after, JA)) == set()
    svg = drawn(board_of(after, JA), JA, title="盤面", marked={"b"})
    assert svg.count("sai-b-new") == 1


def test_long_names_are_broken_and_cut_where_they_must_be() -> None:
    assert letters(fitted("あ" * 20, 8)) <= 8
    assert fitted("短い", 8) == "短い"
    svg = drawn(
        board_of(
            {"cards": {"a": {"label": "a card of another civilization"}}, "battle_zone": {"self": [["a"]]}},
            JA,
        ),
        JA,
        title="x",
    )
    assert ">civilization<" in svg


def test_names_are_escaped() -> None:
    board = board_of({"cards": {"a": {"name": "<b>&"}}, "battle_zone": {"self": [["a"]]}}, JA)
    assert "<b>" not in drawn(board, JA, title="<i>")


def test_a_duel_masters_state_is_read_back() -> None:
    before = {
        "cards": {"x": {"name": "上"}, "y": {"name": "下"}, "z": {"name": "外"}},
        "battle_zone": {"self": [["z", "x", "y"]]},
    }
    said = 'top("x") over("x","y") side("x",self) in("z",graveyard) owner("z",self) type("x",creature) status("x",tapped)'
    after = situation_after([parse_term(word) for word in said.split()], before)
    board = board_of(after, JA)
    assert stacks(board) == [("self", "battle_zone", [[["x", "y"]]]), ("self", "graveyard", [[["z"]]])]
    assert board.rows[0].groups[0][0].cards[0].tapped


def test_a_yu_gi_oh_state_is_read_back() -> None:
    before = {"cards": {"m": {"label": "モンスター"}, "e": {"label": "装備"}}}
    said = 'at("m",monster_zone,me) at("e",spell_trap_zone,me) face("m",face_up) face("e",face_up) equipped("e","m")'
    board = board_of(situation_after([parse_term(word) for word in said.split()], before), JA)
    assert stacks(board) == [("me", "monsters", [[["m"]]]), ("me", "spell_trap_zone", [[["e"]]])]
    assert [label for _, label, _ in board.rows[0].groups[0][0].attached] == ["装備"]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_shipped_board_can_be_drawn(lang: str) -> None:
    text = texts(lang)
    assert len(cases.all_cases()) > 50
    for case in cases.all_cases().values():
        for board in case.boards:
            svg = drawn(board_of(board.situation, text), text, title=board.id)
            assert "<svg" in svg or text("board.empty") in svg


def test_the_first_state_of_every_shipped_board_is_the_board_of_its_case() -> None:
    """What is marked as changed in the first step is what the step changed, not how boards are written down."""
    from ontology.reasoner.cards import card_facts
    from ontology.reasoner.derivation import game_of

    for case in cases.all_cases().values():
        for board in case.boards if case.mode != "graph" else ():
            facts = game_of(case.game).setup(board, card_facts(case, None)).facts
            said, derived = (
                board_of(board.situation, JA),
                board_of(situation_after(facts, board.situation), JA),
            )
            assert changed(said, derived) == set(), board.id
