"""What is particular to rules, cards, terms, rulings and statements."""

import streamlit as st

from explorer.app import cases, differences, markup, routes, show, tables
from explorer.app.data import neighbours, relations
from explorer.app.data.base import Named
from explorer.app.data.entity import Fact
from explorer.app.data.relations import RulingLine, Version
from explorer.app.session import Session
from explorer.app.views import agreement_board, rule_interactions
from explorer.app.views.overview import verdict_badge

__all__ = ["render"]

_HIDDEN = {
    "type", "text", "plainText", "start", "end", "line", "column", "onPage", "order", "level", "marker", "question",
    "answer", "verdict", "rulingDate", "prefLabel", "definedBy", "isDefinedBy", "citedNumber", "title", "game", "abilityText", "fingerprint", "paragraphs",
}  # fmt: skip


def render(named: Named, facts: list[Fact], known: dict[str, Named], session: Session) -> None:
    """Show the parts of a thing that its kind calls for."""
    key = named.kind.key
    if key == "ruling":
        _ruling(named, facts, known, session)
    elif key in {"statement", "rule_version"}:
        _words(facts, session)
    elif key == "term":
        _term(named, facts, session)
    if key in {"rule", "rule_group"}:
        _versions(relations.versions(session.store, named.iri), session)
    _facts(named, facts, known, session)
    if key in {"rule", "rule_group"}:
        _rulings(relations.rulings(session.store, named.iri, "cites"), "rule.rulings", session)
    if key == "rule":
        rule_interactions.render(named, session)
    if key in {"card", "name_set"}:
        _network(named, session)
        _rulings(relations.rulings(session.store, named.iri, "involves"), "card.rulings_about", session)
        _rulings(relations.rulings(session.store, named.iri, "mentions"), "card.rulings_mention", session)
    if key in {"rule", "rule_group", "term", "card", "name_set"}:
        _statements(relations.statements(session.store, named.iri), session)


def _value(facts: list[Fact], local: str) -> str:
    return next((f.value for f in facts if f.predicate.endswith((f"#{local}", f"/{local}"))), "")


def _words(facts: list[Fact], session: Session) -> None:
    words = _value(facts, "plainText") or _value(facts, "text")
    if words:
        show.html(
            session, f'<blockquote class="sai-quote">{markup.plain(words)}</blockquote>', key="entity-words"
        )


def _term(named: Named, facts: list[Fact], session: Session) -> None:
    """Show what the term means, in the words of the pages, and the terms above and below it."""
    text = session.text
    found = relations.definitions(
        session.store, [f.value for f in facts if f.predicate.endswith("#definedBy")]
    )
    parts = [
        f'<blockquote class="sai-quote">{markup.plain(line.words)}</blockquote>'
        f"<p class='sai-muted'>{markup.link(line.place.address(text.lang), _place(line.place, session))}</p>"
        for line in found
    ]
    above, below = relations.hierarchy(session.store, named.iri)
    known = session.names([*above, *below])
    for key, things in (("term.above", above), ("term.below", below)):
        if things:
            listed = markup.linked_list((known[thing] for thing in things), text)
            parts.append(f"<h3>{markup.plain(text(key))}</h3>{listed}")
    if found:
        st.subheader(text("term.meaning"))
    if parts:
        show.html(session, "".join(parts), key="entity-term")


def _place(place: relations.Spot, session: Session) -> str:
    return session.text("place.short", page=place.page, line=place.line, column=place.column)


def _ruling(named: Named, facts: list[Fact], known: dict[str, Named], session: Session) -> None:
    text = session.text
    badge = verdict_badge(_value(facts, "verdict"), session)
    date = _value(facts, "rulingDate")[:10] or text("ruling.no_date")
    rules = [known[f.value] for f in facts if f.is_iri and f.predicate.endswith("#cites")]
    cards = [known[f.value] for f in facts if f.is_iri and f.predicate.endswith("#involves")]
    content = f"<p>{badge} · {markup.plain(date)}</p>"
    content += f"<h3>{markup.plain(text('ruling.question'))}</h3>"
    content += f'<blockquote class="sai-quote">{markup.plain(_value(facts, "question"))}</blockquote>'
    content += f"<h3>{markup.plain(text('ruling.answer'))}</h3>"
    content += f'<blockquote class="sai-quote">{markup.plain(_value(facts, "answer"))}</blockquote>'
    if cards:
        content += f"<h3>{markup.plain(text('ruling.cards'))}</h3>{markup.linked_list(cards, text)}"
    if rules:
        content += f"<h3>{markup.plain(text('ruling.rules'))}</h3>{markup.linked_list(rules, text)}"
    show.html(session, content, key="entity-ruling")
    _formal(named, _value(facts, "rulingDate")[:10], session)


def _network(named: Named, session: Session) -> None:
    """Lead to the graph of the cards that are tied to this one by what they are, not by texts about them."""
    text = session.text
    keys = [
        group.key
        for group in neighbours.groups(session.store, named.iri)
        if group.kind.key in {"card", "name_set"} and not group.predicate.endswith(("#mentions", "#linksTo"))
    ]
    if keys:
        short = routes.short_id(named.iri)
        address = routes.href(
            "graph", lang=text.lang, start=short, do=["!", *(f"+{short}|{key}" for key in keys)]
        )
        show.html(session, f"<p>{markup.link(address, text('card.network'))}</p>", key="card-network")


