"""What a question asks: the claim that is asked about, and what the answer says to it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ingest.claims.draft import Draft
from ingest.claims.grammar import load_grammar
from ingest.claims.reader import Claim, read_asked
from ingest.claims.sentences import Sentence, sentences, unmask

__all__ = ["Asked", "Outcome", "atom_of", "read_outcome", "read_question"]

_CONFIRM = re.compile(r"(?:、)?という(?:理解|認識|こと)で(?:合って|よろしい|正しい|いい|良い|よい).*$")
_ASKS = re.compile(r"(?:の(?:です|でしょう)|でしょう)?か$")
_LEAD = re.compile(r"^(?:【[^】]*】|Q\d*[.:]|質問\d*[.:])+")
_YES = re.compile(r"^(?:A\.?|A[:：])?(はい|いいえ)")
_MAY = frozenset({"can", "option", "activation", "play", "target", "redirect_to", "may", "stack"})
_OPEN = re.compile(
    r"(?:は|が)?、?(?:どう(?:な(?:り|る|ら)|扱)|どのように(?:な|扱)|どこに(?:置|行|残|移))[^。]*$"
)
_SIMPLE = frozenset({"zone", "destroyed", "sent_to_gy", "status", "kind", "sick"})
"""Predicates of one card whose other arguments the words of an answer settle."""
_POLAR = ("is", "legal", "occurs")


@dataclass(frozen=True)
class Asked:
    """A question in its positive form: `verdict` answers that form. `region` are the words that ask.

    `several` tells that there are more questions than this, `contrary` that the answer says otherwise than its はい or
    いいえ.
    """

    predicate: str
    args: Mapping[str, Any]
    quantifier: str
    verdict: str
    phrase: str
    said: str
    region: str | None
    several: bool = False
    contrary: bool = False


@dataclass(frozen=True)
class Outcome:
    """What an open question (どうなりますか) is answered with: facts about things that are named by words.

    `facts` are the words that name a thing, the predicate and its arguments; `topics` the words asked about, `said` the
    words of the answer that were read.
    """

    facts: tuple[tuple[str, str, Mapping[str, Any]], ...]
    topics: str
    said: tuple[tuple[str, str], ...]


def read_outcome(question: str, answer: str, game: str) -> Outcome | None:
    """Read what an open question is answered with; None where it is another question or nothing was read."""
    asking = [s for s in sentences(question) if s.asks and not s.inner]
    told = next(iter(sentences(answer)), None)
    if len(asking) != 1 or told is None or told.asks or _YES.match(answer.strip()):
        return None
    found = _OPEN.search(asking[0].text)
    if found is None:
        return None
    text = re.sub(r"^A[.:]", "", told.text)
    facts, said = [], []
    for claim in read_asked(Sentence(text, told.names, False), load_grammar(game)):
        if claim.predicate in _SIMPLE and claim.args and not claim.negated and claim.subject:
            facts.append((claim.subject, claim.predicate, claim.args))
            said.append((claim.phrase, claim.said))
    topics = unmask(_region(asking[0].text[: found.start()], game), asking[0].names)
    return Outcome(tuple(facts), topics, tuple(said)) if facts else None


def read_question(question: str, answer: str, game: str) -> Asked | None:
    """Read the last question of a text and the first word of its answer; None where either cannot be read."""
    first = _YES.match(answer.strip())
    asked = [s for s in sentences(question) if not s.inner and _LEAD.sub("", s.text)]
    if first is None or not asked:
        return None
    asking = [s for s in asked if s.asks] or asked[-1:]
    one = asking[-1]
    text = _LEAD.sub("", one.text)
    stated = _CONFIRM.sub("", text)
    stated = _ASKS.sub("", stated) if stated == text else stated
    if stated == text:
        return None
    sentence = Sentence(stated.rstrip("、"), one.names, False)
    claims = read_asked(sentence, load_grammar(game))
    if not claims:
        return None
    claim = _one(claims)
    args = dict(claim.args)
    polar = next((k for k in _POLAR if isinstance(args.get(k), bool)), None)
    positive = bool(args[polar]) if polar else not claim.negated
    if polar:
        args[polar] = True
    yes = (first[1] == "はい") == positive
    region = _region(sentence.text, game)
    may = claim.predicate in _MAY or claim.modality in ("may", "cannot")
    return Asked(
        claim.predicate,
        args,
        "some" if may else "all",
        "yes" if yes else "no",
        claim.phrase,
        claim.said,
        unmask(region, sentence.names),
        len(asking) > 1,
        _contrary(answer, claim, yes, game),
    )


def _contrary(answer: str, asked: Claim, yes: bool, game: str) -> bool:
    """Tell whether the first sentence of an answer claims the opposite of what its はい or いいえ says."""
    said = next(iter(sentences(answer)), None)
    if said is None:
        return False
    rest = _YES.sub("", said.text).lstrip("、")
    for claim in read_asked(Sentence(rest, said.names, False), load_grammar(game)) if rest else ():
        polar = next((k for k in _POLAR if isinstance(claim.args.get(k), bool)), None)
        if claim.predicate != asked.predicate or not polar:
            continue
        if {k: v for k, v in claim.args.items() if k != polar} == {
            k: v for k, v in asked.args.items() if k != polar
        } and claim.args[polar] != yes:
            return True
    return False


def _region(text: str, game: str) -> str:
    """Return the words of a question after its conditions."""
    parts = text.split("、")
    condition = load_grammar(game).condition
    at = next(
        (
            i
            for i in range(len(parts) - 2, -1, -1)
            if condition.search(parts[i]) or parts[i].endswith(("て", "り", "し"))
        ),
        -1,
    )
    return "、".join(parts[at + 1 :])


def _one(claims: list[Claim]) -> Claim:
    """Of several claims the last is what is asked; attacking without a target is attacking the player or a creature."""
    return claims[-1]


def atom_of(
    asked: Asked, draft: Draft, names: list[str], events: list[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the fact that is asked about, with the cards of the board in it; None where they are not told."""
    ids = {name: f"c{i + 1}" for i, name in enumerate(names)}
    region = asked.region or ""
    spoken = [ids[n] for n in re.findall(r"[《「]([^《》「」]+)[》」]", region) if n in ids]
    left = next(
        (
            str(e.get("card") or e.get("object"))
            for e in events
            if e["do"] in ("leave", "card_removal", "star_replace")
        ),
        None,
    )
    last = draft.stays[-1] if draft.stays else None
    subject = spoken[-1] if spoken else last
    args: dict[str, Any]
    match asked.predicate:
        case "rebuild":
            args = {"object": left, "occurs": True} if left else {}
        case "linked":
            cards = spoken if len(spoken) > 1 else _linked(draft, events)
            args = {"cards": cards, "is": True} if len(cards) > 1 else {}
        case "fires":
            args = {"ability": "own_arrival_trigger", "of": subject, "is": True} if subject else {}
        case "effect_on":
            args = (
                {"effect": draft.effects[0]["id"], "card": subject, "is": True}
                if draft.effects and subject
                else {}
            )
        case (
            "zone"
            | "sick"
            | "status"
            | "destroyed"
            | "can"
            | "counts_as"
            | "kind"
            | "newly_put"
            | "entered_this_turn"
            | "cost_refunded"
            | "sent_to_gy"
            | "activation"
            | "effect_state"
            | "activation_negated"
            | "effect_negated"
            | "fizzles"
        ):
            args = {"card": _subject(asked, spoken, draft, events, last), **asked.args}
            if args["card"] is None:
                return None
        case "equipped":
            pair = _equipped(draft, events)
            args = {"card": pair[0], "to": pair[1], "is": True} if pair else {}
        case "target":
            event = next((e for e in events if e["do"] == "activate" and "target" in e), None)
            args = {"card": event["card"], "monster": event["target"], "legal": True} if event else {}
        case _:
            return None
    return {asked.predicate: args} if args else None


def _subject(
    asked: Asked, spoken: list[str], draft: Draft, events: list[dict[str, Any]], last: str | None
) -> str | None:
    if draft.game == "ygo":
        active = [e["card"] for e in events if e["do"] == "activate"] + [a["card"] for a in draft.attachments]
        if asked.predicate in ("activation", "cost_refunded", "activation_negated"):
            return active[0] if active else None
        return next((c for c in spoken if c in active), active[0] if active else None)
    return spoken[-1] if spoken else last


def _linked(draft: Draft, events: list[dict[str, Any]]) -> list[str]:
    """Cards of a link that is asked about without their names: those that an evolution was put onto."""
    for event in events:
        if event["do"] == "evolve" and len(event["onto"]) > 1:
            return list(event["onto"])
    return []


def _equipped(draft: Draft, events: list[dict[str, Any]]) -> tuple[str, str] | None:
    event = next((e for e in events if e["do"] == "activate" and "target" in e), None)
    if event:
        return event["card"], event["target"]
    return (draft.attachments[0]["card"], draft.attachments[0]["to"]) if draft.attachments else None
