"""B: RDF in and out, and SPARQL. Each test is named after an entry of the log of public bugs."""

import re
import time
import unicodedata
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from rdflib.compare import isomorphic

from ingest.export import EXPORT_FORMATS, export_graph
from ingest.store import QueryRefused, QuerySyntaxError, QueryTimeout, QueryTooManyRows, Store, open_store
from ingest.store.lint import check_query, lint, mend
from ontology import namespaces
from ontology.namespaces import (
    DM,
    PREFIXES,
    TCG,
    YGO,
    card_iri,
    fold_name,
    mint_iri,
    page_iri,
    rule_iri,
    term_iri,
)
from ontology.vocabulary import load_vocabulary
from tests.extraction.conftest import extract

PAGE = "*《参照》703.4 [#a]\n-703.4e：[[《参照》]]は[[城>城#b]]を見る。\n>Q.《参照》は出ますか？\nA.はい。(703.4e)\n引用元（2021.9.7）\n"


@pytest.fixture
def store() -> Store:
    opened = open_store(":memory:")
    page = extract(PAGE, title="《参照》703.4")
    opened.replace_page(page.result.page_iri, page.result.quads)
    return opened


def test_b1_every_predicate_can_be_written_in_every_format(store: Store, tmp_path: Path) -> None:
    names = {q.predicate.value.rpartition("#")[2].rpartition("/")[2] for q in store.quads()}
    names |= {str(s)[len(str(ns)) :] for ns in (TCG, DM, YGO) for s in vocabulary_properties(str(ns))}
    assert len(names) > 50
    assert [n for n in names if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", n)] == []
    subjects = {q.subject.value for q in store.quads() if isinstance(q.subject, ox.NamedNode)}
    assert rule_iri("dm", "703.4e") in subjects
    for form in EXPORT_FORMATS:
        place = tmp_path / form
        with place.open("wb") as out:
            assert export_graph(store, out, form).written > 5
        read_back(place, form)


def vocabulary_properties(namespace: str) -> set[str]:
    graph = load_vocabulary()
    kinds = (rdflib.OWL.ObjectProperty, rdflib.OWL.DatatypeProperty)
    found = {str(s) for kind in kinds for s in graph.subjects(rdflib.RDF.type, kind)}
    return {iri for iri in found if iri.startswith(namespace)}


def read_back(place: Path, form: str) -> None:
    parsers = {"trig": "trig", "nquads": "nquads", "turtle": "turtle", "jsonld": "json-ld", "rdfxml": "xml"}
    if form in parsers:
        kind = rdflib.Dataset if form in ("trig", "nquads", "jsonld") else rdflib.Graph
        assert len(kind().parse(place, format=parsers[form])) >= 0
    else:
        assert (nx.read_graphml if form == "graphml" else nx.read_gexf)(place).number_of_nodes() > 5


BAD = [
    "a b",
    'a"b',
    "a<b>",
    "a{b}",
    "a|b",
    "a\\b",
    "a^b",
    "a`b",
    "a%b",
    "100%",
    "a#b?c",
    "甲 乙",
    "../x",
    "a/b",
]


@pytest.mark.parametrize("name", BAD)
def test_b2_names_become_valid_iris(name: str) -> None:
    for iri in (
        mint_iri("dm", "page", name),
        page_iri("dm", "t", name),
        card_iri("dm", name),
        term_iri("dm", name),
    ):
        assert re.fullmatch(r"https://saitei\.example/id/[A-Za-z0-9._~%/-]+", iri)
        text = f"<{iri}> <http://e/p> <{iri}> .\n"
        (quad,) = ox.parse(text, format=ox.RdfFormat.N_TRIPLES)
        assert quad.subject.value == iri
        assert rdflib.term._is_valid_uri(iri)
    assert mint_iri("dm", "page", name).count("/") == 6
    page = extract(f"*題 [#a]\n[[{name}]]と[[甲>{name}]]\n", title=name)
    lines = ox.serialize((q.triple for q in page.result.quads), format=ox.RdfFormat.N_TRIPLES)
    assert len(list(ox.parse(lines, format=ox.RdfFormat.N_TRIPLES))) == len(
        {q.triple for q in page.result.quads}
    )


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0b", "\ud800"])
def test_b2_what_cannot_be_an_iri_is_refused_when_it_is_minted(name: str) -> None:
    with pytest.raises(ValueError, match="IRI cannot"):
        mint_iri("dm", name)


def test_b2_iris_are_minted_in_one_place() -> None:
    """No module but that of the namespaces glues an IRI of ours together from a text."""
    root = Path(namespaces.__file__).parent.parent
    glued = re.compile(r'f"[^"\n]*https://saitei\.example/id/[^"\n]*\{|str\(ID\) \+ (?!"/"\.join)')
    found = []
    for package in ("ontology", "ingest", "explorer"):
        for file in (root / package).rglob("*.py"):
            if file.name != "namespaces.py" and glued.search(file.read_text("utf-8")):
                found.append(str(file.relative_to(root)))
    assert glued.search('f"https://saitei.example/id/{name}"')
    # Two read an address and write it back, every part encoded; the third names graphs by words of the program.
    assert set(found) <= {"explorer/serve/resources.py", "explorer/app/routes.py", "ingest/pipeline/after.py"}


@pytest.mark.parametrize(("form", "parser"), [("trig", "trig"), ("nquads", "nquads"), ("jsonld", "json-ld")])
def test_b4_a_round_trip_keeps_every_graph(store: Store, tmp_path: Path, form: str, parser: str) -> None:
    other = extract("*城 [#a]\n-城は[[要塞化]]する。\n", title="城")
    store.replace_page(other.result.page_iri, other.result.quads)
    place = tmp_path / form
    with place.open("wb") as out:
        export_graph(store, out, form)  # type: ignore[arg-type]
    got, want = rdflib.Dataset(), rdflib.Dataset()
    got.parse(place, format=parser)
    want.parse(data=ox.serialize(store.quads(), format=ox.RdfFormat.N_QUADS), format="nquads")
    names = {g.identifier for g in want.graphs() if len(g)}
    assert len(names) == 2
    assert {g.identifier for g in got.graphs() if len(g)} == names
    for name in names:
        assert isomorphic(got.graph(name), want.graph(name))


@pytest.mark.parametrize(
    ("query", "message", "mended"),
    [
        ("SELECT *　{?s ?p ?o}", "全角スペースが1行9桁にあります", "SELECT * {?s ?p ?o}"),
        ("SELECT *\u00a0{?s ?p ?o}", "1行9桁", "SELECT * {?s ?p ?o}"),
        ("SELECT * {？s ?p ?o}", "1行11桁", "SELECT * {?s ?p ?o}"),
        ("SELECT *\n｛?s ?p 「城」｝", "2行1桁", 'SELECT *\n{?s ?p "城"}'),
        ("ＳＥＬＥＣＴ * {?s ?p ?o}", "1行1桁", "SELECT * {?s ?p ?o}"),
    ],
)
def test_b5_a_full_width_character_is_named_and_mended(query: str, message: str, mended: str) -> None:
    with pytest.raises(QuerySyntaxError) as refused:
        check_query(query)
    assert message in str(refused.value)
    assert refused.value.hint == mended == mend(query)
    assert check_query(mended) == "SELECT"


def test_b5_what_stands_in_a_string_an_iri_or_a_comment_stays() -> None:
    query = 'SELECT * { ?s ?p "　「｛？" . <http://e/《参照》> ?p ?o } # 　＃'
    assert lint(query) == []
    assert mend(query) == query


def test_b7_names_that_look_the_same_are_one_node() -> None:
    nfd = unicodedata.normalize("NFD", "ガイアール・カイザー")
    assert nfd != "ガイアール・カイザー"
    for mint in (lambda n: page_iri("dm", "t", n), lambda n: card_iri("dm", n), lambda n: term_iri("dm", n)):
        assert mint(nfd) == mint("ガイアール・カイザー")
    assert card_iri("dm", "《Ｇ・リンク　−》") == card_iri("dm", "G・リンク-")
    assert card_iri("dm", "リ") != card_iri("dm", "り")
    assert fold_name("龍神ヘヴィ") == fold_name("竜神ヘヴィ") == fold_name("《龍神 ヘヴィ》")
    assert fold_name("ABC") == fold_name("ａｂｃ")
    a, b = (
        extract(f"*題 [#a]\n[[{name}]]\n").result.quads
        for name in ("ガイアール", unicodedata.normalize("NFD", "ガイアール"))
    )
    links = [{q.object.value for q in quads if q.predicate.value == str(TCG.linksTo)} for quads in (a, b)]
    assert links[0] == links[1] != set()


def test_b8_a_runaway_query_is_stopped_and_the_store_answers_on(small_store: Path) -> None:
    with open_store(small_store, read_only=True) as opened:
        started = time.monotonic()
        with pytest.raises(QueryTimeout, match=r"stopped after 0\.5 s"):
            opened.query(
                "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o }",
                timeout=0.5,
            )
        assert time.monotonic() - started < 10
        with pytest.raises(QueryTooManyRows, match="more than 3 rows"):
            opened.query("SELECT * { ?s ?p ?o }", timeout=20, max_rows=3, refuse_more=True)
        cut = opened.query("SELECT * { ?s ?p ?o }", timeout=20, max_rows=3)
        assert (cut.rows, cut.truncated) == (3, True)
        assert opened.ask("ASK { ?s ?p ?o }", timeout=20)
        with pytest.raises(QueryRefused):
            opened.query("CLEAR ALL", timeout=20)


def test_b_prefixes_are_known() -> None:
    assert {"tcg", "dm", "ygo", "id"} <= set(PREFIXES)
