"""What a graph address shows: a start, and the steps taken from it, replayed in order.

A step is written ``+id`` (open all), ``+id|group`` (open one group), ``-id`` (hide), ``~id`` (path from the start),
``*id`` (pin, or unpin), ``=`` (hide everything that is not pinned, but for the start); ``!`` as the first step begins
with the start alone.
Replaying makes an address enough to see the same picture again; the last step can be taken back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from explorer import drawing
from explorer.app.data import neighbours, paths
from explorer.app.data.neighbours import Edge
from explorer.app.routes import full_iri
from ontology.graph import GraphReader

__all__ = ["CAP", "FIRST", "Scene", "replay"]

CAP = 150
"""Nodes drawn at once; more cannot be read."""
FIRST = 36
"""Neighbours drawn around the start."""


@dataclass
class Scene:
    """Nodes in the order in which they came, edges among them, positions, and what could not be drawn."""

    start: str
    nodes: list[str] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    positions: drawing.Positions = field(default_factory=dict)
    left_by_kind: dict[str, int] = field(default_factory=dict)
    no_path: list[str] = field(default_factory=list)
    pinned: list[str] = field(default_factory=list)

    @property
    def left_out(self) -> int:
        """How many neighbours there was no room for."""
        return sum(self.left_by_kind.values())


def replay(reader: GraphReader, start: str, steps: Sequence[str]) -> Scene:
    """Build the scene of an address; steps that make no sense are passed over."""
    scene = Scene(start)
    hidden: set[str] = set()
    batches: list[tuple[str | None, list[str]]] = [(None, [start])]
    shown: dict[str, None] = {start: None}
    if not any(step.startswith(("~", "!")) for step in steps[:1]):
        batches += _open(reader, scene, shown, start, (), FIRST)
    for step in steps:
        if step == "=":
            hidden |= {node for node in shown if node not in scene.pinned and node != start}
            continue
        thing, _, group = step[1:].partition("|")
        iri = full_iri(thing)
        if iri is None:
            continue
        if step.startswith("-"):
            hidden.add(iri)
        elif step.startswith("+"):
            hidden.discard(iri)
            batches += _open(reader, scene, shown, iri, (group,) if group else (), CAP - len(shown))
        elif step.startswith("*"):
            if iri in scene.pinned:
                scene.pinned.remove(iri)
            elif iri in shown:
                scene.pinned.append(iri)
        elif step.startswith("~"):
            found = paths.path(reader, start, iri)
            if found is None:
                scene.no_path.append(iri)
            else:
                hidden -= set(found)
                fresh = [node for node in found if node not in shown]
                shown.update(dict.fromkeys(fresh))
                batches.append((found[0], fresh))
    scene.nodes = [node for node in shown if node not in hidden]
    scene.edges = neighbours.edges_among(reader, list(shown))
    pairs = [(edge.source, edge.target) for edge in scene.edges]
    places: drawing.Positions = {}
    for around, fresh in batches:
        places = drawing.grow(places, fresh, _within(pairs, [*places, *fresh]), around=around)
    scene.positions = places
    scene.edges = [edge for edge in scene.edges if edge.source not in hidden and edge.target not in hidden]
    return scene


def _open(
    reader: GraphReader, scene: Scene, shown: dict[str, None], thing: str, only: Sequence[str], room: int
) -> list[tuple[str | None, list[str]]]:
    """Add neighbours of a thing, and the thing itself where it is not drawn yet; returns what came, in batches."""
    batches: list[tuple[str | None, list[str]]] = []
    if thing not in shown:
        shown[thing] = None
        batches.append((None, [thing]))
    room = min(room, CAP - len(shown))
    found, left = neighbours.expand(reader, thing, only=only, room=max(0, room), known=frozenset(shown))
    for kind, number in left.items():
        scene.left_by_kind[kind] = scene.left_by_kind.get(kind, 0) + number
    fresh = [node for node in found if node not in shown]
    shown.update(dict.fromkeys(fresh))
    return [*batches, (thing, fresh)]


def _within(pairs: Iterable[tuple[str, str]], nodes: Iterable[str]) -> list[tuple[str, str]]:
    known = set(nodes)
    return [pair for pair in pairs if pair[0] in known and pair[1] in known]
