"""Every page of the app, by its title, in both languages; and what each shows of a small graph."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from streamlit.testing.v1 import AppTest

from explorer.app.i18n import texts
from explorer.app.views.searching import marked
from tests.app.conftest import App
from tests.app.small_graph import FIRST


def html_of(at: AppTest) -> str:
    """Everything that the app shows as HTML of its own."""
    return "\n".join(str(part.get("html", "")) for part in components(at))


def components(at: AppTest) -> list[dict[str, Any]]:
    found = []
    for element in at.get("bidi_component"):
        if element.proto.WhichOneof("data") == "json":
            found.append(json.loads(element.proto.json))
        elif element.proto.WhichOneof("data") == "mixed":
            found.append(json.loads(element.proto.mixed.json))
    return found


def drawing_of(at: AppTest) -> dict[str, Any]:
    return next(part for part in components(at) if "nodes" in part)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(
    "page", ["overview", "search", "graph", "entity", "outcome", "findings", "import", "sparql"]
)
def test_each_page_opens_with_its_title(app: App, page: str, lang: str) -> None:
    path = "" if page == "overview" else page
    at = app.open(f"{path}?lang={lang}")
    assert at.title[0].value == texts(lang)(f"{page}.title")
    assert not at.error


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("entity?id=dm/rule/703.4e", "703.4e"),
        ("entity?id=dm/rule/703.4", "703.4"),
        ("entity?id=dm/card/龍神ヘヴィ", "龍神ヘヴィ"),
        ("entity?id=dm/term/再構築", "再構築"),
        ("entity?id=dm/term/再構築&lang=en", "reconstruction"),
        ("entity?id=dm/name-set/破壊神デス", "破壊神デス"),
        (
            "entity?id=dm/ruling/example-1",
            "まん中の《龍神ヘヴィ》が離れました。《龍神メタル》とのリンクは続きますか？",
        ),
        ("entity?id=dm/page/test/状況起因処理", "状況起因処理"),
        (f"entity?id={quote(FIRST)}%23sec-1", "ルール"),
        (
            f"entity?id={quote(FIRST)}%23s-1",
            "進化クリーチャーが離れたとき、下のカードが場に残る処理を再構築と呼ぶ。",
        ),
        ("entity?id=dm/card/居ない", "項目"),
        ("entity?id=dm/card/居ない&lang=en", texts("en")("entity.title")),
        ("?kind=ruling", "裁定"),
        ("?kind=ruling&lang=en", texts("en")("kind.ruling")),
    ],
)
def test_each_kind_of_thing_has_a_page_with_its_name(app: App, address: str, title: str) -> None:
    at = app.open(address)
    assert at.title[0].value == title
    assert not at.error
    assert bool(at.warning) is ("居ない" in address)


def test_a_term_says_what_it_means_and_what_it_belongs_to(app: App) -> None:
    shown = html_of(app.open("entity?id=dm/term/再構築"))
    assert '<blockquote class="sai-quote">進化クリーチャーが離れたとき' in shown
    assert "再構築 3行 2桁" in shown


def test_overview_counts_each_thing_once(app: App) -> None:
    shown = html_of(app.open(""))
    for number, kind in ((2, "カード"), (1, "裁定"), (2, "ページ"), (4, "文")):
        assert f"<strong>{number}</strong>" in shown
        assert kind in shown


def test_a_list_of_one_kind(app: App) -> None:
    at = app.open("?kind=card")
    assert at.title[0].value == "カード"
    assert "龍神ヘヴィ" in html_of(at)


def test_graph_draws_the_neighbourhood_with_japanese_labels(app: App) -> None:
    at = app.open("graph?start=dm/rule/703.4e")
    drawing = drawing_of(at)
    labels = {node["label"].replace("\n", "") for node in drawing["nodes"]}
    assert {"703.4e", "703.4"} <= labels
    marks = {(node["shape"], bool(node.get("hollow"))) for node in drawing["nodes"]}
    assert len(marks) >= 4  # group, rule, wording, ruling, statement
    twin = html_of(at)
    assert all(edge["label"] for edge in drawing["edges"])
    assert twin.count("<tr>") - 2 == len(drawing["edges"]) + len(drawing["nodes"])


def test_graph_steps_open_hide_and_can_be_taken_back(app: App) -> None:
    start = app.open("graph?start=dm/rule/703.4e")
    opened = app.open("graph?start=dm/rule/703.4e&do=%2Bdm/ruling/example-1")
    before = {node["id"] for node in drawing_of(start)["nodes"]}
    after = {node["id"] for node in drawing_of(opened)["nodes"]}
    assert before < after
    places = {node["id"]: (node["x"], node["y"]) for node in drawing_of(start)["nodes"]}
    for node in drawing_of(opened)["nodes"]:
        if node["id"] in places:
            assert (node["x"], node["y"]) == places[node["id"]], "what is drawn does not jump"
    hidden = app.open("graph?start=dm/rule/703.4e&do=-dm/ruling/example-1")
    assert len(drawing_of(hidden)["nodes"]) == len(before) - 1
    undone = hidden.button("undo").click().run()
    assert {node["id"] for node in drawing_of(undone)["nodes"]} == before


def test_graph_shows_communities_in_the_drawing_the_legend_and_the_table(app: App) -> None:
    plain = app.open("graph?start=dm/term/再構築&do=%2Bdm/rule/703.4e&do=%2Bdm/card/龍神メタル")
    assert drawing_of(plain)["grounds"] == []
    at = app.open("graph?start=dm/term/再構築&do=%2Bdm/rule/703.4e&do=%2Bdm/card/龍神メタル&by=groups")
    drawing = drawing_of(at)
    grounds = drawing["grounds"]
    assert [ground["label"] for ground in grounds] == [str(n + 1) for n in range(len(grounds))]
    assert len(grounds) >= 2
    ids = {node["id"] for node in drawing["nodes"]}
    members = [member for ground in grounds for member in ground["members"]]
    assert set(members) <= ids
    assert len(members) == len(set(members))
    shown = html_of(at)
    for ground in grounds:
        assert f">{ground['label']}</span>" in shown  # the legend
        assert shown.count(f"<td>{ground['label']}</td>") >= len(ground["members"])  # the table of things
    again = drawing_of(
        app.open("graph?start=dm/term/再構築&do=%2Bdm/rule/703.4e&do=%2Bdm/card/龍神メタル&by=groups")
    )
    assert again == drawing


def test_graph_says_how_much_of_which_kind_there_was_no_room_for(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    from explorer.app import scene

    monkeypatch.setattr(scene, "FIRST", 2)
    at = app.open("graph?start=dm/rule/703.4e&do=%2Bnothing/of/the/kind")
    assert len(drawing_of(at)["nodes"]) <= 4
    said = next(part.value for part in at.markdown if "省いたもの" in part.value)
    assert re.search(r"文 \d|裁定 \d|条文 \d", said)


def test_graph_finds_a_path(app: App) -> None:
    at = app.open("graph?start=dm/rule/703.4e&do=~dm/card/龍神ヘヴィ")
    ids = {node["id"] for node in drawing_of(at)["nodes"]}
    assert any(i.endswith("example-1") for i in ids)


def test_graph_without_a_start_teaches(app: App) -> None:
    at = app.open("graph")
    assert texts("ja")("graph.teach") in at.info[0].value
    assert "graph?start=" in html_of(at)


def test_rule_page_shows_wording_rulings_and_places(app: App) -> None:
    at = app.open("entity?id=dm/rule/703.4e")
    assert at.title[0].value == "703.4e"
    shown = html_of(at)
    assert "リンクの情報が不適正になったゴッドのリンクは外れる。" in shown
    assert "状況起因処理 2行 8桁" in shown
    assert "2021-09-07" in shown
    assert "いいえ" in shown


def test_card_page_keeps_rulings_about_it_apart_from_mentions(app: App) -> None:
    at = app.open("entity?id=dm/card/龍神メタル")
    headings = [heading.value for heading in at.subheader]
    assert "このカードが関わる裁定（1）" in headings
    assert "名前だけが出てくる裁定（0）" in headings


def test_ruling_page_shows_question_answer_and_context(app: App) -> None:
    shown = html_of(app.open("entity?id=dm/ruling/example-1"))
    assert "とのリンクは続きますか？" in shown
    assert "いいえ、続きません。" in shown
    assert 'id="sai-focus"' in shown


def test_page_text_is_complete_and_links_mentions(app: App) -> None:
    import re

    from tests.app.small_graph import FIRST_TEXT

    at = app.open("entity?id=dm/page/test/再構築&at=41-60")
    body = next(part["html"] for part in components(at) if "sai-text" in str(part.get("html")))
    inner = body[body.index('<div class="sai-text"') :]
    inner = re.sub(r'<span class="sai-line"[^>]*>\d+</span>', "", inner)
    inner = re.sub(r'<a data-go class="sai-pin".*?</a>', "", inner)
    assert re.sub(r"<[^>]+>", "", inner) == FIRST_TEXT
    assert 'href="entity?id=dm%2Fcard%2F' in body
    assert "<mark" in body


def test_unknown_things_say_what_to_do(app: App) -> None:
    at = app.open("entity?id=dm/card/だれも知らないカード")
    assert "グラフにありません" in at.warning[0].value
    assert "search?q=" in html_of(at)


@pytest.mark.parametrize(
    "address", ["entity?id=%3Cscript%3E", "entity?id=dm//", "graph?start=%22%3E", "entity?id=http://a b"]
)
def test_addresses_that_make_no_sense_do_not_break_the_page(app: App, address: str) -> None:
    at = app.open(address)
    assert at.title
    assert "<script>" not in html_of(at)


def test_named_query_answers_with_links_and_files(app: App) -> None:
    at = app.open("sparql?name=rulings-by-verdict")
    assert at.title[0].value == "SPARQL"
    assert not at.error


def test_own_query_labels_things(app: App) -> None:
    query = "SELECT ?r ?d WHERE { ?r a tcg:Ruling ; tcg:rulingDate ?d }"
    at = app.open(f"sparql?sparql={query.replace(' ', '%20').replace('?', '%3F').replace(';', '%3B')}")
    shown = html_of(at)
    assert "entity?id=dm%2Fruling%2Fexample-1" in shown
    assert "2021-09-07" in shown


def test_full_width_characters_in_a_query_are_named_and_mended(app: App) -> None:
    at = app.open("sparql?sparql=SELECT%E3%80%80*%20%7B%3Fs%20%3Fp%20%3Fo%7D%20LIMIT%201")
    assert "全角スペース" in at.error[0].value
    assert "1行" in at.error[0].value
    mended = at.button("mend").click().run()
    assert not mended.error


def test_an_empty_answer_says_which_name_is_unknown(app: App) -> None:
    at = app.open("sparql?sparql=SELECT%20*%20%7B%3Fs%20skos%3Anotation%20%22703.9z%22%7D")
    assert any("703.9z" in part.value for part in at.markdown)


def test_findings_can_be_narrowed(app: App) -> None:
    at = app.open("findings")
    assert "TC0401" in html_of(at)
    narrowed = app.open("findings?code=TC0401")
    assert html_of(narrowed).count("<article") >= 1
    assert "TC1101" not in html_of(narrowed)


def test_outcome_shows_both_boards_and_cited_steps(app: App) -> None:
    at = app.open("outcome?case=dm-qa-01a")
    shown = html_of(at)
    assert shown.count('class="sai-board"') == 3  # before, after, and the step that is looked at
    assert "entity?id=dm%2Frule%2F703.4e" in shown
    assert "いいえ" in shown
    assert "適用されなかったルール" in shown


def test_outcomes_stand_side_by_side_when_there_is_a_choice(app: App) -> None:
    shown = html_of(app.open("outcome?case=dm-qa-04"))
    assert shown.count('class="sai-board"') == 4


def test_language_switch_keeps_the_place(app: App) -> None:
    at = app.open("entity?id=dm/rule/703.4e")
    switched = at.button("lang-en").click().run()
    assert switched.title[0].value == "703.4e"
    assert switched.query_params["lang"] == "en"
    assert switched.query_params["id"] == "dm/rule/703.4e"
    assert "Rulings that cite it (1)" in [heading.value for heading in switched.subheader]


@pytest.mark.parametrize("typed", ["703.4e", "７０３．４ｅ", "703-4e", "総合ルール703.4e"])
def test_a_rule_is_found_by_the_spellings_of_its_number(app: App, typed: str) -> None:
    at = app.open("")
    shown = html_of(at.text_input("quick").set_value(typed).run())
    assert "entity?id=dm%2Frule%2F703.4e" in shown


def test_a_store_that_is_not_there_is_explained(
    app: App, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("SAITEI_STORE", str(tmp_path / "nothing"))
    at = app.open("")
    assert "グラフが見つかりません" in at.error[0].value
    assert any("saitei demo" in part.value for part in at.markdown)


def test_a_changed_board_is_derived_from_the_address(app: App) -> None:
    from explorer.app.views.outcome_edit import decoded, encoded

    at = app.open("outcome?case=dm-qa-02")
    text = at.text_area[0].value
    assert decoded(encoded(text)) == text
    same = app.open(f"outcome?case=dm-qa-02&y={encoded(text)}")
    assert "いいえ" in html_of(same)
    # The card that is left is now a proper partner, so the link stays.
    changed = text.replace("god: false", "god: true").replace(
        "[[heavy, df]]", "[[heavy, df], [heavy, bol]]", 1
    )
    assert changed != text
    other = app.open(f"outcome?case=dm-qa-02&y={encoded(changed)}")
    assert not other.error
    assert html_of(other) != html_of(same)


def test_a_board_that_cannot_be_read_says_where(app: App) -> None:
    from explorer.app.views.outcome_edit import encoded

    at = app.open(f"outcome?case=dm-qa-02&y={encoded('meta: {game: dm}' + chr(10) + 'cases: [1]')}")
    assert at.error
    assert "2" in at.error[0].value
    damaged = app.open("outcome?case=dm-qa-02&y=abc")
    assert "アドレス" in damaged.error[0].value


def test_the_agreement_of_rulings_is_listed(app: App) -> None:
    shown = html_of(app.open("outcome?view=agreement"))
    assert "まん中の《龍神ヘヴィ》が離れました。" in shown
    assert "読めていない" in shown  # the one ruling of this graph has no board


def test_search_shows_passages_with_the_section_around_them(app: App) -> None:
    shown = html_of(app.open("search?q=不適正"))
    assert "<mark>不適正</mark>" in shown
    assert "状況起因処理 2行 8桁" in shown
    short = html_of(app.open("search?q=対"))
    assert "<mark>対</mark>" in short


@pytest.mark.parametrize(
    ("words", "typed", "mark"),
    [
        ("《龍神メタル》", "竜神", "龍神"),
        ("ドラグハート・ウエポン", "ウェポン", "ウエポン"),
        ("７０３．４ｅ", "703.4e", "７０３．４ｅ"),
        ("a<b", "a<", "a&lt;"),
        ("リンクと城", "城", "城"),
    ],
)
def test_what_was_searched_is_marked_however_it_is_written(words: str, typed: str, mark: str) -> None:
    assert f"<mark>{mark}</mark>" in marked(words, typed)


def test_typed_in_latin_letters_the_texts_are_searched_for_the_name(app: App) -> None:
    at = app.open("search?q=saikouchiku")
    shown = html_of(at)
    assert "entity?id=dm%2Fterm%2F%E5%86%8D%E6%A7%8B%E7%AF%89" in shown
    assert "<mark>再構築</mark>" in shown
    whole = shown[shown.index("節全体を読む") :]
    assert "リンクは外れる" in whole[: whole.index("</details>")]  # the other sentence of the section


def test_changes_between_wordings_are_marked() -> None:
    from explorer.app.differences import marked

    assert (
        marked("リンクは外れる。", "リンクは解除される。") == "リンクは<del>外</del><ins>解除さ</ins>れる。"
    )
    assert marked("<a>", "<b>") == "&lt;<del>a</del><ins>b</ins>&gt;"


def test_graph_pins_and_dates(app: App) -> None:
    at = app.open("graph?start=dm/rule/703.4e&do=*dm/ruling/example-1&do==")
    ids = {node["id"].rpartition("/")[2] for node in drawing_of(at)["nodes"]}
    assert ids == {"703.4e", "example-1"}
    early = app.open("graph?start=dm/rule/703.4e&asof=2019-01-01")
    names = {node["id"] for node in drawing_of(early)["nodes"]}
    assert not any("example-1" in name or "#rv-1" in name for name in names)


def test_a_page_has_its_findings_in_the_margin(app: App) -> None:
    at = app.open("entity?id=dm/page/test/状況起因処理")
    assert at.title[0].value == "状況起因処理"
    shown = html_of(at)
    note = re.search(r'<span class="sai-note [^"]*" role="note">.*?</span>', shown)
    assert note
    finding = re.search(r'href="(findings\?f=[0-9a-f]+)"', note[0])
    assert finding
    # It stands at the words it speaks of, which are marked, and leads to the finding itself.
    after = shown[note.end() : note.end() + 4000]
    assert 'class="sai-flagged"' in after
    alone = app.open(finding[1])
    assert alone.title[0].value == texts("ja")("findings.title")
    assert html_of(alone).count("<article") == 1
    assert "このページの指摘（" in shown


def test_a_page_without_findings_says_so(app: App) -> None:
    shown = html_of(app.open("entity?id=dm/page/test/再構築"))
    assert "このページの指摘（0）" in shown
    assert "sai-note" not in shown


def test_notes_and_marks_keep_the_text_whole() -> None:
    from explorer.app.pagetext import highlighted

    body = "一行目の文。\n二行目<の>文。\n三行目"
    shown = highlighted(
        body,
        [],
        {},
        texts("ja"),
        notes={7: ["<i>N</i>"]},
        flagged=[(7, 11), (9, 14), (14, 14)],
        focus=(2, 9),
    )
    plain = re.sub(r"<i>.*?</i>|<span class=\"sai-line\".*?</span>", "", shown)
    assert re.sub(r"<[^>]+>", "", plain) == "一行目の文。\n二行目&lt;の&gt;文。\n三行目"
    assert shown.index("<i>N</i>") < shown.index("二行")
    flagged = "".join(re.findall(r'sai-flagged">(.*?)</span>', shown))
    assert flagged.replace("&lt;", "<").replace("&gt;", ">") == body[7:14]


def test_rule_page_says_how_the_rule_works_with_others(app: App) -> None:
    shown = html_of(app.open("entity?id=dm/rule/703.4e&proofs=1"))
    assert "outcome?case=dm-qa-01a" in shown
    assert "801.4a" in shown


def test_rule_page_says_at_once_what_overrides_it_with_a_board_its_ruling_and_cards(app: App) -> None:
    shown = html_of(app.open("entity?id=dm/rule/703.4e"))
    table = next(part for part in shown.split("<table") if texts("ja")("head.exercised") in part)
    rows = re.findall(r"<tr>(?:(?!</tr>).)*</tr>", table)
    overridden = next(row for row in rows if texts("ja")("interaction.overridden_by") in row)
    assert "x-castle-waits" in overridden
    assert "outcome?case=more-castle-stays&amp;b=3" in overridden
    enabled = next(row for row in rows if texts("ja")("interaction.enabled_by") in row)
    assert "801.4a" in enabled
    assert "entity?id=dm%2Fruling%2Fexample-1" in enabled
    assert "龍神メタル" in enabled
    board = app.open("outcome?case=more-castle-stays&b=3")
    assert not board.error
    assert html_of(board).count('class="sai-board"') >= 1
    # A rule that nothing overrides says so.
    assert texts("ja")("rule.not_overridden") not in shown
    assert texts("ja")("rule.not_overridden") in html_of(app.open("entity?id=dm/rule/801.4a"))


def test_a_rule_that_only_the_reasoner_knows_has_a_page(app: App) -> None:
    at = app.open("entity?id=dm/rule/x-rebuild-link")
    assert at.title[0].value == "x-rebuild-link"
    assert not at.warning
    assert "outcome?case=" in html_of(at) or "search?q=" in html_of(at)


def test_a_card_leads_to_the_network_of_cards_alone(app: App) -> None:
    shown = html_of(app.open("entity?id=dm/card/龍神ヘヴィ"))
    assert "graph?start=dm%2Fcard" in shown
    at = app.open("graph?start=dm/card/龍神ヘヴィ&do=!&do=%2Bdm/card/龍神ヘヴィ%7C%3EinNameSet.name_set")
    assert len(drawing_of(at)["nodes"]) == 2
