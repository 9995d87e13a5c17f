"""Texts of strangers in everything that goes out: reports, files, pages of the app and the endpoint."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from selectolax.lexbor import LexborHTMLParser

from explorer.app import markup, tables
from explorer.app.board import Board, CardPicture, Row, Stack
from explorer.app.board_svg import drawn
from explorer.app.data.base import Named
from explorer.app.data.pages import Extract
from explorer.app.i18n import texts
from explorer.app.kinds import kind_named
from explorer.app.pagetext import context, highlighted
from explorer.drawing import DrawnEdge, DrawnNode, draw
from explorer.drawing_files import to_graphml, to_svg
from explorer.findings import write
from explorer.serve.resources import page_of
from ingest.export import EXPORT_FORMATS, export_graph
from ingest.store import open_store
from ontology.checking import Bilingual, Finding, Location, Severity, Status
from ontology.namespaces import TCG, card_iri, page_iri
from tests.hostile.payloads import FORMULAS, SCRIPTS, STEERING

ALL = SCRIPTS + FORMULAS + STEERING
JA = texts("ja")
IRI = card_iri("dm", "甲")
KNOWN = (
    "script",
    "iframe",
    "object",
    "meta",
    "form",
    "video",
    "math",
    "input[autofocus]",
    "img",
    "base",
    "link",
)


def finding(text: str) -> Finding:
    place = Location(
        page=text, page_iri=IRI, line=1, column=1, start=0, end=len(text), text=text, source=text
    )
    said = Bilingual(text, text)
    return Finding(
        "TC0101",
        ("K1",),
        Severity.ERROR,
        Status.REAL,
        said,
        said,
        said,
        (place, place),
        "ab12",
        reconciled_by=text,
        board=text,
    )


def report(form: str, text: str) -> str:
    out = io.StringIO()
    write([finding(text)], form, "ja", out)
    return out.getvalue()


def assert_inert(html: str, *, scripts: int = 0) -> None:
    """No element of the payload, no handler, no address that runs."""
    tree = LexborHTMLParser(html)
    assert len(tree.css("script")) == scripts
    for name in KNOWN[1:]:
        found = [n.html for n in tree.css(name) if name != "meta" or "http-equiv" in n.attributes]
        assert found == [], found
    for node in tree.css("*"):
        assert not any(name.startswith("on") for name in node.attributes), node.html
        for name in ("href", "src", "action", "data", "xlink:href"):
            address = (node.attributes.get(name) or "").strip().lower()
            assert not address.startswith(("javascript:", "data:", "vbscript:", "//")), node.html


def test_the_judge_of_html_can_say_no() -> None:
    for payload in SCRIPTS[:10]:
        with pytest.raises(AssertionError):
            assert_inert(f"<p>{payload}</p>")


@pytest.mark.parametrize("text", ALL)
def test_report_as_html(text: str) -> None:
    page = report("html", text)
    assert_inert(page, scripts=1)
    assert len(LexborHTMLParser(page).css("article")) == 1


@pytest.mark.parametrize("text", ALL)
def test_report_as_csv_runs_no_formula(text: str) -> None:
    rows = list(csv.reader(io.StringIO(report("csv", text), newline="")))
    assert len(rows) == 2
    assert len(rows[0]) == len(rows[1])
    for cell in rows[1]:
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")), cell


@pytest.mark.parametrize("text", ALL)
def test_downloads_of_the_app_run_no_formula(text: str) -> None:
    data = tables.as_csv(["a", "b", "c"], [[text, 1, None], [-5, text, text]]).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(data, newline="")))
    assert len(rows) == 3
    assert rows[2][0] == "-5"
    for cell in (rows[1][0], rows[2][1]):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")), cell
    assert json.loads(tables.as_json(["a"], [[text]])) == [{"a": text}]


SARIF = json.loads((Path(__file__).parents[1] / "checks" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))


@pytest.mark.parametrize("text", ALL)
def test_report_as_sarif_json_and_annotations(text: str) -> None:
    log = json.loads(report("sarif", text))
    jsonschema.validators.validator_for(SARIF)(SARIF).validate(log)
    assert log["runs"][0]["results"][0]["message"]["text"] == text
    assert json.loads(report("json", text))[0]["message"] == text
    github = report("github", text)
    assert github.count("\n") == 1
    assert github.startswith("::error file=")
    assert len(re.findall(r"(?<!%3A)::", github.split("::", 2)[1])) == 0


@pytest.mark.parametrize("text", ALL)
def test_report_as_text_steers_no_terminal(text: str) -> None:
    written = report("text", text)
    assert written.count("\n") == 1
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)


@pytest.mark.parametrize("text", ALL)
def test_pages_of_the_app(text: str) -> None:
    thing = Named(IRI, text, kind_named("card"))
    extract = Extract(IRI, kind_named("card"), 0, len(text), mention=True, leads_to=IRI)
    pieces = [
        markup.plain(text),
        markup.fixed(text),
        markup.code(text),
        markup.notice(text),
        markup.link(text if not text.startswith("<") else IRI, text, title=text),
        markup.chip(thing, JA),
        markup.linked_list([thing], JA),
        markup.table([text], [[markup.plain(text)]], caption=text),
        highlighted(text, [extract], {IRI: thing}, JA, focus=(0, 1)),
        context(text, [extract], {IRI: thing}, JA, span=(0, len(text))),
    ]
    assert_inert("".join(pieces))


@pytest.mark.parametrize("text", ALL)
def test_drawings_boards_and_files(text: str) -> None:
    picture = draw(
        [DrawnNode(IRI, text, text, "dot", "#000000"), DrawnNode(IRI + "2", text, text, "box", "#000000")],
        [DrawnEdge(IRI, IRI + "2", text)],
        {},
    )
    svg = to_svg(picture, lang="ja", title=text)
    root = ET.fromstring(svg)
    assert not [e for e in root.iter() if e.tag.endswith(("script", "foreignObject", "image"))]
    assert nx.parse_graphml(to_graphml(picture).decode()).number_of_edges() == 1
    card = CardPicture(text, text, (text,))
    stack = Stack((card, card), ((text, text, text),))
    board = drawn(Board((Row("self", text, ((stack,),)),)), JA, title=text)
    assert_inert(board)


@pytest.mark.parametrize("text", ALL)
def test_pages_of_the_endpoint(text: str) -> None:
    node = ox.NamedNode(IRI)
    label = ox.NamedNode("http://www.w3.org/2004/02/skos/core#prefLabel")
    odd = ox.NamedNode("https://saitei.example/id/a'onclick='x")
    page = page_of(
        IRI,
        [ox.Triple(node, label, ox.Literal(text)), ox.Triple(node, label, odd)],
        [ox.Triple(odd, label, node)],
    )
    assert_inert(page)


def test_every_export_can_be_read_back(tmp_path: Path) -> None:
    text, label = ox.NamedNode(str(TCG.text)), ox.NamedNode("http://www.w3.org/2004/02/skos/core#prefLabel")
    link = ox.NamedNode(str(TCG.linksTo))
    parsers = {"trig": "trig", "nquads": "nquads", "turtle": "turtle", "jsonld": "json-ld", "rdfxml": "xml"}
    with open_store(":memory:") as store:
        for number, payload in enumerate(ALL):
            page = ox.NamedNode(
                page_iri("dm", "t", re.sub("[\x00-\x1f\x7f-\x9f]", "", payload) + str(number))
            )
            store.replace_page(
                page.value,
                [
                    ox.Triple(page, text, ox.Literal(payload)),
                    ox.Triple(page, label, ox.Literal(payload, language="ja")),
                    ox.Triple(page, link, page),
                ],
            )
        for form in EXPORT_FORMATS:
            place = tmp_path / form
            with place.open("wb") as out:
                assert export_graph(store, out, form).written >= len(ALL)
            if form in parsers:
                kind = rdflib.Dataset if form in ("trig", "nquads", "jsonld") else rdflib.Graph
                graph = kind()
                graph.parse(place, format=parsers[form])
                assert len(list(graph)) == 3 * len(ALL)
            else:
                ET.parse(place)
                read = nx.read_graphml if form == "graphml" else nx.read_gexf
                assert read(place).number_of_nodes() == len(ALL)


def test_names_that_differ_only_in_normalisation_are_one_page() -> None:
    assert page_iri("dm", "t", "が") == page_iri("dm", "t", "か\u3099")
