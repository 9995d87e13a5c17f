"""Beside the graph: the selected thing, what could be opened from it, and the steps taken."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from explorer.app import fields, markup, routes, show
from explorer.app.data import neighbours, overview
from explorer.app.data.base import Named
from explorer.app.session import Session

__all__ = ["render", "suggestions"]

_GROUPS = 14


def render(
    selected: Named,
    nodes: Sequence[str],
    known: Mapping[str, Named],
    steps: list[str],
    pinned: Sequence[str],
    session: Session,
) -> None:
    """Show the panel; everything it changes goes into the address."""
    text = session.text
    _select(selected, nodes, known, session)
    label = selected.label if len(selected.label) < 160 else selected.label[:159] + "…"
    show.html(
        session,
        f"<p>{markup.tagged(selected.kind, text)}<br><strong>{markup.plain(label)}</strong></p>"
        f"<p>{markup.link(routes.entity_href(selected.iri, lang=text.lang), text('graph.open_entity'))}</p>",
        key="graph-selected",
    )
    short = routes.short_id(selected.iri)
    with st.container(horizontal=True):
        _button("graph.expand", f"+{short}", steps, session, icon=":material/add_circle:")
        if len(nodes) > 1:
            _button("graph.hide", f"-{short}", steps, session, icon=":material/visibility_off:")
        pin = "graph.unpin" if selected.iri in pinned else "graph.pin"
        _button(pin, f"*{short}", steps, session, icon=":material/push_pin:")
        if pinned:
            _button("graph.only_pinned", "=", steps, session, icon=":material/filter_center_focus:")
        if steps:
            st.button(
                text("graph.undo"),
                key="undo",
                icon=":material/undo:",
                on_click=_set_steps,
                args=(steps[:-1],),
            )
    _groups(selected, set(nodes), steps, session)
    _path(steps, session)


def _select(selected: Named, nodes: Sequence[str], known: Mapping[str, Named], session: Session) -> None:
    ordered = sorted(nodes, key=lambda node: (known[node].kind.key, known[node].label))

    def named(name: Callable[[Named], str]) -> Callable[[str], str]:
        return lambda node: f"{name(known[node])}（{session.text(f'kind.{known[node].kind.key}')}）"

    chosen = st.selectbox(
        session.text("graph.select"),
        ordered,
        index=ordered.index(selected.iri),
        format_func=fields.distinct(
            ordered,
            named(lambda thing: thing.short),
            named(lambda thing: thing.label),
            named(lambda thing: f"{thing.short} {routes.short_id(thing.iri)}"),
        ),
        key=f"select-{selected.iri}-{len(ordered)}",
    )
    if chosen and chosen != selected.iri:
        st.query_params["sel"] = routes.short_id(chosen)
        st.rerun()


def _groups(selected: Named, shown: set[str], steps: list[str], session: Session) -> None:
    """Offer each group of neighbours with its size, before it is opened."""
    text = session.text
    groups = neighbours.groups(session.store, selected.iri)
    st.caption(text("graph.groups", n=sum(len(group.members) for group in groups)))
    short = routes.short_id(selected.iri)
    drawn: list[tuple[str, str, int]] = []
    waiting: list[tuple[str, str, int]] = []
    for group in groups:
        missing = sum(member not in shown for member in group.members)
        arrow = "→" if group.outgoing else "←"
        label = (
            f"{arrow} {session.word(group.predicate)}：{text(f'kind.{group.kind.key}')} {len(group.members)}"
        )
        (waiting if missing else drawn).append((group.key, label, missing))
    for key, label, missing in waiting[:_GROUPS]:
        st.button(
            label,
            key=f"group-{key}",
            icon=":material/add:",
            help=text("graph.missing", n=missing),
            on_click=_set_steps,
            args=([*steps, f"+{short}|{key}"],),
            width="stretch",
        )
    if len(waiting) > _GROUPS:
        st.caption(text("search.more", n=len(waiting) - _GROUPS))
    if drawn:
        items = "".join(f"<li>{markup.plain(label)}</li>" for _, label, _ in drawn)
        summary = f"<summary>{markup.plain(text('graph.all_shown', n=len(drawn)))}</summary>"
        show.html(
            session,
            f'<details>{summary}<ul class="sai-list sai-muted">{items}</ul></details>',
            key="graph-drawn",
        )


def _path(steps: list[str], session: Session) -> None:
    text = session.text
    with st.expander(text("graph.path"), icon=":material/route:"):
        typed = st.text_input(
            text("graph.path_to"), key="path-to", type="search", placeholder=text("search.placeholder")
        )
        for hit in session.index().find(typed)[:6] if typed.strip() else []:
            st.button(
                f"{hit.thing.short}（{text(f'kind.{hit.thing.kind.key}')}）",
                key=f"path-{hit.thing.iri}",
                on_click=_set_steps,
                args=([*steps, f"~{routes.short_id(hit.thing.iri)}"],),
                width="stretch",
            )


def _button(key: str, step: str, steps: list[str], session: Session, *, icon: str) -> None:
    st.button(session.text(key), key=key, icon=icon, on_click=_set_steps, args=([*steps, step],))


def _set_steps(steps: list[str]) -> None:
    if steps:
        st.query_params["do"] = steps
    else:
        st.query_params.pop("do", None)


def suggestions(session: Session) -> list[Named]:
    """Return things to begin with when nothing was typed."""
    return session.kept("connected", lambda: overview.most_connected(session.store, lang=session.lang))
