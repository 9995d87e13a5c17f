"""Periods, longest match, sentences, verdicts, running text: the parts by themselves."""

import pytest

from ingest.extraction.flow import Flow, fold_text
from ingest.extraction.kinds import classify, modality, sentences
from ingest.extraction.matcher import Matcher
from ingest.extraction.names import Names, page_title
from ingest.extraction.rulings import verdict
from ingest.extraction.validity import leading_validity, tagged_validity, title_validity
from ingest.markup import parse
from ontology.shapes import validate
from tests.extraction.conftest import extract


@pytest.mark.parametrize(
    ("title", "period"),
    [
        ("過去のルール（2021年3月15日以前のもの）", (None, "2021-03-15", None)),
        ("2020年4月1日より前の扱い", (None, "2020-03-31", None)),
        ("2014年1月以前", (None, "2014-01-31", "month")),
        ("現在のルール（2022年1月1日から）", ("2022-01-01", None, None)),
        ("2018年4月～2021年12月", ("2018-04-01", "2021-12-31", "month")),
        ("2020/4/1から2022/12/31まで", ("2020-04-01", "2022-12-31", None)),
        ("２０２２年４月８日の改訂", ("2022-04-08", None, None)),
        ("旧裁定（〜2014年1月）", (None, "2014-01-31", "month")),
        ("2019年のまとめ", (None, None, None)),
        ("2021年13月45日以前", (None, None, None)),
    ],
)
def test_periods_of_titles(title: str, period: tuple[str | None, ...]) -> None:
    assert title_validity(fold_text(title)) == period


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("残る。（2021年3月16日ルール改訂）", ("2021-03-16", None, None)),
        ("残る。(06.07.05改訂)", ("2006-07-05", None, None)),
        ("残る。（2021年3月）", (None, None, None)),
        ("コスト6のカードを2021枚集めた。(7)", (None, None, None)),
    ],
)
def test_periods_of_tags(text: str, period: tuple[str | None, ...]) -> None:
    assert tagged_validity(fold_text(text)) == period


def test_periods_of_clauses() -> None:
    assert leading_validity("2014年1月以前は酔わなかった")[1] == "2014-01-31"
    assert leading_validity("2019年10月1日以降は引かない")[0] == "2019-10-01"
    assert leading_validity("2015年から2017年ごろの環境では") == (None, None, None)
    assert leading_validity("以前は2014年まで") == (None, None, None)
    assert leading_validity("2022/4/8のルール改訂により、オーラも数える。")[0] == "2022-04-08"
    assert leading_validity("2017年12月までの裁定では、引き分けになった。")[1] == "2017-12-31"
    assert leading_validity("2022/4/8のルール改訂により、扱いが変わった。") == (None, None, None)


def test_longest_match_and_word_boundaries() -> None:
    names = [
        "場",
        "城",
        "進化",
        "進化クリーチャー",
        "マナ進化",
        "バトル",
        "バトルゾーン",
        "クロス",
        "クロスギア",
        "D2",
        "D2フィールド",
    ]
    matcher = Matcher((n, n) for n in names)

    def found(text: str) -> list[str]:
        return [value for _, _, value in matcher.find(fold_text(text))]

    assert found("場に出す場合、登場した場と戦場") == ["場", "場"]
    assert found("マナ進化クリーチャーを進化クリーチャーの上に") == ["マナ進化", "進化クリーチャー"]
    assert found("バトルゾーンでバトルする。バトルシップ") == ["バトルゾーン", "バトル"]
    assert found("クロスギアをクロスする") == ["クロスギア", "クロス"]
    assert found("Ｄ２フィールドとD2とD20") == ["D2フィールド", "D2"]
    assert found("城を築く。城壁") == ["城"]


def test_sentences_do_not_end_inside_brackets() -> None:
    text = "「出す。」という。（例。）次に引く。(703.4e)\n終わり"
    assert [text[a:b] for a, b in sentences(text)] == [
        "「出す。」という。（例。）",
        "次に引く。(703.4e)",
        "終わり",
    ]
    lone = "例)甲である。（乙である。丙である。"
    assert [lone[a:b] for a, b in sentences(lone)] == ["例)甲である。", "（乙である。", "丙である。"]


