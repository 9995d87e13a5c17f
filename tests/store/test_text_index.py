"""The text index finds what a scan finds."""

import functools
import random

import pyoxigraph as ox
import pytest

from ingest.store import open_store
from ingest.text_index import Entry, TextIndex, entries_of, open_text_index
from ontology.namespaces import fold_name

PAGE = "https://saitei.example/id/dm/page/t/a"
WORDS = "龍神竜城破壊神カードを墓地に置く。「ゴッド」G・リンク703.4e(7) ﾊﾝｶｸ Ｚ　a-b*\"'！?～"


def texts(rng, count):
    return ["".join(rng.choice(WORDS) for _ in range(rng.randint(1, 60))) for _ in range(count)]


@pytest.fixture
def index(tmp_path):
    made = TextIndex(tmp_path / "text.sqlite")
    yield made
    made.close()


def scan(corpus, query):
    terms = [fold_name(w) for w in query.split() if fold_name(w)]
    return {
        t
        for t, folded in zip(corpus, folded_all(tuple(corpus)), strict=True)
        if terms and all(x in folded for x in terms)
    }


@functools.lru_cache
def folded_all(corpus):
    return [fold_name(t) for t in corpus]


def test_exact_for_queries_of_any_length(index):
    rng = random.Random(3)
    corpus = texts(rng, 3000)
    index.rebuild([(PAGE, [Entry(f"{PAGE}#{i}", "Statement", 0.0, t) for i, t in enumerate(corpus)])])
    tried = 0
    for _ in range(400):
        text = rng.choice(corpus)
        length = rng.choice([1, 1, 2, 2, 3, 5, 9])
        at = rng.randrange(len(text))
        query = text[at : at + length]
        if "703-4" in query:
            continue
        expected = scan(corpus, query)
        assert {h.text for h in index.search(query, limit=None)} == expected, query
        tried += bool(expected)
    assert tried > 300
    assert index.search("存在しない語句", limit=None) == []


def test_replace_and_remove_leave_nothing_behind(index):
    rng = random.Random(5)
    pages = {f"{PAGE}{i}": texts(rng, 30) for i in range(10)}
    index.rebuild(
        (p, [Entry(f"{p}#{i}", "Statement", 0.0, t) for i, t in enumerate(ts)]) for p, ts in pages.items()
    )
    for page in list(pages)[:5]:
        pages[page] = texts(rng, 20)
        index.replace(page, [Entry(f"{page}#{i}", "Statement", 0.0, t) for i, t in enumerate(pages[page])])
    gone = list(pages)[7]
    index.replace(gone, [])
    pages[gone] = []
    index.commit()
    corpus = [t for ts in pages.values() for t in ts]
    for query in ["城", "龍", "破壊", "リンク", "703.4e", "e", "。「", "神カ"]:
        assert {h.text for h in index.search(query, limit=None)} == scan(corpus, query)
    assert index.count() == sum(1 for t in corpus if fold_name(t))


@pytest.mark.parametrize("written", ["703.4e", "７０３．４ｅ", "703-4e", "703.4E", "７０３－４ｅ"])
def test_rule_numbers_in_all_spellings(index, written):
    index.replace(
        PAGE, [Entry("r", "Rule", 1.0, "703.4e"), Entry("s", "Statement", 0.0, "規則703.4eにより外れる")]
    )
    assert [h.iri for h in index.search(written)] == ["r", "s"]


def test_names_come_before_passages_and_exact_names_first(index):
    index.replace(
        PAGE,
        [
            *(Entry(f"s{i}", "Statement", 0.0, f"龍神ヘヴィ{i}") for i in range(100)),
            Entry("c2", "Card", 1.0, "龍神ヘヴィ・改"),
            Entry("c3", "Card", 0.95, "真龍神ヘヴィ"),
            Entry("c1", "Card", 1.0, "《龍神ヘヴィ》"),
        ],
    )
    assert [h.iri for h in index.search("竜神ﾍｳﾞｨ", limit=5)][:3] == ["c1", "c2", "c3"]
    assert {h.kind for h in index.search("龍神", kinds=["Card"])} == {"Card"}
    assert len(index.search("龍神", limit=7)) == 7


