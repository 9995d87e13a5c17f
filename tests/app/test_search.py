"""Names meet however they are typed."""

import re
from pathlib import Path

import pytest
import yaml

import explorer.app
from explorer.app.data.base import Named
from explorer.app.data.romaji import latin_key, readings, sound_keys
from explorer.app.data.search import NameIndex, fold, rule_number
from explorer.app.kinds import kind_named

APP = Path(explorer.app.__file__).parent
CARD = kind_named("card")
THINGS = {
    "u:1": Named("u:1", "龍神ヘヴィ", CARD),
    "u:2": Named("u:2", "暗黒破壊神デス・フェニックス", CARD),
    "u:3": Named("u:3", "703.4e", kind_named("rule")),
    "u:4": Named("u:4", "ドラグハート・ウエポン", kind_named("term")),
    "u:5": Named("u:5", "城", kind_named("term")),
    "u:6": Named("u:6", "703.4", kind_named("rule_group")),
    "u:7": Named("u:7", "再構築", kind_named("term")),
    "u:8": Named("u:8", "状況起因処理", kind_named("page")),
    "u:9": Named("u:9", "Borushakku", CARD),
}
INDEX = NameIndex(
    [*((iri, thing.label) for iri, thing in THINGS.items()), ("u:1", "りゅうじんへびぃ")], THINGS
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("龍神ヘヴィ", "u:1"),
        ("竜神ヘヴィ", "u:1"),
        ("《龍神ヘヴィ》", "u:1"),
        ("りゅうじん", "u:1"),
        ("リュウジン", "u:1"),
        ("ﾍｳﾞｨ", "u:1"),
        ("デスフェニックス", "u:2"),
        ("デス フェニックス", "u:2"),
        ("703.4e", "u:3"),
        ("７０３．４ｅ", "u:3"),
        ("703-4e", "u:3"),
        ("703.4E", "u:3"),
        ("７０３の４ｅ", "u:3"),
        ("ウェポン", "u:4"),
        ("ウエポン", "u:4"),
        ("うぇぽん", "u:4"),
        ("城", "u:5"),
        ("しろ", "u:5"),
        ("さいこうちく", "u:7"),
        ("saikouchiku", "u:7"),
        ("saikoutiku", "u:7"),
        ("saikōchiku", "u:7"),
        ("ＳＡＩＫＯＣＨＩＫＵ", "u:7"),
        ("saikouch", "u:7"),
        ("joukyou", "u:8"),
        ("zyôkyô", "u:8"),
        ("kiinshori", "u:8"),
        ("ryujin hevi", "u:1"),
        ("ryuuzinhebi", "u:1"),
        ("desu fenikkusu", "u:2"),
        ("doraguhaato uepon", "u:4"),
        ("wepon", "u:4"),
        ("shiro", "u:5"),
        ("siro", "u:5"),
        ("ボルシャック", "u:9"),
    ],
)
def test_spellings_meet(typed: str, found: str) -> None:
    hits = INDEX.find(typed)
    assert hits
    assert hits[0].thing.iri == found


@pytest.mark.parametrize(
    ("hepburn", "official", "kana"),
    [
        ("shi chi tsu fu ji", "si ti tu hu zi", "し ち つ ふ じ"),
        ("sha chu jo", "sya tyu zyo", "しゃ ちゅ じょ"),
        ("shimbun", "sinbun", "しんぶん"),
        ("matcha", "mattya", "まっちゃ"),
        ("kon'ya", "kon'ya", "こんや"),
        ("tōkyō", "tôkyô", "とうきょう"),
        ("chēn", "tyên", "チェーン"),
        ("vaisu", "baisu", "ヴァイス"),
    ],
)
def test_latin_spellings_of_one_sound_are_one_key(hepburn: str, official: str, kana: str) -> None:
    assert latin_key(hepburn) == latin_key(official)
    assert latin_key(hepburn) in sound_keys(kana)


@pytest.mark.parametrize("typed", ["saikouchiku", "fenikkusu", "joukyoukiin", "chesu", "shinka"])
def test_a_word_being_typed_begins_the_word(typed: str) -> None:
    whole = latin_key(typed)
    assert all(whole.startswith(latin_key(typed[:end])) for end in range(2, len(typed) + 1))


def test_a_name_with_an_unknown_reading_gets_none() -> None:
    assert readings("鬱") == []
    assert sound_keys("鬱") == []
    assert readings("進化クリーチャー") == ["しんかクリーチャー"]
    assert readings("一" * 1000) == []


def test_every_word_of_the_table_is_read_in_kana() -> None:
    for word, said in yaml.safe_load((APP / "data" / "readings.yaml").read_text("utf-8")).items():
        for reading in [said] if isinstance(said, str) else said:
            assert re.fullmatch("[ぁ-んー]+", reading), word
            assert sound_keys(reading), word


def test_what_is_spelled_so_comes_before_what_sounds_so() -> None:
    things = {
        "u:a": Named("u:a", "新", kind_named("card")),
        "u:b": Named("u:b", "shinka", kind_named("card")),
        "u:c": Named("u:c", "進化", kind_named("term")),
    }
    index = NameIndex([(iri, thing.label) for iri, thing in things.items()], things)
    assert [hit.thing.iri for hit in index.find("shinka")] == ["u:b", "u:c"]


def test_a_letter_that_everything_has_is_cut_off_by_rank() -> None:
    things = {f"u:{n}": Named(f"u:{n}", f"カード{n}", CARD) for n in range(3000)}
    things["u:t"] = Named("u:t", "カ", kind_named("term"))
    index = NameIndex([(iri, thing.label) for iri, thing in things.items()], things)
    hits = index.find("カ")
    assert len(hits) == 200
    assert hits[0].thing.iri == "u:t"
    assert [hit.thing.label for hit in hits[1:4]] == ["カード0", "カード1", "カード2"]


def test_the_whole_number_comes_before_those_that_begin_with_it() -> None:
    assert [hit.thing.iri for hit in INDEX.find("703.4")] == ["u:6", "u:3"]


@pytest.mark.parametrize("typed", ["", "   ", "・", "《》"])
def test_nothing_typed_finds_nothing(typed: str) -> None:
    assert INDEX.find(typed) == []


@pytest.mark.parametrize(
    ("typed", "number"), [("2020年", None), ("総合ルール 1.50版", None), ("801.4c", "801.4c"), ("114", "114")]
)
def test_only_numbers_of_rules_are_taken_for_such(typed: str, number: str | None) -> None:
    assert rule_number(typed) == number


def test_folding_is_stable() -> None:
    for text in ("龍神ヘヴィ", "ＡＢＣ", "Q.Q.QX./終葬 5.S.D."):
        assert fold(fold(text)) == fold(text)
