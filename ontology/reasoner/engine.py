"""One step of a run: solve the rules on a board, once, and read every answer set."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import clingo
from clingo import Symbol, SymbolType

from ontology.reasoner.errors import ReasonerError, UnsatisfiableError
from ontology.reasoner.instrument import Built
from ontology.reasoner.patterns import Key
from ontology.reasoner.rulebase import Rule, RuleBase
from ontology.reasoner.slicing import Slicer
from ontology.reasoner.symbols import atom, text_of

__all__ = ["Answer", "Engine", "Fired", "Rejected"]

MAX_KNOWN_FACTS = 200_000
MAX_PROGRAMS = 5_000

_GUARD = re.compile(r'(active|dormant)\("([^"]*)"\)')


@dataclass(frozen=True)
class Fired:
    """A rule that fired: what it does, or (``bars``) keeps from being, and the ground premises it did so on."""

    rule: str
    action: Symbol
    because: tuple[Symbol, ...] = ()
    bars: bool = False


@dataclass(frozen=True)
class Rejected:
    """A rule that did not fire although it nearly did.

    ``kind`` is ``defeated`` (``by`` names the rule that overrides it), ``condition`` (``premise`` is the one
    premise that failed) or ``out_of_force``. ``bars``: the rule would have kept the action from being; only
    told of what did come about.
    """

    rule: str
    action: Symbol
    kind: str
    premise: Symbol | None = None
    by: str | None = None
    bars: bool = False


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
        self.without = without
        self.rules: dict[str, Rule] = {k: r for k, r in base.rules.items() if k not in without}
        self.active = frozenset(k for k in self.rules if in_force.get(k, True))
        guards = [atom("active", k) for k in sorted(self.active)]
        guards += [atom("dormant", k) for k in sorted(self.rules) if k not in self.active]
        for rule in self.rules.values():
            guards += [atom("overrides", rule.id, other) for other in rule.overrides]
            if rule.category is not None:
                guards.append(atom("sba", rule.id, clingo.Function(rule.category, [])))
        self._slicer = Slicer(base, guards)
        self._guards = guards
        self._facts: dict[Symbol, tuple[str, Key]] = {}
        self._programs: dict[tuple[frozenset[Key], tuple[str, ...]], str] = {}

    def solve(self, facts: Iterable[Symbol], *, read: Sequence[str], limit: int = 0) -> list[Answer]:
        """Return every answer set of the rules on these facts, as far as the predicates in ``read``.

        Raises:
            UnsatisfiableError: there is none: the rules contradict each other on this board.
            ReasonerError: numbers of the board add up to more than the solver can count.
        """
        texts, keys, events = [], set(), set()
        for fact in facts:
            if fact.name == "event":
                events.add(fact.arguments[0])
            text, key = self._known(fact)
            texts.append(text)
            keys.add(key)
        control = clingo.Control([str(limit), "--warn=none"])
        control.add("base", [], self._program(frozenset(keys), tuple(read)) + "".join(texts))
        try:
            control.ground([("base", [])])
        except RuntimeError as error:
            raise ReasonerError(
                "the board cannot be reckoned with; its numbers may add up to more than 2,147,483,647"
            ) from error
        answers: list[Answer] = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                atoms: dict[str, list[Symbol]] = {}
                for symbol in model.symbols(shown=True):
                    atoms.setdefault(symbol.name, []).append(symbol)
                answers.append(self._read(atoms, events))
        if not answers:
            raise UnsatisfiableError(
                "no legal outcome: the rules in force contradict each other on this board"
            )
        return answers

    def _read(self, atoms: dict[str, list[Symbol]], events: set[Symbol]) -> Answer:
        answer = Answer(atoms)
        fired = {(s.arguments[0].string, s.arguments[1]) for s in atoms.get("fires", ())}
        barred = {(s.arguments[0].string, s.arguments[1]) for s in atoms.get("barred", ())}
        came_about = {action for _, action in fired} | (events - {action for _, action in barred})
        # A bar that stands could have been barred itself.
        came_about |= {clingo.Function("bar", [clingo.String(r), x]) for r, x in barred}
        shown: set[tuple[str, Symbol]] = set()
        for witness in sorted(atoms.get("w", ())):
            rule, head = self.base.premises[witness.arguments[0].number]
            key = (rule, witness.arguments[1])
            if key in (barred if head == "bars" else fired) and key not in shown:
                shown.add(key)
                because = tuple(p for p in witness.arguments[2].arguments)
                answer.fired.append(Fired(rule, witness.arguments[1], because, head == "bars"))
        for symbol in sorted(atoms.get("defeated", ())):
            loser, action, by = symbol.arguments
            answer.rejected.append(Rejected(loser.string, action, "defeated", by=by.string))
        for miss in sorted(atoms.get("m", ())):
            rule, head = self.base.premises[miss.arguments[0].number]
            key = (rule, miss.arguments[1])
            premise = miss.arguments[2]
            if key in fired or key in barred:
                continue
            if premise.type == SymbolType.Function and premise.name == "out_of_force":
                answer.rejected.append(Rejected(rule, miss.arguments[1], "out_of_force"))
            elif head != "bars" or miss.arguments[1] in came_about:
                answer.rejected.append(
                    Rejected(rule, miss.arguments[1], "condition", premise, bars=head == "bars")
                )
        return answer

    def _known(self, fact: Symbol) -> tuple[str, Key]:
        found = self._facts.get(fact)
        if found is None:
            if len(self._facts) > MAX_KNOWN_FACTS:
                self._facts.clear()
            found = self._facts[fact] = (f"{fact}.", self._slicer.key(fact))
        return found

    def _program(self, keys: frozenset[Key], read: tuple[str, ...]) -> str:
        found = self._programs.get((keys, read))
        if found is None:
            if len(self._programs) > MAX_PROGRAMS:
                self._programs.clear()
            found = self._programs[(keys, read)] = self._written(keys, read)
        return found

    def _written(self, keys: frozenset[Key], read: tuple[str, ...]) -> str:
        """Write the program: what can matter, without the guards, and the facts about rules that are asked for."""
        kept = [self.base.statements[i] for i in self._slicer.statements([k for k in keys if k], read)]
        texts = [_unguarded(s) for s in kept]
        asked = {name for s in kept for name in s.reads} - {"active/1", "dormant/1"}
        mentioned = set(_GUARD.findall("".join(texts)))
        guards = [
            g
            for g in self._guards
            if f"{g.name}/{len(g.arguments)}" in asked or (g.name, g.arguments[0].string) in mentioned
        ]
        return "\n".join(texts) + "\n" + text_of(guards) + "".join(f"#show {p}.\n" for p in read)


def _unguarded(statement: Built) -> str:
    """Return the text without its guard: it was kept because the guard holds."""
    if not statement.guard:
        return statement.text
    head, _, body = statement.text.partition(" :- ")
    rest = body.replace(f"{statement.guard}; ", "", 1) if f"{statement.guard}; " in body else ""
    return f"{head} :- {rest}" if rest else f"{head}."