def _formal(named: Named, date: str, session: Session) -> None:
    """Show the boards that formalise a ruling, and whether the rules give the same answer."""
    text = session.text
    found = cases.cases_of(session.store, named.iri, date) if date else []
    st.subheader(text("ruling.formal", n=len(found)))
    if not found:
        show.html(session, markup.notice(text("ruling.no_formal")), key="ruling-formal")
        return
    with st.spinner(text("outcome.working"), show_time=True):
        items = "".join(
            f"<li>{markup.link(routes.href('outcome', lang=session.lang, case=case.id), case.id)} "
            f"{markup.plain(str(case.raw.get(f'title_{session.lang}') or case.title))}"
            f"<div>{agreement_board.line(agreement_board.judged(case.id), session)}</div></li>"
            for case in found
        )
    show.html(session, f'<ul class="sai-list">{items}</ul>', key="ruling-formal")


def _versions(found: list[Version], session: Session) -> None:
    text = session.text
    st.subheader(text("rule.versions", n=len(found)))
    if not found:
        show.html(session, markup.notice(text("rule.no_version")), key="rule-versions")
        return
    items = []
    for place, version in enumerate(found):
        dates = _dates(version, session)
        document = f" · {markup.plain(version.document)}" if version.document else ""
        number = f"<strong>{markup.plain(version.number)}</strong> " if version.number else ""
        sources = " ".join(
            markup.link(
                spot.address(session.lang),
                text("place.short", page=spot.page, line=spot.line, column=spot.column),
            )
            for spot in version.places
        )
        items.append(
            f'<li>{number}<span class="sai-muted">{markup.plain(dates)}{document}</span>'
            f"{_wording(version, found[place - 1] if place else None, session)}"
            f'<span class="sai-muted">{markup.plain(text("rule.quoted_at"))} {sources}</span></li>'
        )
    show.html(session, f'<ol class="sai-timeline">{"".join(items)}</ol>', key="rule-versions")


def _wording(version: Version, before: Version | None, session: Session) -> str:
    """Return the words of a version; where they differ from the one before, what changed is marked."""
    quote = f'<blockquote class="sai-quote">{markup.plain(version.words)}</blockquote>'
    if before is None or before.words == version.words:
        return quote
    summary = markup.plain(session.text("rule.changed"))
    changes = f'<blockquote class="sai-quote">{differences.marked(before.words, version.words)}</blockquote>'
    return f"{quote}<details><summary>{summary}</summary>{changes}</details>"


def _dates(version: Version, session: Session) -> str:
    text = session.text
    start, end = version.valid_from, version.valid_to
    if start and end:
        return text("rule.valid", start=start, end=end)
    if start or end:
        return text("rule.valid_from", start=start) if start else text("rule.valid_to", end=end)
    return text("rule.undated")


def _facts(named: Named, facts: list[Fact], known: dict[str, Named], session: Session) -> None:
    text = session.text
    grouped: dict[str, list[str]] = {}
    own = {fact.predicate for fact in facts if fact.lang == session.lang}
    for fact in facts:
        local = fact.predicate.rpartition("#")[2].rpartition("/")[2]
        if (
            local in _HIDDEN
            or fact.value == named.label
            or (fact.lang and fact.lang != session.lang and fact.predicate in own)
            or (fact.is_iri and local in {"cites", "involves"} and _value(facts, "question"))
        ):
            continue
        shown = markup.chip(known[fact.value], text) if fact.is_iri else markup.plain(_literal(fact, session))
        grouped.setdefault(fact.predicate, []).append(shown)
    if not grouped:
        return
    st.subheader(text("entity.facts"))
    items = "".join(
        f"<dt>{markup.plain(session.word(predicate))}</dt><dd>{'、'.join(dict.fromkeys(shown))}</dd>"
        for predicate, shown in grouped.items()
    )
    show.html(session, f'<dl class="sai-dl">{items}</dl>', key="entity-facts")


def _literal(fact: Fact, session: Session) -> str:
    if fact.datatype.endswith("#boolean"):
        return session.text("words.true" if fact.value in {"true", "1"} else "words.false")
    return fact.value


def _rulings(found: list[RulingLine], key: str, session: Session) -> None:
    text = session.text
    st.subheader(text(key, n=len(found)))
    if not found:
        show.html(session, markup.notice(text(f"{key}_none")), key=key)
        return
    show.html(
        session,
        markup.table(
            [text("head.date"), text("head.verdict"), text("head.question"), text("head.place")],
            [
                [
                    markup.fixed(line.date),
                    verdict_badge(line.verdict, session),
                    markup.chip(line.ruling, text),
                    markup.link(
                        line.place.address(session.lang),
                        text(
                            "place.short",
                            page=line.place.page,
                            line=line.place.line,
                            column=line.place.column,
                        ),
                    )
                    if line.place
                    else "",
                ]
                for line in found
            ],
            caption=text(key, n=len(found)),
        ),
        key=key,
    )
    tables.downloads(
        ["ruling", "question", "date", "verdict", "page", "line", "column"],
        [
            [
                line.ruling.iri, line.ruling.label, line.date, line.verdict,
                line.place.page if line.place else "", line.place.line if line.place else "",
                line.place.column if line.place else "",
            ]
            for line in found
        ],
        name=key.replace(".", "-"),
        text=text,
    )  # fmt: skip


def _statements(found: list[relations.StatementLine], session: Session) -> None:
    text = session.text
    if not found:
        return
    st.subheader(text("entity.statements", n=len(found)))
    items = "".join(
        f"<li>{markup.chip(line.statement, text, label=session.word(line.cls))} "
        f"{markup.plain(line.words)} <span class='sai-muted'>"
        f"{markup.link(line.place.address(session.lang), text('place.short', page=line.place.page, line=line.place.line, column=line.place.column))}"
        "</span></li>"
        for line in found
    )
    show.html(session, f'<ul class="sai-list">{items}</ul>', key="entity-statements")
