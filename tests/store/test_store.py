"""What every store promises: in memory, on disk, on an Oxigraph server and on Virtuoso."""

import random
import time

import pyoxigraph as ox
import pytest

from ingest.store import (
    QueryRefused,
    QuerySyntaxError,
    QueryTimeout,
    QueryTooManyRows,
    Store,
    StoreReadOnly,
    open_store,
)
from ontology.graph import GraphReader
from tests.store.servers import oxigraph_server, virtuoso_server

G = "https://saitei.example/id/dm/page/t/"
EX = "https://saitei.example/tcg#"


def triple(s, p, o):
    obj = o if not isinstance(o, str) else ox.Literal(o)
    return ox.Triple(ox.NamedNode(EX + s), ox.NamedNode(EX + p), obj)


@pytest.fixture(scope="module")
def oxigraph(tmp_path_factory):
    with oxigraph_server(tmp_path_factory.mktemp("oxigraph")) as url:
        yield url


@pytest.fixture(scope="module")
def virtuoso(tmp_path_factory):
    with virtuoso_server(tmp_path_factory.mktemp("virtuoso")) as url:
        yield url


@pytest.fixture(params=["memory", "disk", "oxigraph", "virtuoso"])
def store(request, tmp_path):
    if request.param == "memory":
        location = ":memory:"
    elif request.param == "disk":
        location = tmp_path / "store"
    else:
        location = request.getfixturevalue(request.param)
    with open_store(location) as opened:
        if request.param in ("oxigraph", "virtuoso"):
            opened.build([])
        opened.engine = request.param
        yield opened


def default_graph(store: Store) -> set[tuple]:
    return set(store.select("SELECT ?s ?p ?o { ?s ?p ?o }"))


def merged(store: Store) -> set[tuple]:
    return set(store.select("SELECT DISTINCT ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }"))


def count(store: Store) -> int:
    return int(store.select("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")[0][0])


def test_is_a_graph_reader(store):
    reader: GraphReader = store
    assert reader.select("SELECT ?s { ?s ?p ?o }") == []
    assert reader.ask("ASK { ?s ?p ?o }") is False


def test_a_triple_on_three_pages_counts_once(store):
    shared = triple("rule", "says", "同じ")
    for name in "abc":
        store.replace_page(G + name, [shared, triple(name, "is", name)])
    assert count(store) == 4
    assert len(list(store.quads())) == 6
    store.remove_page(G + "a")
    assert count(store) == 3
    store.replace_page(G + "b", [triple("b", "is", "b")])
    assert count(store) == 3
    store.remove_page(G + "c")
    assert default_graph(store) == {(EX + "b", EX + "is", "b")}
    assert store.graphs() == [G + "b"]


def test_default_graph_is_the_merge_after_any_history(store):
    rng = random.Random(7)
    names = [G + str(i) for i in range(6)]
    pool = [triple(f"s{i}", f"p{i % 3}", f"値{i}") for i in range(12)]
    store.build((n, rng.sample(pool, 5)) for n in names)
    assert default_graph(store) == merged(store)
    for _ in range(15 if store.engine == "virtuoso" else 60):
        changes = {
            n: rng.sample(pool, rng.randint(0, 6)) if rng.random() < 0.8 else None
            for n in rng.sample(names, 3)
        }
        expected = {n: {q.triple for q in store.quads(n)} for n in names}
        expected |= {n: set(c or ()) for n, c in changes.items()}
        store.apply(changes)
        assert {n: {q.triple for q in store.quads(n)} for n in names} == expected
        assert default_graph(store) == merged(store)
        assert count(store) == len(merged(store))


def test_replacing_a_page_by_itself_changes_nothing(store):
    quads = [triple("a", "is", "x"), triple("a", "is", "y")]
    assert store.replace_page(G + "a", quads)
    before = store.revision
    assert not store.replace_page(G + "a", reversed(quads))
    store.publish()
    assert not store.replace_page(G + "a", quads)
    assert store.revision in (before, before + 1)


