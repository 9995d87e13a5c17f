"""The commands over a store behind a SPARQL endpoint give what they give over a folder."""

import json

import pytest

from tests.store.servers import oxigraph_server


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with oxigraph_server(tmp_path_factory.mktemp("oxigraph"), timeout=20) as found:
        yield found


def test_ingest_query_export_derive_check(url, saitei, sample_wiki, sample_store):
    code, _, err = saitei("ingest", sample_wiki, "--store", url)
    assert code == 0, err
    for name in ("most-cited-rules", "rulings-between", "pages-overview", "rulings-by-verdict"):
        there = saitei("query", name, "--store", url, "--format", "csv")
        assert there == saitei("query", name, "--store", sample_store, "--format", "csv")
        assert there[0] == 0
        assert there[1].count("\n") > 3
    exported = [
        saitei("export", "--format", "nquads", "--store", place)[1].splitlines()
        for place in (url, sample_store)
    ]
    assert len(exported[0]) > 1000
    assert set(exported[0]) == set(exported[1])
    derived = [
        saitei("derive", "--rulings", "--store", place, "--format", "json") for place in (url, sample_store)
    ]
    assert derived[0] == derived[1]
    found = [saitei("check", "--store", place, "--format", "json") for place in (url, sample_store)]
    assert found[0][:2] == found[1][:2]
    assert len(json.loads(found[0][1])) > 0


def test_a_runaway_query_is_stopped_and_the_next_one_answers(saitei, url, sample_store, tmp_path):
    query = tmp_path / "runaway.rq"
    query.write_text("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", "utf-8")
    for place in (sample_store, url):
        code, out, err = saitei("query", query, "--timeout", "1", "--store", place)
        assert (code, out) == (1, "")
        assert "stopped after 1 s" in err
        assert "Traceback" not in err
        code, _, err = saitei("query", "statement-kinds", "--timeout", "5", "--store", place)
        assert code == 0, err


def test_an_endpoint_that_is_not_there(saitei):
    code, out, err = saitei("query", "statement-kinds", "--store", "http://127.0.0.1:9/sparql")
    assert (code, out) == (2, "")
    assert "does not answer" in err or "no SPARQL endpoint" in err
