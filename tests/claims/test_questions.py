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


def test_an_open_question_is_read_with_what_its_answer_says() -> None:
    question = "クロスギア《火の盾》をクロスしたスター進化クリーチャー《火の王》だけが墓地に置かれ、タマシード《火の石》が再構築で残りました。《火の盾》はどうなりますか？"
    reading = read_board(
        question, "《火の盾》は外れて、バトルゾーンに残ります。", game="dm", date="2023-01-01", name="open"
    )
    assert reading.case is not None and reading.confidence == "high", reading
    assert "asks" not in reading.case and reading.case["expected"]["verdict"] == "other"
    (fact,) = reading.case["expected"]["holds"]
    assert fact["zone"]["is"] == "battle_zone"
    text = as_yaml([reading], game="dm", as_of="2023-01-01")
    assert derive(load_scenarios(text).case("open"))[0].ok
    other = read_board(question, "《火の盾》は墓地に置かれます。", game="dm", date="2023-01-01", name="open")
    assert not derive(load_scenarios(as_yaml([other], game="dm", as_of="2023-01-01")).case("open"))[0].ok


def test_what_an_open_answer_leaves_out_is_a_doubt() -> None:
    question = "スター進化クリーチャー《火の王》だけが墓地に置かれ、タマシード《火の石》が再構築で残りました。《火の王》、《火の石》はどうなりますか？"
    reading = read_board(question, "《火の石》はバトルゾーンに残ります。", game="dm")
    assert reading.confidence == "low" and any("火の王" in doubt for doubt in reading.doubts)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (QUESTION + "また、リンクは外れますか？", "はい、行われます。"),
        (QUESTION, "はい、再構築は行われません。"),
        (QUESTION, "いいえ。これは特例です。"),
        (QUESTION.replace("進化元にした", "進化元にした、能力を失っている"), "はい、行われます。"),
        (QUESTION.replace("再構築", "《風の民》がいます。再構築"), "はい、行われます。"),
        (QUESTION.replace("《火の王》", "《》"), "はい、行われます。"),
        (
            "装備魔法「火の剣」を装備した「火の騎士」が手札に戻りました。相手は「知らない札」をチェーンしました。「火の剣」は破壊されますか？",
            "はい、破壊されます。",
        ),
    ],
)
def test_what_does_not_fit_makes_a_reading_uncertain(question: str, answer: str) -> None:
    game = "ygo" if "装備魔法" in question else "dm"
    assert read_board(question, answer, game=game).confidence == "low"


@pytest.mark.parametrize("verb", ["を装備した", "に装備されている", "が装備されている"])
def test_a_relation_is_read_whatever_the_order_of_its_words(verb: str) -> None:
    first, second = ("谷の戦士", "風の槍") if verb.startswith("に") else ("風の槍", "谷の戦士")
    kinds = {"風の槍": "装備魔法「風の槍」", "谷の戦士": "モンスター「谷の戦士」"}
    question = f"{kinds[first]}{verb}{kinds[second]}があり、「谷の戦士」が手札に戻りました。「風の槍」は破壊されますか？"
    reading = read_board(question, "はい、破壊されます。", game="ygo")
    assert reading.case is not None
    assert reading.case["situation"]["attachments"] == [
        {
            "card": "c1" if first == "風の槍" else "c2",
            "to": "c2" if first == "風の槍" else "c1",
        }
    ]


_SIGNS = "□◇■◆○●◎☆★※×・｜|━━〔〕【】〈〉『』〝〟❶①Ⅳ㈱👍"


@pytest.mark.parametrize(
    "question",
    [
        _SIGNS * 100,
        "《火の王》" + _SIGNS * 40 + "は破壊されますか？",
        "「" * 3000,
        "《火の王》《火の子》" * 250 + "はリンクしたままですか？",
        "《火の王》の下に" * 380 + "ですか？",
        "「火の剣」を装備した" * 300 + "か？",
        "\u2028\x0b\x85\ue000《火の\x07王》\ud800は破壊されますか？",
        "ｶｰﾄﾞＡが ﾊﾞﾄﾙｿﾞｰﾝ に残ﾙか?",
    ],
)
@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_rubbish_is_no_case_that_is_sure_and_takes_no_time(question: str, game: str) -> None:
    import time

    at = time.process_time()
    reading = read_board(question, "はい、そうです。", game=game, date="2023-01-01")
    assert time.process_time() - at < 3
    assert reading.confidence == "low"
    if reading.case is not None:
        load_scenarios(as_yaml([reading], game=game, as_of="2023-01-01"))


@pytest.mark.parametrize("spelling", ["ウエポン", "ウェポン", "ｳｴﾎﾟﾝ", "ドラグハート・ウエポン"])
def test_spellings_of_a_word_are_one(spelling: str) -> None:
    question = f"{spelling}《火の剣》を装備したスター進化クリーチャー《火の王》だけが手札に戻り、タマシード《火の石》が再構築で残りました。《火の剣》は超次元ゾーンに置かれますか？"
    reading = read_board(question, "はい、置かれます。", game="dm", date="2023-01-01")
    assert reading.confidence == "high" and reading.case is not None
    assert reading.case["situation"]["attachments"] == [{"card": "c1", "to": "c2", "how": "equipped"}]
