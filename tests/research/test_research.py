"""The Python interface, and the notebook that shows it: its cells run as they stand."""

import ast
import datetime
import json
from pathlib import Path

import networkx as nx
import pandas as pd
import pytest
import rdflib

import explorer
from explorer import open_graph
from ingest.pipeline import ingest_paths
from ingest.store import QuerySyntaxError, StoreMissing, open_store
from ontology.queries import QueryFileError, load_queries

DOCS = Path(explorer.__file__).parent / "docs"
TCG = "https://saitei.example/tcg#"


@pytest.fixture(scope="module")
def folder(tmp_path_factory, sample_wiki):
    place = tmp_path_factory.mktemp("research") / "store"
    with open_store(place) as store:
        ingest_paths(store, [str(sample_wiki)])
    return place


@pytest.fixture(scope="module")
def graph(folder):
    with open_graph(folder) as found:
        yield found


def test_frames_have_python_values(graph):
    found = graph.frame("rulings-of-a-card", name="龍神ヘヴィ")
    assert isinstance(found, pd.DataFrame)
    assert found["line"].tolist() == [37, 41, 50, 59]
    assert set(found["date"]) == {datetime.date(2021, 9, 7)}
    assert found["verdict"].tolist() == ["no", "no", "yes", "no"]
    empty = graph.frame("SELECT ?a ?b { ?a tcg:none ?b }")
    assert (empty.shape, list(empty.columns)) == ((0, 2), ["a", "b"])
    unbound = graph.frame("SELECT ?page ?d { ?page a tcg:Page OPTIONAL { ?page dcterms:modified ?d } }")
    assert unbound["d"].isna().sum() == 21
    assert graph.frame("SELECT (true AS ?t) (1.5 AS ?f) ('x'^^xsd:integer AS ?x) {}").values.tolist() == [
        [True, 1.5, "x"]
    ]


def test_wrong_queries_are_told(graph, tmp_path):
    with pytest.raises(QueryFileError, match="parameter"):
        graph.frame("rulings-of-a-card", nobody="x")
    with pytest.raises(QueryFileError, match="only named queries"):
        graph.frame("SELECT * { ?s ?p ?o }", name="x")
    with pytest.raises(QuerySyntaxError):
        graph.frame("SELECT * { ?s ?p")
    with pytest.raises(StoreMissing):
        open_graph(tmp_path / "none")


def test_queries_lists_all(graph):
    assert graph.queries()["name"].tolist() == list(load_queries())


def test_dataset_holds_the_named_graphs(graph):
    data = graph.dataset()
    assert isinstance(data, rdflib.Dataset)
    named = {str(g.identifier) for g in data.graphs()} - {"urn:x-rdflib:default"}
    assert named == set(graph.store.graphs())
    (row,) = data.query("SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }")
    assert int(row.n) == sum(1 for _ in graph.store.quads())
    (pages,) = data.query("SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a tcg:Page }")
    assert int(pages.n) == 71


def test_networks(graph):
    cited = graph.network(
        "CONSTRUCT { ?r tcg:cites ?x ; tcg:verdict ?v } { ?r a tcg:Ruling ; tcg:cites ?x ; tcg:verdict ?v }"
    )
    assert isinstance(cited, nx.MultiDiGraph)
    rule = "https://saitei.example/id/dm/rule/703.4e"
    assert cited.nodes[rule]["label"] == "703.4e"
    assert cited.in_degree(rule) == 2
    ruling, _, key = next(iter(cited.in_edges(rule, keys=True)))
    assert key == TCG + "cites"
    assert cited.nodes[ruling]["tcg:verdict"] in ("yes", "no")
    links = graph.link_network()
    assert len(links) == 71
    (rebuilding,) = [n for n, label in links.nodes(data="label") if label == "再構築"]
    assert links.in_degree(rebuilding) == 24
    assert sum(d["links"] for *_, d in links.in_edges(rebuilding, data=True)) == 29


def test_importing_the_package_loads_nothing_heavy():
    import subprocess
    import sys

    code = "import sys, explorer; print([m for m in ('pandas', 'rdflib', 'networkx', 'pyoxigraph') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_every_call_is_documented():
    text = (DOCS / "research.md").read_text("utf-8")
    for name in dir(explorer.Graph):
        if not name.startswith("_") and name != "close":
            assert f"`{name}" in text, name


def test_the_notebook_runs(tmp_path, recwarn):
    pytest.importorskip("matplotlib", reason="the extra notebook is not installed")
    import matplotlib.font_manager
    import matplotlib.image

    matplotlib.use("Agg")
    book = json.loads((DOCS / "research.ipynb").read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    names: dict[str, object] = {}
    shown = []
    for cell in book["cells"]:
        assert set(cell) >= {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        body = ast.parse("".join(cell["source"])).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), cell["id"], "exec"), names)
        if last is not None:
            shown.append(eval(compile(ast.Expression(last.value), cell["id"], "eval"), names))
    assert shown[0] == 71
    assert shown[2].shape == (4, 4)
    assert shown[3].loc["703.4e", 2021] == 1
    assert shown[4]["n"].tolist() == [7, 2, 6]
    assert {"再構築", "クリーチャー"} <= set(shown[5].index)
    assert shown[7] == ["703.4e"]
    bars = [bar.get_height() for bar in names["years"].axes[0].patches]
    assert sum(bars) == names["per_year"]["rulings"].sum() > 0
    assert len(names["cited"].axes[0].patches) == len(names["per_rule"])
    labels = [text.get_text() for text in names["network"].axes[0].texts]
    assert {"再構築", "クリーチャー"} <= set(labels)
    for plot in ("years", "cited", "network"):
        file = tmp_path / f"{plot}.png"
        names[plot].savefig(file)
        pixels = matplotlib.image.imread(file)
        assert pixels.shape[0] > 200
        assert (pixels[..., :3].min(axis=2) < 0.9).mean() > 0.02, plot  # something is drawn
    if any("CJK JP" in font.name for font in matplotlib.font_manager.fontManager.ttflist):
        assert not [str(w.message) for w in recwarn if "Glyph" in str(w.message)]
