"""Stepping through a derivation: the board after each step, what happened in it, and the rule behind that."""

from collections.abc import Sequence

import streamlit as st

from explorer.app import markup, show, words
from explorer.app.after import situation_after
from explorer.app.board import Board, board_of, changed
from explorer.app.board_svg import drawn
from explorer.app.session import Session
from explorer.app.views import outcome_steps
from ontology.reasoner import Derivation
from ontology.reasoner.run import Outcome, Step

__all__ = ["render"]

_CHOICE, _STEP = "o", "t"


@st.fragment
def render(derivation: Derivation, session: Session) -> None:
    """Show one step of one outcome; ``o`` is the outcome (from 1), ``t`` the step (0: the board before)."""
    text = session.text
    if not derivation.outcomes or not any(outcome.steps for outcome in derivation.outcomes):
        return
    st.subheader(text("time.title"))
    place = _outcome(derivation, session)
    outcome = derivation.outcomes[place]
    last = len(outcome.steps)
    asked = st.query_params.get(_STEP, "0")
    now = min(int(asked), last) if asked.isdecimal() and len(asked) < 6 else 0
    _controls(now, last, session)
    boards = _boards(derivation, outcome, now, session)
    heading = _heading(derivation, outcome.steps, now, session)
    marked = changed(*boards) if now else frozenset()
    picture = drawn(boards[-1], text, title=heading, marked=marked)
    happened = _happened(derivation, place, now, session)
    note = f"<p class='sai-muted'>{markup.plain(text('time.marked'))}</p>" if marked else ""
    content = f"<section>{picture}{note}</section><section class='sai-happened'>{happened}</section>"
    head = f"<h3 aria-live='polite'>{markup.plain(heading)}</h3>"
    show.html(session, f"{head}<div class='sai-boards'>{content}</div>", key="time-board")


def _outcome(derivation: Derivation, session: Session) -> int:
    """Ask which outcome is stepped through, where there are several; returns its place."""
    shown = min(len(derivation.outcomes), outcome_steps.MOST)
    if shown == 1:
        return 0
    asked = st.query_params.get(_CHOICE, "1")
    place = int(asked) - 1 if asked.isdecimal() and 1 <= int(asked) <= shown else 0
    st.session_state["time-outcome"] = place

    def follow() -> None:
        _keep(_CHOICE, st.session_state["time-outcome"] + 1, default=1)

    chosen: int = st.selectbox(
        session.text("time.outcome"),
        range(shown),
        format_func=lambda n: outcome_steps.label(derivation, n, session),
        key="time-outcome",
        on_change=follow,
    )
    return chosen


def _keep(parameter: str, value: int, *, default: int = 0) -> None:
    if value == default:
        st.query_params.pop(parameter, None)
    else:
        st.query_params[parameter] = str(value)


def _controls(now: int, last: int, session: Session) -> None:
    """Offer the step before and the next one, and a slider over all of them, which arrow keys move.

    (Streamlit's own shortcuts for buttons keep Enter from working in text fields, so there are none.)
    """
    text = session.text
    with st.container(horizontal=True, vertical_alignment="center", key="time-controls"):
        for name, to, icon in (
            ("previous", now - 1, ":material/arrow_back:"),
            ("next", now + 1, ":material/arrow_forward:"),
        ):
            st.button(
                text(f"time.{name}"),
                key=f"time-{name}",
                icon=icon,
                disabled=not 0 <= to <= last,
                on_click=_keep,
                args=(_STEP, to),
                type="primary" if name == "next" else "secondary",
            )
    st.session_state["time-step"] = now

    def follow() -> None:
        _keep(_STEP, st.session_state["time-step"])

    st.slider(text("time.step", last=last), 0, last, key="time-step", on_change=follow)


def _boards(derivation: Derivation, outcome: Outcome, now: int, session: Session) -> tuple[Board, ...]:
    """Return the board before the step and the board after it; step 0 has the first board alone."""
    start = derivation.board.situation
    first = board_of(start, session.text)
    if not now:
        return (first,)

    def after(number: int) -> Board:
        return board_of(situation_after(outcome.steps[number - 1].state, start), session.text)

    # What the case says of a board and what its state says differ in small ways; the state before is unknown at 0.
    return (after(now - 1) if now > 1 else first, after(now))


def _heading(derivation: Derivation, steps: Sequence[Step], now: int, session: Session) -> str:
    text = session.text
    if not now:
        return text("outcome.before")
    step = steps[now - 1]
    names = words.card_names(derivation.board.situation)
    events = derivation.turn_events[step.turn] if step.turn < len(derivation.turn_events) else ()
    said = " / ".join(words.event(derivation.board.events[n], names, text) for n in events) or step.label
    again = text("time.again", n=step.batch + 1) if step.batch else ""
    return f"{now}. {said}{again}"


def _happened(derivation: Derivation, place: int, now: int, session: Session) -> str:
    """Return what happened in a step, each with its rule."""
    text = session.text
    if not now:
        listed = "".join(
            f"<li><span>{markup.plain(words.event(event, words.card_names(derivation.board.situation), text))}</span></li>"
            for event in derivation.board.events
        )
        return f"<h4>{markup.plain(text('time.coming'))}</h4><ol class='sai-steps'>{listed}</ol>"
    items = outcome_steps.items(derivation, derivation.outcomes[place].steps[now - 1].fired, session)
    if not items:
        return markup.notice(text("time.nothing"))
    return f"<h4>{markup.plain(text('time.happened'))}</h4><ol class='sai-steps'>{''.join(items)}</ol>"
