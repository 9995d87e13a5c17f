"""Forms for what happens on a board: events with the arguments that the predicate table asks for."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from explorer.app import markup, routes, scenario_edit, show, words
from explorer.app.scenario_edit import Document, case_of, situation_of
from explorer.app.session import Session
from explorer.app.views.builder_cards import namer
from ontology.namespaces import rule_iri
from ontology.reasoner import Board, ReasonerError
from ontology.reasoner.legal_targets import legal_targets
from ontology.reasoner.predicates import PredicateTable, load_table

__all__ = ["events", "targets"]


def events(document: Document, session: Session) -> Document | None:
    """Offer to add an event and to take one out; returns the changed document, if any."""
    text = session.text
    table = load_table(str(case_of(document)["game"]))
    listed = case_of(document).get("events") or []
    verb = st.selectbox(
        text("build.verb"),
        list(table.events),
        format_func=lambda v: text.get(f"event.{v}", v),
        key="build-verb",
    )
    said: dict[str, Any] = {"do": verb}
    missing = False
    columns = st.columns(2)
    for number, (name, kind) in enumerate(table.events[verb].items()):
        with columns[number % 2]:
            value = _argument(document, verb, name, kind, table, session)
        if value in (None, "", []):
            missing = missing or not kind.endswith("?")
        else:
            said[name] = value
    if missing:
        st.caption(text("build.missing"))
    if st.button(
        text("build.add_event"), key="build-event", type="primary", icon=":material/add:", disabled=missing
    ):
        return scenario_edit.add_event(document, said)
    if not listed:
        return None
    names = words.card_names(situation_of(document))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            text("build.which_event"),
            range(len(listed)),
            index=len(listed) - 1,
            format_func=lambda n: f"{n + 1}　{words.event(listed[n], names, text)}",
            key=f"build-which-event-{len(listed)}",
        )
        if st.button(text("build.remove_event"), key="build-remove-event", icon=":material/delete:"):
            return scenario_edit.remove_event(document, chosen)
    return None


def _argument(
    document: Document, verb: str, name: str, kind: str, table: PredicateTable, session: Session
) -> Any:
    """Ask for one argument; returns its value, or nothing where none is given."""
    text = session.text
    label = text.get(f"arg.{name}", name)
    optional, plain = kind.endswith("?"), kind.removesuffix("?")
    key = f"build-arg-{verb}-{name}"
    called = namer(document)
    if plain == "cards":
        present = list(situation_of(document).get("cards") or {})
        return st.multiselect(label, present, format_func=called, placeholder=text("build.none"), key=key)
    if plain == "bool":
        return st.toggle(label, key=key) or (None if optional else False)
    if plain == "int":
        return st.number_input(label, value=None, step=1, key=key)
    options: list[str] = []
    for part in plain.split("|"):
        options += _options(part, document, table)
    if not options:
        return st.text_input(label, key=key).strip()
    show = _shown(called, session)
    return st.selectbox(
        label,
        [None, *options] if optional else options,
        format_func=lambda v: text("build.unsaid") if v is None else show(v),
        key=key,
    )


def _shown(called: Callable[[str], str], session: Session) -> Callable[[str], str]:
    def show(value: str) -> str:
        name = called(value)
        return name if name != value else words.token(value, session.text)

    return show


def _options(part: str, document: Document, table: PredicateTable) -> list[str]:
    """Return what an argument of this type may be: cards of the board, players, words of the table."""
    if part == "card":
        return list(situation_of(document).get("cards") or {})
    if part == "player":
        return list(scenario_edit.PLAYERS[table.game])
    if part == "ability":
        used = [
            a for c in (situation_of(document).get("cards") or {}).values() for a in c.get("abilities") or []
        ]
        return list(dict.fromkeys([*used, *table.vocabulary("abilities")]))
    for listed in (f"{part}s", part, f"{part[:-1]}ies"):
        if found := table.vocabulary(listed):
            return [str(word) for word in found]
    return []


def targets(document: Document, board: Board, session: Session) -> Document | None:
    """Say which monsters each Equip Spell may be equipped to, and why not to the others; offer those that fit.

    Returns the changed document where the reader activates a spell, or lays it down as equipped.
    """
    text = session.text
    try:
        choices = legal_targets(board, graph=session.store)
    except ReasonerError as error:
        st.warning(text("outcome.no_answer", detail=str(error)), icon=":material/help:")
        return None
    names = words.card_names(board.situation)
    rows = []
    for choice in choices:
        pair = f"{names.get(choice.spell, choice.spell)} → {names.get(choice.monster, choice.monster)}"
        said = markup.plain(text("build.may_target") if choice.legal else text("build.may_not_target"))
        reasons = []
        for refusal in choice.refusals:
            address = routes.entity_href(rule_iri("ygo", refusal.rule), lang=session.lang)
            why = refusal.en if session.lang == "en" else refusal.ja
            what = f" ({words.token(refusal.condition, text)})" if refusal.condition else ""
            reasons.append(f"{markup.link(address, refusal.rule)} {markup.plain(why + what)}")
        rows.append(
            f"<li>{markup.plain(pair)}{markup.plain(text('words.colon'))}{said} {'、'.join(reasons)}</li>"
        )
    if not rows:
        return None
    heading = f"<h4>{markup.plain(text('build.targets'))}</h4>"
    show.html(session, f"{heading}<ul>{''.join(rows)}</ul>", key="build-targets")
    legal = [choice for choice in choices if choice.legal]
    if not legal:
        st.caption(text("build.no_target"))
        return None
    place = st.selectbox(
        text("build.target"),
        range(len(legal)),
        format_func=lambda n: f"{names.get(legal[n].spell)} → {names.get(legal[n].monster)}",
        key=f"build-target-{len(legal)}",
    )
    spell, monster = legal[place].spell, legal[place].monster
    with st.container(horizontal=True):
        if st.button(text("build.activate"), key="build-activate", type="primary", icon=":material/bolt:"):
            user = str((situation_of(document)["cards"].get(spell) or {}).get("owner") or "me")
            changed = scenario_edit.add_event(
                document, {"do": "activate", "card": spell, "by": user, "target": monster}
            )
            return scenario_edit.add_event(changed, {"do": "resolve", "card": spell})
        if st.button(text("build.equip"), key="build-equip", icon=":material/attach_file:"):
            return scenario_edit.attach(document, spell, monster)
    return None
