"""What to do with a finding: its board, its neighbourhood, suppressing it with a reason; the suppressions there are."""

import datetime

import streamlit as st

from explorer.app import cases, markup, routes, show, sidecar
from explorer.app.board import board_of
from explorer.app.board_svg import drawn
from explorer.app.session import Session
from explorer.app.views import outcome_steps
from ontology.checking.suppression import SuppressionError
from ontology.checks import Finding
from ontology.reasoner import ReasonerError, derive_board

__all__ = ["decide", "evidence", "suppressions"]

_SCOPES = ("this", "words", "page")
_WORDS = 40
_PAGES = 3


def evidence(finding: Finding, session: Session) -> None:
    """Show the board before and after where the finding has one, and lead to the graph around it."""
    text = session.text
    parts = []
    pages = list(dict.fromkeys(place.page_iri for place in finding.locations if place.page_iri))
    if pages:
        steps = [f"~{routes.short_id(page)}" for page in pages[1:3]]
        address = routes.href("graph", lang=session.lang, start=routes.short_id(pages[0]), do=steps)
        parts.append(f"<p>{markup.link(address, text('findings.graph'))}</p>")
        for page in pages[:_PAGES]:
            mend = routes.href("import", lang=session.lang, page=routes.short_id(page))
            title = session.names([page])[page].label
            parts.append(f"<p>{markup.link(mend, text('findings.mend', page=title))}</p>")
    if finding.reconciled_by:
        said = f"{text('findings.reconciled')} {finding.reconciled_by}"
        parts.append(f"<p>{markup.plain(said)}</p>")
    case = cases.case_named(finding.board.partition(":")[0]) if finding.board else None
    if finding.board and case is None:
        parts.append(f"<p>{markup.plain(text('findings.board'))} {markup.plain(finding.board)}</p>")
    if case is not None and case.boards:
        parts.append(_boards(case.id, session))
    show.html(session, "".join(parts) or "<i></i>", key="finding-evidence")


def _boards(name: str, session: Session) -> str:
    """Return the board of a case before and after, and the way to the lab."""
    text = session.text
    board = cases.all_cases()[name].boards[0]
    address = routes.href("outcome", lang=session.lang, case=name)
    before = drawn(board_of(board.situation, text), text, title=text("outcome.before"))
    content = f"<section><h3>{markup.plain(text('outcome.before'))}</h3>{before}</section>"
    try:
        derivation = derive_board(board)[-1]
    except ReasonerError as error:
        content += markup.notice(text("outcome.no_answer", detail=str(error)), kind="warn")
    else:
        for at, outcome in enumerate(derivation.outcomes[: outcome_steps.MOST]):
            label = outcome_steps.label(derivation, at, session)
            picture = outcome_steps.picture(derivation, outcome, text, title=label)
            content += f"<section><h3>{markup.plain(label)}</h3>{picture}</section>"
    lab = f"<p>{markup.link(address, text('findings.lab', case=name))}</p>"
    return f'{lab}<div class="sai-boards">{content}</div>'


def decide(finding: Finding, session: Session) -> None:
    """Ask for a reason, and write a suppression into the sidecar file."""
    text = session.text
    path = sidecar.place(session.store.location)
    place = finding.locations[0] if finding.locations else None
    with st.form("suppress"):
        st.markdown(f"**{text('findings.suppress')}**")
        st.caption(text("findings.suppress_how", file=path.name))
        scopes: tuple[str, ...] = _SCOPES if place is not None and place.page_iri else _SCOPES[:1]
        if finding.count > 1 and len(scopes) > 1:
            scopes = (
                "cause",
                "page",
            )  # a group has no fingerprint of its own, and its places differ in words
        scope = st.radio(
            text("findings.scope"),
            scopes,
            format_func=lambda s: text(f"findings.scope_{s}"),
            key="suppress-scope",
        )
        reason = st.text_input(text("findings.reason"), key="suppress-reason").strip()
        pressed = st.form_submit_button(text("findings.do_suppress"), icon=":material/notifications_off:")
    if not pressed:
        return
    if not reason:
        st.warning(text("findings.no_reason"), icon=":material/edit:")
        return
    said = {"code": finding.code, "reason": f"{reason}（{datetime.date.today().isoformat()}）"}
    try:
        for narrowed in _narrowed(finding, scope):
            sidecar.add(path, said | narrowed)
    except (SuppressionError, OSError) as error:
        st.error(text("findings.not_written", detail=str(error)), icon=":material/error:")
        return
    st.session_state["_suppressed"] = finding.code
    st.query_params.pop("f", None)
    st.rerun()


def _narrowed(finding: Finding, scope: str) -> list[dict[str, str]]:
    """Return what narrows the entries of a suppression: one entry, or one for each place of a group."""
    places = [place for place in finding.locations if place.page_iri]
    if scope == "this" or not places:
        return [{"fingerprint": finding.fingerprint}]
    if scope == "page":
        return [{"page": places[0].page}]
    meant = places if scope == "cause" else places[:1]
    pairs = dict.fromkeys((place.page, place.text.strip()[:_WORDS]) for place in meant)
    return [{"page": page, "text": words} if words else {"page": page} for page, words in pairs]


def suppressions(unused: set[str], session: Session) -> None:
    """List the suppressions of the sidecar file with their reasons; `unused` are those that fit nothing."""
    text = session.text
    path = sidecar.place(session.store.location)
    if code := st.session_state.pop("_suppressed", None):
        st.success(text("findings.suppressed", code=code, file=str(path)), icon=":material/check_circle:")
    try:
        listed = sidecar.entries(path)
    except SuppressionError as error:
        st.error(text("findings.bad_file", detail=str(error)), icon=":material/error:")
        return
    if not listed:
        return
    with st.expander(text("findings.suppressions", n=len(listed)), icon=":material/notifications_off:"):
        st.caption(text("findings.same_file", file=str(path)))
        for number, entry in enumerate(listed):
            where = entry.fingerprint or "、".join(part for part in (entry.page, entry.text) if part)
            note = text("findings.unused") if entry.origin in unused else ""
            with st.container(horizontal=True, vertical_alignment="center"):
                # markup off: reasons are what people wrote
                st.text(f"{entry.code}　{entry.reason}　{where}　{note}".strip())
                if st.button(text("findings.take_back"), key=f"unsuppress-{number}", icon=":material/undo:"):
                    sidecar.remove(path, number)
                    st.rerun()
