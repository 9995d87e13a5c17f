"""Outcome lab: a case, its board before and after, and each step with the rule that it rests on."""

import datetime

import streamlit as st

from explorer.app import cases, fields, markup, routes, show, words
from explorer.app.board import board_of
from explorer.app.board_svg import drawn
from explorer.app.session import Session
from explorer.app.views import (
    agreement_board,
    board_builder,
    outcome_compare,
    outcome_edit,
    outcome_share,
    outcome_start,
    outcome_steps,
    outcome_time,
    outcome_unsaid,
)
from explorer.app.views.overview import verdict_badge
from ontology.graph import GraphReader
from ontology.reasoner import Board, Case, Derivation, ReasonerError, ScenarioError, derive_board

__all__ = ["render"]


def render(session: Session) -> None:
    """Show the case named by ``case``, its board ``b``, for the day ``asof``, without the rules in ``without``.

    ``ruling`` begins with the board of a ruling, ``y`` is a board of the reader's own, ``vs`` a day to compare with,
    ``o`` and ``t`` are the outcome and the step that is looked at, ``view=agreement`` shows all rulings.
    """
    text = session.text
    if st.query_params.get("view") == "agreement":
        st.title(text("agreement.heading"))
        back = routes.href("outcome", lang=text.lang)
        show.html(session, f"<p>{markup.link(back, text('agreement.back'))}</p>", key="agreement-back")
        agreement_board.render(session)
        return
    st.title(text("outcome.title"))
    outcome_start.board_of_ruling(session)
    st.markdown(text("outcome.lead"))
    board_of_all = routes.href("outcome", lang=text.lang, view="agreement")
    show.html(session, f"<p>{markup.link(board_of_all, text('agreement.title'))}</p>", key="agreement-link")
    for problem in cases.problems():
        st.warning(text("outcome.unreadable", detail=problem), icon=":material/error:")
    case = outcome_start.chosen_case(session)
    outcome_start.others(session)
    packed = st.query_params.get("y", "")
    own = outcome_edit.written(session)
    if packed and own is None:
        outcome_edit.editor(case, session, opened=True)
        return
    case = own or case
    shown = cases.board_named(case, st.query_params.get("b")) if case.boards else None
    board_builder.builder(case, shown, session)
    outcome_edit.editor(case, session)
    if not case.boards:
        st.info(text("outcome.no_board"), icon=":material/info:")
        return
    board = _board(case, session)
    asof, versus, without = _circumstances(case, board, session)
    _question(case, board, session)
    graph = session.store if packed else None
    revision = session.store.revision if packed else 0

    def on(day: str, dropped: list[str]) -> list[Derivation]:
        number = st.query_params.get("b", "1")
        return _derived(board, graph, packed or case.id, number, day, tuple(dropped), revision)

    try:
        with st.spinner(text("outcome.working"), show_time=True):
            every = on(asof, [])
            derived = on(asof, without) if without else every
            other = on(versus, without)[-1] if versus else None
    except ScenarioError as error:
        st.error(text("outcome.unreadable", detail=str(error)), icon=":material/error:")
        return
    except ReasonerError as error:
        st.warning(text("outcome.no_answer", detail=str(error)), icon=":material/help:")
        if without:
            st.info(text("compare.put_back"), icon=":material/undo:")
        return
    for number, derivation in enumerate(derived):
        if derivation.note:
            st.info(derivation.note, icon=":material/event:")
        _answer(case, derivation, session, number)
        last = number == len(derived) - 1
        if without and last:
            outcome_compare.of_rules(every[-1], derivation, without, session)
        if other is not None and last:
            outcome_compare.of_days(derivation, other, session)
        if last:
            outcome_time.render(derivation, session)
        outcome_steps.render(case, derivation, session, number)
        outcome_unsaid.render(derivation, session, number)
    outcome_share.render(case, derived, without, session)


@st.cache_resource(show_spinner=False, max_entries=128)
def _derived(
    _board: Board,
    _graph: GraphReader | None,
    case: str,
    number: str,
    asof: str,
    without: tuple[str, ...],
    revision: int,
) -> list[Derivation]:
    """Derive a board; `case` is its id, or its packed text, and stands for the board in the cache.

    What cards of an own board can do is looked up in the graph; `revision` is that of the graph.
    """
    return derive_board(_board, as_of=asof or None, without=without, graph=_graph)


def _board(case: Case, session: Session) -> Board:
    text = session.text
    if len(case.boards) == 1:
        return case.boards[0]
    numbers = [str(n + 1) for n in range(len(case.boards))]
    chosen = fields.choice(
        text("outcome.variant"),
        numbers,
        parameter="b",
        show=lambda n: f"{n}　{case.boards[int(n) - 1].label or text('outcome.base')}",
        default="1",
    )
    return cases.board_named(case, chosen)


