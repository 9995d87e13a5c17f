"""The graph as files that other programs read.

| format | named graphs | what it carries |
|---|---|---|
| trig, nquads, jsonld | yes | everything |
| turtle, rdfxml | no | the merge of all named graphs, each triple once |
| graphml, gexf | no | things and the links between them (no texts), for Gephi, yEd, Cytoscape |

XML cannot hold most control characters; there each is replaced by U+FFFD and counted.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Literal, TypeVar, get_args
from urllib.parse import unquote

import pyoxigraph as ox

from ingest.store import Store
from ontology.namespaces import PREFIXES

__all__ = ["EXPORT_FORMATS", "ExportFormat", "ExportReport", "export_graph"]

ExportFormat = Literal["trig", "nquads", "turtle", "jsonld", "rdfxml", "graphml", "gexf"]
EXPORT_FORMATS: tuple[ExportFormat, ...] = get_args(ExportFormat)

_DATASETS = {
    "trig": ox.RdfFormat.TRIG,
    "nquads": ox.RdfFormat.N_QUADS,
    "jsonld": ox.RdfFormat.JSON_LD,
}
_TRIPLES = {"turtle": ox.RdfFormat.TURTLE, "rdfxml": ox.RdfFormat.RDF_XML}
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACEMENT = "\ufffd"
_LINKS = """
SELECT DISTINCT ?s ?p ?o { ?s ?p ?o FILTER(isIRI(?o) && ?p != <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>) }
"""
_LABELS = """
PREFIX skos: <http://www.w3.org/2004/02/skos/core#> PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX tcg: <https://saitei.example/tcg#>
SELECT ?s ?label ?rank {
  { ?s skos:prefLabel ?label BIND(1 AS ?rank) } UNION { ?s dcterms:title ?label BIND(2 AS ?rank) }
  UNION { ?s skos:notation ?label BIND(3 AS ?rank) } UNION { ?s rdfs:label ?label BIND(4 AS ?rank) }
  UNION { ?s tcg:plainText ?label BIND(5 AS ?rank) } UNION { ?s tcg:question ?label BIND(6 AS ?rank) }
}
ORDER BY ?s DESC(?rank) ?label
"""


_Statement = TypeVar("_Statement", ox.Quad, ox.Triple)


@dataclass(slots=True)
class ExportReport:
    """What was written: statements or edges, and what the format could not carry."""

    written: int = 0
    replaced: int = 0
    replaced_in: list[str] = field(default_factory=list)

    def note(self, subject: str) -> None:
        """Count a text in which characters were replaced."""
        self.replaced += 1
        if len(self.replaced_in) < 5 and subject not in self.replaced_in:
            self.replaced_in.append(subject)


def export_graph(store: Store, output: BinaryIO, export_format: ExportFormat) -> ExportReport:
    """Write the whole store in a format; returns what was written and what had to be replaced."""
    report = ExportReport()
    if export_format in ("graphml", "gexf"):
        _write_network(store, output, export_format, report)
    elif export_format in _DATASETS:
        ox.serialize(
            _counted(store.quads(), report),
            output,
            format=_DATASETS[export_format],
            prefixes=_prefixes(export_format),
        )
    else:
        triples: Iterable[ox.Triple] = store.merged()
        if export_format == "rdfxml":
            triples = _for_xml(triples, report)
        ox.serialize(
            _counted(triples, report),
            output,
            format=_TRIPLES[export_format],
            prefixes=_prefixes(export_format),
        )
    return report


def _prefixes(export_format: str) -> dict[str, str] | None:
    return PREFIXES if export_format in ("trig", "turtle", "rdfxml") else None


def _counted(statements: Iterable[_Statement], report: ExportReport) -> Iterator[_Statement]:
    for statement in statements:
        report.written += 1
        yield statement


def _for_xml(triples: Iterable[ox.Triple], report: ExportReport) -> Iterator[ox.Triple]:
    for triple in triples:
        value = triple.object
        if isinstance(value, ox.Literal) and _NOT_XML.search(value.value):
            report.note(
                triple.subject.value if isinstance(triple.subject, ox.NamedNode) else str(triple.subject)
            )
            text = _NOT_XML.sub(_REPLACEMENT, value.value)
            if value.language:
                value = ox.Literal(text, language=value.language)
            else:
                value = ox.Literal(text, datatype=value.datatype)
            yield ox.Triple(triple.subject, triple.predicate, value)
        else:
            yield triple


def _write_network(store: Store, output: BinaryIO, export_format: str, report: ExportReport) -> None:
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for row in store.select("SELECT ?s ?t { ?s a ?t } ORDER BY ?s STR(?t)"):
        subject, kind = row[0] or "", (row[1] or "").rsplit("#", 1)[-1]
        known = graph.nodes[subject]["kind"].split(" ") if subject in graph else []
        graph.add_node(subject, kind=" ".join([*known, kind]))
    for subject_iri, predicate, target in store.select(_LINKS):
        if not subject_iri or not predicate or not target:
            continue
        for node in (subject_iri, target):
            if node not in graph:
                graph.add_node(node, kind="")
        graph.add_edge(subject_iri, target, key=_short(predicate), predicate=_short(predicate))
        report.written += 1
    for subject_iri, label, _ in store.select(_LABELS):
        if subject_iri and label and subject_iri in graph:
            if _NOT_XML.search(label):
                report.note(subject_iri)
            graph.nodes[subject_iri]["label"] = _NOT_XML.sub(_REPLACEMENT, label)
    for node, data in graph.nodes(data=True):
        data.setdefault("label", unquote(node.rsplit("/", 1)[-1]))
    if export_format == "graphml":
        nx.write_graphml_xml(graph, output)
    else:
        nx.write_gexf(graph, output)


def _short(iri: str) -> str:
    for prefix, base in PREFIXES.items():
        if iri.startswith(base):
            return f"{prefix}:{iri[len(base) :]}"
    return iri
