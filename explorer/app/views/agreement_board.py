"""All rulings of the graph: which follow from the rules, which only by themselves, which do not, by rule and year."""

from collections import Counter
from collections.abc import Iterable

import streamlit as st

from explorer.app import agreement, cases, fields, markup, routes, show, tables
from explorer.app.agreement import STATES, Agreement, RulingState
from explorer.app.session import Session
from explorer.app.views.overview import verdict_badge
from ontology.namespaces import rule_iri
from ontology.reasoner import ReasonerError

__all__ = ["judged", "line", "render"]

_LARGE = 1500
"""Rulings from which they are only judged on demand: each one is derived."""
_SHOWN, _RULES, _REASONS, _CITED = 200, 25, 3, 4


@st.cache_resource(show_spinner=False, max_entries=512)
def judged(case: str) -> Agreement:
    """Return how a case came out; kept for the life of the app, because cases and rules do not change in it."""
    return agreement.judge(cases.all_cases()[case])


def line(result: Agreement, session: Session) -> str:
    """Return the outcome of a comparison as HTML: the verdict that was derived, and whether it agrees."""
    return f"{verdict_badge(result.derived, session)} {_state(result.state, session)}"


def _state(state: str, session: Session) -> str:
    words = markup.plain(session.text(f"agreement.{state}"))
    return f"<span class='sai-state sai-{state}'>{words}</span>"


def render(session: Session) -> None:
    """Show all rulings, narrowed by ``state``, ``rule`` and ``year``."""
    text = session.text
    st.markdown(text("agreement.lead"))
    states = _every(session)
    if states is None:
        return
    if not states:
        st.info(text("agreement.empty"), icon=":material/info:")
        return
    counted = Counter(state.state for state in states)
    tiles = "".join(
        f"<li class='sai-tile'><strong>{counted[name]:,}</strong>{_state(name, session)}"
        f"<div class='sai-muted'>{markup.plain(text(f'agreement.means_{name}'))}</div></li>"
        for name in STATES
    )
    show.html(session, f"<ul class='sai-tiles sai-wide-tiles'>{tiles}</ul>", key="agreement-tiles")
    by_year, by_rule = st.tabs([text("agreement.by_year"), text("agreement.by_rule")])
    with by_year:
        years = [(state.date[:4] or "?", state.state) for state in states]
        _matrix(years, "year", text("agreement.year"), session)
    with by_rule:
        rules = [(rule, state.state) for state in states for rule in state.rules]
        most = dict(Counter(rule for rule, _ in rules).most_common(_RULES))
        _matrix([pair for pair in rules if pair[0] in most], "rule", text("agreement.rule"), session)
        st.caption(text("agreement.rules_listed", n=len(most)))
    _list(states, counted, session)


def _every(session: Session) -> list[RulingState] | None:
    """Return all rulings, judged once a revision of the store; None where the reader is asked first or it fails."""
    text, store = session.text, session.store
    kept = _kept(store.location)
    if kept.get("revision") != store.revision:
        total = agreement.count_rulings(store)
        if total > _LARGE and not st.button(text("agreement.start", n=total), icon=":material/play_arrow:"):
            return None
        bar = st.progress(0.0, text=text("agreement.working", done=0, total=total))
        found = []
        try:
            for state in agreement.every(store):
                found.append(state)
                done = min(len({one.ruling for one in found}), total)
                if len(found) % 5 == 0:
                    bar.progress(done / max(1, total), text=text("agreement.working", done=done, total=total))
        except ReasonerError as error:
            st.error(text("outcome.unreadable", detail=str(error)), icon=":material/error:")
            return None
        bar.empty()
        kept |= {"revision": store.revision, "states": agreement.merged(found)}
    states: list[RulingState] = kept["states"]  # type: ignore[assignment]
    return states


@st.cache_resource(show_spinner=False, max_entries=2)
def _kept(place: str) -> dict[str, object]:
    return {}


def _matrix(
    pairs: Iterable[tuple[str, str]],
    parameter: str,
    head: str,
    session: Session,
) -> None:
    """Show how many rulings of each row are in each state; every number leads to the rulings behind it."""
    text = session.text
    counted = Counter(pairs)
    rows = sorted({row for row, _ in counted}, reverse=parameter == "year")
    if parameter == "rule":
        rows.sort(key=lambda row: -sum(counted[row, state] for state in STATES))
    body = []
    for row in rows:
        cells = []
        for state in STATES:
            number = counted[row, state]
            address = routes.href(
                "outcome", lang=session.lang, view="agreement", state=state, **{parameter: row}
            )
            cells.append(
                markup.link(address, f"{number:,}") if number else "<span class='sai-muted'>0</span>"
            )
        address = routes.href("outcome", lang=session.lang, view="agreement", **{parameter: row})
        body.append([markup.link(address, row), *cells])
    heads = [head, *(text(f"agreement.{state}") for state in STATES)]
    show.html(session, markup.table(heads, body, caption=head), key=f"agreement-by-{parameter}")


