"""Findings on a wiki page: as notes in the margin of its text, and as a list beside it."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from explorer.app import markup, routes, sidecar
from explorer.app.session import Session
from ontology.checking.finding import Location
from ontology.checking.suppression import SuppressionError
from ontology.checks import Finding, run_checks

__all__ = ["beside", "known", "look", "notes", "spans"]


def known(page: str, session: Session) -> list[Finding] | None:
    """Return the findings that touch a page where they have been looked for already, else None."""
    found: list[Finding] | None = _kept().get(_key(page, session))
    return found


def look(page: str, session: Session) -> list[Finding]:
    """Run the checks for one page; what the sidecar file suppresses is left out."""
    path: Path | None = sidecar.place(session.store.location)
    try:
        sidecar.entries(path) if path else None
    except SuppressionError:
        path = None  # the page of findings tells what is wrong with the file
    if path is not None and not path.is_file():
        path = None
    found = run_checks(session.store, pages=[page], sidecar=path)
    kept = _kept()
    while len(kept) >= _MOST:
        kept.pop(next(iter(kept)))
    kept[_key(page, session)] = found
    return found


_MOST = 64


@st.cache_resource(show_spinner=False)
def _kept() -> dict[tuple[str, int, str, int], list[Finding]]:
    return {}


def _key(page: str, session: Session) -> tuple[str, int, str, int]:
    place = session.store.location
    return place, session.store.revision, page, sidecar.stamp(sidecar.place(place))


def _here(page: str, found: Sequence[Finding]) -> list[tuple[Finding, Location]]:
    pairs = [(finding, place) for finding in found for place in finding.locations if place.page_iri == page]
    return sorted(pairs, key=lambda pair: (pair[1].start, pair[0].order))


def spans(page: str, found: Sequence[Finding]) -> list[tuple[int, int]]:
    """Return the stretches of the page's text that are at fault, as code points, end exclusive."""
    return [
        (place.start, place.end) for finding, place in _here(page, found) if finding.severity.value != "info"
    ]


def notes(page: str, found: Sequence[Finding], session: Session) -> dict[int, list[str]]:
    """Return notes for the margin as HTML, by the code point at which each stands.

    A finding is told at the first of its places; at the others its code leads to it.
    """
    text = session.text
    made: dict[int, list[str]] = {}
    told: set[str] = set()
    for finding, place in _here(page, found):
        address = routes.href("findings", lang=text.lang, f=finding.fingerprint)
        again = finding.fingerprint in told
        told.add(finding.fingerprint)
        label = finding.code if again else f"{finding.code} {finding.title.get(text.lang)}"
        severity = "" if again else f"{markup.plain(text(f'severity.{finding.severity.value}'))} "
        note = (
            f'<span class="sai-note sai-{finding.severity.value}{" sai-again" if again else ""}" role="note">'
            f"{severity}{markup.link(address, label, title=finding.message.get(text.lang))}</span>"
        )
        if note not in made.setdefault(place.start, []):
            made[place.start].append(note)
    return made


def beside(page: str, title: str, found: Sequence[Finding], session: Session) -> str:
    """Return the findings of a page as a list in page order, each leading to its place and to what it says."""
    text = session.text
    pairs = _here(page, found)
    head = f"<h3>{markup.plain(text('page.findings_here', n=len(pairs)))}</h3>"
    items = []
    for finding, place in pairs:
        at = routes.href("entity", lang=text.lang, id=routes.short_id(page), at=f"{place.start}-{place.end}")
        where = text("place.spot", line=place.line, column=place.column)
        what = routes.href("findings", lang=text.lang, f=finding.fingerprint)
        items.append(
            f"<li>{markup.link(at, where)} {markup.link(what, finding.title.get(text.lang))} "
            f'<span class="sai-muted">{markup.plain(text(f"severity.{finding.severity.value}"))}</span></li>'
        )
    body = f'<ul class="sai-list">{"".join(items)}</ul>' if items else ""
    everything = routes.href("findings", lang=text.lang, page=title)
    more = f"<p>{markup.link(everything, text('page.findings'))}</p>" if items else ""
    empty = "" if items else f'<p class="sai-muted">{markup.plain(text("findings.none"))}</p>'
    return head + body + empty + more
