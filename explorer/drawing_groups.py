"""Communities of a drawing: found by Louvain's method with a fixed seed, and laid out apart from each other."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explorer.drawing import Positions

__all__ = ["Community", "apart", "communities"]

_SEED = 7
_FEWEST = 3  # fewer are no community, they are drawn without a ground of their own
_STEP = (160.0, 106.0)  # room of a node with its label
_MARGIN = 130.0
# Okabe and Ito's palette; as grounds they are mixed with the background, and each carries its number.
_COLOURS = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#0072b2", "#d55e00", "#8a8f00", "#7a5aa8")


@dataclass(frozen=True)
class Community:
    """Nodes that hang together more than with the rest, the best connected first; numbers begin with 1."""

    number: int
    members: tuple[str, ...]
    colour: str

    @property
    def head(self) -> str:
        """The node after which the community is called: the best connected one."""
        return self.members[0]


def communities(nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> list[Community]:
    """Return the communities of a drawing, largest first; the same for the same nodes and edges in any order.

    Nodes that belong to none (or only to one or two others) are in no community.
    """
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(sorted(set(nodes)))
    for a, b in sorted((min(pair), max(pair)) for pair in edges if pair[0] != pair[1]):
        if a in graph and b in graph:
            weight = graph.edges[a, b]["weight"] + 1 if graph.has_edge(a, b) else 1
            graph.add_edge(a, b, weight=weight)
    if not graph.number_of_edges():
        return []
    found = nx.community.louvain_communities(graph, seed=_SEED)
    listed = [
        sorted(map(str, group), key=lambda node: (-graph.subgraph(group).degree[node], node))
        for group in found
        if len(group) >= _FEWEST
    ]
    listed.sort(key=lambda group: (-len(group), group[0]))
    return [
        Community(number + 1, tuple(group), _COLOURS[number % len(_COLOURS)])
        for number, group in enumerate(listed)
    ]


def apart(found: Sequence[Community], nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> Positions:
    """Return positions in which each community stands together and none overlaps another; the rest stands below."""
    import networkx as nx

    home = {node: community.number for community in found for node in community.members}
    spots = {community.number: _packed(community.members) for community in found}
    reach = {number: max(math.hypot(x, y) for x, y in places.values()) for number, places in spots.items()}
    between: nx.Graph[int] = nx.Graph()
    between.add_nodes_from(spots)
    for a, b in edges:
        one, two = home.get(a), home.get(b)
        if one is not None and two is not None and one != two:
            weight = between.edges[one, two]["weight"] + 1 if between.has_edge(one, two) else 1
            between.add_edge(one, two, weight=weight)
    scale = math.hypot(*reach.values()) if reach else 1.0
    begin = {n: (math.cos(i * 2.4), math.sin(i * 2.4)) for i, n in enumerate(sorted(spots))}
    placed = nx.spring_layout(between, pos=begin, seed=_SEED, iterations=60) if len(spots) > 1 else {}
    centres = {
        number: (float(placed[number][0]) * scale, float(placed[number][1]) * scale) if placed else (0.0, 0.0)
        for number in spots
    }
    centres = _pushed(centres, reach)
    wide, high = (
        (max(side) - min(side) for side in zip(*centres.values(), strict=True)) if centres else (0, 0)
    )
    if high > wide:  # screens are wider than high
        centres = {number: (y, x) for number, (x, y) in centres.items()}
    places: Positions = {}
    for number, around in spots.items():
        x, y = centres[number]
        places |= {node: (round(x + dx, 1), round(y + dy, 1)) for node, (dx, dy) in around.items()}
    alone = [node for node in nodes if node not in home]
    if alone:
        left = min((x for x, _ in places.values()), default=0.0)
        width = max(4, int((max((x for x, _ in places.values()), default=0.0) - left) / _STEP[0]))
        below = max((y for _, y in places.values()), default=0.0) + 1.6 * _MARGIN
        for index, node in enumerate(alone):
            places[node] = (left + (index % width) * _STEP[0], below + (index // width) * _STEP[1])
    return places


def _packed(members: Sequence[str]) -> Positions:
    """Put nodes on a honeycomb, the first in the middle."""
    rows = math.ceil(math.sqrt(len(members))) + 1
    spots = [
        ((column + (0.5 if row % 2 else 0.0)) * _STEP[0], row * _STEP[1])
        for row in range(-rows, rows + 1)
        for column in range(-rows, rows + 1)
    ]
    spots.sort(key=lambda spot: (round(math.hypot(spot[0], 1.2 * spot[1]), 3), spot))
    return dict(zip(members, spots, strict=False))


def _pushed(
    centres: dict[int, tuple[float, float]], reach: dict[int, float]
) -> dict[int, tuple[float, float]]:
    """Push circles apart until none overlaps another."""
    spots = {number: list(place) for number, place in centres.items()}
    order = sorted(spots)
    for _ in range(400):
        moved = False
        for i, one in enumerate(order):
            for two in order[i + 1 :]:
                dx, dy = spots[two][0] - spots[one][0], spots[two][1] - spots[one][1]
                distance = math.hypot(dx, dy)
                missing = reach[one] + reach[two] + 2 * _MARGIN - distance
                if missing <= 0.5:
                    continue
                moved = True
                if distance < 1:
                    dx, dy, distance = math.cos(two), math.sin(two), 1.0
                for number, sign in ((one, -0.5), (two, 0.5)):
                    spots[number][0] += sign * missing * dx / distance
                    spots[number][1] += sign * missing * dy / distance
        if not moved:
            break
    return {number: (x, y) for number, (x, y) in spots.items()}
