"""The clauses of the SPARQL 1.1 Protocol (W3C Recommendation, 21 March 2013) on queries, each as a check.

A check is given the URL of a query service and raises AssertionError. Section numbers are those of the document;
the last group is what a public endpoint needs beside it.
"""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit
from xml.etree import ElementTree

import rdflib

__all__ = ["CLAUSES", "OXIGRAPH", "ask", "get"]

CLAUSES: dict[str, tuple[str, Callable[[str], None]]] = {}
OXIGRAPH: dict[str, str] = {}
"""What the other server did, filled by the comparison."""

P = "PREFIX tcg: <https://saitei.example/tcg#> PREFIX dcterms: <http://purl.org/dc/terms/> "
SELECT = P + "SELECT ?t { ?p a tcg:Page ; dcterms:title ?t } ORDER BY ?t LIMIT 3"
COUNT = P + "SELECT (COUNT(*) AS ?n) { ?p a tcg:Page }"
CONSTRUCT = P + "CONSTRUCT { ?p dcterms:title ?t } { ?p a tcg:Page ; dcterms:title ?t }"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Accept": "application/sparql-results+json"}


def ask(url, *, data=None, headers=None, method=None):
    """Return status, headers, body."""
    request = urllib.request.Request(url, data=data, headers=headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()
    except (http.client.HTTPException, OSError) as error:
        raise AssertionError(f"no answer: {error}") from error


def get(url, query, accept="application/sparql-results+json", **more):
    return ask(f"{url}?{urlencode({'query': query, **more}, doseq=True)}", headers={"Accept": accept})


def rows(reply):
    status, _, body = reply
    assert status == 200, body[:200]
    return json.loads(body)["results"]["bindings"]


def count(reply):
    return int(rows(reply)[0]["n"]["value"])


def pages(url, number):
    found = rows(get(url, P + f"SELECT ?p {{ ?p a tcg:Page }} ORDER BY ?p LIMIT {number}"))
    return [row["p"]["value"] for row in found]


def clause(section, text):
    def add(check):
        CLAUSES[check.__name__] = (f"{section} {text}", check)
        return check

    return add


@clause("2.1", "a query operation takes HTTP GET and HTTP POST")
def methods(url):
    assert get(url, SELECT)[0] == 200
    assert ask(url, data=urlencode({"query": SELECT}).encode(), headers=FORM)[0] == 200


@clause("2.1", "other methods are refused")
def other_methods(url):
    assert ask(url, data=b"x", method="PUT", headers={"Content-Type": "application/sparql-query"})[0] in (
        404,
        405,
    )
    assert ask(url, method="DELETE")[0] in (404, 405)


@clause("2.1.1", "GET: the query is percent-encoded UTF-8")
def get_utf8(url):
    query = 'SELECT ?x { BIND("再構築 & + %" AS ?x) }'
    assert rows(get(url, query))[0]["x"]["value"] == "再構築 & + %"


@clause("2.1.1", "GET: exactly one query parameter")
def one_query(url):
    assert ask(f"{url}?{urlencode([('query', SELECT), ('query', COUNT)])}")[0] == 400
    assert ask(f"{url}?other=1", headers=JSON)[0] == 400


@clause("2.1.2", "POST with URL-encoded parameters, the media type with a charset too")
def post_form(url):
    for media in ("application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=UTF-8"):
        reply = ask(url, data=urlencode({"query": SELECT}).encode(), headers={"Content-Type": media, **JSON})
        assert len(rows(reply)) == 3


@clause("2.1.2", "POST form: graphs are named in the body")
def post_form_graphs(url):
    (page,) = pages(url, 1)
    data = urlencode({"query": COUNT, "default-graph-uri": page}).encode()
    assert count(ask(url, data=data, headers=FORM | JSON)) == 1


@clause("2.1.3", "POST of the query itself, unencoded")
def post_direct(url):
    headers = {"Content-Type": "application/sparql-query"} | JSON
    assert len(rows(ask(url, data=SELECT.encode(), headers=headers))) == 3
    text = 'SELECT ?x { BIND("再構築" AS ?x) }'.encode()
    assert rows(ask(url, data=text, headers=headers))[0]["x"]["value"] == "再構築"


@clause("2.1.3", "POST direct: graphs are named in the URL")
def post_direct_graphs(url):
    (page,) = pages(url, 1)
    headers = {"Content-Type": "application/sparql-query"} | JSON
    assert (
        count(ask(f"{url}?{urlencode({'default-graph-uri': page})}", data=COUNT.encode(), headers=headers))
        == 1
    )


@clause("2.1.3", "POST of another media type is refused")
def post_other(url):
    assert 400 <= ask(url, data=b"x", headers={"Content-Type": "text/plain"})[0] < 500


@clause("2.1.4", "default-graph-uri: the default graph is that graph")
def default_graph(url):
    (page,) = pages(url, 1)
    assert count(get(url, COUNT, **{"default-graph-uri": page})) == 1 < count(get(url, COUNT))


@clause("2.1.4", "several default-graph-uri: the default graph is their merge")
def default_graphs(url):
    assert count(get(url, COUNT, **{"default-graph-uri": pages(url, 3)})) == 3


@clause("2.1.4", "named-graph-uri: GRAPH finds those graphs alone, the default graph is empty")
def named_graphs(url):
    wanted = pages(url, 2)
    query = "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g"
    assert [r["g"]["value"] for r in rows(get(url, query, **{"named-graph-uri": wanted}))] == wanted
    assert count(get(url, COUNT, **{"named-graph-uri": wanted})) == 0


@clause("2.1.4", "default-graph-uri alone: there are no named graphs")
def no_named_graphs(url):
    query = "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }"
    assert rows(get(url, query, **{"default-graph-uri": pages(url, 1)})) == []


@clause("2.1.4", "a dataset in the protocol wins over FROM in the query")
def dataset_wins(url):
    one, two = pages(url, 2)
    query = COUNT.replace("{", f"FROM <{one}> FROM <{two}> {{", 1).replace("SELECT", "SELECT", 1)
    assert count(get(url, query)) == 2
    assert count(get(url, query, **{"default-graph-uri": one})) == 1


@clause("2.1.4", "without either the query's own FROM holds")
def own_dataset(url):
    one, two = pages(url, 2)
    query = P + f"SELECT ?g FROM <{one}> FROM NAMED <{two}> {{ GRAPH ?g {{ ?p a tcg:Page }} }}"
    assert [r["g"]["value"] for r in rows(get(url, query))] == [two]


@clause("2.1.5", "SELECT as JSON, XML, CSV and TSV by the Accept header")
def results_formats(url):
    for media in (
        "application/sparql-results+json",
        "application/sparql-results+xml",
        "text/csv",
        "text/tab-separated-values",
    ):
        status, headers, body = get(url, SELECT, media)
        assert (status, headers.get_content_type()) == (200, media)
        if media.endswith("json"):
            assert len(json.loads(body)["results"]["bindings"]) == 3
        elif media.endswith("xml"):
            assert (
                len(list(ElementTree.fromstring(body).iter("{http://www.w3.org/2005/sparql-results#}result")))
                == 3
            )
        else:
            assert len(body.decode().splitlines()) == 4


@clause("2.1.5", "ASK as JSON and XML")
def ask_formats(url):
    assert json.loads(get(url, "ASK { ?s ?p ?o }")[2])["boolean"] is True
    assert b"<boolean>true</boolean>" in get(url, "ASK { ?s ?p ?o }", "application/sparql-results+xml")[2]


@clause("2.1.5", "CONSTRUCT and DESCRIBE as Turtle, N-Triples, RDF/XML by the Accept header")
def graph_formats(url):
    for media, name in (
        ("text/turtle", "turtle"),
        ("application/n-triples", "nt"),
        ("application/rdf+xml", "xml"),
    ):
        status, headers, body = get(url, CONSTRUCT, media)
        assert (status, headers.get_content_type()) == (200, media)
        assert len(rdflib.Graph().parse(data=body, format=name)) == 71
    (page,) = pages(url, 1)
    assert get(url, f"DESCRIBE <{page}>", "text/turtle")[0] == 200


@clause("2.1.5", "the better of several accepted types is chosen by quality")
def qualities(url):
    accept = "text/csv;q=0.3, application/sparql-results+xml;q=0.9"
    assert get(url, SELECT, accept)[1].get_content_type() == "application/sparql-results+xml"


@clause("2.1.6", "success is 200 with a media type of results or of RDF")
def success(url):
    status, headers, _ = get(url, SELECT, "*/*")
    assert status == 200
    assert headers.get_content_type() in ("application/sparql-results+json", "application/sparql-results+xml")


@clause("2.1.6", "a query that does not parse is 400, with a message")
def malformed(url):
    status, _, body = get(url, "SELECT * { ?s ?p ")
    assert status == 400
    assert body.strip()


@clause("2.1.6", "a query over its limit is an error (4xx, 5xx), never part of an answer with 200")
def runaway(url):
    query = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
    started = time.monotonic()
    status, _, body = get(url, query)
    assert time.monotonic() - started < 20
    assert status >= 400, "200 with a broken body"
    assert body.strip()
    started = time.monotonic()
    assert len(rows(get(url, SELECT))) == 3
    assert time.monotonic() - started < 5


@clause("2.2", "an update sent to a read-only service is refused")
def update(url):
    for data, media in (
        (urlencode({"update": "CLEAR ALL"}).encode(), FORM["Content-Type"]),
        (b"CLEAR ALL", "application/sparql-update"),
    ):
        assert 400 <= ask(url, data=data, headers={"Content-Type": media})[0] < 500
    assert get(url, "CLEAR ALL")[0] == 400
    assert count(get(url, COUNT)) == 71


@clause("4", "SERVICE and the like reach no other server (security)")
def service(url):
    status, _, _ = get(url, "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }")
    assert status >= 400


@clause("4", "rows are limited, with a message (denial of service)")
def row_limit(url):
    status, _, body = get(url, "SELECT * { ?s ?p ?o }")
    assert status >= 400
    assert b"rows" in body


@clause("SD 2", "a request without a query gives the service description in RDF")
def service_description(url):
    status, headers, body = ask(url, headers={"Accept": "text/turtle"})
    assert (status, headers.get_content_type()) == (200, "text/turtle")
    service_class = rdflib.URIRef("http://www.w3.org/ns/sparql-service-description#Service")
    assert list(rdflib.Graph().parse(data=body, format="turtle").subjects(rdflib.RDF.type, service_class))


@clause("HTTP", "HEAD gives the headers of GET; a type that cannot be given is 406")
def http_rules(url):
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    connection.request("HEAD", f"{parts.path}?{urlencode({'query': SELECT})}", headers=JSON)
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (200, b"")
    connection.close()
    assert get(url, SELECT, "image/png")[0] == 406
