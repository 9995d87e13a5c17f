"""The same board on two days side by side, with the rules that make the difference."""

import streamlit as st

from explorer.app import markup, show
from explorer.app.session import Session
from explorer.app.views import outcome_steps
from explorer.app.views.overview import verdict_badge
from ontology.reasoner import Case, Derivation, responsible

__all__ = ["render"]


def render(case: Case, first: Derivation, second: Derivation, session: Session) -> None:
    """Show what becomes of the board on the day of `first` and on that of `second`, and which rules part them."""
    text = session.text
    st.subheader(text("compare.title"))
    same = {o.state for o in first.outcomes} == {o.state for o in second.outcomes}
    same = same and first.verdict == second.verdict
    content = "".join(_side(derivation, session) for derivation in (first, second))
    show.html(session, f'<div class="sai-boards">{content}</div>', key="compare-boards")
    if same:
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
            f"<li>{outcome_steps.cited(case.game, rule.id, session)} "
            f"{markup.plain(outcome_steps.rule_text(rule, session))}"
            f"<div class='sai-muted'>{markup.plain(force)}</div></li>"
        )
    heading = f"<h3>{markup.plain(text('compare.rules'))}</h3>"
    show.html(session, f'{heading}<ul class="sai-list">{"".join(items)}</ul>', key="compare-rules")


def _side(derivation: Derivation, session: Session) -> str:
    """Return the outcomes of one day, with its verdict."""
    text = session.text
    day = text("outcome.as_of_day", day=derivation.as_of)
    count = text("outcome.count", n=len(derivation.outcomes))
    parts = [
        f"<section><h3>{markup.plain(day)}</h3>"
        f"<p>{verdict_badge(derivation.verdict, session)} <span class='sai-muted'>{markup.plain(count)}</span></p>"
    ]
    for place, outcome in enumerate(derivation.outcomes[: outcome_steps.MOST]):
        title = f"{day} {outcome_steps.label(derivation, place, session)}"
        parts.append(outcome_steps.picture(derivation, outcome, text, title=title))
    return f"{''.join(parts)}</section>"
