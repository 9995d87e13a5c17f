"""The steps of a derivation with the rules they rest on, and the rules that did not apply."""

import json
from collections.abc import Iterable

import streamlit as st

from explorer.app import markup, routes, show, words
from explorer.app.after import situation_after
from explorer.app.board import board_of
from explorer.app.board_svg import drawn
from explorer.app.data import entity
from explorer.app.i18n import Texts
from explorer.app.session import Session
from ontology.namespaces import rule_iri
from ontology.reasoner import Case, Derivation, load_rules
from ontology.reasoner.engine import Fired
from ontology.reasoner.phrasing import phrasebook
from ontology.reasoner.report import card_names, fired_in, rejected_in, why
from ontology.reasoner.rulebase import Rule
from ontology.reasoner.run import Outcome

__all__ = ["MOST", "cited", "items", "label", "picture", "render", "rule_text", "rules_of"]

MOST = 6
"""Outcomes shown side by side."""
_REJECTED = 12
_REASONS = 3


def rules_of(game: str) -> dict[str, Rule]:
    """Return the rules of a game by id."""
    return load_rules(game).rules


def rule_text(rule: Rule, session: Session) -> str:
    """Return what a rule says in the reader's language."""
    return rule.en if session.lang == "en" else rule.ja


def label(derivation: Derivation, place: int, session: Session) -> str:
    """Return the heading of an outcome: what the case calls it, else what parts it from the others."""
    text = session.text
    if len(derivation.outcomes) == 1:
        return text("outcome.after")
    named = derivation.labels[place] if place < len(derivation.labels) else None
    # The files name outcomes in English; a Japanese reader is better served by what happens.
    if not named or (session.lang == "ja" and named.isascii()):
        named = _telling(derivation, place, session) or named
    heading = text("outcome.outcome", n=place + 1)
    return f"{heading}：{named}" if named else heading


def _telling(derivation: Derivation, place: int, session: Session) -> str:
    """Return what happens in one outcome and not in all, or what happens in another one and not in it."""
    game = derivation.board.case.game
    book, names, rules = phrasebook(game), card_names(derivation), rules_of(game)

    def happened(outcome: Outcome) -> dict[str, Fired]:
        fired = (f for step in outcome.steps for f in step.fired if rules[f.rule].category != "static")
        return {str(one.action): one for one in fired}

    every = [happened(outcome) for outcome in derivation.outcomes]
    for action, one in every[place].items():
        if any(action not in other for other in every):
            return book.conclusion(one.action, session.lang, names, bars=one.bars)
    for other in every:
        for action, one in other.items():
            if action not in every[place]:
                said = book.conclusion(one.action, session.lang, names, bars=one.bars)
                return session.text("outcome.not_so", what=said)
    return ""


def picture(derivation: Derivation, outcome: Outcome, text: Texts, *, title: str) -> str:
    """Return the board after an outcome as SVG."""
    return drawn(
        board_of(situation_after(outcome.state, derivation.board.situation), text), text, title=title
    )


def render(case: Case, derivation: Derivation, session: Session, number: int) -> None:
    """Show the steps of each outcome, in tabs where there are several, and files to take along."""
    text = session.text
    if not derivation.outcomes:
        st.info(text("outcome.none"), icon=":material/info:")
        return
    st.subheader(text("outcome.steps"))
    shown = derivation.outcomes[:MOST]
    tabs = (
        st.tabs([label(derivation, place, session) for place in range(len(shown))])
        if len(shown) > 1
        else [st.container()]
    )
    for place, tab in enumerate(tabs):
        with tab:
            show.html(session, _steps(derivation, place, session), key=f"steps-{number}-{place}")
            rejected, rest = _rejected(case, derivation, place, session)
            show.html(session, rejected, key=f"rejected-{number}-{place}")
            if rest:
                with st.expander(text("outcome.more_rejected")):
                    show.html(session, rest, key=f"rest-{number}-{place}")
    if derivation.holds:
        with st.expander(text("outcome.facts", n=len(derivation.holds)), icon=":material/fact_check:"):
            show.html(session, _checked(derivation, session), key=f"facts-{number}")
    with st.expander(text("outcome.as_text"), icon=":material/notes:"):
        st.code(derivation.to_text(session.lang), language=None, wrap_lines=True)
    with st.container(horizontal=True):
        st.download_button(
            "Turtle",
            derivation.to_turtle,
            file_name=f"{derivation.id}.ttl",
            mime="text/turtle",
            key=f"derivation-ttl-{number}",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "JSON",
            lambda: json.dumps(derivation.to_json(), ensure_ascii=False, indent=1),
            file_name=f"{derivation.id}.json",
            mime="application/json",
            key=f"derivation-json-{number}",
            icon=":material/download:",
            on_click="ignore",
        )


def _steps(derivation: Derivation, place: int, session: Session) -> str:
    """Return the steps under the events at which they happened; -1 is how things stand at the end."""
    text = session.text
    names = card_names(derivation)
    grouped: list[tuple[str, list[Fired]]] = []
    for turn, fired in fired_in(derivation, place):
        events = derivation.turn_events[turn] if 0 <= turn < len(derivation.turn_events) else ()
        said = [words.event(derivation.board.events[n], names, text) for n in events]
        now = f"{events[0] + 1}. {' / '.join(said)}" if said else text("outcome.at_the_end")
        if not grouped or grouped[-1][0] != now:
            grouped.append((now, []))
        grouped[-1][1].append(fired)
    parts = [
        f'<h4>{markup.plain(heading)}</h4><ol class="sai-steps">{"".join(items(derivation, those, session))}</ol>'
        for heading, those in grouped
    ]
    return "".join(parts) or markup.notice(text("outcome.no_steps"))


