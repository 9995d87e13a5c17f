"""Queries as they are sent to other engines, and their answers brought to one form."""

import json

import pyoxigraph as ox
import pytest

from ingest.store import StoreError, StoreMissing, StoreReadOnly, open_store
from ingest.store.dialect import named_graphs, plain_results, with_prefixes, without_merged
from tests.store.servers import free_port, oxigraph_server, virtuoso_server

HIDDEN = frozenset({"https://saitei.example/id/graph/merged"})


def test_only_missing_prefixes_are_declared():
    assert with_prefixes("SELECT * { ?s a tcg:Page }") == (
        "PREFIX tcg: <https://saitei.example/tcg#> SELECT * { ?s a tcg:Page }"
    )
    query = "PREFIX tcg: <urn:x> SELECT * { ?s a tcg:Page ; rdfs:label 'skos:x' } # dm:x"
    assert with_prefixes(query).count("PREFIX") == 2
    assert with_prefixes("ASK { _:b ?p ?o }") == "ASK { _:b ?p ?o }"


def test_a_filter_follows_every_graph_variable_and_nothing_else():
    query = (
        "SELECT * { GRAPH ?g { ?s ?p ?o . OPTIONAL { ?o ?q 'GRAPH ?x { }' } } graph <urn:a> { ?a ?b ?c } }"
    )
    sent = without_merged(query, HIDDEN)
    assert sent.count("FILTER(?g NOT IN") == 1
    assert sent.index("FILTER") > sent.index("'GRAPH ?x { }' } }")
    assert sent.replace(" FILTER(?g NOT IN (<https://saitei.example/id/graph/merged>)) ", "") == query
    ox.Store().query(sent)


def test_graphs_that_a_query_names():
    assert named_graphs("ASK { GRAPH <urn:a> { ?s ?p ?o } GRAPH id:x { ?s ?p ?o } }") == [
        "urn:a",
        "https://saitei.example/id/x",
    ]
    assert named_graphs("ASK { GRAPH <urn:a> { ?s ?p ?o } GRAPH ?g { ?s ?p ?o } }") is None


def test_answers_of_an_older_draft():
    boolean = "http://www.w3.org/2001/XMLSchema#boolean"
    old = {
        "head": {"link": [], "vars": ["x"]},
        "results": {
            "distinct": False,
            "bindings": [{"x": {"type": "typed-literal", "datatype": boolean, "value": "1"}}],
        },
    }
    found = ox.parse_query_results(plain_results(json.dumps(old).encode()), format=ox.QueryResultsFormat.JSON)
    assert [row[0] for row in found] == [ox.Literal("true", datatype=ox.NamedNode(boolean))]
    ask = {"head": {"vars": ["__ASK_RETVAL"]}, "results": {"bindings": [{"__ASK_RETVAL": {"value": "1"}}]}}
    assert json.loads(plain_results(json.dumps(ask).encode()))["boolean"] is True


def test_an_endpoint_that_is_not_there_says_so():
    with pytest.raises(StoreMissing, match=r"no SPARQL endpoint answers|does not answer"):
        open_store(f"http://127.0.0.1:{free_port()}/")
    with pytest.raises(StoreError, match="is not the URL of an endpoint"):
        open_store("http://name:secret@127.0.0.1/#what=x")


def test_a_reader_does_not_write(tmp_path):
    with oxigraph_server(tmp_path) as url:
        reader = open_store(url, read_only=True)
        with pytest.raises(StoreReadOnly):
            reader.replace_page("https://saitei.example/id/dm/page/t/a", [])
        assert reader.revision == 0


def test_virtuoso_refuses_writing_without_a_password(tmp_path):
    with virtuoso_server(tmp_path) as url:
        store = open_store(url.replace("dba:dba@", ""))
        triple = ox.Triple(ox.NamedNode("urn:a"), ox.NamedNode("urn:b"), ox.Literal("x"))
        with pytest.raises(StoreError):
            store.replace_page("https://saitei.example/id/dm/page/t/a", [triple])
        assert store.graphs() == []
