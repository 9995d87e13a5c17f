"""Outcome lab: a case, its board before and after, and each step with the rule that it rests on."""

import streamlit as st

from explorer.app.session import Session

__all__ = ["render"]


def render(session: Session) -> None:
    """Show the case named by ``case``."""
    st.title(session.text("outcome.title"))