def _list(states: list[RulingState], counted: Counter[str], session: Session) -> None:
    """List the rulings, narrowed as the reader wishes."""
    text = session.text
    st.subheader(text("agreement.list"))
    shown = fields.pills(
        text("agreement.filter"),
        [state for state in STATES if counted[state]],
        parameter="state",
        show=lambda state: text(f"agreement.{state}"),
    )
    left, right = st.columns(2)
    with left:
        years = _facet("year", sorted({s.date[:4] or "?" for s in states}, reverse=True), session)
    with right:
        rules = _facet("rule", sorted({rule for s in states for rule in s.rules}), session)
    chosen = [
        s
        for s in states
        if (not shown or s.state in shown)
        and (not years or (s.date[:4] or "?") in years)
        and (not rules or set(rules) & set(s.rules))
    ]
    st.markdown(text("agreement.count", n=len(chosen), total=len(states)))
    names = session.names([s.ruling for s in chosen[:_SHOWN]])
    body = [
        [
            markup.fixed(s.date or "?"),
            markup.chip(names[s.ruling], text) + _way(s, session),
            verdict_badge(s.verdict, session),
            _state(s.state, session) + _derived(s, session),
            _rules(s, session),
        ]
        for s in chosen[:_SHOWN]
    ]
    heads = [text(f"head.{name}") for name in ("date", "question", "verdict", "derived", "rules")]
    show.html(
        session, markup.table(heads, body, caption=text("agreement.title"), wide=True), key="agreement-table"
    )
    if len(chosen) > _SHOWN:
        st.caption(text("search.more", n=len(chosen) - _SHOWN))
    tables.downloads(
        ["date", "ruling", "place", "case", "state", "verdict", "derived", "rules", "reasons"],
        [
            [
                s.date,
                s.ruling,
                s.place,
                " ".join(s.cases),
                s.state,
                s.verdict,
                s.derived,
                " ".join(s.rules),
                "; ".join(s.reasons),
            ]
            for s in chosen
        ],
        name="agreement",
        text=text,
    )


def _facet(parameter: str, options: list[str], session: Session) -> list[str]:
    text = session.text
    return fields.choices(
        text(f"agreement.{parameter}"),
        options,
        parameter=parameter,
        show=str,
        placeholder=text("findings.all"),
    )


def _way(state: RulingState, session: Session) -> str:
    """Return the way to the boards of a ruling in the lab."""
    text, lang = session.text, session.lang
    written = [name for name in state.cases if cases.case_named(name) is not None and not state.read]
    ways = [markup.link(routes.href("outcome", lang=lang, case=name), name) for name in written]
    if not written:
        words = text("agreement.read_board") if state.cases else text("agreement.build_board")
        ways = [markup.link(routes.href("outcome", lang=lang, ruling=routes.short_id(state.ruling)), words)]
    return f"<div>{'、'.join(ways)}</div>"


def _derived(state: RulingState, session: Session) -> str:
    """Return the verdict that was derived, or why there is none."""
    if state.state != "not_read":
        said = verdict_badge(state.derived, session) if state.derived in ("yes", "no", "other") else ""
        read = markup.plain(session.text("agreement.was_read")) if state.read else ""
        return f"<div>{said} <span class='sai-muted'>{read}</span></div>"
    reasons = [_side(reason, session.lang) for reason in state.reasons[:_REASONS]]
    return "".join(f"<div class='sai-muted'>{markup.plain(reason)}</div>" for reason in reasons)


def _side(reason: str, lang: str) -> str:
    """Return one side of a reason that is given in both languages."""
    ja, slash, en = reason.partition(" / ")
    return en if slash and lang == "en" else ja


def _rules(state: RulingState, session: Session) -> str:
    game = routes.short_id(state.ruling).partition("/")[0]
    shown = [
        markup.link(routes.entity_href(rule_iri(game, rule), lang=session.lang), rule)
        for rule in state.rules[:_CITED]
    ]
    more = len(state.rules) - len(shown)
    rest = (
        f" <span class='sai-muted'>{markup.plain(session.text('search.more', n=more))}</span>"
        if more > 0
        else ""
    )
    return "、".join(shown) + rest