def test_entries_of_a_page_and_catching_up_after_a_crash(tmp_path):
    tcg, skos = "https://saitei.example/tcg#", "http://www.w3.org/2004/02/skos/core#"
    rdf_type = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
    page = ox.NamedNode(PAGE)
    ruling, card = ox.NamedNode(PAGE + "#q"), ox.NamedNode("https://saitei.example/id/dm/card/x")

    def content(answer):
        return [
            ox.Triple(page, rdf_type, ox.NamedNode(tcg + "Page")),
            ox.Triple(page, ox.NamedNode("http://purl.org/dc/terms/title"), ox.Literal("再構築")),
            ox.Triple(page, ox.NamedNode(tcg + "text"), ox.Literal("全文")),
            ox.Triple(ruling, rdf_type, ox.NamedNode(tcg + "Ruling")),
            ox.Triple(ruling, ox.NamedNode(tcg + "answer"), ox.Literal(answer)),
            ox.Triple(card, rdf_type, ox.NamedNode(tcg + "Card")),
            ox.Triple(card, ox.NamedNode(skos + "prefLabel"), ox.Literal("城の主", language="ja")),
        ]

    assert [(e.kind, e.text) for e in entries_of(content("はい、外れます。"))] == [
        ("Card", "城の主"), ("Page", "再構築"), ("Ruling", "はい、外れます。"),
    ]  # fmt: skip
    with open_store(tmp_path / "s") as store:
        index = open_text_index(store, read_only=False)
        index.announce([PAGE])
        store.replace_page(PAGE, content("はい、外れます。"))
        index.close()  # as if the process had died here
        index = open_text_index(store, read_only=False)
        assert index.search("外れ") == []
        assert index.renew(store) == 1
        assert [(h.kind, h.label) for h in index.search("外れ")] == [("Ruling", "再構築")]
        reader = open_text_index(store)
        index.announce([PAGE])
        store.replace_page(PAGE, content("いいえ、残ります。"))
        index.renew(store)
        assert reader.search("外れ") == []
        assert [h.iri for h in reader.search("残り")] == [ruling.value]
        reader.close()
        index.close()


def test_a_name_on_many_pages_is_kept_once_and_goes_with_the_last_of_them(index):
    name = Entry("https://saitei.example/id/dm/term/城", "Term", 1.0, "城")
    for page in "abc":
        index.replace(f"{PAGE}/{page}", [name, Entry(f"{PAGE}/{page}#s", "Statement", 0.0, f"{page}の城")])
    assert index.count() == 4
    assert sorted(index.entries_in(f"{PAGE}/b")) == sorted(
        [name, Entry(f"{PAGE}/b#s", "Statement", 0.0, "bの城")]
    )
    for page in "ab":
        index.replace(f"{PAGE}/{page}", [])
    assert [(h.iri, h.graph) for h in index.search("城")] == [
        (name.iri, f"{PAGE}/c"),
        (f"{PAGE}/c#s", f"{PAGE}/c"),
    ]
    index.replace(f"{PAGE}/c", [])
    assert index.search("城") == []
    assert index.count() == 0


def test_an_index_of_an_older_version_is_not_read(tmp_path):
    with open_store(tmp_path / "s") as store:
        store.replace_page(
            PAGE,
            [ox.Triple(ox.NamedNode(PAGE), ox.NamedNode("http://purl.org/dc/terms/title"), ox.Literal("城"))],
        )
        old = open_text_index(store, read_only=False)
        old._db.execute("PRAGMA user_version=1")
        old._db.execute("DROP TABLE graphs")
        old.close()
        assert [h.text for h in open_text_index(store).search("城")] == ["城"]
