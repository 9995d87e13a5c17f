"""The graph: begin with one thing, open what hangs on it, and read the same as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from explorer import component, drawing, drawing_groups
from explorer.app import fields, markup, routes, show
from explorer.app.data import entity, validity
from explorer.app.data.base import Named
from explorer.app.kinds import KINDS, THING, Kind
from explorer.app.scene import CAP, Scene, replay
from explorer.app.session import Session
from explorer.app.views import graph_panel, graph_twin
from explorer.drawing_groups import Community
from ontology.namespaces import TCG

__all__ = ["render"]

_DASHED = {str(TCG.mentions), str(TCG.linksTo)}


def render(session: Session) -> None:
    """Show the graph around the parameter ``start`` after the steps in ``do``."""
    text = session.text
    st.title(text("graph.title"))
    asked = st.query_params.get("start")
    start = routes.full_iri(asked) if asked else None
    if asked and (start is None or not entity.exists(session.store, start)):
        st.warning(text("entity.unknown", id=asked), icon=":material/search_off:")
        start = None
    if start is None:
        st.info(text("graph.teach"), icon=":material/lightbulb:")
        _choose_start(session)
        return
    steps = st.query_params.get_all("do")
    scene = _scene(session, start, tuple(steps))
    known = session.names([*scene.nodes, *scene.no_path])
    kinds = {known[node].kind for node in scene.nodes}
    wanted = _filters(session, kinds, {_game(node) for node in scene.nodes})
    day = wanted.day
    later = validity.outside(session.store, scene.nodes, day) if day else set()
    nodes = [
        n
        for n in scene.nodes
        if n == start
        or (
            known[n].kind.key not in wanted.hidden
            and n not in later
            and (not wanted.games or _game(n) in wanted.games)
        )
    ]
    if day:
        st.caption(text("graph.as_of_hidden", day=day, n=len(later)))
    shown = set(nodes)
    edges = [e for e in scene.edges if e.source in shown and e.target in shown]
    selected = routes.full_iri(st.query_params.get("sel", "")) or start
    if selected not in shown:
        selected = start
    pairs = [(e.source, e.target) for e in edges]
    groups = drawing_groups.communities(nodes, pairs) if wanted.grouped else []
    picture = drawing.draw(
        [_node(known[node], session, pinned=node in scene.pinned) for node in nodes],
        [
            drawing.DrawnEdge(e.source, e.target, session.word(e.predicate), dashed=e.predicate in _DASHED)
            for e in edges
        ],
        drawing_groups.apart(groups, nodes, pairs) if groups else scene.positions,
        [drawing.Ground(str(g.number), g.colour, g.members) for g in groups],
    )
    st.markdown(_counted(scene, len(nodes), len(edges), session))
    if wanted.grouped and not groups:
        st.caption(text("graph.no_groups"))
    for missing in scene.no_path:
        st.warning(text("graph.no_path", goal=known[missing].label), icon=":material/route:")
    left, right = st.columns([7, 3], gap="medium")
    with left:
        event = component.graph(
            nodes=picture.nodes,
            edges=picture.edges,
            grounds=picture.grounds,
            texts={name: text(f"graph.{name}") for name in ("hint", "in", "out", "fit", "png")}
            | {"label": text("graph.canvas", name=known[start].label, nodes=len(nodes), edges=len(edges))},
            selected=selected,
            key="graph",
        )
        legend = "".join(f"<li>{markup.tagged(k, text)}</li>" for k in [*KINDS, THING] if k in kinds)
        show.html(
            session,
            f'<ul class="sai-legend" aria-label="{markup.plain(text("graph.legend"))}">{legend}</ul>'
            f'<p class="sai-muted">{markup.plain(text("graph.lines"))}</p>{_grounds(groups, known, session)}',
            key="graph-legend",
        )
    if event:
        _react(event, steps)
    with right:
        graph_panel.render(known[selected], nodes, known, steps, scene.pinned, session)
    graph_twin.render(nodes, edges, known, groups, picture, session)


@st.cache_data(show_spinner=False, max_entries=64, ttl=3600)
def _replayed(_session: Session, place: str, revision: int, start: str, steps: tuple[str, ...]) -> Scene:
    return replay(_session.store, start, steps)


def _scene(session: Session, start: str, steps: tuple[str, ...]) -> Scene:
    with st.spinner(session.text("graph.working"), show_time=True):
        return _replayed(session, session.store.location, session.store.revision, start, steps)


def _node(named: Named, session: Session, *, pinned: bool) -> drawing.DrawnNode:
    title = f"{session.text(f'kind.{named.kind.key}')}\n{named.label}"
    return drawing.DrawnNode(
        named.iri,
        f"◉{named.short}" if pinned else named.short,
        title,
        named.kind.shape,
        named.kind.colour,
        named.kind.hollow,
    )


@dataclass(frozen=True)
class _Wanted:
    """What of the scene is shown and how: kinds to hide, games to show (all when empty), the day, communities."""

    hidden: frozenset[str]
    games: frozenset[str]
    day: str
    grouped: bool


def _filters(session: Session, kinds: set[Kind], games: set[str]) -> _Wanted:
    """Ask which kinds to hide, which games to show, how to arrange, and for the day that counts; "" is any day."""
    text = session.text
    offered = [kind.key for kind in [*KINDS, THING] if kind in kinds]
    off = fields.pills(
        text("graph.hide_kinds"), offered, parameter="off", show=lambda key: text(f"kind.{key}")
    )
    left, middle, right = st.columns([3, 3, 4])
    with left:
        by = fields.pills(
            text("graph.arrange"), ["groups"], parameter="by", show=lambda key: text(f"graph.by_{key}")
        )
    with middle:
        day = fields.date_field(text("graph.as_of"), parameter="asof", tip=text("graph.as_of_tip"))
    several = sorted(games - {""})
    chosen: list[str] = []
    if len(several) > 1:
        with right:
            chosen = fields.pills(
                text("graph.games"), several, parameter="game", show=lambda key: text(f"game.{key}")
            )
    return _Wanted(frozenset(off), frozenset(chosen), day, "groups" in by)


def _game(iri: str) -> str:
    """Return the game that a thing belongs to by its IRI, "" where it belongs to none."""
    first = routes.short_id(iri).partition("/")[0]
    return first if first in {"dm", "ygo"} else ""


def _counted(scene: Scene, nodes: int, edges: int, session: Session) -> str:
    """Return how much is drawn, and of which kinds there was no room for more."""
    text = session.text
    said = text("graph.count", nodes=nodes, edges=edges)
    if not scene.left_out:
        return said
    kinds = sorted(scene.left_by_kind.items(), key=lambda pair: (-pair[1], pair[0]))
    listed = text("words.comma").join(f"{text(f'kind.{key}')} {number:,}" for key, number in kinds)
    return f"{said} {text('graph.left_out', hidden=f'{scene.left_out:,}', kinds=listed, cap=CAP)}"


def _grounds(groups: Sequence[Community], known: Mapping[str, Named], session: Session) -> str:
    """Return the legend of the communities."""
    if not groups:
        return ""
    text = session.text
    items = "".join(
        f'<li><span class="sai-ground" style="border-color:{group.colour}">{group.number}</span> '
        f"{markup.plain(text('graph.group', name=known[group.head].short, n=len(group.members)))}</li>"
        for group in groups
    )
    label = markup.plain(text("graph.groups_legend"))
    return f'<p class="sai-muted">{label}</p><ul class="sai-legend" aria-label="{label}">{items}</ul>'


def _react(event: component.GraphEvent, steps: list[str]) -> None:
    """A click selects, a double click opens; both become part of the address."""
    node = routes.short_id(event["id"])
    if event["type"] == "expand":
        st.query_params["do"] = [*steps, f"+{node}"]
    if st.query_params.get("sel") != node:
        st.query_params["sel"] = node
    elif event["type"] == "select":
        return
    st.rerun()


def _choose_start(session: Session) -> None:
    text = session.text
    typed = st.text_input(
        text("graph.start"), key="from", type="search", placeholder=text("search.placeholder"), live="200ms"
    )
    hits = session.index().find(typed)[:12] if typed.strip() else []
    things = [hit.thing for hit in hits] if hits else graph_panel.suggestions(session)
    if typed.strip() and not hits:
        show.html(session, markup.notice(text("search.none")), key="graph-none")
    items = "".join(
        f"<li>{markup.glyph(thing.kind)}"
        f"{markup.link(routes.href('graph', lang=text.lang, start=routes.short_id(thing.iri)), thing.short)}"
        f' <span class="sai-muted">{markup.plain(text(f"kind.{thing.kind.key}"))}</span></li>'
        for thing in things
    )
    show.html(session, f'<ul class="sai-list">{items}</ul>', key="graph-start")
