"""Building a board by hand: cards, links and events picked from lists, over the document that the editor shows."""

import datetime
from typing import Any

import streamlit as st
import yaml

from explorer.app import scenario_edit, words
from explorer.app.scenario_edit import Document, case_of, situation_of
from explorer.app.session import Session
from explorer.app.views import builder_cards, builder_events, outcome_edit
from ontology.reasoner import Board, Case

__all__ = ["builder"]


def builder(case: Case, board: Board | None, session: Session) -> None:
    """Offer to build a board: from the one shown, or from an empty one; what is built is kept in the address."""
    text = session.text
    packed = st.query_params.get("y")
    document = _document(packed)
    with st.expander(text("build.title"), icon=":material/add_box:", expanded=document is not None):
        if document is None:
            st.caption(text("build.start"))
            with st.container(horizontal=True):
                if board is not None and st.button(text("build.from_this"), key="build-this"):
                    _keep(_from_board(case, board))
                for game in ("dm", "ygo"):
                    if st.button(text(f"build.blank_{game}"), key=f"build-{game}"):
                        today = datetime.date.today().isoformat()
                        _keep(scenario_edit.blank(game, title=text("build.own"), day=today))
            return
        _editor(document, board, session)


@st.fragment
def _editor(document: Document, board: Board | None, session: Session) -> None:
    """Show the forms; as a fragment, so that a choice within them does not derive the board again."""
    text = session.text
    if not situation_of(document).get("cards"):
        st.info(text("build.first_card"), icon=":material/playing_cards:")
    cards, joined, events = st.tabs([text("build.cards"), text("build.joined"), text("build.events")])
    with cards:
        changed = builder_cards.cards(document, session)
    with joined:
        changed = builder_cards.joined(document, session) or changed
        if board is not None and board.case.game == "ygo":
            changed = builder_events.targets(document, board, session) or changed
    with events:
        changed = builder_events.events(document, session) or changed
    _list(document, session)
    if changed is not None:
        _keep(changed)


def _list(document: Document, session: Session) -> None:
    """Say in words what is on the board, for those who do not see the picture."""
    names = words.card_names(situation_of(document))
    listed = case_of(document).get("events") or []
    st.caption(session.text("build.so_far", cards=len(names), events=len(listed)))


def _document(packed: str | None) -> Document | None:
    """Return the document of the address where it is one that forms can change."""
    if not packed:
        return None
    try:
        found: Any = yaml.safe_load(outcome_edit.decoded(packed) or "")
    except yaml.YAMLError:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("cases"), list) or not found["cases"]:
        return None
    case = found["cases"][0]
    if not isinstance(case, dict) or not isinstance(case.get("situation", {}), dict):
        return None
    case.setdefault("game", (found.get("meta") or {}).get("game"))
    return found if case["game"] in scenario_edit.PLAYERS else None


def _keep(document: Document) -> None:
    st.query_params["y"] = outcome_edit.encoded(outcome_edit.dumped(document))
    for other in ("b", "without", "o", "t"):
        st.query_params.pop(other, None)
    st.rerun()


def _from_board(case: Case, board: Board) -> Document:
    """Return a board as a document of its own: what is claimed of the old one is not claimed of the new one."""
    document: Document = yaml.safe_load(outcome_edit.as_yaml(case))
    raw = case_of(document)
    kept = {key: raw[key] for key in ("id", "title", "title_ja") if key in raw}
    raw.clear()
    raw |= kept | {"game": case.game, "as_of": case.date(board)}
    raw["situation"] = outcome_edit.plain(board.situation)
    raw["events"] = outcome_edit.plain(board.events)
    return document
