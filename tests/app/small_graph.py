"""A small graph in the vocabulary of the project, written out by hand, and a store on disk that holds it.

Two pages in own words: enough of every kind to have something on each page of the app.
"""

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

from ingest.store import VOCABULARY_GRAPH, open_store
from ontology.namespaces import (
    DM,
    TCG,
    card_iri,
    mint_iri,
    name_set_iri,
    page_iri,
    rule_iri,
    ruling_iri,
    term_iri,
)

RDF_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCT = "http://purl.org/dc/terms/"
XSD = "http://www.w3.org/2001/XMLSchema#"

DERIVED = mint_iri("graph", "derived")
FIRST = page_iri("dm", "test", "再構築")
SECOND = page_iri("dm", "test", "状況起因処理")
RULE = rule_iri("dm", "703.4e")
GROUP = rule_iri("dm", "703.4")
HEAVY = card_iri("dm", "龍神ヘヴィ")
METAL = card_iri("dm", "龍神メタル")
TERM = term_iri("dm", "再構築")
LINK = term_iri("dm", "リンク")
SET = name_set_iri("dm", "破壊神デス")
RULING = ruling_iri("dm", "example-1")

FIRST_TEXT = """再構築
■ルール
・進化クリーチャーが離れたとき、下のカードが場に残る処理を再構築と呼ぶ。
・残ったカードがリンクの条件を満たさなければ、リンクは外れる（703.4e）。
■公式Ｑ＆Ａ
Q.まん中の《龍神ヘヴィ》が離れました。《龍神メタル》とのリンクは続きますか？
A.いいえ、続きません。703.4eにより外れます。
（2021.9.7）
"""
SECOND_TEXT = """状況起因処理
703.4e リンクの情報が不適正になったゴッドのリンクは外れる。
《龍神メタル》などのゴッドが対象になる。実際の運用では手順が異なることがある。城は703.4mで扱う。
"""


def node(iri: str) -> ox.NamedNode:
    return ox.NamedNode(iri)


def tcg(name: str) -> ox.NamedNode:
    return ox.NamedNode(str(TCG[name]))


def text(value: str, lang: str | None = None) -> ox.Literal:
    return ox.Literal(value, language=lang) if lang else ox.Literal(value)


def number(value: int) -> ox.Literal:
    return ox.Literal(str(value), datatype=ox.NamedNode(XSD + "integer"))


def day(value: str) -> ox.Literal:
    return ox.Literal(value, datatype=ox.NamedNode(XSD + "date"))


def placed(subject: str, page: str, body: str, words: str, nth: int = 0) -> Iterator[ox.Triple]:
    start = -1
    for _ in range(nth + 1):
        start = body.index(words, start + 1)
    line_start = body.rfind("\n", 0, start) + 1
    yield ox.Triple(node(subject), tcg("onPage"), node(page))
    yield ox.Triple(node(subject), tcg("start"), number(start))
    yield ox.Triple(node(subject), tcg("end"), number(start + len(words)))
    yield ox.Triple(node(subject), tcg("line"), number(body.count("\n", 0, start) + 1))
    yield ox.Triple(node(subject), tcg("column"), number(start - line_start + 1))
    yield ox.Triple(node(subject), tcg("text"), text(words))


def typed(subject: str, *classes: str) -> Iterator[ox.Triple]:
    for name in classes:
        yield ox.Triple(node(subject), RDF_TYPE, tcg(name))


def page(iri: str, title: str, body: str, date: str) -> Iterator[ox.Triple]:
    yield from typed(iri, "Page")
    yield ox.Triple(node(iri), node(DCT + "title"), text(title))
    yield ox.Triple(node(iri), tcg("game"), text("dm"))
    yield ox.Triple(node(iri), tcg("text"), text(body))
    yield ox.Triple(node(iri), node(DCT + "modified"), day(date))


def entity(iri: str, cls: str, label: str) -> Iterator[ox.Triple]:
    yield from typed(iri, cls)
    yield ox.Triple(node(iri), node(SKOS + "prefLabel"), text(label, "ja"))
    yield ox.Triple(node(iri), tcg("game"), text("dm"))


