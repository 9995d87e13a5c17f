"""One step of a run: solve the rules on a board, once, and read every answer set."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field

import clingo
from clingo import Symbol, SymbolType

from ontology.reasoner.errors import UnsatisfiableError
from ontology.reasoner.rulebase import Rule, RuleBase
from ontology.reasoner.symbols import atom, text_of

__all__ = ["Answer", "Engine", "Fired", "Rejected"]

Key = tuple[str, ...]


@dataclass(frozen=True)
class Fired:
    """A rule that fired: what it does and the ground premises it did so on."""

    rule: str
    action: Symbol
    because: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
class Rejected:
    """A rule that did not fire although it nearly did.

    ``kind`` is ``defeated`` (``by`` names the rule that overrides it), ``condition`` (``premise`` is the one
    premise that failed) or ``out_of_force``.
    """

    rule: str
    action: Symbol
    kind: str
    premise: Symbol | None = None
    by: str | None = None


@dataclass
class Answer:
    """One answer set, taken apart by predicate."""

    atoms: dict[str, list[Symbol]]
    fired: list[Fired] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)

    def of(self, name: str) -> list[Symbol]:
        """Atoms of this predicate."""
        return self.atoms.get(name, [])

    def has(self, name: str) -> bool:
        """Whether any atom of this predicate holds."""
        return bool(self.atoms.get(name))


class Engine:
    """The rules of a game as they are in force on one day, some of them possibly left out.

    ``in_force`` maps a rule to whether it counts (the caller settles uncertain dates); ``without`` are ids
    of rules that are treated as if they did not exist.
    """

    def __init__(
        self, base: RuleBase, in_force: dict[str, bool], without: frozenset[str] = frozenset()
    ) -> None:
        self.base = base
        self.rules: dict[str, Rule] = {k: r for k, r in base.rules.items() if k not in without}
        self.active = frozenset(k for k in self.rules if in_force.get(k, True))
        guards = [atom("active", k) for k in sorted(self.active)]
        guards += [atom("dormant", k) for k in sorted(self.rules) if k not in self.active]
        for rule in self.rules.values():
            guards += [atom("overrides", rule.id, other) for other in rule.overrides]
            if rule.category is not None:
                guards.append(atom("sba", rule.id, clingo.Function(rule.category, [])))
        self.guards = frozenset(guards)

    def solve(self, facts: Iterable[Symbol], *, explain: bool = True, limit: int = 0) -> list[Answer]:
        """Return every answer set of the rules on these facts.

        Raises:
            UnsatisfiableError: there is none: the rules contradict each other on this board.
        """
        given = self.guards.union(facts)
        program = self._program(_signature(given, self.base.constants), explain)
        control = clingo.Control([str(limit), "--warn=none"])
        control.add("base", [], program + text_of(given))
        control.ground([("base", [])])
        answers: list[Answer] = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                atoms: dict[str, list[Symbol]] = {}
                for symbol in model.symbols(atoms=True):
                    atoms.setdefault(symbol.name, []).append(symbol)
                answers.append(self._read(atoms))
        if not answers:
            raise UnsatisfiableError(
                "no legal outcome: the rules in force contradict each other on this board"
            )
        return answers

    def _read(self, atoms: dict[str, list[Symbol]]) -> Answer:
        answer = Answer(atoms)
        fired = {(s.arguments[0].string, s.arguments[1]) for s in atoms.get("fires", ())}
        barred = {(s.arguments[0].string, s.arguments[1]) for s in atoms.get("barred", ())}
        shown: set[tuple[str, Symbol]] = set()
        for witness in sorted(atoms.get("w", ())):
            rule, head = self.base.premises[witness.arguments[0].number]
            key = (rule, witness.arguments[1])
            if key in (barred if head == "bars" else fired) and key not in shown:
                shown.add(key)
                because = tuple(p for p in witness.arguments[2].arguments)
                answer.fired.append(Fired(rule, witness.arguments[1], because))
        for symbol in atoms.get("defeated", ()):
            rule, action, by = symbol.arguments
            answer.rejected.append(Rejected(rule.string, action, "defeated", by=by.string))
        for miss in sorted(atoms.get("m", ())):
            rule, head = self.base.premises[miss.arguments[0].number]
            key = (rule, miss.arguments[1])
            premise = miss.arguments[2]
            if key in fired or key in barred:
                continue
            if premise.type == SymbolType.Function and premise.name == "out_of_force":
                answer.rejected.append(Rejected(rule, miss.arguments[1], "out_of_force"))
            elif head != "bars":
                answer.rejected.append(Rejected(rule, miss.arguments[1], "condition", premise))
        return answer

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - one engine lives as long as its run
    def _program(self, signature: frozenset[Key], explain: bool) -> str:
        return slice_program(self.base, signature, explain=explain)


def _signature(facts: Iterable[Symbol], constants: frozenset[str]) -> frozenset[Key]:
    return frozenset(_key(f, constants) for f in facts)


def _key(symbol: Symbol, constants: frozenset[str]) -> Key:
    parts = [f"{symbol.name}/{len(symbol.arguments)}"]
    for argument in symbol.arguments:
        if argument.type == SymbolType.Function and argument.name in constants:
            parts.append(f"{argument.name}/{len(argument.arguments)}")
        elif argument.type == SymbolType.String:
            parts.append(f'"{argument.string}"' if argument.string in constants else "*")
        else:
            parts.append("*" if argument.type != SymbolType.Function else "?")
    return tuple(parts)


def _fits(a: Key, b: Key) -> bool:
    return len(a) == len(b) and all(x == y or x == "*" or y == "*" for x, y in zip(a, b, strict=True))


def slice_program(base: RuleBase, signature: Iterable[Key], *, explain: bool) -> str:
    """Return the statements that can matter on facts of this signature, as program text.

    A statement is left out when some positive premise of it cannot be derived, whatever the facts of the
    signature are; so the answer sets are the same as with all statements.
    """
    known: dict[str, set[Key]] = {}
    for key in signature:
        known.setdefault(key[0], set()).add(key)
    waiting = [s for s in base.statements if explain or not s.proof]
    used = []
    changed = True
    while changed:
        changed = False
        rest = []
        for statement in waiting:
            if all(any(_fits(n, k) for k in known.get(n[0], ())) for n in statement.needs):
                used.append(statement)
                for head in statement.heads:
                    if head not in known.setdefault(head[0], set()):
                        known[head[0]].add(head)
                        changed = True
            else:
                rest.append(statement)
        changed = changed and bool(rest)
        waiting = rest
    return "\n".join(s.text for s in used) + "\n"
