"""Taking in a page: drop or paste it, see how it is read and what it changes, then commit or discard it."""

from collections import Counter

import streamlit as st

from explorer.app import importing, markup, routes, show
from explorer.app.data import pages
from explorer.app.importing import Change, Draft, ImportProblem, Preview
from explorer.app.session import Session
from explorer.app.views import findings
from ingest.markup.tree import Kind
from ingest.pipeline import PageNotFound
from ingest.reading import read_source
from ingest.store import StoreError
from ontology.checks import Finding, run_checks

__all__ = ["render"]

_DRAFT = "_draft"
_LISTED = 30
_LARGE = 400
"""Pages from which findings are only looked for on demand: every check is run over a copy of the graph."""


def render(session: Session) -> None:
    """Ask for a page (``page`` names one of the store to mend), show what it would change, commit or discard."""
    text = session.text
    st.title(text("import.title"))
    st.markdown(text("import.lead"))
    if said := st.session_state.pop("_import_said", None):
        st.success(said, icon=":material/check_circle:")
    _undo(session)
    draft = _ask(session)
    if draft is None:
        return
    try:
        with st.spinner(text("import.reading"), show_time=True):
            found = importing.preview(session.store, draft)
    except ImportProblem as error:
        detail = text("import.which_game") if str(error) == "game" else str(error)
        st.error(text("import.cannot", detail=detail), icon=":material/error:")
        return
    _shown(found, session)
    _changes(found, session)
    _findings(found, session)
    _decide(found, session)


def _ask(session: Session) -> Draft | None:
    """Ask for the page; returns it once it has been handed in for a preview."""
    text = session.text
    asked = routes.full_iri(st.query_params.get("page", ""))
    current = (pages.text(session.store, asked) if asked else None) or ""
    # game, "page", site and title, as in every address of a page
    parts = routes.short_id(asked).split("/") if asked and current else []
    with st.form("import", border=False):
        dropped = st.file_uploader(text("import.drop"), type=["txt", "html", "wiki", "md"], key="import-file")
        typed = st.text_area(text("import.text"), value=current, height=260, key=f"import-text-{hash(asked)}")
        left, middle, right = st.columns(3)
        title = left.text_input(
            text("import.name"),
            value="/".join(parts[3:]),
            placeholder=text("import.found_out"),
            key=f"import-title-{hash(asked)}",
        )
        games = ["", "dm", "ygo"]
        game = middle.selectbox(
            text("import.game"),
            games,
            index=games.index(parts[0]) if parts else 0,
            format_func=lambda g: text(f"import.game_{g or 'auto'}"),
            key=f"import-game-{hash(asked)}",
        )
        site = right.text_input(
            text("import.site"),
            value=parts[2] if parts else "import",
            key=f"import-site-{hash(asked)}",
        )
        pressed = st.form_submit_button(text("import.preview"), icon=":material/preview:", type="primary")
    if pressed:
        if dropped is not None:
            typed = read_source(dropped.getvalue(), name=dropped.name).text
            title = title or (read_source(dropped.getvalue(), name=dropped.name).title_hint or "")
        if not typed.strip():
            st.warning(text("import.empty"), icon=":material/edit:")
            st.session_state.pop(_DRAFT, None)
            return None
        st.session_state[_DRAFT] = Draft(typed, site.strip() or "import", game or None, title.strip() or None)
    kept: Draft | None = st.session_state.get(_DRAFT)
    return kept


def _shown(found: Preview, session: Session) -> None:
    """Show how the page was read: format, coverage, what was noticed at its place, the outline."""
    text = session.text
    report = found.extracted.report
    st.subheader(text("import.parse", title=found.title))
    total = max(1, int(report["covered"]))
    share = f"{100 * (total - int(report['uninterpreted'])) / total:.0f}"
    st.markdown(
        text("import.coverage", format=report["format"], characters=report["characters"], share=share)
    )
    lines = found.draft.text.splitlines()
    items = []
    for note in report["diagnostics"][:_LISTED]:
        here = lines[note["line"] - 1] if 0 < note["line"] <= len(lines) else ""
        start = max(0, note["column"] - 20)
        cut = here[start : start + 80]
        where = text("place.short", page=found.title, line=note["line"], column=note["column"])
        items.append(
            f"<li><span class='sai-badge sai-{note['severity']}'>{markup.plain(text('severity.' + note['severity']))}"
            f"</span> {markup.plain(where)} {markup.plain(note['message'])} ({markup.plain(note['code'])})"
            f"<blockquote class='sai-quote'>{markup.plain(cut)}</blockquote></li>"
        )
    content = f'<ul class="sai-list">{"".join(items)}</ul>' if items else markup.notice(text("import.clean"))
    show.html(session, content, key="import-notes")
    with st.expander(text("import.outline"), icon=":material/account_tree:"):
        show.html(session, _outline(found), key="import-outline")


def _outline(found: Preview) -> str:
    """Return the headings as a nested list, each with what lies in its section."""
    document = found.document
    counted: Counter[str] = Counter()
    rows: list[str] = []
    depth = 0
    for node in document.root.walk():
        if node.kind is Kind.SECTION:
            depth = int(node.attrs.get("level", "1")) if node.attrs.get("level", "1").isdecimal() else 1
        elif node.kind is Kind.HEADING:
            line, _ = document.position(node.start)
            pad = "　" * max(0, depth - 1)
            rows.append(f"<li>{pad}{markup.plain(document.plain(node).strip()[:80])} ({line})</li>")
        elif node.kind in (Kind.QA, Kind.RULE, Kind.LIST, Kind.TABLE, Kind.FOLD, Kind.PARAGRAPH):
            counted[node.kind.value] += 1
    totals = "、".join(f"{kind} {count}" for kind, count in sorted(counted.items()))
    return f'<ul class="sai-list">{"".join(rows)}</ul><p class="sai-muted">{markup.plain(totals)}</p>'


