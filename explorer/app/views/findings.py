"""Findings: where the wiki contradicts itself or practice, with the passages side by side."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import streamlit as st

from explorer.app import fields, markup, pagetext, routes, show, sidecar, tables
from explorer.app.data import pages
from explorer.app.session import Session
from explorer.app.views import findings_decide
from ontology.checking.finding import Location, group_by_cause
from ontology.checking.suppression import UNREASONED, UNUSED, SuppressionError, suppress
from ontology.checks import Finding, load_checks, run_checks

__all__ = ["render", "unsuppressed"]

_SHOWN = 40
_PLACES = 6


def render(session: Session) -> None:
    """Show the findings, narrowed by ``code``, ``severity``, ``status`` and ``page``; one alone with ``f``."""
    text = session.text
    lang = text.lang
    st.title(text("findings.title"))
    st.markdown(text("findings.lead"))
    with st.spinner(text("findings.working"), show_time=True):
        found = _found(session)
    one = st.query_params.get("f")
    if one:
        _alone([finding for finding in found if finding.fingerprint == one], session)
        return
    unused = {place.page for finding in found if finding.code == UNUSED for place in finding.locations}
    findings_decide.suppressions(unused, session)
    if not found:
        st.success(text("findings.none"), icon=":material/check_circle:")
        return
    titles_of = {finding.code: finding.title.get(lang) for finding in found}
    columns = st.columns([3, 2, 2, 3])
    codes = _facet("code", found, lambda f: [f.code], lambda c: f"{c} {titles_of[c]}", columns[0], session)
    severities = _facet(
        "severity", found, lambda f: [f.severity.value], lambda s: text(f"severity.{s}"), columns[1], session
    )
    states = _facet(
        "status", found, lambda f: [f.status.value], lambda s: text(f"status.{s}"), columns[2], session
    )
    titles = _facet("page", found, lambda f: {place.page for place in f.locations}, str, columns[3], session)
    chosen = [
        finding
        for finding in found
        if (not codes or finding.code in codes)
        and (not severities or finding.severity.value in severities)
        and (not states or finding.status.value in states)
        and (not titles or any(place.page in titles for place in finding.locations))
    ]
    st.markdown(text("findings.count", n=len(chosen), total=len(found)))
    for number, finding in enumerate(chosen[:_SHOWN]):
        show.html(session, _card(finding, session, whole=False), key=f"finding-{number}")
    if len(chosen) > _SHOWN:
        st.caption(text("search.more", n=len(chosen) - _SHOWN))
    if not chosen:
        st.info(text("findings.narrow"), icon=":material/filter_alt_off:")
        return
    tables.downloads(
        ["code", "severity", "status", "message", "page", "line", "column", "text", "fingerprint"],
        [
            [
                f.code,
                f.severity.value,
                f.status.value,
                f.message.get(lang),
                p.page,
                p.line,
                p.column,
                p.text,
                f.fingerprint,
            ]
            for f in chosen
            for p in f.locations
        ],
        name="findings",
        text=text,
    )


def _found(session: Session) -> list[Finding]:
    """Return the findings of the store; a sidecar file that is wrong is told, and left out."""
    path = sidecar.place(session.store.location)
    try:
        sidecar.entries(path)
    except SuppressionError:
        path = Path()
    return _findings(session, session.store.location, session.store.revision, str(path), sidecar.stamp(path))


def unsuppressed(session: Session) -> list[Finding]:
    """Return every finding of the store, ungrouped, those suppressed in the sidecar file too."""
    return _all(session, session.store.location, session.store.revision)


@st.cache_resource(show_spinner=False, max_entries=2)
def _all(_session: Session, place: str, revision: int) -> list[Finding]:
    return run_checks(_session.store, group=False)


@st.cache_resource(show_spinner=False, max_entries=2)
def _findings(_session: Session, place: str, revision: int, file: str, stamp: int) -> list[Finding]:
    """Return the findings without those suppressed in the sidecar; the checks themselves run once a revision."""
    found = _all(_session, place, revision)
    wishes = sidecar.entries(Path(file)) if stamp and file != "." else []
    sums = {check.code: check.group_message for check in load_checks() if check.group_message is not None}
    return group_by_cause(suppress(found, wishes), sums=sums)


def _facet(
    key: str,
    found: list[Finding],
    of: Callable[[Finding], Iterable[str]],
    label: Callable[[str], str],
    column: st.delta_generator.DeltaGenerator,
    session: Session,
) -> set[str]:
    counted = Counter(value for finding in found for value in of(finding))
    options = [value for value, _ in counted.most_common()]
    with column:
        chosen = fields.choices(
            session.text(f"findings.{key}"),
            options,
            parameter=key,
            show=lambda value: f"{label(value)} ({counted[value]})",
            placeholder=session.text("findings.all"),
        )
    return set(chosen)


def _alone(found: list[Finding], session: Session) -> None:
    text = session.text
    back = routes.href("findings", lang=text.lang)
    show.html(session, f"<p>{markup.link(back, text('findings.back'))}</p>", key="findings-back")
    if not found:
        st.warning(text("findings.gone"), icon=":material/search_off:")
        return
    show.html(session, _card(found[0], session, whole=True), key="finding-alone")
    findings_decide.evidence(found[0], session)
    if found[0].code not in (UNUSED, UNREASONED):
        findings_decide.decide(found[0], session)


def _card(finding: Finding, session: Session, *, whole: bool) -> str:
    text = session.text
    lang = text.lang
    address = routes.href("findings", lang=lang, f=finding.fingerprint)
    severity = f'<span class="sai-badge sai-{finding.severity.value}">{markup.plain(text(f"severity.{finding.severity.value}"))}</span>'
    head = (
        f"<h3>{markup.link(address, f'{finding.code} {finding.title.get(lang)}')}</h3>"
        f"<p>{severity} <span class='sai-muted'>{markup.plain(text(f'status.{finding.status.value}'))}"
        f"{markup.plain(text('findings.times', n=finding.count)) if finding.count > 1 else ''}</span></p>"
        f"<p>{markup.plain(finding.message.get(lang))}</p>"
    )
    places = finding.locations if whole else finding.locations[:_PLACES]
    passages = "".join(_passage(place, session, whole=whole) for place in places)
    more = len(finding.locations) - len(places)
    rest = f"<p>{markup.link(address, text('search.more', n=more))}</p>" if more > 0 else ""
    fix = (
        f"<p class='sai-muted'>{markup.plain(text('findings.fix'))} {markup.plain(finding.fix.get(lang))}</p>"
    )
    return f'<article class="sai-card">{head}<div class="sai-pair">{passages}</div>{rest}{fix}</article>'


def _passage(place: Location, session: Session, *, whole: bool) -> str:
    text = session.text
    address = routes.href(
        "entity", lang=text.lang, id=routes.short_id(place.page_iri), at=f"{place.start}-{place.end}"
    )
    if not place.page_iri:  # a place outside the wiki: an entry of the sidecar file
        return f"<div><div>{markup.plain(place.page)}</div></div>"
    where = markup.link(address, text("place.short", page=place.page, line=place.line, column=place.column))
    body = pages.text(session.store, place.page_iri) if whole else None
    if body:
        words = pagetext.context(body, [], {}, text, span=(place.start, place.end))
    else:
        cut = place.text if len(place.text) < 220 else place.text[:219] + "…"
        words = f'<blockquote class="sai-quote">{markup.plain(cut)}</blockquote>'
    return f"<div><div>{where}</div>{words}</div>"
