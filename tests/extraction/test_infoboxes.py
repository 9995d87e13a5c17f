"""Cards and terms of wikis without 《》: information boxes, redirects, character references, names said in the lead."""

from ingest.extraction.names import Names
from ingest.extraction.page import collect_names, extract_page
from ingest.markup import parse
from tests.extraction.conftest import Extracted, extract
from tests.extraction.corpus import View

HARBOUR = """{{カード
| 名前 = 港の番人メル
| 種族 = [[港の民|港民]]/船乗り
| 文明 = [[水文明]]
| コスト = 4
| パワー = 3000+
| 種類 = クリーチャー
| 画像 = a.png
| 能力 =
* '''ブロッカー'''
* このクリーチャーは攻撃できない。
}}
'''港の番人メル'''（みなとのばんにんメル）は、水文明の[[クリーチャー]]。

== ルール ==
* Q&amp;A集では「番」と書かれる。
"""


def tails(view: View, subject: str, name: str) -> list[str]:
    return [v.rsplit("#", 1)[-1].rsplit("/", 1)[-1] for v in view.values(subject, name)]


def corpus(**pages: str) -> dict[str, Extracted]:
    """Extract pages that know each other, by title."""
    documents = {title: parse(text) for title, text in pages.items()}
    names = Names.merged((collect_names(d, "dm", title=t) for t, d in documents.items()), "dm")
    found = {}
    for title, document in documents.items():
        result = extract_page(document, game="dm", site="t", title=title, names=names)
        found[title] = Extracted(document, result, View(result.quads))
    return found


def test_the_parameters_of_an_infobox_are_facts_of_the_card() -> None:
    page = extract(HARBOUR, title="港の番人メル")
    [card] = page.view.of("Card")
    view = page.view
    assert (view.value(card, "cost"), view.value(card, "power")) == ("4", "3000")
    assert tails(view, card, "civilization") == ["Water"]
    assert len(view.values(card, "hasRace")) == 2
    assert tails(view, card, "hasKeyword") == ["Blocker"]
    assert tails(view, card, "does") == ["AttackRestriction"]
    assert view.value(card, "reading") == "みなとのばんにんメル"
    assert view.value(card, "describedBy") == page.result.page_iri
    assert [t for t in view.of("Term") if view.label(t) == "港の番人メル"] == []
    assert page.result.markup + page.result.extracted + page.result.uninterpreted == sum(
        1 for c in HARBOUR if not c.isspace()
    )


def test_a_box_of_another_game() -> None:
    page = extract(
        "{{YGO card\n|jname=潮の壺\n|ename=Jar of Tides\n|カードの種類=効果モンスター\n|レベル=3\n|属性=水\n|種族=水族\n|攻撃力=1200\n|守備力=?\n}}\n潮の壺は、水属性。\n",
        game="ygo",
        title="潮の壺",
    )
    [card] = page.view.of("Card")
    assert page.view.label(card, "en") == "Jar of Tides"
    assert (page.view.value(card, "level"), page.view.value(card, "attack")) == ("3", "1200")
    assert page.view.values(card, "defense") == []


def test_a_template_that_is_no_card_stays_a_template() -> None:
    page = extract(
        "{{人物|名前=港 太郎|種族=人|生年=1980}}\n港太郎は、絵を描く人のこと。\n\n== 作品 ==\n* 絵。\n"
    )
    assert page.view.of("Card") == []


def test_links_to_the_page_of_a_card_mean_the_card() -> None:
    pages = corpus(
        港の番人メル=HARBOUR,
        港="港とは、船が着く所のこと。\n\n== ルール ==\n* [[港の番人メル]]は港で働く。\n",
    )
    view = pages["港"].view
    [card] = view.of("Card")
    assert view.label(card) == "港の番人メル"
    assert [
        view.value(m, "mentions")
        for m in view.of("Mention")
        if view.value(m, "displayText") == "港の番人メル"
    ] == [card]


def test_a_redirect_is_another_name_of_its_target() -> None:
    pages = corpus(
        波止場="#REDIRECT [[港]]\n",
        港="'''港'''（みなと）とは、船が着く所のこと。\n\n== ルール ==\n* 港は静かになる。\n",
        船="'''船'''は、[[波止場]]に着くもの。\n\n== ルール ==\n* 船は波止場に置く。\n",
    )
    harbour = next(t for t in pages["港"].view.of("Term") if pages["港"].view.label(t) == "港")
    assert pages["波止場"].view.values(harbour, "altLabel") == ["波止場"]
    assert pages["波止場"].view.values(harbour, "describedBy") == []
    assert harbour in {pages["船"].view.value(m, "mentions") for m in pages["船"].view.of("Mention")}
    assert pages["港"].view.value(harbour, "reading") == "みなと"


def test_character_references_stand_for_their_characters() -> None:
    page = extract(HARBOUR, title="港の番人メル")
    [statement] = [
        s for s in page.view.of("Statement") if "番」と" in (page.view.value(s, "plainText") or "")
    ]
    assert page.view.value(statement, "plainText") == "Q&A集では「番」と書かれる。"
    assert "Q&amp;A集では" in (page.view.value(statement, "text") or "")
    last = extract("*潮 [#a]\n潮とは、海の流れのこと。\n-潮と波&hearts;\n")
    assert [
        last.view.value(s, "text")
        for s in last.view.of("Statement")
        if "波" in (last.view.value(s, "plainText") or "")
    ] == ["-潮と波&hearts;"]


def test_the_lead_gives_the_english_name() -> None:
    page = extract("*凪 [#a]\n凪とは、風の無い状態のこと。英語名は「Dead Calm」。\n")
    [term] = [t for t in page.view.of("Term") if page.view.label(t) == "凪"]
    assert page.view.label(term, "en") == "Dead Calm"
    known = extract("*クリーチャー/Creature [#a]\n攻撃できるカードのこと。\n")
    [term] = [t for t in known.view.of("Term") if known.view.label(t) == "クリーチャー"]
    assert known.view.values(term, "altLabel") == []


def test_a_box_in_english_with_both_names() -> None:
    page = extract(
        "{{Cardtable\n| name = Strait Lamp\n| jname = 海峡の灯\n| civilization = Water / Light\n| cost = 5\n| type = Creature\n| effect = Blocker\n}}\n海峡の灯は、[[クリーチャー]]。\n",
        title="海峡の灯",
    )
    [card] = page.view.of("Card")
    assert (page.view.label(card), page.view.label(card, "en")) == ("海峡の灯", "Strait Lamp")
    assert sorted(tails(page.view, card, "civilization")) == ["Light", "Water"]
    assert tails(page.view, card, "hasType") == ["Creature"]
    assert tails(page.view, card, "hasKeyword") == ["Blocker"]


def test_the_page_of_a_twinpact_without_brackets() -> None:
    page = extract(
        "湖の賢者/沈黙の鏡 [編集]\n湖の賢者 R 水文明 (4) |\nクリーチャー：人魚 4000 |\nブロッカー |\n沈黙の鏡 R 水文明 (2) |\n呪文 |\nS・トリガー |\nツインパクト。\n"
    )
    [card] = page.view.of("Card")
    assert page.view.label(card) == "湖の賢者/沈黙の鏡"
    faces = {page.view.label(f): page.view.value(f, "cost") for f in page.view.values(card, "hasFace")}
    assert faces == {"湖の賢者": "4", "沈黙の鏡": "2"}
