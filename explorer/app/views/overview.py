"""Overview: what is in the graph, and where to begin."""

import streamlit as st

from explorer.app import markup, routes, show, tables
from explorer.app.data import overview
from explorer.app.kinds import kind_named
from explorer.app.session import Session

__all__ = ["render", "verdict_badge"]

_PAGES = 12


def render(session: Session) -> None:
    """Show counts, ways in, newest rulings and pages; with ``kind``, the list of things of that kind."""
    text = session.text
    wanted = st.query_params.get("kind")
    if wanted and kind_named(wanted).classes:
        _members(session, wanted)
        return
    st.title(text("overview.title"))
    st.markdown(text("overview.lead"))
    counted = session.kept("counts", lambda: overview.counts(session.store))
    if not counted:
        st.info(text("overview.empty"), icon=":material/lightbulb:")
        st.markdown(text("store.how"))
        return
    show.html(session, _ways(session), key="overview-ways")
    st.subheader(text("overview.counts"))
    tiles = "".join(
        f'<li><a data-go class="sai-tile" href="{markup.plain(routes.href("overview", lang=text.lang, kind=kind.key))}">'
        f"<strong>{number:,}</strong><span>{markup.glyph(kind)}{markup.plain(text(f'kind.{kind.key}'))}</span></a></li>"
        for kind, number in counted
    )
    show.html(session, f'<ul class="sai-tiles">{tiles}</ul>', key="overview-tiles")
    st.subheader(text("overview.rulings"))
    rulings = session.kept("rulings", lambda: overview.recent_rulings(session.store, lang=text.lang))
    show.html(
        session,
        markup.table(
            [text("head.date"), text("head.verdict"), text("head.question")],
            [
                [markup.fixed(row.date), verdict_badge(row.verdict, session), markup.chip(row.ruling, text)]
                for row in rulings
            ],
            caption=text("overview.rulings"),
        ),
        key="overview-rulings",
    )
    st.subheader(text("overview.pages"))
    listed = session.kept("pages", lambda: overview.pages(session.store, lang=text.lang))
    total = next((number for kind, number in counted if kind.key == "page"), len(listed))
    more = routes.href("overview", lang=text.lang, kind="page")
    show.html(
        session,
        markup.table(
            [text("head.page"), text("head.game"), text("head.modified"), text("head.extracts")],
            [
                [
                    markup.chip(row.page, text),
                    markup.plain(text.get(f"game.{row.game}", row.game)),
                    markup.fixed(row.modified),
                    f"{row.extracts:,}",
                ]
                for row in listed[:_PAGES]
            ],
            caption=text("overview.pages"),
        )
        + (
            f"<p>{markup.link(more, text('overview.all_pages', n=f'{total:,}'))}</p>"
            if total > _PAGES
            else ""
        ),
        key="overview-pages",
    )
    tables.downloads(
        ["page", "title", "game", "modified", "extracts"],
        [[row.page.iri, row.page.label, row.game, row.modified, row.extracts] for row in listed],
        name="pages",
        text=text,
    )


def _ways(session: Session) -> str:
    """Return the ways in: a rule, a card and a term to begin with, a case, a query."""
    text = session.text
    lang = text.lang
    hub = session.kept("connected", lambda: overview.most_connected(session.store, lang=lang))
    first = hub[0] if hub else None
    graph = routes.href("graph", lang=lang, start=routes.short_id(first.iri) if first else None)
    ways = [
        ("overview.way_graph", graph),
        ("overview.way_outcome", routes.href("outcome", lang=lang)),
        ("overview.way_findings", routes.href("findings", lang=lang)),
        ("overview.way_sparql", routes.href("sparql", lang=lang)),
    ]
    cards = "".join(
        f'<div class="sai-card"><h3>{markup.link(address, text(f"{key}.title"))}</h3>'
        f"<div>{markup.plain(text(f'{key}.text'))}</div></div>"
        for key, address in ways
    )
    starts = markup.linked_list(hub, text) if hub else ""
    lead = f"<p>{markup.plain(text('overview.start_at'))}</p>{starts}" if hub else ""
    return f'<div class="sai-cards sai-ways">{cards}</div>{lead}'


def _members(session: Session, key: str) -> None:
    text = session.text
    kind = kind_named(key)
    st.title(text(f"kind.{key}"))
    st.markdown(text(f"kind_means.{key}"))
    listed = session.kept(f"members-{key}", lambda: overview.members(session.store, kind, lang=text.lang))
    counted = session.kept("counts", lambda: overview.counts(session.store))
    missing = sum(number for other, number in counted if other is kind) - len(listed)
    show.html(
        session,
        markup.table(
            [text("head.name"), text("head.places")],
            [[markup.chip(thing, text, label=thing.label), f"{places:,}"] for thing, places in listed],
            caption=text(f"kind.{key}"),
        )
        if listed
        else markup.notice(text("overview.no_members")),
        key="overview-members",
    )
    if missing > 0:
        st.caption(text("overview.not_listed", n=f"{missing:,}"))
    tables.downloads(
        ["iri", "label", "places"],
        [[thing.iri, thing.label, places] for thing, places in listed],
        name=key,
        text=text,
    )


def verdict_badge(verdict: str, session: Session) -> str:
    """Return a verdict as HTML."""
    if verdict not in {"yes", "no", "other"}:
        return f'<span class="sai-muted">{markup.plain(session.text("verdict.none"))}</span>'
    return f'<span class="sai-badge sai-{verdict}">{markup.plain(session.text(f"verdict.{verdict}"))}</span>'
