"""What a thing points to, what points to it, and where its name stands on the pages."""

import streamlit as st

from explorer.app import markup, routes, show, tables
from explorer.app.data import entity, neighbours
from explorer.app.data.base import Named
from explorer.app.session import Session

__all__ = ["render"]

_LISTED = 60


def render(named: Named, session: Session) -> None:
    """Show the occurrences, and the same relations as the graph draws, in both directions."""
    _occurrences(named, session)
    text = session.text
    groups = neighbours.groups(session.store, named.iri)
    known = session.names([member for group in groups for member in group.members[:_LISTED]])
    st.subheader(text("entity.links"))
    columns = st.columns(2, gap="medium")
    for column, outgoing in zip(columns, (True, False), strict=True):
        direction = "outgoing" if outgoing else "incoming"
        chosen = [group for group in groups if group.outgoing is outgoing]
        content = "".join(
            _group(
                f"{session.word(group.predicate)}：{text(f'kind.{group.kind.key}')}",
                [known[member] for member in group.members[:_LISTED]],
                len(group.members),
                session,
            )
            for group in chosen
        )
        head = f"<h3>{markup.plain(text(f'entity.{direction}'))}</h3>"
        with column:
            show.html(
                session,
                head + (content or markup.notice(text(f"entity.no_{direction}"))),
                key=f"links-{direction}",
            )
    rows = [
        ["out" if group.outgoing else "in", group.predicate, member, known[member].label]
        for group in groups
        for member in group.members[:_LISTED]
    ]
    tables.downloads(["direction", "predicate", "iri", "label"], rows, name="links", text=text)


def _group(label: str, things: list[Named], total: int, session: Session) -> str:
    more = total - len(things)
    rest = f'<p class="sai-muted">{markup.plain(session.text("search.more", n=more))}</p>' if more > 0 else ""
    return (
        f"<details{' open' if len(things) <= 12 else ''}><summary>{markup.plain(label)} "
        f'<span class="sai-muted">{total}</span></summary>{_listed(things, session)}{rest}</details>'
    )


def _listed(things: list[Named], session: Session) -> str:
    """Return things as a list; those that read the same are one entry with a number for each further one."""
    alike: dict[str, list[Named]] = {}
    for thing in things:
        alike.setdefault(thing.label, []).append(thing)
    items = "".join(
        f"<li>{markup.chip(first, session.text)}"
        + "".join(
            f" {markup.link(routes.entity_href(thing.iri, lang=session.lang), f'[{number}]', title=thing.label)}"
            for number, thing in enumerate(others, start=2)
        )
        + "</li>"
        for first, *others in alike.values()
    )
    return f'<ul class="sai-chips">{items}</ul>'


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
                markup.brief(occurrence.display),
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
