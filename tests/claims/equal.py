"""Whether a case that was read means the same as a case made by hand.

Cards are matched by name (or label), cards without a name by their types. Then the two are **equal** when

- every card has the same types, evolution (a forbidden star evolution is a star evolution), god and monster type, as
  far as both cases tell;
- the same stacks lie in the battle zone, with the same links, attachments and granted effects;
- the same things happen in the same order: verb, cards, destination (``outside_battle_zone`` stands for a
  destination that the question does not tell);
- what is asked is the same fact; the other polarity (or quantifier) with the other verdict is the same question;
- run on the rules, both give the verdict that the answer gives.

What the case by hand knows beyond the question is passed over: keywords, abilities, effects and things that come from
card facts, owners and turns, arrival, cards that the question does not name. What the reading has beyond the case by
hand is a difference.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from ontology.reasoner import ReasonerError, derive, load_scenarios

__all__ = ["Comparison", "compare", "verdict_of"]

Case = Mapping[str, Any]


@dataclass
class Comparison:
    """Whether two cases are equal, and the differences if not."""

    differences: list[str] = field(default_factory=list)

    @property
    def equal(self) -> bool:
        return not self.differences


def compare(
    read: Case, wanted: Case, question: str, *, card_facts: list[Any] | None = None, game: str
) -> Comparison:
    """Compare a reading with the case it should be; `question` is the text that was read."""
    result = Comparison()
    names = _renaming(read, wanted)
    mine, theirs = _renamed(dict(read), names), dict(wanted)
    told = _told(theirs, question, set(names.values()))
    _cards(result, mine, theirs, told)
    _board(result, mine, theirs, told)
    _events(result, mine, theirs, told)
    _asks(result, mine, theirs)
    verdict = verdict_of(read, card_facts or [], game)
    if verdict != read["expected"]["verdict"]:
        result.differences.append(f"runs to {verdict}, the answer is {read['expected']['verdict']}")
    return result


def verdict_of(case: Case, card_facts: list[Any], game: str) -> str:
    """Run a case on the rules and return its verdict, or why it does not run."""
    page = case["source"]["page"]
    head = {
        "meta": {
            "game": game,
            "schema_version": 2,
            "pages": {page: {"title": "t", "as_of": case["valid"].get("from") or "2023-05-01"}},
        }
    }
    text = yaml.safe_dump({**head, "card_facts": card_facts, "cases": [dict(case)]}, allow_unicode=True)
    try:
        return str(derive(load_scenarios(text + "\n").cases[0])[0].verdict)
    except ReasonerError as problem:
        return f"error ({problem})"


def _name(card: Mapping[str, Any]) -> str:
    return str(card.get("name") or card.get("label") or "")


def _renaming(read: Case, wanted: Case) -> dict[str, str]:
    mine, theirs = read["situation"]["cards"], wanted["situation"]["cards"]
    result: dict[str, str] = {}
    for card, facts in mine.items():
        same = [i for i, f in theirs.items() if _name(f) == _name(facts) and i not in result.values()]
        if same:
            result[card] = same[0]
    for card, facts in mine.items():
        if card not in result:
            same = [
                i for i, f in theirs.items()
                if i not in result.values() and "name" not in f and f.get("types") == facts.get("types")
                and (f.get("evolution") or "none") == (facts.get("evolution") or "none")
            ]  # fmt: skip
            if same:
                result[card] = same[0]
    return result


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(v, names) for v in value]
    if isinstance(value, dict):
        return {names.get(k, k): _renamed(v, names) for k, v in value.items()}
    return value


def _told(wanted: Case, question: str, matched: set[str]) -> set[str]:
    """Cards that the question tells of."""
    cards = wanted["situation"]["cards"]
    return {i for i, f in cards.items() if i in matched or _name(f) in question}


def _cards(result: Comparison, mine: Case, theirs: Case, told: set[str]) -> None:
    known, wanted = mine["situation"]["cards"], theirs["situation"]["cards"]
    for card in told - set(known):
        result.differences.append(f"card {card} is missing")
    for card in set(known) - set(wanted):
        result.differences.append(f"card {card} ({_name(known[card])}) is not of the case")
    for card in sorted(told & set(known)):
        for key in ("types", "evolution", "god", "monster_type"):
            one, two = known[card].get(key), wanted[card].get(key)
            if key == "evolution" and "none" in (one, two) and None in (one, two):
                continue
            if key == "evolution" and "kind_unspecified" in (one, two):
                continue
            if key == "evolution" and {one, two} == {"star", "forbidden_star"}:
                continue
            if key == "god" and not one and not two:
                continue
            if one is not None and two is not None and one != two:
                result.differences.append(f"{card}.{key}: {one}, not {two}")


def _board(result: Comparison, mine: Case, theirs: Case, told: set[str]) -> None:
    for label, view in (
        ("stacks", _stacks),
        ("links", _links),
        ("attachments", _attachments),
        ("effects", _effects),
    ):
        one, two = view(mine["situation"], told), view(theirs["situation"], told)
        if one != two:
            result.differences.append(f"{label}: {sorted(one)}, not {sorted(two)}")


def _stacks(situation: Mapping[str, Any], told: set[str]) -> set[tuple[str, ...]]:
    field_ = situation.get("battle_zone") or {}
    stacks = {tuple(stack) for side in field_.values() for stack in side}
    stacks |= {(m["card"],) for side in (situation.get("monsters") or {}).values() for m in side}
    carried = {a["card"] for a in situation.get("attachments") or []}
    return {s for s in stacks if set(s) <= told and not set(s) <= carried}


def _links(situation: Mapping[str, Any], told: set[str]) -> set[tuple[str, ...]]:
    return {tuple(chain) for chain in situation.get("links") or []}


def _attachments(situation: Mapping[str, Any], told: set[str]) -> set[tuple[str, str]]:
    return {(a["card"], a["to"]) for a in situation.get("attachments") or [] if {a["card"], a["to"]} <= told}


def _effects(situation: Mapping[str, Any], told: set[str]) -> set[tuple[str, str]]:
    return {(e["applied_to"], e["grants"]) for e in situation.get("effects") or [] if e.get("grants")}


def _events(result: Comparison, mine: Case, theirs: Case, told: set[str]) -> None:
    one = [_event(e) for e in mine["events"]]
    two = [
        _event(e)
        for e in theirs["events"]
        if not {v for v in e.values() if isinstance(v, str) and v in theirs["situation"]["cards"]} - told
        or e["do"] == "activate"
    ]
    if len(one) != len(two) or not all(_same_event(a, b, told) for a, b in zip(one, two, strict=False)):
        result.differences.append(f"events: {one}, not {two}")


def _event(event: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in event.items() if k not in ("cause", "chain_link", "cost")}


def _same_event(one: Mapping[str, Any], two: Mapping[str, Any], told: set[str]) -> bool:
    left, right = dict(one), dict(two)
    if "outside_battle_zone" in (left.get("to"), right.get("to")):
        left.pop("to", None)
        right.pop("to", None)
    if "kind_unspecified" in (left.get("kind"), right.get("kind")):
        left.pop("kind", None)
        right.pop("kind", None)
    if right.get("target") not in told:
        left.pop("target", None)
        right.pop("target", None)
    if {left["do"], right["do"]} == {"leave", "card_removal"} and "whole_object" not in (
        left.get("scope"),
        right.get("scope"),
    ):
        left = {k: v for k, v in left.items() if k not in ("do", "scope")}
        right = {k: v for k, v in right.items() if k not in ("do", "scope")}
    return left == right


def _asks(result: Comparison, mine: Case, theirs: Case) -> None:
    if _question(mine) != _question(theirs):
        result.differences.append(f"asks: {_question(mine)}, not {_question(theirs)}")


def _question(case: Case) -> tuple[str, str, str]:
    """Return the predicate, its arguments and the verdict in the positive form."""
    predicate, args = next(iter(case["asks"]["atom"].items()))
    args, verdict = dict(args), str(case["expected"]["verdict"])
    for key in ("is", "legal", "occurs"):
        if args.get(key) is False:
            args[key], verdict = True, "no" if verdict == "yes" else "yes"
    if "cards" in args:
        args["cards"] = sorted(args["cards"])
    if predicate == "effect_on":
        args.pop("effect", None)
    if predicate == "can":
        args.pop("target", None)
    if predicate == "stack" and len(args.get("top_to_bottom", ())) == 1:
        predicate, args = "zone", {"card": args["top_to_bottom"][0], "is": "battle_zone"}
    return predicate, str(sorted(args.items(), key=str)), verdict
