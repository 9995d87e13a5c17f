"""The steps of a derivation with the rules they rest on, and the rules that did not apply."""

import json
from functools import cache

import streamlit as st
from clingo import Symbol

from explorer.app import markup, routes, show, words
from explorer.app.after import situation_after
from explorer.app.board import board_of
from explorer.app.board_svg import drawn
from explorer.app.data import entity
from explorer.app.i18n import Texts
from explorer.app.session import Session
from ontology.namespaces import rule_iri
from ontology.reasoner import Case, Derivation, load_rules
from ontology.reasoner.rulebase import Rule
from ontology.reasoner.run import Outcome

__all__ = ["MOST", "label", "picture", "render", "rule_text", "rules_of"]

MOST = 6
"""Outcomes shown side by side."""
_REJECTED = 12


def rules_of(game: str) -> dict[str, Rule]:
    """Return the rules of a game by id."""
    return load_rules(game).rules


def rule_text(rule: Rule, session: Session) -> str:
    """Return what a rule says in the reader's language."""
    return rule.en if session.lang == "en" else rule.ja


def label(derivation: Derivation, place: int, session: Session) -> str:
    """Return the heading of an outcome."""
    text = session.text
    if len(derivation.outcomes) == 1:
        return text("outcome.after")
    named = derivation.labels[place] if place < len(derivation.labels) else None
    heading = text("outcome.outcome", n=place + 1)
    return f"{heading}：{named}" if named else heading


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
    for place, (tab, outcome) in enumerate(zip(tabs, shown, strict=True)):
        with tab:
            show.html(session, _steps(case, derivation, outcome, session), key=f"steps-{number}-{place}")
            rejected, rest = _rejected(case, derivation, outcome, session)
            show.html(session, rejected, key=f"rejected-{number}-{place}")
            if rest:
                with st.expander(text("outcome.more_rejected")):
                    show.html(session, rest, key=f"rest-{number}-{place}")
    with st.container(horizontal=True):
        st.download_button(
            "JSON",
            json.dumps(derivation.to_json(), ensure_ascii=False, indent=1),
            file_name=f"{derivation.id}.json",
            mime="application/json",
            key=f"derivation-json-{number}",
            icon=":material/download:",
            on_click="ignore",
        )


def _steps(case: Case, derivation: Derivation, outcome: Outcome, session: Session) -> str:
    text = session.text
    names = words.card_names(derivation.board.situation)
    forbids = _forbidding(case.game)
    items = []
    for step in outcome.steps:
        for fired in step.fired:
            reasons = "".join(
                f"<li>{markup.plain(words.atom(b, names, text))}</li>" for b in _reasons(fired.because)
            )
            why = (
                f"<details><summary>{markup.plain(text('outcome.because'))}</summary><ul>{reasons}</ul></details>"
                if reasons
                else ""
            )
            action = words.atom(fired.action, names, text)
            if fired.rule in forbids:
                action = text("words.not", what=action)
            items.append(
                f"<li><div>{cited(case.game, fired.rule, session)} "
                f"<strong>{markup.plain(action)}</strong>"
                f"<div>{markup.plain(_says(case.game, fired.rule, session))}</div>{why}</div></li>"
            )
    if not items:
        return markup.notice(text("outcome.no_steps"))
    return f'<ol class="sai-steps">{"".join(items)}</ol>'


@cache
def _forbidding(game: str) -> frozenset[str]:
    """Return the rules that only say that something does not follow."""
    heads: dict[str, set[str]] = {}
    for rule, head in load_rules(game).premises.values():
        heads.setdefault(rule, set()).add(head)
    return frozenset(rule for rule, said in heads.items() if said == {"bars"})


def _reasons(because: tuple[Symbol, ...]) -> list[Symbol]:
    """Leave out conditions that compare names of things; they say nothing to a reader."""
    return [b for b in because if getattr(b, "name", "") not in {"compare", "check"}]


def _says(game: str, rule: str, session: Session) -> str:
    known = rules_of(game).get(rule)
    return rule_text(known, session) if known else ""


def cited(game: str, rule: str, session: Session) -> str:
    """Return a link to the page of a rule, with the places that say it."""
    known = rules_of(game).get(rule)
    iri = rule_iri(game, rule)
    if entity.exists(session.store, iri):
        shown = markup.link(
            routes.entity_href(iri, lang=session.lang), rule, title=_says(game, rule, session)
        )
    else:
        shown = markup.code(rule)
    sources = []
    for source in known.sources[:3] if known else ():
        address = routes.href("search", lang=session.lang, q=source.key or source.title)
        if source.kind == "rule" and source.key and entity.exists(session.store, rule_iri(game, source.key)):
            address = routes.entity_href(rule_iri(game, source.key), lang=session.lang)
        sources.append(markup.link(address, str(source)))
    where = f" <span class='sai-muted'>{'、'.join(sources)}</span>" if sources else ""
    return shown + where


def _rejected(case: Case, derivation: Derivation, outcome: Outcome, session: Session) -> tuple[str, str]:
    """Return the rules that did not apply with the reason, the telling ones first, and the rest."""
    text = session.text
    names = words.card_names(derivation.board.situation)
    fired = {f.rule for step in outcome.steps for f in step.fired}
    grouped: dict[tuple[str, str, str], list[str]] = {}
    order = {"defeated": 0, "condition": 1, "out_of_force": 2}
    for step in outcome.steps:
        for rejected in step.rejected:
            if rejected.kind == "condition" and rejected.rule in fired:
                continue  # it applied elsewhere on this board; that it did not apply to every card is no news
            key = (rejected.rule, rejected.kind, rejected.by or "")
            reasons = grouped.setdefault(key, [])
            why = words.atom(rejected.premise, names, text) if rejected.premise is not None else ""
            if why and why not in reasons:
                reasons.append(why)
    ordered = sorted(grouped.items(), key=lambda item: (order.get(item[0][1], 3), item[0]))
    items = [_refusal(case, key, reasons, session) for key, reasons in ordered]
    heading = f"<h3>{markup.plain(text('outcome.rejected', n=len(items)))}</h3>"
    if not items:
        return heading + markup.notice(text("outcome.none_rejected")), ""

    def listed(part: list[str]) -> str:
        return f'<ul class="sai-list">{"".join(part)}</ul>'

    return heading + listed(items[:_REJECTED]), listed(items[_REJECTED:]) if items[_REJECTED:] else ""


def _refusal(case: Case, key: tuple[str, str, str], reasons: list[str], session: Session) -> str:
    text = session.text
    rule, kind, by = key
    why = text(f"rejected.{kind}", by=by, premise=text("words.or").join(reasons[:3]) or "…")
    return (
        f"<li>{cited(case.game, rule, session)} {markup.plain(_says(case.game, rule, session))}"
        f"<div class='sai-muted'>{markup.plain(why)}</div></li>"
    )
