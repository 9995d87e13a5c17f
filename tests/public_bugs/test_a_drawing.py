"""A: drawings and HTML. Each test is named after an entry of the log of public bugs."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox
import pytest

from explorer import component
from explorer.app.data.neighbours import groups
from explorer.app.markup import plain
from explorer.app.routes import entity_href
from explorer.app.scene import CAP, FIRST, replay
from explorer.drawing import DrawnEdge, DrawnNode, draw
from explorer.drawing_files import to_svg
from explorer.findings import write
from explorer.serve.resources import page_of
from ingest.store import open_store
from ontology.namespaces import TCG, rule_iri
from tests.app.conftest import App
from tests.app.test_pages import components, drawing_of, html_of

FETCHES = re.compile(
    r"""(?:\bsrc|\bhref|@import|\bimport|\bfrom|\burl|\bfetch)\s*(?:=|\(|\s)\s*["'`]?https?://"""
)
LABEL = ox.NamedNode("http://www.w3.org/2004/02/skos/core#prefLabel")


def exported() -> dict[str, str]:
    """Every text of ours that a browser is given."""
    picture = draw([DrawnNode("https://saitei.example/id/a", "甲", "甲", "dot", "#000000")], [], {})
    report = io.StringIO()
    write([], "html", "ja", report)
    node = ox.NamedNode("https://saitei.example/id/dm/card/x")
    texts = {p.name: p.read_text("utf-8") for p in Path(component.__file__).parent.glob("*.[hjc]*[mls]")}
    texts["svg"] = to_svg(picture, lang="ja", title="題").decode()
    texts["findings"] = report.getvalue()
    texts["resource"] = page_of(node.value, [ox.Triple(node, LABEL, ox.Literal("甲"))], [])
    return texts


def test_a1_no_page_fetches_from_outside() -> None:
    texts = exported()
    assert {"vis-network.min.js", "graph.js", "html.js", "graph.html", "svg", "findings", "resource"} <= set(
        texts
    )
    assert {name: FETCHES.findall(text) for name, text in texts.items() if FETCHES.search(text)} == {}
    assert FETCHES.search('<script src="https://cdn.example/x.js">')
    assert FETCHES.search("@import url(http://x/y.css)")


def test_a2_html_is_utf8_in_every_locale(small_store: Path, tmp_path: Path) -> None:
    """What is checked, asked and exported is written by a program whose locale knows no Japanese."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    environment |= {"HOME": str(tmp_path), "SAITEI_STORE": str(small_store)}
    calls = [
        ["check", "--format", "html", "--output", str(tmp_path / "found.html")],
        ["export", "--format", "trig", "--output", str(tmp_path / "found.trig")],
        ["query", "pages-overview", "--format", "csv"],
    ]
    code = "import sys, ast\nfrom explorer.cli import main\nfor c in ast.literal_eval(sys.argv[1]):\n"
    code += "    try: main(c)\n    except SystemExit as e: assert e.code in (0, 1, None), (c, e.code)\n"
    command = [sys.executable, "-c", code, ascii(calls)]
    done = subprocess.run(command, capture_output=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    assert b"codec" not in done.stderr, done.stderr
    found = (tmp_path / "found.html").read_bytes().decode("utf-8")
    assert "<article" in found
    assert "裁定の点検結果" in found
    for text in ((tmp_path / "found.trig").read_bytes().decode("utf-8"), done.stdout.decode("utf-8")):
        assert "再構築" in text


def test_a3_a_rule_number_is_a_text_and_never_an_id() -> None:
    first, second = rule_iri("dm", "703"), rule_iri("dm", "704")
    nodes = [DrawnNode(iri, iri[-3:], iri[-3:], "diamond", "#0067a8") for iri in (first, second)]
    picture = draw(nodes, [DrawnEdge(first, second, "次")], {})
    assert [(node["id"], node["label"]) for node in picture.nodes] == [(first, "703"), (second, "704")]
    assert (picture.edges[0]["from"], picture.edges[0]["to"]) == (first, second)
    bare = draw([DrawnNode("703", "703", "703", "dot", "#000000")], [], {})
    assert (bare.nodes[0]["id"], bare.nodes[0]["label"]) == ("703", "703")


def test_a3_the_ids_of_the_app_are_iris(app: App) -> None:
    drawn = drawing_of(app.open("graph?start=dm/rule/703.4e"))
    assert drawn["nodes"]
    assert all(node["id"].startswith("https://saitei.example/id/") for node in drawn["nodes"])
    assert all(isinstance(node["label"], str) and node["label"] for node in drawn["nodes"])


def test_a5_settings_compose_and_the_heading_stands_once(app: App) -> None:
    """Any order and mixture of what an address can set gives the same drawing, without an error."""
    settings = ["lang=en", "sel=dm/rule/703.4e", "do=*dm/ruling/example-1", "dark=1"]
    drawn = []
    for some in (settings, settings[::-1]):
        at = app.open("graph?start=dm/rule/703.4e&" + "&".join(some))
        assert not at.error
        assert len(at.title) == 1
        drawn.append(drawing_of(at))
    assert drawn[0]["nodes"] == drawn[1]["nodes"]
    assert drawn[0]["selected"] == drawn[1]["selected"] == rule_iri("dm", "703.4e")


@pytest.mark.parametrize("name", ["findings", "resource"])
def test_a5_a_document_has_title_language_and_one_heading(name: str) -> None:
    page = exported()[name]
    assert re.search(r"<html lang=[\"']ja[\"']>", page)
    assert len(re.findall(r"<title>[^<]+</title>", page)) == 1
    assert len(re.findall("<h1>", page)) == 1


def test_a6_a_click_comes_back_and_every_node_has_a_link_beside_the_drawing(app: App) -> None:
    script = component._asset("graph.js")
    assert re.search(r"setTriggerValue\(\s*[\"']event[\"']", script)
    at = app.open("graph?start=dm/rule/703.4e")
    twin = html_of(at)
    nodes = drawing_of(at)["nodes"]
    assert len(nodes) > 3
    for node in nodes:
        assert f'href="{plain(entity_href(node["id"], lang="ja"))}"' in twin
    assert any("nodes" in part for part in components(at))


def test_a8_a_large_neighbourhood_is_capped_and_says_so() -> None:
    middle = ox.NamedNode(rule_iri("dm", "700.1"))
    cites, kind = (
        ox.NamedNode(str(TCG.cites)),
        ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"),
    )
    quads = [ox.Triple(middle, kind, ox.NamedNode(str(TCG.Rule)))]
    for number in range(1500):
        ruling = ox.NamedNode(f"https://saitei.example/id/dm/ruling/r{number}")
        quads.append(ox.Triple(ruling, kind, ox.NamedNode(str(TCG.Ruling))))
        quads.append(ox.Triple(ruling, cites, middle))
    with open_store(":memory:") as store:
        store.replace_page("https://saitei.example/id/dm/page/t/many", quads)
        scene = replay(store, middle.value, [])
        assert len(scene.nodes) == FIRST + 1
        assert scene.left_out == 1500 - FIRST
        opened = replay(store, middle.value, [f"+{middle.value}"])
        assert len(opened.nodes) <= CAP
        assert sum(len(group.members) for group in groups(store, middle.value)) == 1500
