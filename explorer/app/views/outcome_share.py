"""Passing a board on: its address, its YAML, and one file with the proof to argue over."""

from urllib.parse import urlencode

import streamlit as st

from explorer.app import dispute
from explorer.app.session import Session
from explorer.app.views import outcome_edit
from ontology.reasoner import Case, Derivation

__all__ = ["render"]


def render(case: Case, derived: list[Derivation], without: list[str], session: Session) -> None:
    """Offer the address of what is shown, the case as YAML, and the file for a dispute."""
    text = session.text
    st.subheader(text("share.title"))
    st.caption(text("share.how"))
    st.code(_address(), language=None, wrap_lines=True)
    store, lang = session.store, session.lang
    with st.container(horizontal=True):
        st.download_button(
            text("share.yaml"),
            lambda: outcome_edit.as_yaml(case),
            file_name=f"{case.id}.yaml",
            mime="application/yaml",
            key="share-yaml",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            text("outcome.dispute"),
            # gathered on demand: it asks the graph for every wording
            lambda: dispute.dispute(outcome_edit.as_yaml(case), derived, store, lang=lang, without=without),
            file_name=f"{case.id}.dispute.yaml",
            mime="application/yaml",
            key="dispute-file",
            help=text("outcome.dispute_tip"),
            icon=":material/gavel:",
            on_click="ignore",
        )


def _address() -> str:
    """Return the address of this page as it stands; where the browser does not tell the host, from its path on."""
    pairs = [(name, value) for name in st.query_params for value in st.query_params.get_all(name)]
    here = (st.context.url or "").partition("?")[0] or "outcome"
    return f"{here}?{urlencode(pairs)}" if pairs else here
