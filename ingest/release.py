"""A release of the data: what a researcher would cite, in one folder.

==================  ======================================================================================
data.nq.gz          the graph, N-Quads with its named graphs
vocabulary.ttl      the vocabulary (OWL, SKOS)
shapes.ttl          the shapes (SHACL) that the data keeps
void.ttl            what the data set holds (VoID) and where it comes from (DCAT, PROV)
index.html          the vocabulary to be read, in Japanese and English
README.md           what this is and how to load it
SHA256SUMS          checksums of all of these
==================  ======================================================================================

Files depend on the content of the store alone (no clock, no host): the same store gives the same bytes.
"""

import gzip
import hashlib
import io
from collections.abc import Iterator
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pyoxigraph as ox

from ingest.store import VOCABULARY_GRAPH, Store
from ontology.namespaces import PREFIXES
from ontology.shapes import shape_files

__all__ = ["write_release"]

_DATASET = "https://saitei.example/id/dataset/saitei"
_MORE = {
    "void": "http://rdfs.org/ns/void#",
    "dcat": "http://www.w3.org/ns/dcat#",
    "foaf": "http://xmlns.com/foaf/0.1/",
}


def write_release(store: Store, folder: Path) -> list[Path]:
    """Write a release of the store into a folder that is empty or holds an older release; returns the files.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    contents = {
        "data.nq.gz": _packed(_nquads(store)),
        "vocabulary.ttl": _turtle([q.triple for q in store.quads(VOCABULARY_GRAPH)]),
        "shapes.ttl": b"\n".join(path.read_bytes() for path in shape_files()),
        "index.html": _page(store).encode(),
    }
    contents["void.ttl"] = _turtle(list(_description(store, contents)))
    contents["README.md"] = _readme(store).encode()
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(contents.items()))
    contents["SHA256SUMS"] = sums.encode()
    written = []
    for name, data in contents.items():
        temporary = folder / f".{name}.tmp"
        temporary.write_bytes(data)
        written.append(temporary.replace(folder / name))
    return written


def _nquads(store: Store) -> bytes:
    lines: list[bytes] = []
    for graph in store.graphs():
        end = f" <{graph}> .\n".encode()
        lines += [line[:-3] + end for line in sorted(store.ntriples(graph).splitlines(keepends=True))]
    return b"".join(lines)


def _packed(data: bytes) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0, filename="") as packer:
        packer.write(data)
    return out.getvalue()


def _turtle(triples: list[ox.Triple]) -> bytes:
    ordered = sorted(triples, key=str)
    return ox.serialize(ordered, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES | _MORE) or b""


def _version() -> str:
    try:
        return version("saitei")
    except PackageNotFoundError:
        return "0"


def _count(store: Store, pattern: str, what: str = "*") -> int:
    return int(store.select(f"SELECT (COUNT({what}) AS ?n) {{ {pattern} }}")[0][0] or 0)


def _description(store: Store, contents: dict[str, bytes]) -> Iterator[ox.Triple]:
    data, file = ox.NamedNode(_DATASET), ox.NamedNode(_DATASET + "/data.nq.gz")
    space = PREFIXES | _MORE

    def node(curie: str) -> ox.NamedNode:
        prefix, _, name = curie.partition(":")
        return ox.NamedNode(space[prefix] + name)

    def say(subject: ox.NamedNode, predicate: str, value: ox.NamedNode | ox.Literal) -> ox.Triple:
        return ox.Triple(subject, node(predicate), value)

    def number(value: int) -> ox.Literal:
        return ox.Literal(str(value), datatype=node("xsd:integer"))

    yield say(data, "rdf:type", node("void:Dataset"))
    yield say(data, "rdf:type", node("dcat:Dataset"))
    yield say(data, "dcterms:title", ox.Literal("裁定 Saitei: カードゲームの規則の知識グラフ", language="ja"))
    yield say(
        data, "dcterms:title", ox.Literal("Saitei: a knowledge graph of card-game rules", language="en")
    )
    yield say(data, "dcat:version", ox.Literal(_version()))
    yield say(
        data, "dcterms:identifier", ox.Literal("sha256:" + hashlib.sha256(contents["data.nq.gz"]).hexdigest())
    )
    yield say(data, "void:uriSpace", ox.Literal(PREFIXES["id"]))
    yield say(data, "void:triples", number(_count(store, "?s ?p ?o")))
    yield say(data, "void:distinctSubjects", number(_count(store, "?s ?p ?o", "DISTINCT ?s")))
    yield say(data, "dcat:distribution", file)
    yield say(data, "void:dataDump", file)
    yield say(file, "rdf:type", node("dcat:Distribution"))
    yield say(file, "dcterms:title", ox.Literal("data.nq.gz"))
    yield say(
        file,
        "dcat:mediaType",
        ox.NamedNode("https://www.iana.org/assignments/media-types/application/n-quads"),
    )
    yield say(
        file, "dcat:byteSize", ox.Literal(str(len(contents["data.nq.gz"])), datatype=node("xsd:decimal"))
    )
    for prefix in ("tcg", "dm", "ygo", "skos", "dcterms", "prov"):
        yield say(data, "void:vocabulary", ox.NamedNode(PREFIXES[prefix]))
    for kind, count in store.select(
        "SELECT ?t (COUNT(DISTINCT ?s) AS ?n) { ?s a ?t } GROUP BY ?t ORDER BY ?t"
    ):
        if kind and kind.startswith(PREFIXES["tcg"]):
            part = ox.NamedNode(f"{_DATASET}#{kind.rsplit('#', 1)[-1]}")
            yield say(data, "void:classPartition", part)
            yield say(part, "void:class", ox.NamedNode(kind))
            yield say(part, "void:entities", number(int(count or 0)))
    pages = store.select(
        "PREFIX tcg: <https://saitei.example/tcg#> PREFIX dcterms: <http://purl.org/dc/terms/> "
        "SELECT ?page ?title ?date { ?page a tcg:Page ; dcterms:title ?title OPTIONAL { ?page dcterms:modified ?date } }"
    )
    for page, title, date in pages:
        source = ox.NamedNode(str(page))
        yield say(data, "prov:wasDerivedFrom", source)
        yield say(source, "dcterms:title", ox.Literal(str(title)))
        if date:
            yield say(source, "dcterms:modified", ox.Literal(date, datatype=node("xsd:date")))


def _page(store: Store) -> str:
    rows = store.select(
        "SELECT ?term ?ja ?en ?cja ?cen { GRAPH <" + VOCABULARY_GRAPH + "> { "
        "?term rdfs:isDefinedBy ?o . "
        'OPTIONAL { ?term rdfs:label|skos:prefLabel ?ja FILTER(LANG(?ja) = "ja") } '
        'OPTIONAL { ?term rdfs:label|skos:prefLabel ?en FILTER(LANG(?en) = "en") } '
        'OPTIONAL { ?term rdfs:comment ?cja FILTER(LANG(?cja) = "ja") } '
        'OPTIONAL { ?term rdfs:comment ?cen FILTER(LANG(?cen) = "en") } } } ORDER BY ?term'
    )
    body = []
    for term, ja, en, comment_ja, comment_en in rows:
        iri = str(term)
        base = next((p for p, b in PREFIXES.items() if iri.startswith(b)), "")
        name = f"{base}:{iri.removeprefix(PREFIXES[base])}" if base else iri
        body.append(
            f"<tr id='{escape(name, quote=True)}'><td><code>{escape(name)}</code></td>"
            f"<td>{escape(ja or '')}<br>{escape(en or '')}</td>"
            f"<td>{escape(comment_ja or '')}<br>{escape(comment_en or '')}</td></tr>"
        )
    return (
        "<!doctype html><html lang='ja'><head><meta charset='utf-8'><title>裁定 Saitei: 語彙 / vocabulary</title>"
        "<style>body{font-family:system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}"
        "td{border-bottom:1px solid #ccc;padding:.4rem;vertical-align:top}</style></head><body>"
        f"<h1>裁定 Saitei: 語彙 / vocabulary</h1><table>{''.join(body)}</table></body></html>\n"
    )


def _readme(store: Store) -> str:
    pages = _count(store, "?page a <https://saitei.example/tcg#Page>")
    rulings = _count(store, "?r a <https://saitei.example/tcg#Ruling>", "DISTINCT ?r")
    return (
        f"# 裁定 Saitei {_version()}\n\n"
        f"カードゲームの規則の知識グラフ。{pages} ページ、{rulings} 裁定。\n"
        f"A knowledge graph of card-game rules: {pages} pages, {rulings} rulings.\n\n"
        "`data.nq.gz` は N-Quads（ページごとの名前付きグラフ）。Load it into any RDF store, for example:\n\n"
        "    oxigraph load --location db --file data.nq.gz --format nq\n\n"
        "`void.ttl` describes the data, `vocabulary.ttl` and `index.html` its terms, `shapes.ttl` what it keeps.\n"
        "Check the files with `sha256sum -c SHA256SUMS`.\n"
    )
