"""On the page of a rule: what the reasoner makes of it, which rules it works with, and boards that show it."""

import streamlit as st

from explorer.app import cases, markup, routes, show
from explorer.app.data.base import Named
from explorer.app.interactions import Interaction, cases_naming, declared, interactions, rule_key
from explorer.app.kinds import kind_named
from explorer.app.session import Session
from explorer.app.views.outcome_steps import cited, rule_text, rules_of

__all__ = ["alone", "render"]


def render(named: Named, session: Session) -> None:
    """Show whether the rule is modelled; its interactions; the cases that exercise it."""
    text = session.text
    known = rule_key(named.iri)
    st.subheader(text("rule.reasoner"))
    if known is None:
        show.html(session, markup.notice(text("rule.not_modelled")), key="rule-modelled")
        return
    game, key = known
    rule = rules_of(game)[key]
    basis = "・".join(sorted(text(f"basis.{name}") for name in rule.basis))
    content = f"<p>{markup.plain(rule_text(rule, session))}</p>"
    content += f"<p class='sai-muted'>{markup.plain(text('rule.modelled', basis=basis))}</p>"
    show.html(session, content, key="rule-modelled")
    # What the proofs show takes a moment, so it is looked up when the reader asks.
    found = declared(game, key)
    proofs = st.query_params.get("proofs") == "1"
    if proofs:
        with st.spinner(text("rule.looking"), show_time=True):
            found = interactions(game, key)
    st.subheader(text("rule.interactions", n=len(found)))
    if found:
        _table(game, found, session)
    else:
        show.html(session, markup.notice(text("rule.no_interactions")), key="rule-interactions")
    exercising = cases_naming(game, key)
    if exercising and not proofs:
        address = routes.href("entity", lang=session.lang, id=routes.short_id(named.iri), proofs="1")
        show.html(session, f"<p>{markup.link(address, text('rule.look'))}</p>", key="rule-look")
    st.subheader(text("rule.cases", n=len(exercising)))
    items = "".join(f"<li>{_case(case.id, session)}</li>" for case in exercising[:30])
    show.html(
        session,
        f'<ul class="sai-list">{items}</ul>' if items else markup.notice(text("rule.no_cases")),
        key="rule-cases",
    )


def alone(iri: str, session: Session) -> None:
    """Show a rule that only the reasoner knows: pages say it, but not under a number."""
    text = session.text
    named = Named(iri, iri.rpartition("/")[2], kind_named("rule"))
    known = rule_key(iri)
    st.title(named.label)
    show.html(session, f"<p>{markup.tagged(named.kind, text)}</p>", key="rule-alone")
    render(named, session)
    sources = rules_of(known[0])[known[1]].sources if known else ()
    items = "".join(
        f"<li>{markup.link(routes.href('search', lang=text.lang, q=source.title), str(source))}</li>"
        for source in sources
    )
    if items:
        st.subheader(text("rule.sources"))
        show.html(session, f'<ul class="sai-list">{items}</ul>', key="rule-sources")


def _table(game: str, found: tuple[Interaction, ...], session: Session) -> None:
    text = session.text
    rules = rules_of(game)
    show.html(
        session,
        markup.table(
            [text("head.relation"), text("head.rule"), text("head.says"), text("head.board")],
            [
                [
                    markup.brief(text(f"interaction.{item.relation}"), most=20),
                    cited(game, item.other, session, sources=False),
                    markup.plain(rule_text(rules[item.other], session)) if item.other in rules else "",
                    "<br>".join(_case(name, session, short=True) for name in item.witnesses[:3]),
                ]
                for item in found
            ],
            caption=text("rule.interactions", n=len(found)),
        ),
        key="rule-interactions",
    )


def _case(name: str, session: Session, *, short: bool = False) -> str:
    case = cases.case_named(name)
    address = routes.href("outcome", lang=session.lang, case=name)
    if short or case is None:
        return f'<span class="sai-fixed">{markup.link(address, name)}</span>'
    title = str(case.raw.get(f"title_{session.lang}") or case.title)
    return f"{markup.link(address, name)} {markup.plain(title)}"
