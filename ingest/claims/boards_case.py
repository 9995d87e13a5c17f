"""The case that a draft and a question make."""

import json
import re
from collections.abc import Mapping
from typing import Any

from ingest.claims.asking import Asked, Outcome, atom_of
from ingest.claims.draft import Draft
from ingest.claims.told import Told

__all__ = ["case_of", "concerned"]

_PLACED = frozenset({"opponent-has", "opponent-has-first", "is-there", "own-there", "other-there", "y-alone"})
"""Phrases that put a card on the board, and nothing more."""


def case_of(
    draft: Draft,
    told: Told,
    asked: Asked | None,
    outcome: Outcome | None,
    situation: dict[str, Any],
    events: list[dict[str, Any]],
    name: str,
    date: str | None,
) -> dict[str, Any] | None:
    """Return the case; None where what is asked about is not on the board.

    A question that is answered by yes or no (`asked`) becomes `asks`; an open one has what its answer says (`outcome`).
    """
    if asked is None:
        holds = _holds(draft, told, outcome) if outcome else []
        return (
            _whole(draft, told, situation, events, name, date, None, {"verdict": "other", "holds": holds})
            if holds
            else None
        )
    atom = atom_of(asked, draft, told.names, events)
    if atom is None:
        return None
    predicate, args = next(iter(atom.items()))
    holds = []
    if asked.verdict == "no" or asked.quantifier == "all":
        polar = next((k for k in ("is", "legal", "occurs") if isinstance(args.get(k), bool)), None)
        if polar:
            holds = [{predicate: {**args, polar: asked.verdict == "yes"}}]
        elif asked.verdict == "yes":
            holds = [atom]
    asks = {"quantifier": asked.quantifier, "atom": atom}
    expected = {"verdict": asked.verdict, "holds": holds}
    return _whole(draft, told, situation, events, name, date, asks, expected)


def _holds(draft: Draft, told: Told, outcome: Outcome) -> list[dict[str, Any]]:
    """Return the facts of an answer about things of the board; what it does not speak of, or of whom, is a doubt."""
    shown = {f"c{number + 1}": card for number, card in enumerate(told.names)}
    holds, spoken = [], set()
    for words, predicate, args in outcome.facts:
        about = [card for card, text in shown.items() if text in words]
        if len(about) == 1:
            spoken.add(about[0])
            holds.append({predicate: {"card": about[0], **args}})
        else:
            draft.doubts.append(
                f"回答の「{words}」が何か読めない / what “{words}” of the answer is was not read"
            )
    topics = [part.rstrip("》」は") for part in outcome.topics.split("、")]
    for card, text in shown.items():
        if any(topic.endswith(text) for topic in topics) and card not in spoken:
            draft.doubts.append(f"回答が「{text}」を述べない / the answer does not speak of “{text}”")
    return holds


def _whole(
    draft: Draft,
    told: Told,
    situation: Mapping[str, Any],
    events: list[dict[str, Any]],
    name: str,
    date: str | None,
    asks: Mapping[str, Any] | None,
    expected: Mapping[str, Any],
) -> dict[str, Any]:
    case = {
        "id": name,
        "game": draft.game,
        "kind": "ruling",
        "mode": "board",
        "title": told.shown(told.text.rstrip("。").rsplit("。", 1)[-1]),
        "source": {"page": "read", "section": "Q&A", "locator": name, "lines": [[1, 1]], "ruling_date": date},
        "valid": {"from": date, "to": None},
        "situation": situation,
        "events": events,
        "question": told.shown(told.text),
        **({"asks": asks} if asks else {}),
        "expected": expected,
    }
    plain: dict[str, Any] = json.loads(json.dumps(case))  # nothing shared: scenario files have no anchors
    return plain


def concerned(
    situation: Mapping[str, Any],
    events: list[dict[str, Any]],
    case: Mapping[str, Any] | None,
    used: list[tuple[str, str]],
    told: Told,
) -> set[str]:
    """Return the cards that something is told of, beyond what they are: where they lie, what happens, what is asked."""
    field_ = situation.get("battle_zone") or {}
    stacks = [stack for side in field_.values() for stack in side if len(stack) > 1]
    whole = [
        stacks,
        situation.get("links"),
        situation.get("attachments"),
        situation.get("link_partners"),
        events,
    ]
    whole += [(case.get("asks"), case["expected"]) if case else None, situation.get("graveyards")]
    names = {f"c{number + 1}": f"《{name}》" for number, name in enumerate(told.names)}
    words = " ".join(said for phrase, said in used if phrase in _PLACED)
    found = set(re.findall(r"\b(?:c\d+|shield|under_c\d+)\b", json.dumps(whole)))
    return found | {card for card, shown in names.items() if shown in words}
