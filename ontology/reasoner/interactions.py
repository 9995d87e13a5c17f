"""How rules act on each other, each interaction with a case that shows it.

``python -m ontology.reasoner.interactions GAME`` writes ``rules/{game}/interactions.ttl`` anew:

- A *overrides* B where A is seen to bar what B would do;
- A *enables* B where B does something, and nothing any more once A is left out;
- A *precedes* B where A enables B and acts in an earlier step.

On boards on which the same rules act, leaving out a rule shows the same: it is tried on the first of them only.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.namespaces import mint_iri, rule_iri
from ontology.reasoner.derivation import Derivation, derive_board
from ontology.reasoner.errors import ReasonerError
from ontology.reasoner.rulebase import ROOT
from ontology.reasoner.rulings import shipped_cases
from ontology.reasoner.scenario import Board

__all__ = ["Interaction", "interactions", "interactions_of", "write"]


@dataclass(frozen=True, order=True)
class Interaction:
    """One edge between two rules; ``witness`` is the board that shows it."""

    kind: str
    first: str
    second: str
    witness: str


def interactions(game: str) -> list[Interaction]:
    """Return every interaction that some shipped case shows, with the first case that does."""
    boards = [b for case in shipped_cases(game) if case.mode == "board" for b in case.boards]
    found: dict[tuple[str, str, str], Interaction] = {}
    tried: set[tuple[str, frozenset[str]]] = set()
    for board in boards:
        for one in interactions_of(board, tried):
            found.setdefault((one.kind, one.first, one.second), one)
    return sorted(found.values())


def interactions_of(
    board: Board, tried: set[tuple[str, frozenset[str]]] | None = None
) -> Iterator[Interaction]:
    """Yield the interactions one board shows.

    ``tried`` holds which rule was left out among which acting rules, on earlier boards; it is added to.
    """
    try:
        derivations = derive_board(board)
    except ReasonerError:
        return
    seen = _first_steps(derivations)
    for derivation in derivations:
        for rejected in _rejected(derivation):
            if rejected[0] is not None:
                yield Interaction("overrides", rejected[0], rejected[1], board.id)
    acting = frozenset(seen)
    for rule in sorted(seen):
        if tried is not None:
            if (rule, acting) in tried:
                continue
            tried.add((rule, acting))
        try:
            without = _first_steps(derive_board(board, without=(rule,)))
        except ReasonerError:
            continue
        for other in sorted(set(seen) - set(without) - {rule}):
            yield Interaction("enables", rule, other, board.id)
            if seen[rule] < seen[other]:
                yield Interaction("precedes", rule, other, board.id)


def _rejected(derivation: Derivation) -> Iterable[tuple[str | None, str]]:
    for outcome in derivation.outcomes:
        for step in outcome.steps:
            yield from ((r.by, r.rule) for r in step.rejected if r.kind == "defeated")
    for _, rejected in derivation.conclusions:
        yield from ((r.by, r.rule) for r in rejected if r.kind == "defeated")


def _first_steps(derivations: Iterable[Derivation]) -> dict[str, int]:
    """Rules that do something in some outcome, with the first step they do it in."""
    first: dict[str, int] = {}
    for derivation in derivations:
        for outcome in derivation.outcomes:
            for number, step in enumerate(outcome.steps):
                for fired in step.fired:
                    if not fired.bars:
                        first[fired.rule] = min(first.get(fired.rule, number), number)
    return first


def write(game: str) -> str:
    """Return the Turtle of all interactions of a game."""
    lines = [
        f"# Interactions of the rules, made by: python -m ontology.reasoner.interactions {game}",
        "@prefix tcg: <https://saitei.example/tcg#> .",
        "",
    ]
    for one in interactions(game):
        first, second = rule_iri(game, one.first), rule_iri(game, one.second)
        node = mint_iri(game, "interaction", one.kind, one.first, one.second)
        lines.append(f"<{first}> tcg:{one.kind} <{second}> .")
        lines.append(
            f'<{node}> a tcg:Interaction ; tcg:from <{first}> ; tcg:to <{second}> ; tcg:interactionKind "{one.kind}" ; '
            f'tcg:witness "{one.witness}" .'
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or ["dm", "ygo"]:
        (ROOT / name / "interactions.ttl").write_text(write(name), encoding="utf-8")
