"""What an answer does not rest on: questions the sources leave open, abilities that were not read, nameless cards."""

import re

from explorer.app import markup, show, words
from explorer.app.data import base
from explorer.app.session import Session
from explorer.app.views import outcome_steps
from ontology.reasoner import Derivation

__all__ = ["render"]

_RULES = 3


def render(derivation: Derivation, session: Session, number: int) -> None:
    """Say what is not modelled here: open questions with the nearest rules, unread abilities, nameless cards."""
    text = session.text
    items = [
        markup.plain(text("unsaid.open", what=words.token(word, text))) + _offers(derivation, session)
        for word in derivation.unanswered
    ]
    unread = [_readable(one, session) for one in derivation.conditional_on]
    items += [markup.plain(text("unsaid.unread", what=what)) for what in unread]
    cards = (derivation.board.situation.get("cards") or {}).items()
    nameless = [
        str((facts or {}).get("label") or card) for card, facts in cards if not (facts or {}).get("name")
    ]
    if nameless:
        items.append(markup.plain(text("unsaid.nameless", cards="、".join(dict.fromkeys(nameless)))))
    items.append(markup.plain(text("unsaid.always")))
    heading = f"<h3>{markup.plain(text('unsaid.title'))}</h3>"
    listed = "".join(f"<li>{item}</li>" for item in items)
    show.html(session, f"{heading}<ul>{listed}</ul>", key=f"outcome-unsaid-{number}")


def _readable(unread: str, session: Session) -> str:
    """Return a card and what was not read of it; a word of the vocabulary is given by its label."""
    name, colon, word = unread.rpartition(": ")
    if not colon or not re.fullmatch(r"[a-z][a-z0-9_]*", word):
        return unread
    query = f"""SELECT ?l WHERE {{ ?c skos:notation "{word}" ; skos:prefLabel ?l
        FILTER(LANG(?l) = "{session.lang}") }} ORDER BY ?l LIMIT 1"""
    labels = base.rows(session.store, query)
    return f"{name}：{labels[0][0] if labels else word}"


def _offers(derivation: Derivation, session: Session) -> str:
    """Return the rules of low confidence that would answer, and those that come nearest to an answer."""
    text, game = session.text, derivation.board.case.game
    parts: dict[str, None] = {}
    for offer in derivation.offers:
        for key, rules in (
            ("offer", offer.get("by", ())),
            ("nearest", list(offer.get("nearest", ()))[:_RULES]),
        ):
            said = markup.plain(text("unsaid.offer") if key == "offer" else text("unsaid.nearest"))
            parts |= {f"{said} {outcome_steps.cited(game, rule, session)}": None for rule in rules}
    return "".join(f"<div class='sai-muted'>{part}</div>" for part in parts)
