"""Drawings: what pyvis gets wrong is right here, and positions hold."""

import json
import math
import re
import subprocess
import sys
from xml.etree import ElementTree

import networkx as nx
import pytest

from explorer import component
from explorer.drawing import DrawnEdge, DrawnNode, draw, grow, separate
from explorer.drawing_files import to_graphml, to_svg
from explorer.drawing_groups import apart, communities


def a_node(name: str) -> DrawnNode:
    return DrawnNode(f"https://saitei.example/id/{name}", name, name, "dot", "#bf4a00")


def test_pyvis_276_rule_numbers_stay_text() -> None:
    nodes = [DrawnNode(name, name, name, "diamond", "#0067a8") for name in ("703", "704")]
    picture = draw(nodes, [DrawnEdge("703", "704", "次")], {"703": (0, 0), "704": (10, 0)})
    assert [node["id"] for node in picture.nodes] == ["703", "704"]
    assert [node["label"] for node in picture.nodes] == ["703", "704"]
    assert picture.edges[0]["from"] == "703"


def test_edges_in_both_directions_are_kept() -> None:
    nodes = [a_node("a"), a_node("b")]
    a, b = nodes[0].id, nodes[1].id
    picture = draw(nodes, [DrawnEdge(a, b, "x"), DrawnEdge(b, a, "y"), DrawnEdge(a, b, "z")], {})
    assert len(picture.edges) == 3
    assert len({edge["curve"] for edge in picture.edges}) == 3


def test_positions_are_the_same_every_time_and_stay_while_growing() -> None:
    first = grow({}, [f"n{i}" for i in range(20)], [("n0", f"n{i}") for i in range(1, 20)])
    again = grow({}, [f"n{i}" for i in range(20)], [("n0", f"n{i}") for i in range(1, 20)])
    assert first == again
    more = grow(first, ["m1", "m2", "m3"], [("n3", "m1"), ("n3", "m2"), ("m2", "m3")], around="n3")
    assert {name: more[name] for name in first} == first
    assert {"m1", "m2", "m3"} <= more.keys()


@pytest.mark.parametrize("count", [2, 12, 60, 149])
def test_no_two_labels_lie_on_each_other(count: int) -> None:
    places = grow({}, [f"n{i}" for i in range(count)], [("n0", f"n{i}") for i in range(1, count)])
    spots = list(places.values())
    close = sum(
        abs(a[0] - b[0]) < 150 and abs(a[1] - b[1]) < 95 for n, a in enumerate(spots) for b in spots[n + 1 :]
    )
    assert close <= count // 30


def test_nodes_on_one_spot_are_parted() -> None:
    places = separate({"a": (0, 0), "b": (0, 0), "c": (0, 0)}, movable=["b", "c"])
    assert places["a"] == (0, 0)
    assert len(set(places.values())) == 3


def three_wheels() -> tuple[list[str], list[tuple[str, str]]]:
    """Three hubs with their spokes, the hubs in a row, and two nodes of their own."""
    nodes = [f"{hub}{n}" for hub in "abc" for n in range(12)] + ["x", "y"]
    edges = [(f"{hub}0", f"{hub}{n}") for hub in "abc" for n in range(1, 12)]
    edges += [(f"{hub}{n}", f"{hub}{n + 1}") for hub in "abc" for n in range(1, 11)]
    return nodes, [*edges, ("a0", "b0"), ("b0", "c0"), ("x", "y")]


def test_communities_are_what_hangs_together_the_same_every_time() -> None:
    nodes, edges = three_wheels()
    found = communities(nodes, edges)
    assert [set(group.members) for group in found] == [
        {node for node in nodes if node[0] == hub} for hub in "abc"
    ]
    assert [group.head for group in found] == ["a0", "b0", "c0"]
    assert [group.number for group in found] == [1, 2, 3]
    assert communities(reversed(nodes), [(b, a) for a, b in reversed(edges)]) == found
    assert communities(["a", "b"], [("a", "b")]) == []
    assert communities([], []) == []


def test_communities_stand_apart_and_labels_do_not_cover_each_other() -> None:
    nodes, edges = three_wheels()
    found = communities(nodes, edges)
    places = apart(found, nodes, edges)
    assert places.keys() == set(nodes)
    assert places == apart(found, nodes, edges)
    spots = list(places.values())
    for n, one in enumerate(spots):
        assert not any(abs(one[0] - two[0]) < 156 and abs(one[1] - two[1]) < 100 for two in spots[n + 1 :])
    middles = {g.number: places[g.head] for g in found}
    for group in found:
        for node in group.members:
            mine = math.dist(places[node], middles[group.number])
            assert all(
                mine < math.dist(places[node], other) for n, other in middles.items() if n != group.number
            )


def test_svg_and_graphml_are_whole_and_refer_to_nothing_outside() -> None:
    nodes = [a_node("再構築 <&>\x01"), a_node("b")]
    picture = draw(
        nodes,
        [DrawnEdge(nodes[0].id, nodes[1].id, "関係 & <x>")],
        {nodes[0].id: (0, 0), nodes[1].id: (90, 0)},
    )
    svg = to_svg(picture, lang="ja", title="グラフ")
    ElementTree.fromstring(svg)
    assert not re.search(rb'(?:src|href|url)\s*[=(]\s*["\']?https?:', svg)
    graph = nx.parse_graphml(to_graphml(picture).decode("utf-8"))
    assert graph.number_of_nodes() == 2
    assert graph.number_of_edges() == 1


def test_pyvis_228_the_component_loads_nothing_from_outside() -> None:
    for name in ("vis-network.min.js", "graph.js", "html.js", "graph.css", "html.css", "graph.html"):
        text = component._asset(name)
        assert not re.search(
            r"""(?:src|href|import|from|url|fetch)\s*(?:=|\(|\s)\s*["'`]?https?://""", text
        ), name
        assert "sourceMappingURL" not in text


def test_pyvis_222_assets_are_read_as_utf8_in_any_locale() -> None:
    code = "from explorer.drawing_files import *; from explorer.drawing import *; import sys; "
    code += "p = draw([DrawnNode('a', '\\u518d\\u69cb\\u7bc9', 't', 'dot', '#000000')], [], {}); "
    code += "sys.stdout.buffer.write(to_svg(p, lang='ja', title='\\u984c'))"
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PATH": "/usr/bin"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "再構築" in done.stdout.decode("utf-8")


def test_drawings_are_plain_data() -> None:
    picture = draw([a_node("a")], [], {})
    json.dumps([picture.nodes, picture.edges])
