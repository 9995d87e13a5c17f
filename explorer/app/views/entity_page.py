"""A wiki page: its text with every extract marked, findings in the margin, and its sections."""

import re

import streamlit as st

from explorer.app import fields, markup, pagetext, routes, show
from explorer.app.data import pages
from explorer.app.data.base import Named
from explorer.app.data.entity import Fact
from explorer.app.kinds import KINDS, kind_named
from explorer.app.session import Session
from explorer.app.views import page_findings

__all__ = ["render"]

_SHOWN = 60_000  # characters; longer pages are shown around the focus


def render(named: Named, facts: list[Fact], session: Session) -> None:
    """Show the text of a page; the parameter ``at`` (``start-end``) marks a span of it."""
    text = session.text
    body = pages.text(session.store, named.iri)
    if body is None:
        st.info(text("page.not_read"), icon=":material/link_off:")
        return
    found = pages.extracts(session.store, named.iri)
    known = session.names([*(e.leads_to for e in found), *(e.iri for e in found if not e.mention)])
    values = {fact.predicate.rpartition("/")[2].rpartition("#")[2]: fact.value for fact in facts}
    parts = [
        text("page.date", date=values["modified"][:10]) if "modified" in values else text("page.no_date"),
        text.get(f"game.{values.get('game', '')}", values.get("game", "")),
        text("page.extracts", n=len(found)),
        text("page.characters", n=f"{len(body):,}"),
    ]
    st.caption(" · ".join(part for part in parts if part))
    st.subheader(text("page.text"))
    present = {known[e.leads_to].kind.key if e.mention and e.leads_to in known else e.kind.key for e in found}
    offered = [kind.key for kind in KINDS if kind.key in present]
    chosen = fields.pills(
        text("page.filter"), offered, parameter="mark", show=lambda key: text(f"kind.{key}")
    )
    focus = _focus(st.query_params.get("at"), len(body))
    window = _window(focus, len(body))
    if window:
        st.caption(text("page.cut", start=f"{window[0]:,}", end=f"{window[1]:,}"))
    # The text comes first; what the checks say of it is looked for when it stands.
    findings = page_findings.known(named.iri, session)
    inner = pagetext.highlighted(
        body,
        found,
        known,
        text,
        focus=focus,
        kinds=frozenset(chosen),
        window=window,
        first_line=body.count("\n", 0, window[0]) + 1 if window else 1,
        notes=page_findings.notes(named.iri, findings or [], session),
        flagged=page_findings.spans(named.iri, findings or []),
    )
    left, right = st.columns([5, 2], gap="medium")
    with right:
        beside = st.empty()
        _sections(named, found, known, body, session)
    with left:
        legend = "".join(f"<li>{markup.tagged(kind_named(key), text)}</li>" for key in offered)
        label = markup.plain(text("page.text"))
        show.html(
            session,
            f'<ul class="sai-legend">{legend}</ul>'
            f'<div class="sai-text" data-scrolls tabindex="0" role="region" aria-label="{label}">{inner}</div>',
            key="page-text",
            scroll="#sai-focus" if focus else None,
        )
    with beside.container():
        if findings is None:
            with st.spinner(text("page.checking"), show_time=True):
                findings = page_findings.look(named.iri, session)
            if page_findings.notes(named.iri, findings, session):
                st.rerun()
        shown = page_findings.beside(named.iri, named.label, findings, session)
        show.html(session, shown, key="page-findings")


def _sections(
    named: Named, found: list[pages.Extract], known: dict[str, Named], body: str, session: Session
) -> None:
    """Beside the text: its sections, each leading to its heading."""
    text = session.text
    items = []
    for extract in found:
        if extract.kind.key not in {"section", "fold"}:
            continue
        line_end = body.find("\n", extract.start)
        end = min(extract.end, line_end if line_end > extract.start else extract.start + 24)
        at = f"{extract.start}-{end}"
        address = routes.href("entity", lang=text.lang, id=routes.short_id(named.iri), at=at)
        items.append(f"<li>{markup.glyph(extract.kind)}{markup.link(address, known[extract.iri].short)}</li>")
    if items:
        content = f"<h3>{markup.plain(text('page.sections'))}</h3>"
        content += f'<ul class="sai-list">{"".join(items)}</ul>'
        show.html(session, content, key="page-sections")


def _focus(value: str | None, length: int) -> tuple[int, int] | None:
    match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", value or "")
    if not match:
        return None
    start, end = int(match[1]), min(int(match[2]), length)
    return (start, end) if start < end else None


def _window(focus: tuple[int, int] | None, length: int) -> tuple[int, int] | None:
    if length <= _SHOWN:
        return None
    middle = focus[0] if focus else 0
    start = max(0, min(middle - _SHOWN // 3, length - _SHOWN))
    return start, start + _SHOWN
