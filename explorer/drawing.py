"""The one module that knows pyvis: nodes and edges, with positions computed here by networkx.

Positions are seeded and depend only on the order in which things were added, so that a shared address shows
the same picture and nothing jumps while a graph grows. Nothing here talks to a browser.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# networkx, numpy and pyvis (which pulls in IPython) take seconds to import: only what draws waits for them.

__all__ = [
    "Drawing",
    "DrawnEdge",
    "DrawnNode",
    "Ground",
    "Positions",
    "draw",
    "grow",
    "separate",
]

Positions = dict[str, tuple[float, float]]
"""Place of each node in pixels, x to the right, y down."""

_RING = 200.0  # distance of the first ring of new nodes from the one they were opened from
_ROOM = 160.0  # how much of a ring one node takes
_APART = (156.0, 100.0)  # labels stand under their node: they need more width than height
_SEED = 7


@dataclass(frozen=True)
class DrawnNode:
    """A node as it is drawn; `id` is an IRI, never a number, so that it stays what it was."""

    id: str
    label: str
    title: str
    shape: str
    colour: str
    hollow: bool = False


@dataclass(frozen=True)
class DrawnEdge:
    """A directed edge between drawn nodes."""

    source: str
    target: str
    label: str
    dashed: bool = False


@dataclass(frozen=True)
class Ground:
    """A coloured ground under nodes that belong together, with a short label such as its number."""

    label: str
    colour: str
    members: Sequence[str]


@dataclass(frozen=True)
class Drawing:
    """Nodes and edges in the form that vis-network takes."""

    nodes: list[dict[str, Any]] = field(default_factory=list)
    edges: list[dict[str, Any]] = field(default_factory=list)
    grounds: list[dict[str, Any]] = field(default_factory=list)


def grow(
    positions: Mapping[str, tuple[float, float]],
    new: Sequence[str],
    edges: Iterable[tuple[str, str]],
    *,
    around: str | None = None,
) -> Positions:
    """Return positions for old and new nodes; the old ones stay where they are.

    Args:
        positions: places of the nodes that are already drawn.
        new: nodes to place, in reading order; nodes that already have a place are ignored.
        edges: pairs of node ids, old and new.
        around: the node from which the new ones were opened; the middle when None or not drawn.
    """
    places: Positions = dict(positions)
    fresh = [node for node in dict.fromkeys(new) if node not in places]
    if not fresh:
        return places
    if not places:
        places[fresh.pop(0)] = (0.0, 0.0)
    if around is None and fresh and len(places) > 1:
        # A thing of its own: it stands beside what is drawn, with room for what will be opened from it.
        right = max(x for x, _ in places.values()) + 3 * _RING
        places[fresh.pop(0)] = (right, sum(y for _, y in places.values()) / len(places))
    anchor = around if around in places else next(iter(places))
    fixed = list(places)
    places |= _rings(places, anchor, fresh)
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(places)
    graph.add_edges_from((a, b) for a, b in edges if a in places and b in places and a != b)
    if fresh and graph.number_of_edges():
        relaxed = nx.spring_layout(
            graph, pos=places, fixed=fixed, k=_RING * 0.95, iterations=30, seed=_SEED, threshold=1e-3
        )
        # A spring may throw loosely tied nodes far out; they stay within sight of where they were put.
        for node in fresh:
            (x, y), (px, py) = places[node], relaxed[node]
            places[node] = (x + _bounded(px - x), y + _bounded(py - y))
    return separate(places, movable=fresh)


def _bounded(shift: float) -> float:
    return max(-0.35 * _RING, min(0.35 * _RING, float(shift)))


def _rings(places: Positions, anchor: str, fresh: Sequence[str]) -> Positions:
    """Put nodes on rings around the anchor, away from the middle of what is already drawn."""
    x0, y0 = places[anchor]
    others = [place for node, place in places.items() if node != anchor]
    away = math.pi / 2
    if others:
        away = math.atan2(
            y0 - sum(y for _, y in others) / len(others), x0 - sum(x for x, _ in others) / len(others)
        )
    found: Positions = {}
    queue = list(fresh)
    ring = 1
    while queue:
        radius = _RING * ring
        # The first expansion may use the whole circle, later ones the half that looks outward.
        span = 2 * math.pi if not others else 1.25 * math.pi
        capacity = max(4, int(span * radius / _ROOM))
        now, queue = queue[:capacity], queue[capacity:]
        step = span / (len(now) if not others else max(1, len(now) - 1))
        start = away - (span / 2 if others and len(now) > 1 else 0)
        for index, node in enumerate(now):
            angle = start + index * step + (step / 2 if not others and ring % 2 == 0 else 0)
            found[node] = (x0 + 1.15 * radius * math.cos(angle), y0 + 0.9 * radius * math.sin(angle))
        ring += 1
    return found


def separate(
    places: Mapping[str, tuple[float, float]], *, movable: Collection[str], rounds: int = 120
) -> Positions:
    """Push nodes apart until no two labels lie on each other, moving only `movable` ones."""
    import numpy as np

    nodes = list(places)
    if len(nodes) < 2:
        return dict(places)
    count = len(nodes)
    x, y = (np.array([places[node][axis] for node in nodes], dtype=float) for axis in (0, 1))
    wanted = set(movable)
    free = np.array([node in wanted for node in nodes])
    first, second = np.triu_indices(count, 1)
    either = free[first] | free[second]
    first, second = first[either], second[either]  # two that may not move cannot be parted
    for _ in range(rounds):
        dx, dy = x[first] - x[second], y[first] - y[second]
        over_x, over_y = _APART[0] - np.abs(dx), _APART[1] - np.abs(dy)
        close = (over_x > 0) & (over_y > 0)
        if not close.any():
            break
        one, two = first[close], second[close]
        dx, dy, over_x, over_y = dx[close], dy[close], over_x[close], over_y[close]
        # Along the axis where less has to be moved; equal places part by their order.
        along_x = over_x < over_y * (_APART[0] / _APART[1]) ** 0.5
        for spots, delta, shift in (
            (x, dx, np.where(along_x, over_x, 0.0)),
            (y, dy, np.where(along_x, 0.0, over_y)),
        ):
            push = np.where(delta < 0, -0.5, np.where(delta > 0, 0.5, -0.5)) * shift
            move = np.bincount(one, push, count) - np.bincount(two, push, count)
            spots[free] += np.clip(move[free], -60, 60)
    return {node: (round(float(a), 1), round(float(b), 1)) for node, a, b in zip(nodes, x, y, strict=True)}


def draw(
    nodes: Iterable[DrawnNode],
    edges: Iterable[DrawnEdge],
    positions: Mapping[str, tuple[float, float]],
    grounds: Iterable[Ground] = (),
) -> Drawing:
    """Build the nodes and edges of a drawing; size follows degree, parallel edges are curved apart."""
    from pyvis.network import Network

    listed = list(nodes)
    known = {node.id for node in listed}
    kept = [edge for edge in edges if edge.source in known and edge.target in known]
    degree: dict[str, int] = dict.fromkeys(known, 0)
    for edge in kept:
        degree[edge.source] += 1
        degree[edge.target] += 1
    network = Network(directed=True, cdn_resources="in_line")
    for node in listed:
        x, y = positions.get(node.id, (0.0, 0.0))
        network.add_node(
            node.id,
            label=_wrapped(node.label),
            shape=node.shape,
            color=node.colour,
            title=node.title,
            hollow=node.hollow,
            size=round(12 + 4 * math.log2(1 + degree[node.id]), 1),
            x=x,
            y=y,
        )
    between: dict[frozenset[str], int] = {}
    for edge in kept:
        pair = frozenset((edge.source, edge.target))
        rank = between[pair] = between.get(pair, -1) + 1
        network.add_edge(
            edge.source,
            edge.target,
            label=edge.label,
            title=edge.label,
            dashes=edge.dashed,
            curve=0.18 * rank,
        )
    under = [
        {"label": g.label, "colour": g.colour, "members": [m for m in g.members if m in known]}
        for g in grounds
    ]
    return Drawing(nodes=list(network.nodes), edges=list(network.edges), grounds=under)


def _wrapped(label: str, width: int = 10, lines: int = 2) -> str:
    """Break a label into at most `lines` lines of about `width` full-width characters."""
    out: list[str] = []
    line, used = "", 0.0
    for char in label:
        size = 1.0 if ord(char) > 0x2E7F else 0.55
        if used + size > width:
            out.append(line)
            line, used = "", 0.0
            if len(out) == lines:
                return "\n".join(out)[:-1] + "…"
        line += char
        used += size
    return "\n".join([*out, line.strip()]) if line.strip() else "\n".join(out)
