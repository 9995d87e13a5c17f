"""Taking in a page: drop or paste it, see how it is read and what it changes, then commit or discard it."""

from collections import Counter

import streamlit as st

from explorer.app import diagnostics, importing, markup, routes, show
from explorer.app.data import pages
from explorer.app.importing import Change, Draft, ImportProblem, Preview
from explorer.app.session import Session
from explorer.app.views import findings
from ingest.markup.tree import Kind
from ingest.pipeline import PageNotFound
from ingest.reading import read_source
from ingest.store import StoreError
from ontology.checks import Finding, run_checks
from ontology.namespaces import TCG

__all__ = ["render"]

_DRAFT, _ROUND = "_draft", "_import_round"
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
        found = _preview(draft, session)
    except ImportProblem as error:
        detail = diagnostics.said(error.code, str(error), text)
        detail = text("import.which_game") if str(error) == "game" else detail
        st.error(text("import.cannot", detail=detail), icon=":material/error:")
        return
    _shown(found, session)
    _changes(found, session)
    _findings(found, session)
    _decide(found, session)


def _preview(draft: Draft, session: Session) -> Preview:
    """Read the draft; what was read is kept in the session while draft and store stay as they are."""
    key = (draft, session.store.revision)
    kept: tuple[object, Preview] | None = st.session_state.get("_import_preview")
    if kept is None or kept[0] != key:
        with st.spinner(session.text("import.reading"), show_time=True):
            kept = (key, importing.preview(session.store, draft))
        st.session_state["_import_preview"] = kept
    return kept[1]


def _ask(session: Session) -> Draft | None:
    """Ask for the page; returns it once it has been handed in for a preview."""
    text = session.text
    asked = routes.full_iri(st.query_params.get("page", ""))
    current = (pages.text(session.store, asked) if asked else None) or ""
    # game, "page", site and title, as in every address of a page
    parts = routes.short_id(asked).split("/") if asked and current else []
    fields = f"{hash(asked)}-{st.session_state.get(_ROUND, 0)}"  # fresh fields once something was decided
    with st.form("import", border=False):
        dropped = st.file_uploader(
            text("import.drop"), type=["txt", "html", "wiki", "md"], key=f"import-file-{fields}"
        )
        typed = st.text_area(text("import.text"), value=current, height=260, key=f"import-text-{fields}")
        left, middle, right = st.columns(3)
        title = left.text_input(
            text("import.name"),
            value="/".join(parts[3:]),
            placeholder=text("import.found_out"),
            key=f"import-title-{fields}",
        )
        games = ["", "dm", "ygo"]
        game = middle.selectbox(
            text("import.game"),
            games,
            index=games.index(parts[0]) if parts else 0,
            format_func=lambda g: text(f"import.game_{g or 'auto'}"),
            key=f"import-game-{fields}",
        )
        site = right.text_input(
            text("import.site"),
            value=parts[2] if parts else "import",
            key=f"import-site-{fields}",
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
        where = text("place.short", page=found.title, line=note["line"], column=note["column"])
        items.append(
            f"<li><span class='sai-badge sai-{note['severity']}'>{markup.plain(text('severity.' + note['severity']))}"
            f"</span> {markup.plain(where)} {markup.plain(diagnostics.said(note['code'], note['message'], text))} "
            f"<span class='sai-muted'>{markup.plain(note['code'])}</span>{_marked(here, note['column'])}</li>"
        )
    content = f'<ul class="sai-list">{"".join(items)}</ul>' if items else markup.notice(text("import.clean"))
    show.html(session, content, key="import-notes")
    with st.expander(text("import.outline"), icon=":material/account_tree:"):
        show.html(session, _outline(found), key="import-outline")


def _marked(line: str, column: int) -> str:
    """Return the line around a place (column from 1) with the place marked; nothing for an empty line."""
    if not line.strip():
        return ""
    at = min(max(0, column - 1), len(line) - 1)
    start = max(0, at - 20)
    before, after = line[start:at], line[at + 1 : start + 80]
    inner = f"{markup.plain(before)}<mark>{markup.plain(line[at])}</mark>{markup.plain(after)}"
    return f"<blockquote class='sai-quote'>{inner}</blockquote>"


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
    _counts(found, session)
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


def _counts(found: Preview, session: Session) -> None:
    """Show how many things of each class the page brings, where that number changes."""
    text = session.text
    body = [
        [markup.plain(session.word(str(TCG[name]))), f"{before:,}", f"{after:,}", f"{after - before:+,}"]
        for name, (before, after) in found.counts.items()
        if before != after
    ]
    if body:
        heads = [text("head.kind"), text("import.before"), text("import.after"), text("import.difference")]
        table = markup.table(heads, body, caption=text("import.counts"))
        show.html(session, table, key="import-counts")


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
                f"<div>{markup.plain(f.message.get(session.lang))}</div>{_words(f)}</li>"
                for f in those[:_LISTED]
            )
            content += f"<section><h3>{markup.plain(text(f'import.{name}', n=len(those)))}</h3>"
            content += f"<ul class='sai-list'>{items}</ul></section>"
    show.html(session, f'<div class="sai-pair">{content}</div>', key="import-findings")


def _words(finding: Finding) -> str:
    words = finding.locations[0].text.strip() if finding.locations else ""
    cut = words if len(words) < 160 else f"{words[:159]}…"
    return f"<blockquote class='sai-quote'>{markup.plain(cut)}</blockquote>" if cut else ""


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
    if page := importing.last_page(session.store.location):
        link = markup.link(routes.entity_href(page, lang=text.lang), text("import.open", title=title))
        show.html(session, f"<p>{link}</p>", key="import-last")
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
    for kept in ("_import_findings", "_import_preview"):
        st.session_state.pop(kept, None)
    st.session_state["_import_said"] = said
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.rerun()
