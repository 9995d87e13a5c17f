"""SPARQL: examples with fields to fill in, an editor, an answer with labelled links, files to take along."""

import hashlib

import streamlit as st

from explorer.app import fields, markup, show, tables
from explorer.app.data import sparql
from explorer.app.session import Session
from ingest.store import QueryError, QuerySyntaxError
from ontology.queries import NamedQuery, QueryFileError, load_queries

__all__ = ["render"]

_SECONDS = [5, 10, 30, 60]
_ROWS = [100, 1000, 10_000]
_PAGE = 100
_OWN = "own"


def render(session: Session) -> None:
    """Show the query of the address (``name`` with its values, or ``sparql``) and its answer."""
    text = session.text
    st.title(text("sparql.title"))
    st.markdown(text("sparql.lead"))
    queries = load_queries()
    written = st.query_params.get("sparql")
    chosen = fields.choice(
        text("sparql.examples"),
        [_OWN, *queries],
        parameter="name",
        show=lambda name: text("sparql.own") if name == _OWN else queries[name].title(text.lang),
        default=_OWN,
        forget=("sparql",),
    )
    named = queries.get(chosen)
    query = _filled(named, session) if named else _starter()
    if query is None:
        return
    if written:
        query = written
        st.caption(text("sparql.edited"))
    asked = _editor(query, named, session)
    if asked is None and not (named or written):
        st.info(text("sparql.teach"), icon=":material/lightbulb:")
        return
    _answer(asked or query, session)


def _starter() -> str:
    return (
        "SELECT ?ruling ?date ?verdict WHERE {\n  ?ruling a tcg:Ruling ;\n    tcg:rulingDate ?date ;\n"
        "    tcg:verdict ?verdict .\n}\nORDER BY DESC(?date)\nLIMIT 20\n"
    )


def _filled(named: NamedQuery, session: Session) -> str | None:
    """Ask for the parameters of a named query and fill them in."""
    text = session.text
    st.caption(named.description_en if text.lang == "en" else named.description_ja)
    values: dict[str, str] = {}
    if named.parameters:
        columns = st.columns(min(3, len(named.parameters)))
        for place, parameter in enumerate(named.parameters):
            label = parameter.label_en if text.lang == "en" else parameter.label_ja
            default = named.example.get(parameter.name, parameter.default)
            with columns[place % len(columns)]:
                values[parameter.name] = fields.text_field(
                    label,
                    parameter=f"{named.name}.{parameter.name}",
                    default=default,
                    tip=text("sparql.optional") if parameter.optional else None,
                )
    try:
        return _without_head(named.bind(values))
    except QueryFileError as error:
        st.warning(text("sparql.bad_value", detail=str(error)), icon=":material/edit:")
        return None


def _without_head(query: str) -> str:
    """Leave out the front matter: title and description are shown above the editor."""
    lines = query.splitlines()
    if lines and lines[0].rstrip() == "# ---":
        end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "# ---"), 0)
        lines = lines[end + 1 :]
    return "\n".join(lines).strip() + "\n"


def _editor(query: str, named: NamedQuery | None, session: Session) -> str | None:
    """Show the editor; return the text that was sent with the button."""
    text = session.text
    digest = hashlib.sha256(query.encode()).hexdigest()[:10]
    with st.form(f"editor-{digest}", border=False):
        typed = st.text_area(text("sparql.query"), value=query, height=260, key=f"text-{digest}")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            sent = st.form_submit_button(text("sparql.run"), icon=":material/play_arrow:", type="primary")
            st.selectbox(text("sparql.seconds"), _SECONDS, index=1, key="seconds", width=150)
            st.selectbox(text("sparql.rows"), _ROWS, index=1, key="rows", width=150)
    if not sent:
        return None
    if typed.strip() != query.strip():
        st.query_params["sparql"] = typed
    elif named is None:
        st.query_params["sparql"] = query
    return typed


def _answer(query: str, session: Session) -> None:
    text = session.text
    seconds, limit = int(st.session_state.get("seconds", 10)), int(st.session_state.get("rows", 1000))
    try:
        with st.spinner(text("sparql.working"), show_time=True):
            result = sparql.run(session.store, query, timeout=float(seconds), max_rows=limit)
    except QuerySyntaxError as error:
        st.error(
            text("sparql.syntax", line=error.line, column=error.column, detail=str(error)),
            icon=":material/error:",
        )
        if error.hint and error.hint != query:
            st.code(error.hint, language="sparql")
            st.button(
                text("sparql.mend"), key="mend", icon=":material/build:", on_click=_use, args=(error.hint,)
            )
        return
    except QueryError as error:
        st.error(text("sparql.stopped", detail=str(error)), icon=":material/timer_off:")
        return
    if result.truth is not None:
        st.success(text("sparql.true") if result.truth else text("sparql.false"), icon=":material/help:")
    elif result.form != "SELECT":
        st.code(result.turtle or text("sparql.nothing"), language="turtle", height=360)
        st.download_button(
            "Turtle", result.turtle, file_name="saitei.ttl", mime="text/turtle", key="ttl", on_click="ignore"
        )
    elif not result.rows:
        _nothing(query, session)
    else:
        _rows(result, session)


def _use(query: str) -> None:
    st.query_params["sparql"] = query


def _nothing(query: str, session: Session) -> None:
    text = session.text
    st.info(text("sparql.nothing"), icon=":material/search_off:")
    for name in sparql.missing_constants(session.store, query):
        st.markdown(f"- {text('sparql.not_in_graph', name=f'`{name}`')}")


def _rows(result: sparql.Result, session: Session) -> None:
    text = session.text
    total = len(result.rows)
    key = "sparql.cut" if result.truncated else "sparql.found"
    st.markdown(text(key, n=f"{total:,}"))
    pages = (total + _PAGE - 1) // _PAGE
    page = (
        st.number_input(text("sparql.page", n=pages), 1, pages, key="result-page", width=160)
        if pages > 1
        else 1
    )
    shown = result.rows[(page - 1) * _PAGE : page * _PAGE]
    known = session.names([value for row in shown for value, is_iri in row if is_iri and value])

    def cell(value: str | None, is_iri: bool) -> str:
        if value is None:
            return ""
        if not is_iri or value not in known:
            return markup.brief(value)
        if value.startswith("https://saitei.example/id/"):
            return markup.chip(known[value], text)
        return f'<span title="{markup.plain(value)}">{markup.plain(known[value].label)}</span>'

    show.html(
        session,
        markup.table(
            result.variables,
            [[cell(*value) for value in row] for row in shown],
            caption=text("sparql.answer"),
        ),
        key="sparql-table",
    )
    rows = [[value for value, _ in row] for row in result.rows]
    tables.downloads(result.variables, rows, name="sparql", text=text)
