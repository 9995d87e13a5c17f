"""What the endpoint says about itself: service description and VoID."""

from functools import lru_cache

import pyoxigraph as ox

from ingest.store import Store
from ontology.namespaces import PREFIXES

__all__ = ["describe_service"]

_SD = "http://www.w3.org/ns/sparql-service-description#"
_VOID = "http://rdfs.org/ns/void#"
_FORMATS = "http://www.w3.org/ns/formats/"


@lru_cache(maxsize=4)
def _counts(location: str, revision: int, store: Store) -> tuple[int, int, int]:
    del location, revision
    triples = store.select("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")[0][0]
    subjects = store.select("SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s ?p ?o }")[0][0]
    return int(triples or 0), int(subjects or 0), len(store.graphs())


def describe_service(store: Store, endpoint: str) -> list[ox.Triple]:
    """Return the service description of an endpoint at this URL, with the size of its data."""
    triples, subjects, graphs = _counts(store.location, store.revision, store)
    service, dataset, default = (ox.NamedNode(endpoint + part) for part in ("", "#dataset", "#default-graph"))
    rdf_type = ox.NamedNode(PREFIXES["rdf"] + "type")
    title = ox.NamedNode(PREFIXES["dcterms"] + "title")

    def sd(name: str) -> ox.NamedNode:
        return ox.NamedNode(_SD + name)

    def void(name: str) -> ox.NamedNode:
        return ox.NamedNode(_VOID + name)

    def number(value: int) -> ox.Literal:
        return ox.Literal(str(value), datatype=ox.NamedNode(PREFIXES["xsd"] + "integer"))

    out = [
        ox.Triple(service, rdf_type, sd("Service")),
        ox.Triple(service, sd("endpoint"), service),
        ox.Triple(service, sd("supportedLanguage"), sd("SPARQL11Query")),
        ox.Triple(service, sd("defaultDataset"), dataset),
        ox.Triple(dataset, rdf_type, sd("Dataset")),
        ox.Triple(dataset, rdf_type, void("Dataset")),
        ox.Triple(dataset, title, ox.Literal("裁定 Saitei", language="ja")),
        ox.Triple(dataset, sd("defaultGraph"), default),
        ox.Triple(default, rdf_type, sd("Graph")),
        ox.Triple(dataset, void("triples"), number(triples)),
        ox.Triple(dataset, void("distinctSubjects"), number(subjects)),
        ox.Triple(
            dataset,
            ox.NamedNode(PREFIXES["dcterms"] + "extent"),
            ox.Literal(f"{graphs} named graphs", language="en"),
        ),
        ox.Triple(dataset, void("uriSpace"), ox.Literal(PREFIXES["id"])),
        ox.Triple(dataset, void("sparqlEndpoint"), service),
    ]
    for name in (
        "SPARQL_Results_JSON",
        "SPARQL_Results_XML",
        "SPARQL_Results_CSV",
        "SPARQL_Results_TSV",
        "Turtle",
        "N-Triples",
        "JSON-LD",
        "RDF_XML",
    ):
        out.append(ox.Triple(service, sd("resultFormat"), ox.NamedNode(_FORMATS + name)))
    for prefix in ("tcg", "dm", "ygo", "skos", "dcterms"):
        out.append(ox.Triple(dataset, void("vocabulary"), ox.NamedNode(PREFIXES[prefix])))
    return out
