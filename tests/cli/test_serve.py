"""`saitei serve`: the query operation of the SPARQL 1.1 Protocol, clause by clause, and its limits."""

import gzip
import json
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
import rdflib
import uvicorn
from rdflib.plugins.stores.sparqlstore import SPARQLStore

from explorer.serve import Limits, create_app

SELECT = "SELECT ?t { ?p a tcg:Page ; dcterms:title ?t } ORDER BY ?t LIMIT 3"
CONSTRUCT = "CONSTRUCT { ?p dcterms:title ?t } { ?p a tcg:Page ; dcterms:title ?t }"


@pytest.fixture(scope="module")
def base(sample_store):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = create_app(str(sample_store), Limits(timeout=3.0, max_rows=500, workers=2))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(5)


def ask(url, *, data=None, headers=None, method=None):
    """Returns status, headers, body; redirects are followed."""
    request = urllib.request.Request(url, data=data, headers=headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def get(base, query, accept="*/*", **more):
    return ask(
        f"{base}/sparql?{urllib.parse.urlencode({'query': query, **more})}", headers={"Accept": accept}
    )


def test_2_1_1_query_via_get(base):
    status, headers, body = get(base, SELECT)
    assert (status, headers.get_content_type()) == (200, "application/sparql-results+json")
    assert len(json.loads(body)["results"]["bindings"]) == 3


def test_2_1_2_query_via_post_with_urlencoded_parameters(base):
    data = urllib.parse.urlencode({"query": SELECT}).encode()
    assert (
        ask(f"{base}/sparql", data=data, headers={"Content-Type": "application/x-www-form-urlencoded"})[0]
        == 200
    )


def test_2_1_3_query_via_post_directly(base):
    headers = {"Content-Type": "application/sparql-query; charset=utf-8", "Accept": "text/csv"}
    status, got, body = ask(f"{base}/sparql", data=SELECT.encode(), headers=headers)
    assert (status, got.get_content_type()) == (200, "text/csv")
    assert body.decode().splitlines()[0] == "t"


def test_2_1_4_dataset_of_the_protocol_wins_over_that_of_the_query(base):
    _, _, body = get(base, "SELECT ?g { GRAPH ?g { ?g a tcg:Page ; dcterms:title '再構築' } }")
    page = json.loads(body)["results"]["bindings"][0]["g"]["value"]
    count = "SELECT (COUNT(*) AS ?n) { ?s a tcg:Page }"
    whole = int(json.loads(get(base, count)[2])["results"]["bindings"][0]["n"]["value"])
    for query in (count, count.replace("{ ?s", "FROM <http://nowhere> WHERE { ?s", 1)):
        found = json.loads(get(base, query, **{"default-graph-uri": page})[2])
        assert found["results"]["bindings"][0]["n"]["value"] == "1"
    assert whole > 1
    named = "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }"
    found = json.loads(get(base, named, **{"named-graph-uri": page})[2])
    assert [b["g"]["value"] for b in found["results"]["bindings"]] == [page]
    status, _, body = get(
        base,
        "CONSTRUCT { ?s a tcg:Page } WHERE { ?s a tcg:Page }",
        "application/n-triples",
        **{"default-graph-uri": page},
    )
    assert (status, len(body.splitlines())) == (200, 1)
    assert get(base, count, **{"default-graph-uri": "x> } #"})[0] == 400


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv", "text/csv"),
        ("text/tab-separated-values", "text/tab-separated-values"),
        ("application/json", "application/json"),
        ("text/csv;q=0.5, application/sparql-results+xml;q=0.9", "application/sparql-results+xml"),
        ("text/html, */*;q=0.1", "application/sparql-results+json"),
    ],
)
def test_2_1_5_accepted_formats(base, accept, media):
    status, headers, _ = get(base, SELECT, accept)
    assert (status, headers.get_content_type()) == (200, media)


@pytest.mark.parametrize(
    "accept", ["text/turtle", "application/n-triples", "application/rdf+xml", "application/ld+json"]
)
def test_graphs_in_all_formats(base, accept):
    status, headers, body = get(base, CONSTRUCT, accept)
    assert (status, headers.get_content_type()) == (200, accept)
    parser = {
        "text/turtle": "turtle",
        "application/n-triples": "nt",
        "application/rdf+xml": "xml",
        "application/ld+json": "json-ld",
    }[accept]
    assert len(rdflib.Graph().parse(data=body, format=parser)) > 20


