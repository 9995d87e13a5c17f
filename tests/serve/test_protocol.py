"""The SPARQL 1.1 Protocol, clause by clause, and real clients, against `saitei serve`."""

import json
import shutil
import subprocess

import pytest
import rdflib
from rdflib.plugins.stores.sparqlstore import SPARQLStore

from tests.serve.clauses import CLAUSES, OXIGRAPH, P


@pytest.mark.parametrize("name", CLAUSES)
def test_clause(saitei_endpoint, name):
    CLAUSES[name][1](saitei_endpoint)


def test_the_same_clauses_on_oxigraph_beside_it(oxigraph_endpoint):
    """A comparison, printed at the end: the other server need not pass, but must be the one that runs."""
    for name, (_, check) in CLAUSES.items():
        try:
            check(oxigraph_endpoint)
            OXIGRAPH[name] = "yes"
        except (AssertionError, ValueError, KeyError):
            OXIGRAPH[name] = "no"
    assert OXIGRAPH["methods"] == OXIGRAPH["results_formats"] == "yes"


TITLES = P + "SELECT ?t { ?p a tcg:Page ; dcterms:title ?t } ORDER BY ?t"


def test_rdflib_as_a_client(saitei_endpoint):
    graph = rdflib.Graph(SPARQLStore(saitei_endpoint, returnFormat="json"))
    assert len(list(graph.query(TITLES))) == 71
    page = rdflib.URIRef("https://saitei.example/tcg#Page")
    assert len(set(graph.subjects(rdflib.RDF.type, page))) == 71
    assert graph.query("ASK { ?s ?p ?o }").askAnswer


def test_sparqlwrapper_as_a_client(saitei_endpoint):
    wrapper = pytest.importorskip("SPARQLWrapper")
    for method in (wrapper.GET, wrapper.POST):
        client = wrapper.SPARQLWrapper(saitei_endpoint)
        client.setMethod(method)
        client.setQuery(TITLES)
        client.setReturnFormat(wrapper.JSON)
        found = client.queryAndConvert()
        assert len(found["results"]["bindings"]) == 71
        client.setReturnFormat(wrapper.XML)
        assert len(client.queryAndConvert().getElementsByTagName("result")) == 71
    client.setQuery(P + "CONSTRUCT { ?p dcterms:title ?t } { ?p a tcg:Page ; dcterms:title ?t }")
    for name in (wrapper.TURTLE, wrapper.XML, wrapper.RDFXML, wrapper.JSONLD):
        client.setReturnFormat(name)
        found = client.queryAndConvert()
        graph = rdflib.Graph().parse(data=found, format="turtle") if name == wrapper.TURTLE else found
        assert len(graph) == 71, name
    client.setReturnFormat(wrapper.JSON)
    client.setQuery("SELECT * { ?s ?p")
    with pytest.raises(wrapper.SPARQLExceptions.QueryBadFormed):
        client.query()


def test_curl_as_a_client(saitei_endpoint, tmp_path):
    program = shutil.which("curl")
    if not program:
        pytest.skip("curl is not installed")

    def curl(*arguments):
        done = subprocess.run([program, "-sS", "--fail", *arguments], capture_output=True, timeout=30)
        return done.returncode, done.stdout

    accept = ("-H", "Accept: application/sparql-results+json")
    code, out = curl("-G", saitei_endpoint, *accept, "--data-urlencode", f"query={TITLES}")
    assert (code, len(json.loads(out)["results"]["bindings"])) == (0, 71)
    code, out = curl(saitei_endpoint, *accept, "--compressed", "--data-urlencode", f"query={TITLES}")
    assert (code, len(json.loads(out)["results"]["bindings"])) == (0, 71)
    file = tmp_path / "q.rq"
    file.write_text(TITLES, "utf-8")
    media = "Content-Type: application/sparql-query"
    code, out = curl(saitei_endpoint, "-H", "Accept: text/csv", "-H", media, "--data-binary", f"@{file}")
    assert (code, len(out.decode().splitlines())) == (0, 72)
    assert curl("-G", saitei_endpoint, "--data-urlencode", "query=SELECT")[0] == 22