def test_blank_nodes_get_the_same_names_each_time(store):
    def content(label):
        b = ox.BlankNode(label)
        return [
            ox.Triple(ox.NamedNode(EX + "a"), ox.NamedNode(EX + "has"), b),
            ox.Triple(b, ox.NamedNode(EX + "is"), ox.Literal("x")),
        ]

    assert store.replace_graph(G + "v", content("one"))
    assert not store.replace_graph(G + "v", content("two"))
    store.build([(G + "v", content("three"))])
    assert not store.replace_graph(G + "v", content("four"))


def test_a_quad_of_another_graph_is_an_error(store):
    quad = ox.Quad(ox.NamedNode(EX + "a"), ox.NamedNode(EX + "p"), ox.Literal("x"), ox.NamedNode(G + "b"))
    with pytest.raises(ValueError, match="graph"):
        store.replace_page(G + "a", [quad])


def test_awkward_literals_survive_replace_and_build(store):
    values = ["a\nb", "tab\t", 'q"uote', "back\\slash", " .\n<x> .\n", "{}};", "\u0001", "𠮷野家", "e\u0301"]
    content = [triple("a", "is", v) for v in values]
    store.replace_page(G + "a", content)
    assert sorted(r[0] for r in store.select("SELECT ?o { ?s ?p ?o }")) == sorted(values)
    store.build([(G + "a", content)])
    assert sorted(r[0] for r in store.select("SELECT ?o { GRAPH ?g { ?s ?p ?o } }")) == sorted(values)


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <a:a> <a:b> <a:c> }",
        "DELETE WHERE { ?s ?p ?o }",
        "LOAD <http://127.0.0.1/x>",
        "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "CLEAR ALL",
        "SELECT * { { SELECT * { SERVICE ?x { ?s ?p ?o } } } }",
    ],
)
def test_updates_and_calls_to_other_servers_are_refused(store, query):
    with pytest.raises(QueryRefused) as refused:
        store.query(query)
    assert refused.value.line == 1


def test_words_of_updates_are_fine_inside_strings_and_names(store):
    store.replace_page(G + "a", [triple("a", "service", "LOAD の説明")])
    query = 'PREFIX tcg: <https://saitei.example/tcg#> SELECT ?load { ?load tcg:service ?service FILTER(CONTAINS(?service, "LOAD")) } # DELETE'
    assert len(store.select(query)) == 1


def test_row_limit_cuts_or_refuses(store):
    store.replace_page(G + "a", [triple(f"a{i:02}", "is", f"x\r\n{i}") for i in range(20)])
    query = "SELECT ?s ?o { ?s ?p ?o } ORDER BY ?s"
    for form in ("json", "csv", "tsv", "xml"):
        for timeout in (None, 20.0):
            answer = store.query(query, result_format=form, max_rows=7, timeout=timeout)
            assert (answer.rows, answer.truncated) == (7, True)
            full = store.query(query, result_format=form, max_rows=20, timeout=timeout)
            assert (full.rows, full.truncated) == (20, False)
    with pytest.raises(QueryTooManyRows):
        store.query(query, max_rows=7, refuse_more=True)


RUNAWAY = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . FILTER(?c != ?l) }"


def test_a_runaway_query_is_killed_and_the_next_one_answers_at_once(store):
    store.build([(G + "a", [triple(f"a{i}", "is", f"x{i}") for i in range(400)])])
    assert store.ask("ASK { ?s ?p ?o }", timeout=20)
    started = time.monotonic()
    with pytest.raises(QueryTimeout, match=r"stopped after 0\.5 s"):
        store.select(RUNAWAY, timeout=0.5)
    assert time.monotonic() - started < 2.5
    started = time.monotonic()
    assert len(store.select("SELECT ?s { ?s ?p ?o }", timeout=20)) == 400
    assert time.monotonic() - started < 2.5