def rule(iri: str, notation: str, group: str | None) -> Iterator[ox.Triple]:
    yield from typed(iri, "Rule" if group else "RuleGroup")
    yield ox.Triple(node(iri), node(SKOS + "notation"), text(notation))
    if group:
        yield ox.Triple(node(iri), node(DCT + "isPartOf"), node(group))


def mention(
    page_of: str, name: str, body: str, words: str, target: str, inside: str, nth: int = 0
) -> Iterator[ox.Triple]:
    iri = f"{page_of}#m-{name}"
    yield from typed(iri, "Mention")
    yield from placed(iri, page_of, body, words, nth)
    yield ox.Triple(node(iri), tcg("mentions"), node(target))
    yield ox.Triple(node(iri), tcg("displayText"), text(words.strip("《》")))
    yield ox.Triple(node(iri), tcg("inStatement"), node(inside))


def first_page() -> Iterator[ox.Triple]:
    yield from page(FIRST, "再構築", FIRST_TEXT, "2022-07-28")
    section = f"{FIRST}#sec-1"
    yield from typed(section, "Section")
    yield ox.Triple(node(section), node(DCT + "title"), text("ルール"))
    yield ox.Triple(node(section), node(DCT + "isPartOf"), node(FIRST))
    yield from placed(
        section, FIRST, FIRST_TEXT, FIRST_TEXT[FIRST_TEXT.index("■ルール") : FIRST_TEXT.index("■公式")]
    )
    define, remove = f"{FIRST}#s-1", f"{FIRST}#s-2"
    for iri, cls, words in (
        (define, "Definition", "進化クリーチャーが離れたとき、下のカードが場に残る処理を再構築と呼ぶ。"),
        (remove, "RuleStatement", "残ったカードがリンクの条件を満たさなければ、リンクは外れる（703.4e）。"),
    ):
        yield from typed(iri, "Statement", cls)
        yield from placed(iri, FIRST, FIRST_TEXT, words)
        yield ox.Triple(node(iri), tcg("plainText"), text(words))
        yield ox.Triple(node(iri), node(DCT + "isPartOf"), node(section))
    yield ox.Triple(node(define), tcg("about"), node(TERM))
    yield ox.Triple(node(remove), tcg("about"), node(LINK))
    yield ox.Triple(node(remove), tcg("cites"), node(RULE))
    yield ox.Triple(node(TERM), tcg("definedBy"), node(define))
    question = "まん中の《龍神ヘヴィ》が離れました。《龍神メタル》とのリンクは続きますか？"
    answer = "いいえ、続きません。703.4eにより外れます。"
    yield from typed(RULING, "Ruling")
    whole = FIRST_TEXT[FIRST_TEXT.index("Q.") : FIRST_TEXT.index("（2021")].rstrip()
    yield from placed(RULING, FIRST, FIRST_TEXT, whole)
    for name, value in (("question", question), ("answer", answer), ("verdict", "no")):
        yield ox.Triple(node(RULING), tcg(name), text(value))
    yield ox.Triple(node(RULING), tcg("game"), text("dm"))
    yield ox.Triple(node(RULING), tcg("rulingDate"), day("2021-09-07"))
    yield ox.Triple(node(RULING), tcg("cites"), node(RULE))
    yield ox.Triple(node(RULING), tcg("involves"), node(HEAVY))
    yield ox.Triple(node(RULING), tcg("involves"), node(METAL))
    for iri, label in ((HEAVY, "龍神ヘヴィ"), (METAL, "龍神メタル")):
        yield from entity(iri, "Card", label)
    yield ox.Triple(node(HEAVY), tcg("inNameSet"), node(SET))
    yield from entity(SET, "NameSet", "破壊神デス")
    yield from entity(TERM, "Term", "再構築")
    yield ox.Triple(node(TERM), node(SKOS + "prefLabel"), text("reconstruction", "en"))
    yield from entity(LINK, "Term", "リンク")
    yield ox.Triple(node(LINK), node(SKOS + "exactMatch"), node(str(DM.Link)))
    yield from rule(RULE, "703.4e", GROUP)
    yield from rule(GROUP, "703.4", None)
    yield from mention(FIRST, "1", FIRST_TEXT, "《龍神ヘヴィ》", HEAVY, RULING)
    yield from mention(FIRST, "2", FIRST_TEXT, "《龍神メタル》", METAL, RULING)
    yield from mention(FIRST, "3", FIRST_TEXT, "リンク", LINK, remove)
    yield from mention(FIRST, "4", FIRST_TEXT, "再構築", TERM, define, 1)


