"""Around the editor: tabs with queries of their own, what was asked before, and a query to take along."""

import shlex
from urllib.parse import urlencode

import streamlit as st

from explorer.app.session import Session, location

__all__ = ["remember", "share", "tabs", "use"]

_TABS, _NOW, _PAST = "sparql_tabs", "sparql_tab", "sparql_past"
_KEPT = 30
_MOST = 8

State = dict[str, list[str]]
"""What of the address belongs to a tab: all but the language."""


def _state() -> State:
    return {key: st.query_params.get_all(key) for key in st.query_params if key != "lang"}


def _put(state: State) -> None:
    for key in list(st.query_params):
        if key != "lang":
            del st.query_params[key]
    for key, values in state.items():
        st.query_params[key] = values


def use(query: str) -> None:
    """Put a query into the current tab."""
    _put({"sparql": [query]})


def _all() -> tuple[list[State], int]:
    listed: list[State] = st.session_state.setdefault(_TABS, [{}])
    now = min(int(st.session_state.get(_NOW, 0)), len(listed) - 1)
    listed[now] = _state()
    return listed, now


def _switch(number: int) -> None:
    listed, _ = _all()
    st.session_state[_NOW] = number
    _put(listed[number])


def _add() -> None:
    listed, _ = _all()
    listed.append({})
    st.session_state[_NOW] = len(listed) - 1
    _put({})


def _close() -> None:
    listed, now = _all()
    del listed[now]
    st.session_state[_NOW] = max(0, now - 1)
    _put(listed[st.session_state[_NOW]])


def tabs(session: Session) -> None:
    """Show the tabs, with buttons to open another and to close this one, and what was asked before."""
    text = session.text
    listed, now = _all()
    with st.container(horizontal=True, vertical_alignment="center"):
        for number in range(len(listed)):
            if len(listed) > 1:
                st.button(
                    str(number + 1),
                    key=f"sparql-tab-{number}",
                    type="primary" if number == now else "secondary",
                    help=text("sparql.tab", n=number + 1),
                    on_click=_switch,
                    args=(number,),
                )
        if len(listed) < _MOST:
            st.button(text("sparql.tab_add"), key="sparql-tab-add", icon=":material/add:", on_click=_add)
        if len(listed) > 1:
            st.button(
                text("sparql.tab_close"), key="sparql-tab-close", icon=":material/close:", on_click=_close
            )
        _history(session)


def remember(query: str, outcome: str) -> None:
    """Keep a query that was run, with one word on how it went, at the head of those asked before."""
    past: list[tuple[str, str]] = st.session_state.setdefault(_PAST, [])
    past[:] = [(query, outcome), *((q, o) for q, o in past if q != query)][:_KEPT]


def _history(session: Session) -> None:
    text = session.text
    past: list[tuple[str, str]] = st.session_state.get(_PAST, [])
    if not past:
        return
    with st.popover(text("sparql.history", n=len(past)), icon=":material/history:"):
        for number, (query, outcome) in enumerate(past):
            said = " ".join(query.split())
            st.button(
                f"{said[:70]}{'…' if len(said) > 70 else ''}（{outcome}）",
                key=f"sparql-past-{number}",
                on_click=use,
                args=(query,),
            )


def share(query: str, session: Session) -> None:
    """Show the address of this query, and the query for a shell and for Python."""
    text = session.text
    with st.popover(text("sparql.share"), icon=":material/share:"):
        base = (st.context.url or "").partition("?")[0]
        st.caption(text("sparql.share_url"))
        st.code(f"{base}?{urlencode({'sparql': query})}", language=None, wrap_lines=True)
        place = location()
        endpoint = place if place.startswith(("http://", "https://")) else "http://127.0.0.1:7878/sparql"
        st.caption(text("sparql.share_curl", command=f"saitei serve --store {shlex.quote(place)}"))
        st.code(
            f"curl -H 'Accept: text/csv' --data-urlencode query={shlex.quote(query.strip())} {endpoint}",
            language="bash",
            wrap_lines=True,
        )
        st.caption("Python")
        marks = '"""' if '"""' not in query else "'''"
        st.code(
            "from explorer import open_graph\n\n"
            f"with open_graph({place!r}) as graph:\n    frame = graph.frame(r{marks}\n{query.strip()}\n{marks})\nprint(frame)\n",
            language="python",
            wrap_lines=True,
        )
