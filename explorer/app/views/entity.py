"""The page of one thing: what it is, its text in context, what it points to and what points to it."""

import streamlit as st

from explorer.app import markup, pagetext, routes, show
from explorer.app.data import entity, pages
from explorer.app.data.base import Named
from explorer.app.data.entity import Place
from explorer.app.interactions import rule_key
from explorer.app.kinds import THING
from explorer.app.session import Session
from explorer.app.views import entity_links, entity_page, entity_parts, rule_interactions
from ontology.namespaces import TCG

__all__ = ["render"]


def render(session: Session) -> None:
    """Show the thing named by the parameter ``id``."""
    text = session.text
    asked = st.query_params.get("id")
    thing = routes.full_iri(asked) if asked else None
    if not asked:
        st.title(text("entity.title"))
        st.info(text("entity.teach"), icon=":material/lightbulb:")
        return
    if thing is not None and rule_key(thing) and not entity.exists(session.store, thing):
        rule_interactions.alone(thing, session)
        return
    if thing is None or not entity.exists(session.store, thing):
        st.title(text("entity.title"))
        st.warning(text("entity.unknown", id=asked), icon=":material/search_off:")
        search = routes.href("search", lang=text.lang, q=asked.rpartition("/")[2])
        show.html(
            session, f"<p>{markup.link(search, text('entity.search_instead'))}</p>", key="entity-unknown"
        )
        return
    facts = entity.facts(session.store, thing)
    known = session.names([thing, *(fact.value for fact in facts if fact.is_iri)])
    named = known[thing]
    if named.kind is THING and rule_key(thing):  # other things speak of it, no page gives its words
        rule_interactions.alone(thing, session)
        return
    st.title(named.label if len(named.label) < 60 else named.short)
    _head(named, session)
    where = entity.place(session.store, thing)
    if named.kind.key == "page":
        entity_page.render(named, facts, session)
    else:
        entity_parts.render(named, facts, known, session)
        if where and where.end > where.start and named.kind.key != "section":
            _in_context(where, session)
    entity_links.render(named, session)


def _head(named: Named, session: Session) -> None:
    text = session.text
    narrow = {c for c in named.types if named.kind.key == "statement" and c != str(TCG.Statement)}
    kinds = "・".join(sorted(session.word(cls) for cls in narrow if cls.startswith(str(TCG))))
    address = routes.href("graph", lang=text.lang, start=routes.short_id(named.iri))
    show.html(
        session,
        f"<p>{markup.tagged(named.kind, text)} <span class='sai-muted'>{markup.plain(kinds)}</span> · "
        f"{markup.link(address, text('entity.in_graph'))} · {markup.code(routes.short_id(named.iri))}</p>",
        key="entity-head",
    )


def _in_context(where: Place, session: Session) -> None:
    text = session.text
    body = pages.text(session.store, where.page)
    if body is None:
        return
    st.subheader(text("entity.context"))
    found = [e for e in pages.extracts(session.store, where.page) if _near(e, where)]
    known = session.names([where.page, *(e.leads_to for e in found), *(e.iri for e in found)])
    place = text("place.full", page=known[where.page].label, line=where.line, column=where.column)
    address = routes.href(
        "entity", lang=text.lang, id=routes.short_id(where.page), at=f"{where.start}-{where.end}"
    )
    content = f"<p>{markup.link(address, place)}</p>"
    content += pagetext.context(body, found, known, text, span=(where.start, where.end))
    show.html(session, content, key="entity-context")


def _near(extract: pages.Extract, where: Place) -> bool:
    return extract.start >= where.start - 400 and extract.end <= where.end + 400
