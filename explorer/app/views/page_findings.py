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
    """Return the findings of a page by check, worst first, each place leading to its words and to what is said of them."""
    text = session.text
    pairs = _here(page, found)
    head = f"<h3>{markup.plain(text('page.findings_here', n=len(pairs)))}</h3>"
    if not pairs:
        return head + f'<p class="sai-muted">{markup.plain(text("findings.none"))}</p>'
    checks: dict[str, list[tuple[Finding, Location]]] = {}
    for finding, place in sorted(pairs, key=lambda pair: -pair[0].severity.rank):
        checks.setdefault(finding.code, []).append((finding, place))
    groups = []
    for code, listed in checks.items():
        one = listed[0][0]
        severity = markup.plain(text(f"severity.{one.severity.value}"))
        items = "".join(f"<li>{_line(page, finding, place, session)}</li>" for finding, place in listed)
        groups.append(
            f"<details{' open' if len(listed) <= _OPEN else ''}><summary>{markup.plain(f'{code} {one.title.get(text.lang)}')} "
            f'<span class="sai-muted">{severity} {len(listed)}</span></summary><ul class="sai-list">{items}</ul></details>'
        )
    everything = routes.href("findings", lang=text.lang, page=title)
    return head + "".join(groups) + f"<p>{markup.link(everything, text('page.findings'))}</p>"


_OPEN = 3


def _line(page: str, finding: Finding, place: Location, session: Session) -> str:
    """Return a place, which leads to the words, and a glimpse of them, which leads to the finding."""
    text = session.text
    at = routes.href("entity", lang=text.lang, id=routes.short_id(page), at=f"{place.start}-{place.end}")
    what = routes.href("findings", lang=text.lang, f=finding.fingerprint)
    words = " ".join(place.text.split())
    glimpse = words if len(words) <= _GLIMPSE else words[: _GLIMPSE - 1] + "…"
    where = text("place.spot", line=place.line, column=place.column)
    message = finding.message.get(text.lang)
    return f"{markup.link(at, where)} {markup.link(what, glimpse or finding.code, title=message)}"


_GLIMPSE = 24