def second_page() -> Iterator[ox.Triple]:
    yield from page(SECOND, "状況起因処理", SECOND_TEXT, "2020-02-18")
    version, remark = f"{SECOND}#rv-1", f"{SECOND}#s-1"
    words = "リンクの情報が不適正になったゴッドのリンクは外れる。"
    yield from typed(version, "RuleVersion")
    yield from placed(version, SECOND, SECOND_TEXT, words)
    yield ox.Triple(node(version), tcg("versionOf"), node(RULE))
    yield ox.Triple(node(version), tcg("plainText"), text(words))
    yield ox.Triple(node(version), node(SKOS + "notation"), text("703.4e"))
    yield ox.Triple(node(version), tcg("validFrom"), day("2020-02-18"))
    yield from rule(RULE, "703.4e", GROUP)
    yield from rule(GROUP, "703.4", None)
    line = "《龍神メタル》などのゴッドが対象になる。"
    practice = "実際の運用では手順が異なることがある。"
    for iri, cls, said in ((remark, "PracticeRemark", practice), (f"{SECOND}#s-2", "ExampleStatement", line)):
        yield from typed(iri, "Statement", cls)
        yield from placed(iri, SECOND, SECOND_TEXT, said)
        yield ox.Triple(node(iri), tcg("plainText"), text(said))
        yield ox.Triple(node(iri), node(DCT + "isPartOf"), node(SECOND))
    yield ox.Triple(node(remark), tcg("practiceDiffersFrom"), node(RULE))
    yield from entity(METAL, "Card", "龍神メタル")
    yield from mention(SECOND, "1", SECOND_TEXT, "《龍神メタル》", METAL, f"{SECOND}#s-2")
    link = f"{SECOND}#l-1"
    yield from typed(link, "Link")
    yield from placed(link, SECOND, SECOND_TEXT, "城")
    yield ox.Triple(node(link), tcg("linksTo"), node(page_iri("dm", "test", "城")))
    yield ox.Triple(node(link), tcg("displayText"), text("城"))


def derived() -> Iterator[ox.Triple]:
    """What an earlier run of the reasoner left: rules working on each other, each with a board that shows it."""
    for kind, first, second, board in (
        ("overrides", "x-castle-waits", "703.4e", "more-castle-stays#3"),
        ("enables", "801.4a", "703.4e", "dm-qa-01a"),
    ):
        this = mint_iri("dm", "interaction", kind, first, second)
        yield from typed(this, "Interaction")
        yield ox.Triple(node(this), tcg("interactionKind"), text(kind))
        yield ox.Triple(node(this), tcg("from"), node(rule_iri("dm", first)))
        yield ox.Triple(node(this), tcg("to"), node(rule_iri("dm", second)))
        yield ox.Triple(node(this), tcg("witness"), text(board))


def vocabulary() -> Iterator[ox.Triple]:
    folder = Path(__file__).parent.parent.parent / "ontology" / "vocabulary"
    for file in sorted(folder.glob("*.ttl")):
        for quad in ox.parse(file.read_bytes(), format=ox.RdfFormat.TURTLE):
            yield quad.triple


def build(folder: Path) -> Path:
    """Write the graph into a store at `folder` and return its place."""
    place = folder / "store"
    with open_store(place) as store:
        store.build(
            [
                (FIRST, first_page()),
                (SECOND, second_page()),
                (VOCABULARY_GRAPH, vocabulary()),
                (DERIVED, derived()),
            ]
        )
    return place
