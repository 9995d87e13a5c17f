"""What if: what an outcome depends on, which cases a rule matters for, what a change of date changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ontology.graph import GraphReader
from ontology.reasoner.derivation import Derivation, derive_board
from ontology.reasoner.errors import ReasonerError
from ontology.reasoner.rulebase import Rule, load_rules
from ontology.reasoner.scenario import Board

__all__ = ["Difference", "difference", "exercised", "matters", "minimal_rules", "responsible"]


def exercised(derivation: Derivation) -> frozenset[str]:
    """Return the rules that fired, or kept something from following, in some outcome."""
    used = {f.rule for o in derivation.outcomes for s in o.steps for f in s.fired}
    used |= {f.rule for fired, _ in derivation.conclusions for f in fired}
    return frozenset(used)


def matters(board: Board, rule: str) -> bool:
    """Whether the board comes out otherwise than expected once the rule is left out."""
    try:
        return not all(d.ok for d in derive_board(board, without=(rule,), explain=False))
    except ReasonerError:
        return True


def minimal_rules(
    board: Board,
    index: int = 0,
    *,
    as_of: str | None = None,
    graph: GraphReader | None = None,
    limit: int = 3,
) -> list[frozenset[str]]:
    """Return minimal sets of rules the outcome ``index`` depends on: without any one of a set it does not occur.

    All other rules of the game are left out. Up to ``limit`` different sets, smallest first; an outcome that
    needs no rule gives the empty set.

    Raises:
        IndexError: there is no such outcome.
    """
    derivation = derive_board(board, as_of=as_of, graph=graph)[0]
    wanted = derivation.outcomes[index].state
    everything = frozenset(load_rules(board.case.game).rules)
    used = sorted(exercised(derivation))
    found: set[frozenset[str]] = set()

    def occurs(kept: Iterable[str]) -> bool:
        try:
            again = derive_board(
                board, as_of=as_of, without=everything - frozenset(kept), graph=graph, explain=False
            )
        except ReasonerError:
            return False
        return any(o.state == wanted for d in again for o in d.outcomes)

    for order in _orders(used):
        kept = list(order)
        if not occurs(kept):
            break
        # Leaving out a rule may make another one dispensable, so this goes on until none can be spared.
        spared = True
        while spared:
            spared = False
            for rule in list(kept):
                rest = [r for r in kept if r != rule]
                if occurs(rest):
                    kept, spared = rest, True
        found.add(frozenset(kept))
        if len(found) >= limit:
            break
    smallest = {s for s in found if not any(other < s for other in found)}
    return sorted(smallest, key=lambda s: (len(s), sorted(s)))


def _orders(rules: Sequence[str]) -> Iterable[Sequence[str]]:
    yield rules
    yield list(reversed(rules))
    half = len(rules) // 2
    yield [*rules[half:], *rules[:half]]


@dataclass(frozen=True)
class Difference:
    """The same board on two days, and the rules that make the difference."""

    before: Derivation
    after: Derivation
    differs: bool
    responsible: tuple[Rule, ...]


def difference(board: Board, first: str, second: str, *, graph: GraphReader | None = None) -> Difference:
    """Compare a board on two days; ``responsible`` are rules in force on one of them only that are exercised there.

    Where a day is uncertain for some rule the later reading of the first day and of the second are compared.
    """
    before = derive_board(board, as_of=first, graph=graph)[-1]
    after = derive_board(board, as_of=second, graph=graph)[-1]
    differs = {o.state for o in before.outcomes} != {
        o.state for o in after.outcomes
    } or before.verdict != after.verdict
    differs = differs or [j.actual for j in before.holds] != [j.actual for j in after.holds]
    return Difference(before, after, differs, responsible(before, after) if differs else ())


def responsible(before: Derivation, after: Derivation) -> tuple[Rule, ...]:
    """Return the rules in force on one of the two days only that are exercised there: the revisions that matter."""
    rules = load_rules(before.board.case.game).rules
    used = exercised(before) | exercised(after)
    return tuple(
        rules[k]
        for k in sorted(used)
        if rules[k].valid.covers(before.as_of) != rules[k].valid.covers(after.as_of)
    )
