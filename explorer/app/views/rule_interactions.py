"""On the page of a rule: what the reasoner makes of it, which rules it works with, and boards that show it."""

from collections.abc import Iterable, Sequence

import streamlit as st

from explorer.app import cases, markup, routes, show, tables
from explorer.app.data import rule_links
from explorer.app.data.base import Named
from explorer.app.interactions import Interaction, cases_naming, declared, interactions, rule_key
from explorer.app.kinds import kind_named
from explorer.app.session import Session
from explorer.app.views.outcome_steps import cited, rule_text, rules_of
from ontology.namespaces import card_iri
from ontology.reasoner import Case

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
    # What the graph keeps is shown at once; the proofs of all cases take a moment, so they wait to be asked for.
    found = _known(named.iri, game, key, session)
    proofs = st.query_params.get("proofs") == "1"
    if proofs:
        with st.spinner(text("rule.looking"), show_time=True):
            found = _joined(found, interactions(game, key))
    st.subheader(text("rule.interactions", n=len({item.other for item in found})))
    if found:
        _table(game, found, session)
    if not any(item.relation == "overridden_by" for item in found):
        none = "rule.not_overridden" if found else "rule.no_interactions"
        show.html(session, markup.notice(text(none)), key="rule-interactions-none")
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


def _known(iri: str, game: str, key: str, session: Session) -> list[Interaction]:
    """Return what the rule files declare and what the graph keeps of earlier proofs."""
    kept = [
        Interaction(relation, other.rpartition("/")[2], tuple(boards))
        for (relation, other), boards in rule_links.stored(session.store, iri).items()
    ]
    return _joined(kept, declared(game, key))


_ORDER = ("overridden_by", "overrides", "enabled_by", "enables", "after", "before")


def _joined(one: Iterable[Interaction], two: Iterable[Interaction]) -> list[Interaction]:
    boards: dict[tuple[str, str], list[str]] = {}
    for item in [*one, *two]:
        seen = boards.setdefault((item.relation, item.other), [])
        seen += [board for board in item.witnesses if board not in seen]
    ordered = sorted(boards, key=lambda pair: (_ORDER.index(pair[0]), pair[1]))
    return [Interaction(relation, other, tuple(boards[relation, other])) for relation, other in ordered]


def _table(game: str, found: Sequence[Interaction], session: Session) -> None:
    text = session.text
    by_rule: dict[str, list[Interaction]] = {}
    for item in found:
        by_rule.setdefault(item.other, []).append(item)
    show.html(
        session,
        markup.table(
            [text("head.rule"), text("head.relation"), text("head.exercised")],
            [
                [_rule_cell(game, other, session), _relations(items, session), _shown_by(items, session)]
                for other, items in by_rule.items()
            ],
            caption=text("rule.interactions", n=len(by_rule)),
            wide=True,
        ),
        key="rule-interactions",
    )
    tables.downloads(
        ["relation", "rule", "text", "boards"],
        [
            [
                item.relation,
                item.other,
                rule_text(rules_of(game)[item.other], session) if item.other in rules_of(game) else "",
                " ".join(item.witnesses),
            ]
            for item in found
        ],
        name="interactions",
        text=text,
    )


def _rule_cell(game: str, other: str, session: Session) -> str:
    rules = rules_of(game)
    words = markup.plain(rule_text(rules[other], session)) if other in rules else ""
    return f'{cited(game, other, session, sources=False)}<br><span class="sai-muted">{words}</span>'


def _relations(items: Iterable[Interaction], session: Session) -> str:
    return "<br>".join(markup.fixed(session.text(f"interaction.{item.relation}")) for item in items)


def _shown_by(items: Iterable[Interaction], session: Session) -> str:
    """Return the boards that show two rules working together, and the ruling and the cards of the first."""
    boards = list(dict.fromkeys(board for item in items for board in item.witnesses))
    links = " ".join(_case(name, session, short=True) for name in boards[:_BOARDS])
    case = cases.case_named(boards[0].partition("#")[0]) if boards else None
    if case is None:
        return links
    ruling, cards = session.kept(f"exercised {case.id}", lambda: _things(case, session))
    things = [*([ruling] if ruling else []), *cards]
    return links + (markup.linked_list(things, session.text) if things else "")


_BOARDS = 4


def _things(case: Case, session: Session) -> tuple[Named | None, list[Named]]:
    said = (case.raw.get("situation") or {}).get("cards") or {}
    called = [facts.get("name") for facts in said.values() if isinstance(facts, dict)]
    known = session.names([card_iri(case.game, name) for name in called if name])
    cards = [thing for thing in known.values() if thing.types]  # cards of which a page speaks
    return cases.ruling_of(session.store, case, lang=session.lang), cards


def _case(name: str, session: Session, *, short: bool = False) -> str:
    """Return the link to a board, named ``case`` or ``case#number``."""
    plain, _, number = name.partition("#")
    case = cases.case_named(plain)
    address = routes.href("outcome", lang=session.lang, case=plain, b=number)
    if short or case is None:
        return f'<span class="sai-fixed">{markup.link(address, name)}</span>'
    title = str(case.raw.get(f"title_{session.lang}") or case.title)
    return f"{markup.link(address, name)} {markup.plain(title)}"
