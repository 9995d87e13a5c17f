"""Habits of real pages: labels of former rulings, several editions of a card, what is no definition, linked brackets."""

import pytest

from ingest.extraction.flow import fold_text
from ingest.extraction.validity import Validity, label_period
from tests.extraction.conftest import Extracted, extract


def periods(page: Extracted) -> dict[str, tuple[str | None, str | None]]:
    view = page.view
    return {
        (view.value(s, "plainText") or "")[:4]: (view.value(s, "validFrom"), view.value(s, "validTo"))
        for s in view.of("Statement")
    }


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("旧裁定(〜2021年3月15日)", (Validity(None, "2021-03-15"), True)),
        ("【現在の裁定】", (Validity(), False)),
        ("■過去のルール(2010.7.1以前)", (Validity(None, "2010-07-01"), True)),
        ("現行裁定:2018年6月1日〜", (Validity("2018-06-01"), False)),
        ("旧裁定では2体とも残る。", None),
        ("裁定", None),
        ("旧裁定を引き継ぐカード", None),
    ],
)
def test_labels(line: str, found: tuple[Validity, bool] | None) -> None:
    assert label_period(fold_text(line)) == found


def test_a_label_dates_the_list_below_it_up_to_the_next_label() -> None:
    page = extract(
        "*灯台 [#a]\n灯台とは、港の目印のこと。\n\n**裁定変更 [#b]\n''旧裁定(〜2021年3月15日)''\n-灯は2つとも残る。\n''現在の裁定(2021年3月16日〜)''\n-灯は1つだけが残る。\n\n**参考 [#c]\n-霧笛は残る。\n"
    )
    found = periods(page)
    assert found["灯は2つ"] == (None, "2021-03-15")
    assert found["灯は1つ"] == ("2021-03-16", None)
    assert found["霧笛は残"] == (None, None)


def test_a_former_label_without_a_date_ends_where_the_present_one_begins() -> None:
    page = extract(
        "*灯台 [#a]\n灯台とは、港の目印のこと。\n\n**裁定 [#b]\n旧裁定\n\n-灯は2つとも残る。\n\n現在の裁定(2021.9.7〜)\n\n-灯は1つだけが残る。\n"
    )
    found = periods(page)
    assert found["灯は2つ"] == (None, "2021-09-06")
    assert found["灯は1つ"] == ("2021-09-07", None)


def test_a_label_that_is_an_item_dates_the_items_below_it() -> None:
    page = extract(
        "*灯台 [#a]\n灯台とは、港の目印のこと。\n\n-旧裁定(2018年6月1日以前)\n--灯は2つとも残る。\n-霧笛は残る。\n"
    )
    found = periods(page)
    assert found["灯は2つ"] == (None, "2018-06-01")
    assert found["霧笛は残"] == (None, None)


def test_a_second_edition_of_a_card_adds_no_other_numbers() -> None:
    page = extract(
        "*《暁の獣ライドル》 [#a]\n|暁の獣ライドル SR 自然文明 (7)|\n|クリーチャー:ビースト・フォーク 8000+|\n|Wブレイカー|\n\n**別の版 [#b]\n|暁の獣ライドル SR 自然文明 (6)|\n|クリーチャー:ビースト・フォーク 6000+|\n|ブロッカー|\n"
    )
    [card] = [s for s in page.view.of("Card") if page.view.label(s) == "暁の獣ライドル"]
    assert page.view.values(card, "cost") == ["7"]
    assert page.view.values(card, "power") == ["8000"]
    assert [k.rsplit("#", 1)[-1] for k in page.view.values(card, "hasKeyword")] == ["WBreaker"]
    assert [d.code for d in page.result.diagnostics] == ["EX203"]


def test_greetings_and_dates_are_no_definitions() -> None:
    page = extract(
        "総合ルール改訂のお知らせ（2021年9月3日）\nいつもお楽しみいただきありがとうございます。\n\n【変更前】\n801.4. 組み直す。\n【変更後】\n801.4. 組み替える。\n"
    )
    assert page.view.of("Definition") == []