def items(derivation: Derivation, fired: Iterable[Fired], session: Session) -> list[str]:
    """Return what followed as list items: the words, the rule with its sources, the conditions, a way to drop it."""
    text, lang = session.text, session.lang
    game = derivation.board.case.game
    names, book, rules = card_names(derivation), phrasebook(game), rules_of(game)
    found = []
    for one in fired:
        if rules[one.rule].category == "static":
            continue
        reasons = [reason for b in one.because if (reason := book.premise(b, lang, names))]
        listed = "".join(f"<li>{markup.plain(reason)}</li>" for reason in dict.fromkeys(reasons))
        summary = f"<summary>{markup.plain(text('outcome.because'))}</summary>"
        why = f"<details>{summary}<ul>{listed}</ul></details>" if listed else ""
        action = book.conclusion(one.action, lang, names, bars=one.bars)
        found.append(
            f"<li><div><strong>{markup.plain(action)}</strong>"
            f"<div>{cited(game, one.rule, session)} {markup.plain(_says(game, one.rule, session))}</div>"
            f"{why}{_dropping(one.rule, session)}</div></li>"
        )
    return found


def _dropping(rule: str, session: Session) -> str:
    """Return a link to the same place without a rule, unless it is left out already."""
    kept = {name: st.query_params.get_all(name) for name in st.query_params if name not in ("lang", "o", "t")}
    out = kept.get("without", [])
    if rule in out:
        return ""
    address = routes.href("outcome", lang=session.lang, **{**kept, "without": [*out, rule]})
    return f"<div class='sai-muted'>{markup.link(address, session.text('outcome.drop', rule=rule))}</div>"


def _says(game: str, rule: str, session: Session) -> str:
    known = rules_of(game).get(rule)
    return rule_text(known, session) if known else ""


def cited(game: str, rule: str, session: Session, *, sources: bool = True) -> str:
    """Return a link to the page of a rule, with the places that say it."""
    known = rules_of(game).get(rule)
    iri = rule_iri(game, rule)
    address = routes.entity_href(iri, lang=session.lang)
    shown = markup.link(address, rule, title=_says(game, rule, session))
    said_at = []
    for source in known.sources[:3] if known and sources else ():
        address = routes.href("search", lang=session.lang, q=source.key or source.title)
        if source.kind == "rule" and source.key and entity.exists(session.store, rule_iri(game, source.key)):
            address = routes.entity_href(rule_iri(game, source.key), lang=session.lang)
        said_at.append(markup.link(address, str(source)))
    where = f" <span class='sai-muted'>{'、'.join(said_at)}</span>" if said_at else ""
    return shown + where


def _rejected(case: Case, derivation: Derivation, place: int, session: Session) -> tuple[str, str]:
    """Return the rules that did not apply with the reason, the telling ones first, and the rest."""
    text = session.text
    names, book = card_names(derivation), phrasebook(case.game)
    applied = {fired.rule for _, fired in fired_in(derivation, place)}
    grouped: dict[tuple[str, str], list[str]] = {}
    order = {"defeated": 0, "condition": 1, "out_of_force": 2}
    for rejected in rejected_in(derivation, place):
        if rejected.kind == "condition" and rejected.rule in applied:
            continue  # it applied elsewhere on this board; that it did not apply to every card is no news
        known = rules_of(case.game)[rejected.rule]
        reason = why(rejected, known, book, session.lang, names)
        reasons = grouped.setdefault((rejected.rule, rejected.kind), [])
        if reason not in reasons:
            reasons.append(reason)
    ordered = sorted(grouped.items(), key=lambda item: (order.get(item[0][1], 3), item[0]))
    items = [_refusal(case, key, reasons, session) for key, reasons in ordered]
    heading = f"<h3>{markup.plain(text('outcome.rejected', n=len(items)))}</h3>"
    if not items:
        return heading + markup.notice(text("outcome.none_rejected")), ""

    def listed(part: list[str]) -> str:
        return f'<ul class="sai-list">{"".join(part)}</ul>'

    return heading + listed(items[:_REJECTED]), listed(items[_REJECTED:]) if items[_REJECTED:] else ""


def _refusal(case: Case, key: tuple[str, str], reasons: list[str], session: Session) -> str:
    rule, _ = key
    shown = "".join(f"<div class='sai-muted'>{markup.plain(reason)}</div>" for reason in reasons[:_REASONS])
    if len(reasons) > _REASONS:
        more = session.text("search.more", n=len(reasons) - _REASONS)
        shown += f"<div class='sai-muted'>{markup.plain(more)}</div>"
    return (
        f"<li>{cited(case.game, rule, session)} {markup.plain(_says(case.game, rule, session))}{shown}</li>"
    )


def _checked(derivation: Derivation, session: Session) -> str:
    """Return what the case expects, and whether it was derived."""
    text = session.text
    names = card_names(derivation)

    def truth(value: object) -> str:
        if value is None:
            return text("words.unknown")
        return words.value(value, names, text)

    body = [
        [
            markup.plain(words.fact(judged.fact.predicate, judged.fact.args, names, text)),
            markup.fixed(truth(judged.expected)),
            markup.fixed(truth(judged.actual)),
            markup.fixed("○" if judged.ok else "×"),
        ]
        for judged in derivation.holds
    ]
    heads = [text(f"head.{name}") for name in ("fact", "expected", "derived", "agrees")]
    return markup.table(heads, body, caption=text("outcome.facts", n=len(body)))