def test_2_1_6_success_and_failure(base):
    assert (
        get(base, "ASK { ?s a tcg:Page }", "application/sparql-results+xml")[2].find(
            b"<boolean>true</boolean>"
        )
        > 0
    )
    status, _, body = get(base, "SELECT * {\n ?s ?p }")
    assert status == 400
    assert b"line 2" in body
    assert b"Traceback" not in body
    assert get(base, SELECT, "image/png")[0] == 406
    assert get(base, "SELECT *　{ ?s ?p ?o }")[2].decode().startswith("全角スペース")
    assert ask(f"{base}/sparql?query=a&query=b")[0] == 400
    assert ask(f"{base}/sparql?other=1")[0] == 400
    assert ask(f"{base}/sparql", data=b"x", headers={"Content-Type": "text/plain"})[0] == 415
    assert ask(f"{base}/sparql", method="PUT", data=b"x")[0] == 405
    assert (
        ask(f"{base}/sparql", data=b"\xff\xfe", headers={"Content-Type": "application/sparql-query"})[0]
        == 400
    )


def test_2_2_updates_are_refused(base):
    data = urllib.parse.urlencode({"update": "CLEAR ALL"}).encode()
    assert (
        ask(f"{base}/sparql", data=data, headers={"Content-Type": "application/x-www-form-urlencoded"})[0]
        == 403
    )
    assert (
        ask(f"{base}/sparql", data=b"CLEAR ALL", headers={"Content-Type": "application/sparql-update"})[0]
        == 403
    )
    assert get(base, "CLEAR ALL")[0] == 400
    assert get(base, "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }")[0] == 400


def test_limits_have_a_status_and_a_message(base):
    started = time.monotonic()
    status, _, body = get(base, "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }")
    assert status == 503
    assert b"stopped after 3 s" in body
    assert time.monotonic() - started < 15
    status, _, body = get(base, "SELECT * { ?s ?p ?o }")
    assert status == 400
    assert b"more than 500 rows" in body
    assert get(base, SELECT)[0] == 200
    big = b"SELECT * { ?s ?p ?o } #" + b"x" * 1_100_000
    assert ask(f"{base}/sparql", data=big, headers={"Content-Type": "application/sparql-query"})[0] == 413


def test_cors_gzip_and_security_headers(base):
    status, headers, _ = ask(
        f"{base}/sparql",
        method="OPTIONS",
        headers={"Origin": "http://x", "Access-Control-Request-Method": "POST"},
    )
    assert status == 204
    assert headers["Access-Control-Allow-Origin"] == "*"
    url = f"{base}/sparql?{urllib.parse.urlencode({'query': 'SELECT * { ?s ?p ?o } LIMIT 200'})}"
    _, headers, body = ask(url, headers={"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert len(json.loads(gzip.decompress(body))["results"]["bindings"]) == 200
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_service_description(base):
    _, headers, body = ask(f"{base}/sparql", headers={"Accept": "text/turtle"})
    assert headers.get_content_type() == "text/turtle"
    graph = rdflib.Graph().parse(data=body, format="turtle")
    sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
    (service,) = graph.subjects(rdflib.RDF.type, sd.Service)
    assert (service, sd.supportedLanguage, sd.SPARQL11Query) in graph
    assert str(service) == f"{base}/sparql"


def test_things_can_be_dereferenced(base):
    rule = f"{base}/id/dm/rule/703.4e"
    status, headers, body = ask(rule, headers={"Accept": "text/html"})
    assert (status, headers.get_content_type()) == (200, "text/html")
    assert "703.4e" in body.decode()
    _, _, body = ask(rule, headers={"Accept": "text/turtle"})
    graph = rdflib.Graph().parse(data=body, format="turtle")
    iri = rdflib.URIRef("https://saitei.example/id/dm/rule/703.4e")
    assert (iri, rdflib.RDF.type, rdflib.URIRef("https://saitei.example/tcg#Rule")) in graph
    card = urllib.parse.quote("龍神ヘヴィ")
    assert ask(f"{base}/id/dm/card/{card}", headers={"Accept": "application/ld+json"})[0] == 200
    assert ask(f"{base}/id/dm/rule/999.9z")[0] == 404
    for path in (
        "../../etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "dm/rule/%00",
        "dm//rule",
        "dm/rule/%ff",
        "a%2fb",
    ):
        assert ask(f"{base}/id/{path}")[0] == 404, path


def test_text_of_the_graph_is_escaped(tmp_path):
    import pyoxigraph as ox

    from explorer.serve.resources import page_of

    node = ox.NamedNode("https://saitei.example/id/dm/card/x")
    label = ox.NamedNode("http://www.w3.org/2004/02/skos/core#prefLabel")
    page = page_of(node.value, [ox.Triple(node, label, ox.Literal("<script>alert('1')</script>"))], [])
    assert "<script" not in page


def test_rdflib_as_a_client(base):
    store = SPARQLStore(f"{base}/sparql", returnFormat="json")
    graph = rdflib.Graph(store)
    rows = list(
        graph.query("PREFIX dcterms: <http://purl.org/dc/terms/> SELECT ?t { ?p dcterms:title ?t } LIMIT 5")
    )
    assert len(rows) == 5
