"""Where the outcome lab begins: a shipped case, a ruling of the graph, or a finding that has a board."""

import json

import streamlit as st

from explorer.app import cases, fields, routes, scenario_edit
from explorer.app.data import base, overview
from explorer.app.data.known_cards import known_card
from explorer.app.session import Session
from explorer.app.views import findings, outcome_edit
from ontology.namespaces import ID, card_iri
from ontology.reasoner import Case
from ontology.reasoner.predicates import load_table

__all__ = ["board_of_ruling", "chosen_case", "others", "title"]

_FORGET = ("b", "asof", "vs", "without", "y", "o", "t")
_RULINGS = 500
"""Rulings listed to begin with, newest first; every other ruling has a page that leads here."""


def title(case: Case, lang: str) -> str:
    """Return the title of a case in a language."""
    return str(case.raw.get(f"title_{lang}") or case.title)


def chosen_case(session: Session) -> Case:
    """Ask for a shipped case, the first one unless the address names another."""
    known = cases.all_cases()
    ordered = [*(name for name in cases.FIRST if name in known), *(n for n in known if n not in cases.FIRST)]
    name = fields.choice(
        session.text("outcome.case"),
        ordered,
        parameter="case",
        show=lambda name: f"{name}　{title(known[name], session.lang)}",
        default=ordered[0],
        forget=_FORGET,
    )
    return known[name]


def others(session: Session) -> None:
    """Offer to begin with a ruling or a finding instead; asked for only once this is opened."""
    text = session.text
    opened = st.expander(text("start.title"), icon=":material/start:", on_change="rerun", key="start-others")
    if not opened.open:
        return
    with opened:
        rulings = session.kept(
            "lab-rulings", lambda: overview.recent_rulings(session.store, lang=session.lang, limit=_RULINGS)
        )
        words = {row.ruling.iri: f"{row.date}　{row.ruling.label}" for row in rulings}
        st.selectbox(
            text("start.ruling"),
            list(words),
            index=None,
            format_func=lambda iri: words[iri],
            placeholder=text("start.ruling_hint"),
            key="start-ruling",
            on_change=_begin,
            args=("start-ruling", session),
        )
        with st.spinner(text("findings.working"), show_time=True):
            boards = _boards(session)
        st.selectbox(
            text("start.finding"),
            list(boards),
            index=None,
            format_func=lambda mark: boards[mark][0],
            placeholder=text("start.finding_hint") if boards else text("start.no_finding"),
            key="start-finding",
            on_change=_open,
            args=("start-finding", {mark: case for mark, (_, case) in boards.items()}),
            disabled=not boards,
        )


def _boards(session: Session) -> dict[str, tuple[str, str]]:
    """Return the findings that rest on the board of a case: what they say, and the case, by fingerprint."""
    found = {}
    for finding in findings.unsuppressed(session):
        name = (finding.board or "").partition(":")[0]
        if cases.case_named(name) is not None:
            said = f"{finding.code} {finding.title.get(session.lang)}　{finding.message.get(session.lang)}"
            found[finding.fingerprint] = (said, name)
    return found


def _begin(field: str, session: Session) -> None:
    chosen = st.session_state[field]
    if chosen:
        _forget()
        st.query_params["ruling"] = routes.short_id(chosen)


def _open(field: str, named: dict[str, str]) -> None:
    chosen = st.session_state[field]
    if chosen:
        _forget()
        st.query_params["case"] = named[chosen]


def _forget() -> None:
    for name in ("case", "ruling", *_FORGET):
        st.query_params.pop(name, None)


def board_of_ruling(session: Session) -> None:
    """Turn ``ruling`` in the address into the board to begin with, and say what kind of board it is.

    A case that was written for the ruling comes first, then one that was read from it, then its cards alone.
    """
    text = session.text
    if said := st.session_state.pop("_start_said", None):
        st.info(text(f"start.{said}"), icon=":material/info:")
    ruling = routes.full_iri(st.query_params.get("ruling", ""))
    if ruling is None:
        return
    st.query_params.pop("ruling")
    date, game, read, draft, cards = _known(ruling, session)
    written = cases.cases_of(session.store, ruling, date)
    if written:
        st.query_params["case"] = written[0].id
        said = "written"
    elif case := read or draft:
        document: scenario_edit.Document = {"meta": {"game": game}, "cases": [json.loads(case)]}
        st.query_params["y"] = outcome_edit.encoded(outcome_edit.dumped(document))
        said = "read" if read else "draft"
    elif game in scenario_edit.PLAYERS:
        st.query_params["y"] = outcome_edit.encoded(
            outcome_edit.dumped(_cards_of(game, date, cards, session))
        )
        said = "cards"
    else:
        said = "unknown"
    st.session_state["_start_said"] = said
    st.rerun()


def _known(ruling: str, session: Session) -> tuple[str, str, str, str, list[str]]:
    """Return what the graph knows of a ruling: day, game, the case read from it, a doubtful one, its cards."""
    query = f"""SELECT ?key ?value WHERE {{ {base.values("r", [ruling])}
        {{ ?r tcg:rulingDate ?d BIND("date" AS ?key) BIND(STR(?d) AS ?value) }}
        UNION {{ ?r tcg:game ?value BIND("game" AS ?key) }}
        UNION {{ ?r tcg:readCase ?value BIND("read" AS ?key) }}
        UNION {{ ?r tcg:draftCase ?value BIND("draft" AS ?key) }}
        UNION {{ ?r tcg:involves/skos:prefLabel ?l BIND("card" AS ?key) BIND(STR(?l) AS ?value) }} }}
        ORDER BY ?key ?value"""
    found: dict[str, list[str]] = {}
    for key, value in base.rows(session.store, query):
        found.setdefault(str(key), []).append(str(value))
    game = (found.get("game") or [ruling.removeprefix(str(ID)).partition("/")[0]])[0]
    one = {key: (found.get(key) or [""])[0] for key in ("date", "read", "draft")}
    return one["date"], game, one["read"], one["draft"], list(dict.fromkeys(found.get("card", [])))


def _cards_of(game: str, date: str, cards: list[str], session: Session) -> scenario_edit.Document:
    """Return a board on which the cards of a ruling lie, each alone, for the reader to arrange."""
    document = scenario_edit.blank(game, title=session.text("build.own"), day=date)
    allowed = load_table(game).vocabulary("types")
    for name in cards:
        facts = known_card(session.store, card_iri(game, name), name, allowed)
        types = list(facts.types) or (["creature"] if game == "dm" else ["monster"])
        said = {"name": name, "types": types, "god": facts.god}
        said["evolution"] = None if facts.evolution == "none" else facts.evolution
        document, card = scenario_edit.add_card(document, said)
        document = scenario_edit.place(document, card, scenario_edit.PLAYERS[game][0], _zone(game, types))
    return document


def _zone(game: str, types: list[str]) -> str:
    if game == "dm":
        return "hand" if "spell" in types else "battle_zone"
    return "monster_zone" if "monster" in types else "hand"
