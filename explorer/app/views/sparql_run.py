"""A query that runs beside the page, so that its reader can stop it."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from explorer.app.i18n import Texts

__all__ = ["stoppable", "stopped", "try_again"]

T = TypeVar("T")

_QUICK = 0.3
_STEP = 0.2
_STOPPED = "sparql_stopped"


def stopped(query: str) -> bool:
    """Tell whether the reader stopped this query; it is not run again before `try_again`."""
    return st.session_state.get(_STOPPED) == query


def try_again() -> None:
    """Forget that a query was stopped."""
    st.session_state.pop(_STOPPED, None)


def _stop(query: str) -> None:
    st.session_state[_STOPPED] = query


def stoppable(call: Callable[[threading.Event], T], query: str, text: Texts) -> T:
    """Run `call` in a thread and show a button that stops it, and the seconds, once it takes a moment.

    The page is interrupted at one of the updates of the seconds when anything on it is clicked, or its tab is
    closed; on the way out the event is set, and the process of the query is ended.

    Raises:
        Whatever `call` raises.
    """
    stop = threading.Event()
    answers: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(call(stop))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    began = time.monotonic()
    thread.start()
    thread.join(_QUICK)
    if thread.is_alive():
        place = st.empty()
        try:
            with place.container(horizontal=True, vertical_alignment="center"):
                st.button(
                    text("sparql.stop"),
                    key="sparql-stop",
                    icon=":material/stop_circle:",
                    on_click=_stop,
                    args=(query,),
                )
                seconds = st.empty()
            while thread.is_alive():
                seconds.markdown(text("sparql.seconds_so_far", n=f"{time.monotonic() - began:.0f}"))
                thread.join(_STEP)
        finally:
            stop.set()
        place.empty()
    if errors:
        raise errors[0]
    return answers[0]