def _circumstances(case: Case, board: Board, session: Session) -> tuple[str, str, list[str]]:
    """Ask for the day, another one to compare with, and the rules to leave out; all are empty unless the reader wants otherwise."""
    text = session.text
    with st.expander(
        text("outcome.what_if"),
        icon=":material/tune:",
        expanded=bool(st.query_params.get("asof") or st.query_params.get("vs")),
    ):
        left, right = st.columns([1, 2])
        with left:
            asof = _day("as_of", "asof", case.date(board), session)
            versus = _day("versus", "vs", "YYYY-MM-DD", session)
        with right:
            rules = outcome_steps.rules_of(case.game)
            without = fields.choices(
                text("outcome.without"),
                sorted(rules),
                parameter="without",
                show=lambda name: f"{name}　{outcome_steps.rule_text(rules[name], session)[:40]}",
                placeholder=text("outcome.nothing_left_out"),
            )
    return asof, versus, without


def _day(name: str, parameter: str, placeholder: str, session: Session) -> str:
    """Ask for a day; returns "" where none is given, after saying so where it is no day."""
    text = session.text
    label, tip = text(f"outcome.{name}"), text(f"outcome.{name}_tip")
    day = fields.text_field(label, parameter=parameter, placeholder=placeholder, tip=tip).strip()
    try:
        return datetime.date.fromisoformat(day).isoformat() if day else ""
    except ValueError:
        st.warning(text("outcome.bad_date"), icon=":material/event_busy:")
        return ""


def _question(case: Case, board: Board, session: Session) -> None:
    text = session.text
    ruling = cases.ruling_of(session.store, case, lang=session.lang)
    content = ""
    # The files ask in English; a Japanese reader is better served by the ruling itself, where it is known.
    asked = case.raw.get(f"question_{session.lang}") or (
        case.raw.get("question") if session.lang == "en" or not ruling else ""
    )
    if asked:
        content += (
            f"<p><strong>{markup.plain(text('outcome.question'))}</strong> {markup.plain(str(asked))}</p>"
        )
    if ruling:
        content += (
            f"<p>{markup.plain(text('outcome.ruling'))} {markup.chip(ruling, text, label=ruling.label)}</p>"
        )
    source = case.raw.get("source") or {}
    where = case.file.meta.get("pages", {}).get(source.get("page"), {}).get("title", "")
    if where:
        search = routes.href("search", lang=text.lang, q=str(where))
        content += (
            f"<p class='sai-muted'>{markup.plain(text('outcome.source'))} {markup.link(search, str(where))} "
            f"{markup.plain(str(source.get('locator', '')))}</p>"
        )
    names = words.card_names(board.situation)
    done = "".join(f"<li>{markup.plain(words.event(event, names, text))}</li>" for event in board.events)
    if done:
        content += f"<h3>{markup.plain(text('outcome.events'))}</h3><ol class='sai-steps'>{_items(done)}</ol>"
    show.html(session, content, key="outcome-question")


def _items(items: str) -> str:
    return items.replace("<li>", "<li><span>").replace("</li>", "</span></li>")


def _answer(case: Case, derivation: Derivation, session: Session, number: int) -> None:
    """Show the verdict, and the boards before and after side by side."""
    text = session.text
    total = len(derivation.outcomes)
    st.subheader(text("outcome.answer"))
    badge = verdict_badge(derivation.verdict, session)
    parts = [
        f"<p>{badge} <span class='sai-muted'>{markup.plain(text('outcome.as_of_day', day=derivation.as_of))} · "
    ]
    parts.append(f"{markup.plain(text('outcome.count', n=total))}</span></p>")
    asks = case.raw.get("asks")
    if asks:
        predicate, args = next(iter(asks["atom"].items()))
        names = words.card_names(derivation.board.situation)
        quantifier = text(f"outcome.quantifier_{asks.get('quantifier', 'all')}")
        parts.append(
            f"<p class='sai-muted'>{markup.plain(quantifier)}{markup.plain(words.fact(predicate, args, names, text))}</p>"
        )
    for missing in derivation.unanswered:
        what = words.token(missing, text)
        parts.append(markup.notice(text("outcome.unanswered", what=what), kind="warn"))
    if derivation.conditional_on:
        said = text("outcome.conditional", n=len(derivation.conditional_on))
        parts.append(markup.notice(said, kind="warn"))
    show.html(session, "".join(parts), key=f"outcome-answer-{number}")
    before = drawn(board_of(derivation.board.situation, text), text, title=text("outcome.before"))
    shown = derivation.outcomes[: outcome_steps.MOST]
    content = [f"<section><h3>{markup.plain(text('outcome.before'))}</h3>{before}</section>"]
    for place, outcome in enumerate(shown):
        label = outcome_steps.label(derivation, place, session)
        picture = outcome_steps.picture(derivation, outcome, text, title=label)
        content.append(f"<section><h3>{markup.plain(label)}</h3>{picture}</section>")
    show.html(session, f'<div class="sai-boards">{"".join(content)}</div>', key=f"outcome-boards-{number}")
    if total > len(shown):
        st.caption(text("search.more", n=total - len(shown)))
