"""A drawing as a file: SVG that refers to nothing outside, and GraphML for other tools."""

import io
import re
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from explorer.drawing import Drawing

__all__ = ["to_graphml", "to_svg"]

_MARGIN = 90
_FONT = "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic UI',Meiryo,sans-serif"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def to_svg(picture: Drawing, *, lang: str, title: str) -> bytes:
    """Return the drawing as SVG in UTF-8, dark on white, with the labels as text."""
    spots = {node["id"]: (float(node["x"]), float(node["y"])) for node in picture.nodes}
    xs = [x for x, _ in spots.values()] or [0.0]
    ys = [y for _, y in spots.values()] or [0.0]
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    width, height = max(xs) - left + _MARGIN, max(ys) - top + _MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="{lang}" role="img" '
        f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f"font-family={quoteattr(_FONT)}>",
        f"<title>{_text(title)}</title>",
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path d="M0 0 8 4 0 8Z" fill="#8a909c"/></marker></defs>',
    ]
    out.extend(_ground(ground, spots) for ground in picture.grounds)
    sizes = {node["id"]: float(node["size"]) for node in picture.nodes}
    for edge in picture.edges:
        out.append(_edge(spots[edge["from"]], spots[edge["to"]], sizes[edge["to"]], edge))
    for node in picture.nodes:
        x, y = spots[node["id"]]
        fill = "#fff" if node.get("hollow") else node["color"]
        out.append(
            f'<path d="{_outline(node["shape"], x, y, float(node["size"]))}" fill="{fill}" stroke="{node["color"]}" '
            f'stroke-width="2"><title>{_text(str(node["title"]))}</title></path>'
        )
        for row, words in enumerate(str(node["label"]).split("\n")):
            below = y + float(node["size"]) + 15 + 16 * row
            out.append(
                f'<text x="{x:.0f}" y="{below:.0f}" text-anchor="middle" font-size="13" fill="#1f2430" '
                f'paint-order="stroke" stroke="#fff" stroke-width="3">{_text(words)}</text>'
            )
    return "\n".join([*out, "</svg>"]).encode("utf-8")


def _ground(ground: dict[str, Any], spots: dict[str, tuple[float, float]]) -> str:
    """Return the ground under a community: a disk under each of its nodes, joined to its first one, and its number."""
    places = [spots[member] for member in ground["members"] if member in spots]
    if not places:
        return ""
    x0, y0 = places[0]
    lines = "".join(f"M{x0:.0f} {y0:.0f}L{x:.0f} {y + 1:.0f}" for x, y in places)
    top = min(places, key=lambda place: place[1])
    return (
        f'<g><path d="{lines}" fill="none" stroke="{_pale(ground["colour"])}" stroke-width="150" '
        f'stroke-linecap="round" stroke-linejoin="round"/><text x="{top[0]:.0f}" y="{top[1] - 34:.0f}" '
        f'text-anchor="middle" font-size="30" font-weight="700" fill="#1f2430">{_text(ground["label"])}</text></g>'
    )


def _pale(colour: str) -> str:
    """Return a colour mixed with white."""
    channels = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(channel * 0.2 + 255 * 0.8):02x}" for channel in channels)


def _text(value: str) -> str:
    return escape(_CONTROL.sub("\ufffd", value))


def _edge(a: tuple[float, float], b: tuple[float, float], size: float, edge: dict[str, object]) -> str:
    length = max(1.0, ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5)
    end = (b[0] - (b[0] - a[0]) / length * size, b[1] - (b[1] - a[1]) / length * size)
    dash = ' stroke-dasharray="5 4"' if edge.get("dashes") else ""
    return (
        f'<line x1="{a[0]:.0f}" y1="{a[1]:.0f}" x2="{end[0]:.0f}" y2="{end[1]:.0f}" stroke="#8a909c" '
        f'stroke-width="1.3"{dash} marker-end="url(#arrow)"><title>{_text(str(edge.get("label", "")))}</title></line>'
    )


_OUTLINES: dict[str, list[tuple[float, float]]] = {
    "box": [(-1.4, -0.7), (1.4, -0.7), (1.4, 0.7), (-1.4, 0.7)],
    "diamond": [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)],
    "square": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    "triangle": [(0, -1.1), (1.1, 0.9), (-1.1, 0.9)],
    "triangleDown": [(-1.1, -0.9), (1.1, -0.9), (0, 1.1)],
    "hexagon": [(-0.55, -1), (0.55, -1), (1.1, 0), (0.55, 1), (-0.55, 1), (-1.1, 0)],
    "star": [(0, -1.2), (0.3, -0.4), (1.15, -0.35), (0.5, 0.2), (0.7, 1.05), (0, 0.6), (-0.7, 1.05), (-0.5, 0.2), (-1.15, -0.35), (-0.3, -0.4)],
}  # fmt: skip


def _outline(shape: str, x: float, y: float, size: float) -> str:
    points = _OUTLINES.get(shape)
    if points is None:
        return (
            f"M{x - size:.1f} {y:.1f}a{size:.1f} {size:.1f} 0 1 0 {2 * size:.1f} 0"
            f"a{size:.1f} {size:.1f} 0 1 0 {-2 * size:.1f} 0Z"
        )
    return "M" + "L".join(f"{x + px * size:.1f} {y + py * size:.1f}" for px, py in points) + "Z"


def to_graphml(picture: Drawing) -> bytes:
    """Return the drawing as GraphML: ids are IRIs, with label, kind mark, position and the number of the community."""
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    home = {member: str(ground["label"]) for ground in picture.grounds for member in ground["members"]}
    for node in picture.nodes:
        graph.add_node(
            _CONTROL.sub("\ufffd", node["id"]),
            label=_CONTROL.sub("\ufffd", str(node["label"]).replace("\n", "")),
            shape=node["shape"],
            color=node["color"],
            x=float(node["x"]),
            y=float(node["y"]),
            group=home.get(node["id"], ""),
        )
    for edge in picture.edges:
        graph.add_edge(
            _CONTROL.sub("\ufffd", edge["from"]),
            _CONTROL.sub("\ufffd", edge["to"]),
            label=_CONTROL.sub("\ufffd", str(edge.get("label", ""))),
        )
    out = io.BytesIO()
    nx.write_graphml_xml(graph, out, encoding="utf-8")
    return out.getvalue()