def _changes(found: Preview, session: Session) -> None:
    """Show what the page would say anew, and what it would no longer say."""
    text = session.text
    st.subheader(text("import.changes"))
    st.markdown(text("import.new_page" if found.former is None else "import.known_page", title=found.title))
    if not found.added and not found.removed:
        st.info(text("import.no_changes"), icon=":material/equal:")
        return
    content = ""
    for name, sign, changes in (("added", "＋", found.added), ("removed", "−", found.removed)):
        if changes:
            content += f"<section><h3>{markup.plain(text(f'import.{name}', n=len(changes)))}</h3>"
            content += (
                "".join(_of_kind(kind, sign, changes, session) for kind in importing.KINDS) + "</section>"
            )
    show.html(session, f'<div class="sai-pair">{content}</div>', key="import-changes")


def _of_kind(kind: str, sign: str, changes: list[Change], session: Session) -> str:
    text = session.text
    those = [change for change in changes if change.kind == kind]
    if not those:
        return ""
    heading = f"{text(f'import.kind_{kind}')} {sign}{len(those)}"
    items = "".join(
        f"<li>{markup.plain(f'{change.line}: {change.words[:160]}')}</li>" for change in those[:_LISTED]
    )
    more = len(those) - _LISTED
    rest = f"<p class='sai-muted'>{markup.plain(text('search.more', n=more))}</p>" if more > 0 else ""
    return f"<h4>{markup.plain(heading)}</h4><ul class='sai-list'>{items}</ul>{rest}"


def _findings(found: Preview, session: Session) -> None:
    """Show which findings the page would cause, and which it would cure."""
    text = session.text
    st.subheader(text("import.findings"))
    count = sum(1 for graph in session.store.graphs() if "/page/" in graph)
    if count > _LARGE and not st.toggle(text("import.check_large", n=count), key="import-check"):
        return
    with st.spinner(text("findings.working"), show_time=True):
        caused, cured = _difference(found, session)
    if not caused and not cured:
        st.info(text("import.no_findings"), icon=":material/equal:")
        return
    content = ""
    for name, those in (("caused", caused), ("cured", cured)):
        if those:
            items = "".join(
                f"<li>{markup.plain(f'{f.code} {f.title.get(session.lang)}')}"
                f"<div class='sai-muted'>{markup.plain(_first(f, session))}</div>"
                f"<div>{markup.plain(f.message.get(session.lang))}</div></li>"
                for f in those[:_LISTED]
            )
            content += f"<section><h3>{markup.plain(text(f'import.{name}', n=len(those)))}</h3>"
            content += f"<ul class='sai-list'>{items}</ul></section>"
    show.html(session, f'<div class="sai-pair">{content}</div>', key="import-findings")


def _first(finding: Finding, session: Session) -> str:
    place = finding.locations[0] if finding.locations else None
    if place is None:
        return ""
    return session.text("place.short", page=place.page, line=place.line, column=place.column)


def _difference(found: Preview, session: Session) -> tuple[list[Finding], list[Finding]]:
    """Return the findings caused and cured; kept in the session while the draft and the store stay as they are."""
    key = (found.draft, session.store.revision)
    kept = st.session_state.get("_import_findings")
    if kept is not None and kept[0] == key:
        caused, cured = kept[1]
        return caused, cured
    before = {f.fingerprint: f for f in findings.unsuppressed(session)}
    with importing.with_page(session.store, found) as copy:
        after = {f.fingerprint: f for f in run_checks(copy, group=False)}
    answer = (
        [f for mark, f in after.items() if mark not in before],
        [f for mark, f in before.items() if mark not in after],
    )
    st.session_state["_import_findings"] = (key, answer)
    return answer


def _decide(found: Preview, session: Session) -> None:
    text = session.text
    with st.container(horizontal=True):
        if st.button(text("import.commit"), key="import-commit", type="primary", icon=":material/save:"):
            try:
                with st.spinner(text("import.writing"), show_time=True):
                    result = importing.commit(session.store.location, found)
            except StoreError as error:
                st.error(text("import.not_written", detail=str(error)), icon=":material/lock:")
                return
            if result.failed:
                told = "; ".join(p.message for p in result.problems if p.severity == "error")
                st.error(text("import.not_written", detail=told), icon=":material/error:")
                return
            _done(text("import.committed", title=found.title))
        if st.button(text("import.discard"), key="import-discard", icon=":material/delete:"):
            _done(text("import.discarded"))


def _undo(session: Session) -> None:
    """Offer to take the last import back."""
    text = session.text
    title = importing.undoable(session.store.location)
    if title is None:
        return
    if st.button(text("import.undo", title=title), key="import-undo", icon=":material/undo:"):
        try:
            with st.spinner(text("import.writing"), show_time=True):
                importing.undo(session.store.location)
        except (StoreError, PageNotFound) as error:
            st.error(text("import.not_written", detail=str(error)), icon=":material/lock:")
            return
        _done(text("import.undone", title=title))


def _done(said: str) -> None:
    st.session_state.pop(_DRAFT, None)
    st.session_state.pop("_import_findings", None)
    st.session_state["_import_said"] = said
    st.rerun()