def test_a_linked_name_in_brackets_is_the_card() -> None:
    page = extract(
        "*灯台 [#a]\n灯台とは、目印のこと。\n\n-《[[月光の剣]]》とは同時に装備できない。\n", game="ygo"
    )
    [statement] = [s for s in page.view.of("Statement") if page.view.values(s, "involves")]
    assert [page.view.label(c) for c in page.view.values(statement, "involves")] == ["月光の剣"]


def test_an_arrow_at_the_end_leads_to_a_page() -> None:
    page = extract(
        "*灯台 [#a]\n灯台とは、目印のこと。\n\n-霧の間は見えない。→[[霧笛]]\n-灯は赤→青の順に変わる。\n"
    )
    found = [
        (page.view.int(s, "line"), len(page.view.values(s, "pointsTo"))) for s in page.view.of("Statement")
    ]
    assert found == [(2, 0), (4, 1), (5, 0)]


def test_similar_cards_below_a_question_are_not_involved() -> None:
    page = extract(
        "*灯台 [#a]\n>Q.《氷の番兵》を唱える時、割り込めますか?&br;類似例:《空の番人》\nA.いいえ。\n"
    )
    [ruling] = page.view.of("Ruling")
    assert [page.view.label(c) for c in page.view.values(ruling, "involves")] == ["氷の番兵"]
    assert [page.view.label(c) for c in page.view.values(ruling, "similarTo")] == ["空の番人"]
    assert page.view.value(ruling, "question") == "《氷の番兵》を唱える時、割り込めますか?"
    bracketed = extract(
        "*灯台 [#a]\n>Q.《氷の番兵》を唱える時、割り込めますか?（類似例：《空の番人》）\nA.いいえ。\n"
    ).view
    [ruling] = bracketed.of("Ruling")
    assert [bracketed.label(c) for c in bracketed.values(ruling, "involves")] == ["氷の番兵"]
    assert [bracketed.label(c) for c in bracketed.values(ruling, "similarTo")] == ["空の番人"]


def test_what_looks_like_a_number_of_a_rule() -> None:
    page = extract(
        "*灯台 [#a]\n灯台とは、目印のこと。\n\n-箱の番号はDM-801.4である。\n-気圧は703.4ヘクトパスカルである。\n-条文は801.4である。\n"
    )
    assert [page.view.value(r, "notation") for r in page.view.of("Rule")] == ["801.4"]


def test_a_note_that_allows_what_was_forbidden_is_an_exception() -> None:
    page = extract(
        "港の灯 2006/7/5 |\n| ■【灯す時】 |\n| □霧の間は灯せない。 ※「青の灯」は、霧の間に灯してもよい。 □朝に消す。 |\n",
        game="ygo",
    )
    [exception] = page.view.of("ExceptionStatement")
    assert page.view.value(exception, "plainText") == "「青の灯」は、霧の間に灯してもよい。"


def test_periods_in_other_notations() -> None:
    page = extract(
        "*灯台 [#a]\n灯台とは、目印のこと。\n\n**2021年の裁定変更 [#b]\n-灯は消せる。\n-令和3年4月1日以降は、霧でも灯せる。\n-2013年10月25日から2014年1月24日までは、鐘は鳴らなかった。\n-(2022-04-08改訂)船も灯せる。\n"
    )
    found = periods(page)
    assert found["灯は消せ"] == (None, None)
    assert found["令和3年"] == ("2021-04-01", None)
    assert found["2013"] == ("2013-10-25", "2014-01-24")
    assert found["(202"] == ("2022-04-08", None)


def test_a_question_quoted_with_its_answer() -> None:
    page = extract("*灯台 [#a]\n>''Q.'' 灯は消せますか？\n>''A.'' いいえ。\n")
    [ruling] = page.view.of("Ruling")
    assert (page.view.value(ruling, "question"), page.view.value(ruling, "answer")) == (
        "灯は消せますか？",
        "いいえ。",
    )
