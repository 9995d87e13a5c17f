"""What a thing points to, what points to it, and where its name stands on the pages."""

import streamlit as st

from explorer.app import markup, routes, show, tables
from explorer.app.data import entity
from explorer.app.data.base import Named
from explorer.app.data.entity import Fact
from explorer.app.session import Session

__all__ = ["render"]

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def render(named: Named, facts: list[Fact], known: dict[str, Named], session: Session) -> None:
    """Show links in both directions and the occurrences."""
    _occurrences(named, session)
    text = session.text
    outgoing: dict[str, list[Named]] = {}
    for fact in facts:
        if fact.is_iri and fact.predicate != _TYPE:
            outgoing.setdefault(fact.predicate, []).append(known[fact.value])
    incoming = entity.incoming(session.store, named.iri)
    sources = session.names([source for relation in incoming for source in relation.sources])
    st.subheader(text("entity.links"))
    left, right = st.columns(2, gap="medium")
    with left:
        content = "".join(
            _group(session.word(p), things, len(things), session) for p, things in outgoing.items()
        )
        head = f"<h3>{markup.plain(text('entity.outgoing'))}</h3>"
        show.html(session, head + (content or markup.notice(text("entity.no_outgoing"))), key="links-out")
    with right:
        content = "".join(
            _group(session.word(r.predicate), [sources[s] for s in r.sources], r.total, session)
            for r in incoming
        )
        head = f"<h3>{markup.plain(text('entity.incoming'))}</h3>"
        show.html(session, head + (content or markup.notice(text("entity.no_incoming"))), key="links-in")
    rows = [["out", p, t.iri, t.label] for p, things in outgoing.items() for t in things]
    rows += [["in", r.predicate, s, sources[s].label] for r in incoming for s in r.sources]
    tables.downloads(["direction", "predicate", "iri", "label"], rows, name="links", text=text)


def _group(label: str, things: list[Named], total: int, session: Session) -> str:
    more = total - len(things)
    rest = f'<p class="sai-muted">{markup.plain(session.text("search.more", n=more))}</p>' if more > 0 else ""
    return (
        f"<details{' open' if len(things) <= 12 else ''}><summary>{markup.plain(label)} "
        f'<span class="sai-muted">{total}</span></summary>{markup.linked_list(things, session.text)}{rest}</details>'
    )


def _occurrences(named: Named, session: Session) -> None:
    text = session.text
    found, total = entity.occurrences(session.store, named.iri)
    if not found:
        return
    st.subheader(text("entity.places", n=total))
    known = session.names([o.place.page for o in found] + [o.inside for o in found if o.inside])
    body = []
    for occurrence in found:
        place = occurrence.place
        address = routes.href(
            "entity", lang=text.lang, id=routes.short_id(place.page), at=f"{place.start}-{place.end}"
        )
        where = text("place.short", page=known[place.page].label, line=place.line, column=place.column)
        body.append(
            [
                markup.link(address, where),
                markup.plain(occurrence.display),
                markup.chip(known[occurrence.inside], text) if occurrence.inside else "",
            ]
        )
    show.html(
        session,
        markup.table(
            [text("head.place"), text("head.words"), text("head.inside")],
            body,
            caption=text("entity.places", n=total),
        ),
        key="entity-places",
    )
    if total > len(found):
        st.caption(text("search.more", n=total - len(found)))
    tables.downloads(
        ["page", "line", "column", "words", "inside"],
        [[known[o.place.page].label, o.place.line, o.place.column, o.display, o.inside or ""] for o in found],
        name="places",
        text=text,
    )
