"""The same board twice, side by side: on two days, or with and without some rules; and what makes the difference."""

import streamlit as st

from explorer.app import markup, show
from explorer.app.session import Session
from explorer.app.views import outcome_steps
from explorer.app.views.overview import verdict_badge
from ontology.reasoner import Derivation, responsible

__all__ = ["of_days", "of_rules", "without_answer"]


def of_days(first: Derivation, second: Derivation, session: Session) -> None:
    """Show what becomes of the board on the day of `first` and on that of `second`, and which rules part them."""
    text = session.text
    st.subheader(text("compare.title"))
    heads = [text("outcome.as_of_day", day=derivation.as_of) for derivation in (first, second)]
    _sides((first, second), heads, "days", session)
    if _same(first, second):
        st.success(text("compare.same"), icon=":material/equal:")
        return
    st.warning(text("compare.differs"), icon=":material/difference:")
    rules = responsible(first, second)
    if not rules:
        show.html(session, markup.notice(text("compare.unknown")), key="compare-rules")
        return
    items = []
    for rule in rules:
        since, until = rule.valid.start or text("compare.open"), rule.valid.end or text("compare.open")
        force = text("compare.in_force", since=since, until=until)
        items.append(
            f"<li>{outcome_steps.cited(first.board.case.game, rule.id, session)} "
            f"{markup.plain(outcome_steps.rule_text(rule, session))}"
            f"<div class='sai-muted'>{markup.plain(force)}</div></li>"
        )
    heading = f"<h3>{markup.plain(text('compare.rules'))}</h3>"
    show.html(session, f'{heading}<ul class="sai-list">{"".join(items)}</ul>', key="compare-rules")


def of_rules(every: Derivation, fewer: Derivation, dropped: list[str], session: Session) -> None:
    """Show what becomes of the board by all rules, and by all but the `dropped` ones."""
    text = session.text
    st.subheader(text("compare.dropped_title"))
    _listed(every.board.case.game, dropped, session)
    heads = [text("compare.every"), text("compare.fewer", rules="、".join(dropped))]
    _sides((every, fewer), heads, "dropped", session)
    if _same(every, fewer):
        st.success(text("compare.same_without"), icon=":material/equal:")
    else:
        st.warning(text("compare.differs_without"), icon=":material/difference:")


def without_answer(game: str, dropped: list[str], detail: str, session: Session) -> None:
    """Say that no answer follows once the `dropped` rules are left out."""
    text = session.text
    st.subheader(text("compare.dropped_title"))
    _listed(game, dropped, session)
    st.warning(text("outcome.no_answer", detail=detail), icon=":material/help:")


def _listed(game: str, dropped: list[str], session: Session) -> None:
    rules = outcome_steps.rules_of(game)
    items = "".join(
        f"<li>{outcome_steps.cited(game, name, session)} "
        f"{markup.plain(outcome_steps.rule_text(rules[name], session))}</li>"
        for name in dropped
        if name in rules
    )
    show.html(session, f'<ul class="sai-list">{items}</ul>', key="compare-dropped-rules")


def _same(first: Derivation, second: Derivation) -> bool:
    same = {o.state for o in first.outcomes} == {o.state for o in second.outcomes}
    return same and first.verdict == second.verdict


def _sides(pair: tuple[Derivation, Derivation], heads: list[str], key: str, session: Session) -> None:
    content = "".join(_side(derivation, head, session) for derivation, head in zip(pair, heads, strict=True))
    show.html(session, f'<div class="sai-boards sai-sides">{content}</div>', key=f"compare-boards-{key}")


def _side(derivation: Derivation, head: str, session: Session) -> str:
    """Return the outcomes of one side, with its verdict."""
    text = session.text
    count = text("outcome.count", n=len(derivation.outcomes))
    parts = [
        f"<section><h3>{markup.plain(head)}</h3>"
        f"<p>{verdict_badge(derivation.verdict, session)} <span class='sai-muted'>{markup.plain(count)}</span></p>"
    ]
    for place, outcome in enumerate(derivation.outcomes[: outcome_steps.MOST]):
        label = outcome_steps.label(derivation, place, session)
        if len(derivation.outcomes) > 1:
            parts.append(f"<h4>{markup.plain(label)}</h4>")
        parts.append(outcome_steps.picture(derivation, outcome, text, title=f"{head} {label}"))
    return f"{''.join(parts)}</section>"
