"""All rulings with a board: which follow from the rules, which only by themselves, which do not."""

import streamlit as st

from explorer.app import agreement, cases, fields, markup, routes, show, tables
from explorer.app.agreement import STATES, Agreement
from explorer.app.session import Session
from explorer.app.views.overview import verdict_badge

__all__ = ["judged", "line", "render"]


@st.cache_resource(show_spinner=False, max_entries=512)
def judged(case: str) -> Agreement:
    """Return how a case came out; kept for the life of the app, because cases and rules do not change in it."""
    return agreement.judge(cases.all_cases()[case])


def line(result: Agreement, session: Session) -> str:
    """Return the outcome of a comparison as HTML: the verdict that was derived, and whether it agrees."""
    text = session.text
    badge = verdict_badge(result.derived, session)
    return f"{badge} <span class='sai-state sai-{result.state}'>{markup.plain(text(f'agreement.{result.state}'))}</span>"


def render(session: Session) -> None:
    """Show the table; every case is derived, with a bar that shows how far it is."""
    text = session.text
    st.markdown(text("agreement.lead"))
    ruled = [
        c for c in cases.all_cases().values() if (c.raw.get("source") or {}).get("ruling_date") and c.boards
    ]
    bar = st.progress(0.0, text=text("agreement.working", done=0, total=len(ruled)))
    results: list[tuple[str, Agreement]] = []
    for number, case in enumerate(ruled, 1):
        results.append((str((case.raw.get("source") or {}).get("ruling_date")), judged(case.id)))
        bar.progress(number / len(ruled), text=text("agreement.working", done=number, total=len(ruled)))
    bar.empty()
    counted = {state: sum(result.state == state for _, result in results) for state in STATES}
    tiles = "".join(
        f"<li class='sai-tile'><strong>{number}</strong><span>{markup.plain(text(f'agreement.{state}'))}</span></li>"
        for state, number in counted.items()
    )
    show.html(session, f"<ul class='sai-tiles'>{tiles}</ul>", key="agreement-tiles")
    shown = fields.pills(
        text("agreement.filter"),
        [state for state in STATES if counted[state]],
        parameter="state",
        show=lambda state: text(f"agreement.{state}"),
    )
    chosen = [(date, result) for date, result in results if not shown or result.state in shown]
    show.html(
        session,
        markup.table(
            [text("head.date"), text("head.case"), text("head.rules"), text("head.derived")],
            [
                [
                    markup.fixed(date),
                    _case(result.case, session),
                    _rules(result.case),
                    line(result, session)
                    + (
                        f"<div class='sai-muted'>{markup.plain(result.detail)}</div>" if result.detail else ""
                    ),
                ]
                for date, result in chosen
            ],
            caption=text("agreement.title"),
        ),
        key="agreement-table",
    )
    tables.downloads(
        ["date", "case", "state", "expected", "derived"],
        [[date, r.case, r.state, r.expected, r.derived] for date, r in chosen],
        name="agreement",
        text=text,
    )


def _case(name: str, session: Session) -> str:
    case = cases.all_cases()[name]
    address = routes.href("outcome", lang=session.lang, case=name)
    title = str(case.raw.get(f"title_{session.lang}") or case.title)
    return f"{markup.link(address, name)} {markup.plain(title)}"


def _rules(name: str) -> str:
    raw = cases.all_cases()[name].raw
    listed = [*map(str, raw.get("rules") or ()), *map(str, raw.get("implied_rules") or ())]
    return markup.plain("、".join(dict.fromkeys(listed)))
