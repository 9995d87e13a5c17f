"""How rules work on each other, read from the rule files and from the proofs of the cases that exercise them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from clingo import Symbol, SymbolType

from explorer.app import cases
from ontology.reasoner import Case, Derivation, ReasonerError, derive_board, load_rules
from ontology.reasoner.engine import Fired

__all__ = ["Interaction", "cases_naming", "declared", "interactions", "rule_key"]

_MOST = 8
"""Cases that are derived to look for interactions; more would keep the reader waiting."""


@dataclass(frozen=True, order=True)
class Interaction:
    """`rule` stands in this relation to another one; `witnesses` are cases whose board shows it.

    ``relation`` is ``overrides``, ``overridden_by``, ``enables`` (its result is a condition of the other),
    ``enabled_by``, or ``before`` and ``after`` (it fires earlier or later than the other, on the same cards).
    """

    relation: str
    other: str
    witnesses: tuple[str, ...] = ()


def rule_key(iri: str) -> tuple[str, str] | None:
    """Return game and key of a rule's IRI (``("dm", "703.4e")``), or None where the reasoner has no such rule."""
    from explorer.app.routes import short_id

    parts = short_id(iri).split("/")
    if len(parts) != 3 or parts[1] != "rule":
        return None
    game, _, key = parts
    try:
        return (game, key) if key in load_rules(game).rules else None
    except ReasonerError:
        return None


def cases_naming(game: str, rule: str) -> list[Case]:
    """Return the cases that name a rule as applied, or as the explanation of their outcome."""
    return [
        case
        for case in cases.all_cases().values()
        if case.game == game
        and case.boards
        and rule in {*map(str, case.raw.get("rules") or ()), *map(str, case.raw.get("implied_rules") or ())}
    ]


def declared(game: str, rule: str) -> tuple[Interaction, ...]:
    """Return the rules that a rule overrides or is overridden by, as the rule files say."""
    rules = load_rules(game).rules
    by = tuple(Interaction("overridden_by", other) for other, said in rules.items() if rule in said.overrides)
    return by + tuple(Interaction("overrides", other) for other in rules[rule].overrides)


@cache
def interactions(game: str, rule: str) -> tuple[Interaction, ...]:
    """Return all interactions, those seen in the proofs of cases included; this derives up to `_MOST` boards."""
    found: dict[tuple[str, str], list[str]] = {(i.relation, i.other): [] for i in declared(game, rule)}
    for case in cases_naming(game, rule)[:_MOST]:
        try:
            derived = derive_board(case.boards[0])
        except ReasonerError:
            continue
        for relation, other in _seen(rule, derived):
            witnesses = found.setdefault((relation, other), [])
            if case.id not in witnesses:
                witnesses.append(case.id)
    order = ("overridden_by", "overrides", "enabled_by", "enables", "after", "before")
    return tuple(
        Interaction(relation, other, tuple(witnesses))
        for (relation, other), witnesses in sorted(
            found.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
        )
    )


def _seen(rule: str, derived: Iterable[Derivation]) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for outcome in (outcome for derivation in derived for outcome in derivation.outcomes):
        fired = [
            (step.turn, step.batch, f)
            for step in outcome.steps
            for f in step.fired
            if not f.bars or f.rule == rule
        ]
        for mine in (f for f in fired if f[2].rule == rule):
            for other in (f for f in fired if f[2].rule != rule):
                found |= {(relation, other[2].rule) for relation in _relations(mine, other)}
        for rejected in (r for step in outcome.steps for r in step.rejected):
            if rejected.kind == "defeated" and rejected.by:
                if rejected.rule == rule:
                    found.add(("overridden_by", rejected.by))
                elif rejected.by == rule:
                    found.add(("overrides", rejected.rule))
    return found


def _relations(mine: tuple[int, int, Fired], other: tuple[int, int, Fired]) -> set[str]:
    found = set()
    if mine[2].action in _done(other[2].because):
        found.add("enables")
    elif other[2].action in _done(mine[2].because):
        found.add("enabled_by")
    elif _cards(mine[2].action) & _cards(other[2].action):
        if mine[:2] < other[:2]:
            found.add("before")
        elif mine[:2] > other[:2]:
            found.add("after")
    return found


def _cards(action: Symbol) -> set[str]:
    """Return the things that an action speaks of."""
    if action.type is SymbolType.String:
        return {action.string}
    if action.type is not SymbolType.Function:
        return set()
    return {card for argument in action.arguments for card in _cards(argument)}


def _done(because: Iterable[Symbol]) -> set[Symbol]:
    """Return the actions that premises of the form ``do(action)`` speak of."""
    return {b.arguments[0] for b in because if b.name in {"do", "proposed"} and len(b.arguments) == 1}