@pytest.mark.parametrize(
    ("text", "kind", "mode"),
    [
        ("ただし、呪文は除く。", "ExceptionStatement", None),
        ("例えば、1枚なら残る。", "ExampleStatement", None),
        ("条文には「置く」とあるが、実際には移す。", "PracticeRemark", None),
        ("ルールの文面どおりなら毎回調べるが、現実の裁定では一度だけ調べる。", "PracticeRemark", None),
        ("公式の回答では、条文の記述と異なり、先に置いたほうを残す。", "PracticeRemark", None),
        ("条文では「置く」とだけあるが、大会では宣言も求められる。", "PracticeRemark", None),
        ("これは条文とは矛盾するが、事務局はそう回答している。", "PracticeRemark", None),
        ("総合ルールとは違い、この表は2列に分けてある。", "ClassificationStatement", None),
        ("要するに、先に出たほうが勝つ。", "Gloss", None),
        ("能力のページを参照。", "PointerStatement", None),
        ("この効果でも参照できません。", "RuleStatement", "cannot"),
        ("かつては墓地に置かれていた。", "HistoryStatement", None),
        ("封印とは、カードの働きを止めるもののこと。", "Definition", None),
        ("カードの上に置かれることを指す。", "Definition", None),
        ("2枚を同時に置かれることはない。", "RuleStatement", None),
        ("重ねる枚数に上限は無い。", "RuleStatement", None),
        ("手札から離れた場合も同じ。", "RuleStatement", None),
        ("自分の手札を捨ててもよい。", "RuleStatement", "may"),
        ("必ず選ばなければならない。", "RuleStatement", "must"),
        ("どう扱うかは分かっていない。", "OpenPoint", None),
        ("装備魔法を発動×（裏側表示など）", "RuleStatement", "cannot"),
        ("あ", None, None),
    ],
)
def test_kinds_and_modalities(text: str, kind: str | None, mode: str | None) -> None:
    assert classify(fold_text(text)) == kind
    if mode:
        assert modality(fold_text(text)) == mode


@pytest.mark.parametrize(
    ("question", "answer", "result"),
    [
        ("残りますか?", "はい、残ります。", "yes"), ("残りますか？", "いいえ。", "no"), ("攻撃できますか?", "できません。", "no"),
        ("選べますか？", "選べます。", "yes"), ("どうなりますか？", "外れます。", "other"), ("残りますか？", "NO。", "no"),
        ("いつ出せますか？", "いつでも出せます。", "other"), ("選べますか?", "「はい」と答えます。", "yes"), ("残りますか?", "はいからさんです。", "other"),
    ],
)  # fmt: skip
def test_verdicts(question: str, answer: str, result: str) -> None:
    assert verdict(question, answer) == result


def test_running_text_knows_its_places() -> None:
    text = "*甲 [#a]\n-[[ゴッド>神]]は''強''い((脚注))です。\n"
    document = parse(text)
    flow = Flow.of(document, document.root)
    at = flow.text.index("ゴッドは強いです")
    start, end = flow.place(at, at + len("ゴッドは強い"))
    assert text[start:end] == "ゴッド>神]]は''強''い"
    assert [(flow.text[a:b], n.attrs["target"]) for a, b, n in flow.links] == [("ゴッド", "神")]


def test_folding_keeps_offsets() -> None:
    text = "Ｄ２フィールド−〜・ﾊﾞ＜＞　㌔①"
    assert len(fold_text(text)) == len(text)
    assert fold_text("（７０３．４ｅ）") == "(703.4e)"


def test_titles_of_pages() -> None:
    assert page_title("《早すぎた埋葬/Premature Burial》", "ygo") == "《早すぎた埋葬》"
    assert page_title("装備/Equip", "ygo") == "装備"
    assert page_title("《Q.Q.QX./終葬 5.S.D.》", "dm") == "《Q.Q.QX./終葬 5.S.D.》"
    assert page_title("爆炎(ばくえん)の槍", "dm") == "爆炎の槍"
    assert page_title("リンク（カード）", "dm") == "リンク（カード）"


def test_names_of_two_games_do_not_merge() -> None:
    with pytest.raises(ValueError, match="cannot be merged"):
        Names("dm").merge(Names("ygo"))


def test_homographs_belong_to_their_game() -> None:
    text = "*装備 [#a]\n装備とは、カードを付けること。\n"
    one, two = (extract(text, game=game).view.of("Term") for game in ("dm", "ygo"))
    assert one and two and not set(one) & set(two)


def test_a_known_card_is_no_name_set() -> None:
    text = "*甲 [#a]\n-《破壊神デス》と《暗黒破壊神デス・フェニックス》は別のカードである。\n-《BIG-7》と《BIG-70》。\n"
    assert [extract(text).view.label(s) for s in extract(text).view.of("NameSet")] == ["破壊神デス"]
    known = Names("dm")
    known.add_title("《破壊神デス》", exists=True)
    assert extract(text, names=known).view.of("NameSet") == []


def test_a_footnote_of_an_answer_is_read_and_what_it_cites_is_cited() -> None:
    page = extract(
        "*門の質問 [#q]\n\n>Q.[[《門》]]は残りますか?((詳しくは総合ルール 812.3b-1を参照。))\nA.はい、残ります。((ただし、《橋》は残らない。))\n[[引用元:https://example.invalid/qa/7]] (2021.9.7)\n"
    )
    view = page.view
    [ruling] = view.of("Ruling")
    assert view.values(ruling, "citedNumber") == ["812.3b-1"]
    assert [view.label(c) for c in view.values(ruling, "involves")] == ["門"]
    notes = {
        view.value(s, "plainText"): s for s in view.of("Statement") if view.value(s, "isPartOf") == ruling
    }
    assert set(notes) == {"詳しくは総合ルール 812.3b-1を参照。", "ただし、《橋》は残らない。"}
    assert view.values(notes["ただし、《橋》は残らない。"], "exceptionTo") == [ruling]
    assert validate(page.result.quads) == []
