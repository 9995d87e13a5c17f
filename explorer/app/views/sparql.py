"""SPARQL: examples with fields to fill in, an editor that completes, an answer in several views, files to take along."""

import hashlib
import time
import unicodedata

import streamlit as st

from explorer.app import fields
from explorer.app.data import sparql
from explorer.app.data.sparql_empty import reasons
from explorer.app.data.sparql_format import layout
from explorer.app.data.sparql_words import words
from explorer.app.session import Session
from explorer.app.views import sparql_answer, sparql_desk, sparql_run
from explorer.component.completion import completion
from ingest.store import QueryError, QuerySyntaxError
from ontology.queries import NamedQuery, QueryFileError, load_queries

__all__ = ["render"]

_SECONDS = [5, 10, 30, 60]
_ROWS = [100, 1000, 10_000]
_OWN = "own"
_LAST, _UNASKED = "sparql_last", "sparql_unasked"
_WHY = {"absent": "not_in_graph", "language": "other_language", "class": "never_of_class"}


def render(session: Session) -> None:
    """Show the query of the address (``name`` with its values, or ``sparql``) and its answer."""
    text = session.text
    st.title(text("sparql.title"))
    st.markdown(text("sparql.lead"))
    sparql_desk.tabs(session)
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
    if asked is None and st.session_state.get(_UNASKED) == query:
        return  # laid out, and waits to be run
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
        completion(
            session.kept("sparql-words", lambda: words(session.store)),
            texts={"area": text("sparql.query"), "label": text("sparql.words")},
            key="sparql-words",
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            sent = st.form_submit_button(text("sparql.run"), icon=":material/play_arrow:", type="primary")
            tidy = st.form_submit_button(text("sparql.tidy"), icon=":material/format_indent_increase:")
            st.selectbox(text("sparql.seconds"), _SECONDS, index=1, key="seconds", width=150)
            st.selectbox(text("sparql.rows"), _ROWS, index=1, key="rows", width=150)
    if tidy:
        st.query_params["sparql"] = layout(typed)
        st.session_state[_UNASKED] = layout(typed)
        st.rerun()
    if not sent:
        return None
    sparql_run.try_again()
    st.session_state.pop(_UNASKED, None)
    if typed.strip() != query.strip():
        st.query_params["sparql"] = typed
    elif named is None:
        st.query_params["sparql"] = query
    return typed


def _answer(query: str, session: Session) -> None:
    text = session.text
    sparql_desk.share(query, session)
    if sparql_run.stopped(query):
        st.warning(text("sparql.was_stopped"), icon=":material/stop_circle:")
        st.button(text("sparql.again"), key="again", icon=":material/replay:", on_click=sparql_run.try_again)
        return
    try:
        result = _result(query, session)
    except QuerySyntaxError as error:
        sparql_desk.remember(query, text("sparql.past_error"))
        st.error(
            text("sparql.syntax", line=error.line, column=error.column, detail=str(error)),
            icon=":material/error:",
        )
        st.code(_spot(query, error.line, error.column), language=None)
        if error.hint and error.hint != query:
            st.code(error.hint, language="sparql")
            st.button(
                text("sparql.mend"), key="mend", icon=":material/build:", on_click=_use, args=(error.hint,)
            )
        return
    except QueryError as error:
        sparql_desk.remember(query, text("sparql.past_error"))
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
        sparql_answer.rows(result, session)


def _result(query: str, session: Session) -> sparql.Result:
    """Ask, or take the answer that is on the page already: paging and another view do not ask again."""
    text = session.text
    seconds, limit = int(st.session_state.get("seconds", 10)), int(st.session_state.get("rows", 1000))
    asked = (query, seconds, limit, session.store.location, session.revision)
    kept = st.session_state.get(_LAST)
    if kept is not None and kept[0] == asked:
        answer: sparql.Result = kept[1]
        return answer
    began = time.monotonic()
    result = sparql_run.stoppable(
        lambda stop: sparql.run(session.store, query, timeout=float(seconds), max_rows=limit, stop=stop),
        query,
        text,
    )
    st.session_state[_LAST] = (asked, result)
    took = f"{time.monotonic() - began:.1f}"
    sparql_desk.remember(query, text("sparql.past_rows", n=f"{len(result.rows):,}", seconds=took))
    return result


def _spot(query: str, line: int, column: int) -> str:
    """Return the line of an error with a mark under its column; wide characters take two places."""
    lines = query.split("\n")
    said = lines[line - 1] if 0 < line <= len(lines) else ""
    under = "".join("\u3000" if unicodedata.east_asian_width(c) in "WFA" else " " for c in said[: column - 1])
    return f"{line} | {said}\n{' ' * len(str(line))}   {under}▲"


def _use(query: str) -> None:
    st.query_params["sparql"] = query


def _nothing(query: str, session: Session) -> None:
    text = session.text
    st.info(text("sparql.nothing"), icon=":material/search_off:")
    for number, reason in enumerate(reasons(session.store, query)):
        st.markdown(
            f"- {text(f'sparql.{_WHY[reason.kind]}', name=f'`{reason.name}`', other=f'`{reason.other}`')}"
        )
        if reason.mended:
            st.button(
                text("sparql.mend"),
                key=f"mend-{number}",
                icon=":material/build:",
                on_click=_use,
                args=(reason.mended,),
            )
