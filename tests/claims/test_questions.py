"""Questions read into boards."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from ingest.claims.boards import as_yaml, read_board
from ontology.reasoner import derive, load_scenarios
from tests.claims.questions import corpus_hash, run
from tests.claims.rulings import run as run_rulings

FLOORS: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "floors.yaml").read_text(encoding="utf-8"))
QUESTION = "《火の子》を進化元にした進化クリーチャー《火の王》の上のカードだけが墓地に置かれました。再構築は行われますか？"


def test_the_questions_are_those_the_floors_were_taken_on() -> None:
    assert corpus_hash() == FLOORS["questions"]["corpus"]


def test_questions_become_the_boards_they_describe() -> None:
    result = run()
    assert len(result.equal) >= FLOORS["questions"]["equal"], result.wrong
    assert result.unmarked == []


def test_a_reading_tells_phrase_by_phrase_how_it_came_about() -> None:
    reading = read_board(QUESTION, "はい、行われます。", game="dm")
    assert reading.confidence == "high" and reading.unread == () and reading.doubts == ()
    assert [p for p, _ in reading.phrases] == ["source-of", "top-leaves-to", "rebuild"]


def test_a_reading_is_a_case_that_a_person_can_correct() -> None:
    reading = read_board(QUESTION, "はい、行われます。", game="dm", name="mine", date="2023-01-01")
    text = as_yaml([reading], game="dm", as_of="2023-01-01")
    assert "# source-of: " in text
    (derivation,) = derive(load_scenarios(text).case("mine"))
    assert derivation.verdict == "yes" and derivation.ok
    (other,) = derive(
        load_scenarios(text.replace("scope: top_card_only", "scope: whole_object")).case("mine")
    )
    assert other.verdict == "no"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("《火の王》はどうなりますか？", "墓地に置かれます。"),
        ("再構築とは何ですか？", "一番上のカードが離れる時の処理です。"),
        ("《火の王》は破壊されますか？", "状況によります。"),
        ("", ""),
        ("か？", "はい"),
        ("《", "はい"),
        ("《火の王》" * 2000 + "は破壊されますか？", "はい"),
    ],
)
def test_questions_that_cannot_be_asked_become_no_case(question: str, answer: str) -> None:
    reading = read_board(question, answer, game="dm")
    assert reading.case is None and reading.confidence == "low" and reading.doubts


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            QUESTION.replace("再構築は", "相手の効果で進化クリーチャーの能力が失われている場合、再構築は"),
            "いいえ、行われません。",
        ),
        (QUESTION.replace("置かれました", "置かれるかわりに山札の下に送られました"), "はい、行われます。"),
        (
            "《火の子》を進化元にした進化クリーチャー《火の王》が封印されています。上のカードだけが墓地に置かれました。再構築は行われますか？",
            "はい、行われます。",
        ),
        (
            "クリーチャー《火の子》のパワーが0になりましたが、《守りの城》の効果で破壊されません。《火の子》は破壊されますか？",
            "いいえ、破壊されません。",
        ),
        (
            "クリーチャー《火の子》のパワーが0になりませんでした。《火の子》は破壊されますか？",
            "いいえ、破壊されません。",
        ),
        ("自分の《火の子》を相手が選びました。《火の子》は手札に戻りますか？", "はい、戻ります。"),
    ],
)
def test_what_is_not_understood_makes_a_reading_uncertain(question: str, answer: str) -> None:
    assert read_board(question, answer, game="dm").confidence == "low"


def test_a_question_about_the_event_itself_is_a_doubt() -> None:
    question = (
        "進化クリーチャー《火の王》の下に《火の子》があります。《火の王》の上のカードだけを手札に戻せますか？"
    )
    assert read_board(question, "はい、戻せます。", game="dm").confidence == "low"


def test_whose_a_card_is() -> None:
    question = (
        "自分の効果で相手の進化クリーチャー《火の王》のパワーが0になりました。《火の王》は破壊されますか？"
    )
    reading = read_board(question, "はい、破壊されます。", game="dm")
    assert reading.case is not None
    assert reading.case["situation"]["battle_zone"] == {"self": [], "opponent": [["c1"]]}


def test_an_activation_without_a_target_is_a_doubt() -> None:
    question = "装備魔法「火の剣」の発動に「神の宣告」をチェーンされ、発動が無効になりました。「火の剣」は破壊されますか？"
    reading = read_board(question, "はい、破壊されます。", game="ygo")
    assert reading.confidence == "low" and any("対象" in doubt for doubt in reading.doubts)


def test_names_with_line_ends_do_not_break_the_file() -> None:
    reading = read_board(
        QUESTION.replace("火の子", "火\n子: [x"),
        "はい、行われます。",
        game="dm",
        name="odd",
        date="2023-01-01",
    )
    assert load_scenarios(as_yaml([reading], game="dm", as_of="2023-01-01")).cases


@pytest.mark.real_pages
@pytest.mark.skipif(
    not (os.environ.get("SAITEI_PAGES") and os.environ.get("SAITEI_CASES")),
    reason="SAITEI_PAGES and SAITEI_CASES do not name the real pages and the cases made from them",
)
def test_official_rulings_become_their_cases(real_pages: Path) -> None:
    result = run_rulings(real_pages, Path(os.environ["SAITEI_CASES"]))
    assert result.total == 12
    assert len(result.equal) >= FLOORS["rulings"]["equal"], result.wrong
    assert result.unmarked == []