def test_timed_queries_see_the_latest_change(store):
    store.replace_page(G + "a", [triple("a", "is", "x")])
    assert len(store.select("SELECT ?s { ?s ?p ?o }", timeout=20)) == 1
    store.replace_page(G + "b", [triple("b", "is", "x")])
    assert len(store.select("SELECT ?s { ?s ?p ?o }", timeout=20)) == 2


def test_syntax_errors_name_line_and_column(store):
    for timeout in (None, 20.0):
        with pytest.raises(QuerySyntaxError) as error:
            store.query("SELECT *\n{ ?s ?p", timeout=timeout)
        assert (error.value.line, error.value.column) == (2, 8)


def test_construct_and_describe(store):
    store.replace_page(G + "a", [triple("a", "is", "x")])
    assert store.construct("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }") == [triple("a", "is", "x")]
    assert store.construct(f"DESCRIBE <{EX}a>", timeout=20) == [triple("a", "is", "x")]
    assert b"<a" not in store.query("DESCRIBE ?s { ?s ?p ?o }", result_format="turtle").data


def test_readers_beside_a_writer_see_published_states_only(tmp_path):
    with open_store(tmp_path / "s") as writer:
        writer.replace_page(G + "a", [triple("a", "is", "x")])
        writer.publish()
        reader = open_store(tmp_path / "s", read_only=True)
        with reader:
            assert count(reader) == 1
            writer.replace_page(G + "b", [triple("b", "is", "x")])
            assert count(reader) == 1
            writer.publish()
            assert count(reader) == 2
            writer.build([(G + "c", [triple("c", "is", "x")])])
            assert reader.graphs() == [G + "c"]
            assert reader.select("SELECT ?s { ?s ?p ?o }", timeout=20) == [(EX + "c",)]
            with pytest.raises(StoreReadOnly):
                reader.replace_page(G + "a", [])
    with open_store(tmp_path / "s") as again:
        assert again.graphs() == [G + "c"]


def test_an_unfinished_build_leaves_the_old_content(store):
    store.replace_page(G + "a", [triple("a", "is", "x")])

    def failing():
        yield G + "b", [triple("b", "is", "x")]
        raise RuntimeError("pages went away")

    with pytest.raises(RuntimeError):
        store.build(failing())
    assert store.graphs() == [G + "a"]
    assert count(store) == 1


@pytest.mark.parametrize("form", ["json", "csv", "tsv", "xml"])
def test_rows_are_counted_exactly_whatever_the_values(store, form):
    values = [
        '{"type":"literal"}',
        "{}",
        '{"',
        'a"b\r\nc',
        "<result>",
        "\t\n",
        "",
        "},{",
        '"type":"triple"',
        '\\{"',
    ]
    for removed in range(len(values) + 1):
        store.replace_page(G + "a", [triple(f"s{i}", "type", v) for i, v in enumerate(values[removed:])])
        for query in (
            "SELECT ?type ?subject { ?subject tcg:type ?type }",
            "SELECT ?x ?type { ?s tcg:type ?type OPTIONAL { ?s tcg:none ?x } }",
            "SELECT ?x { ?s tcg:type ?o OPTIONAL { ?s tcg:none ?x } }",
        ):
            assert store.query(query, result_format=form).rows == len(values) - removed


def test_a_build_of_several_segments_loses_nothing(tmp_path, monkeypatch):
    from ingest.store import disk

    monkeypatch.setattr(disk, "_SEGMENT", 50)
    graphs = {G + str(n): [triple(f"s{n}", "is", f"x{i}") for i in range(n * 7 % 60)] for n in range(40)}
    with open_store(tmp_path / "s") as store:
        store.build(graphs.items())
        assert {g: set(t) for g, t in graphs.items() if t} == {
            g: {q.triple for q in store.quads(g)} for g in store.graphs()
        }
        assert default_graph(store) == merged(store)
