"""Judging facts on outcomes: asked of the rules, never read off the expectations."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from clingo import Function, Number, Symbol

from ontology.reasoner.engine import Answer, Engine, Fired, Rejected
from ontology.reasoner.game import Setup
from ontology.reasoner.predicates import Predicate, PredicateTable
from ontology.reasoner.run import Outcome
from ontology.reasoner.scenario import Fact
from ontology.reasoner.slicing import VIEW_EXPLAINED, VIEW_READ
from ontology.reasoner.symbols import atom, constant, token

__all__ = ["Judge", "Judged", "Question"]

Truth = Literal["some"] | bool | None


@dataclass(frozen=True)
class Question:
    """A fact as the rules are asked it: its ask/arg atoms, and the value it expects of the polar argument."""

    fact: Fact
    predicate: Predicate
    expected: bool
    number: int
    facts: tuple[Symbol, ...]
    count: int | None = None


@dataclass(frozen=True)
class Judged:
    """What was found: ``actual`` over all outcomes, and in each of them (None = unknown there)."""

    fact: Fact
    expected: bool | None
    actual: Truth
    each: tuple[bool | None, ...] = ()
    reason: str = ""

    @property
    def ok(self) -> bool | None:
        """Whether the fact holds as expected; None if the reasoner cannot tell."""
        if self.actual is None or self.expected is None:
            return None
        return self.actual == self.expected


class Judge:
    """Judges facts over the outcomes of one board; every fact is solved for once."""

    def __init__(
        self,
        engine: Engine,
        table: PredicateTable,
        setup: Setup,
        outcomes: Sequence[Outcome],
        ambient: Iterable[Symbol],
        *,
        explain: bool = False,
    ) -> None:
        self._read = VIEW_EXPLAINED if explain else VIEW_READ
        self.engine = engine
        self.table = table
        self.setup = setup
        self.outcomes = outcomes
        self.ambient = frozenset(ambient)
        self._questions: dict[str, Question | str] = {}
        self._answers: list[Answer] | None = None

    def prepare(self, facts: Iterable[Fact]) -> None:
        """Take in the facts that will be asked; all of them are solved for together."""
        for fact in facts:
            key = _key(fact)
            if key not in self._questions:
                self._questions[key] = self._question(fact, len(self._questions) + 1)
                self._answers = None

    def judge(self, fact: Fact) -> Judged:
        """Return what is so in the outcomes."""
        self.prepare([fact])
        question = self._questions[_key(fact)]
        if isinstance(question, str):
            return Judged(fact, None, None, reason=question)
        question = self._with(question, fact)
        if question.predicate.across == "count":
            return self._count(question)
        each = tuple(self._in(answer, question) for answer in self._solved())
        claimed = [v for v in each if v != "unclaimed"]
        plain = tuple(None if v == "unclaimed" else v for v in each)
        return Judged(fact, question.expected, _combine(claimed, question.predicate.across), plain)

    def each(self, fact: Fact) -> tuple[bool | None, ...]:
        """Return, outcome by outcome, whether the fact as written (polarity included) holds there."""
        judged = self.judge(fact)
        if judged.expected is None:
            return (None,) * len(self.outcomes)
        if not judged.each:
            return (judged.ok,) * len(self.outcomes)
        return tuple(None if v is None else v == judged.expected for v in judged.each)

    def conclusions(self) -> tuple[tuple[tuple[Fired, ...], tuple[Rejected, ...]], ...]:
        """Return, for each outcome, the rules that say how things stand at the end, and those that do not."""
        return tuple((tuple(a.fired), tuple(a.rejected)) for a in self._solved())

    def _with(self, question: Question, fact: Fact) -> Question:
        """Return the question with the polarity of this very fact (questions are shared between polarities)."""
        polar = question.predicate.polar
        expected = bool(fact.args[polar]) if polar is not None and polar in fact.args else True
        return Question(fact, question.predicate, expected, question.number, question.facts, question.count)

    def _in(self, answer: Answer, question: Question) -> bool | Literal["unclaimed"] | None:
        number = Number(question.number)
        if any(a.arguments[0] == number for a in answer.of("unclaimed")):
            return "unclaimed"
        if any(a.arguments[0] == number for a in answer.of("unknown")):
            return None
        return any(a.arguments[0] == number for a in answer.of("hold"))

    def _count(self, question: Question) -> Judged:
        number = Number(question.number)
        values = {
            frozenset(a.arguments[1] for a in answer.of("answer") if a.arguments[0] == number)
            for answer in self._solved()
        }
        return Judged(question.fact, True, len(values) == question.count)

    def _solved(self) -> list[Answer]:
        if self._answers is None:
            asked = [f for q in self._questions.values() if isinstance(q, Question) for f in q.facts]
            base = self.ambient.union(asked, [Function("view", [])])
            self._answers = [
                self.engine.solve(o.state | o.log | base, read=self._read, limit=1)[0] for o in self.outcomes
            ]
        return self._answers

    def _question(self, fact: Fact, number: int) -> Question | str:
        predicate = self.table.predicates.get(fact.predicate)
        if predicate is None:
            return f"unknown predicate {fact.predicate}"
        if predicate.at == "graph":
            return "asked of the loaded statements"
        facts: list[Symbol] = [atom("ask", number, constant(predicate.id))]
        count: int | None = None
        for name in fact.args:
            if name not in predicate.args:
                return f"unknown argument {name} of {predicate.id}"
        for name, kind in predicate.args.items():
            if name not in fact.args:
                if kind.endswith("?"):
                    continue
                return f"{predicate.id} lacks {name}"
            if name == predicate.polar:
                if not isinstance(fact.args[name], bool):
                    return f"{name} of {predicate.id} must be true or false"
                continue
            made = self._argument(number, name, kind.rstrip("?"), fact.args[name])
            if isinstance(made, str):
                return made
            facts.extend(made)
            if predicate.across == "count" and kind == "int":
                count = fact.args[name]
        return Question(fact, predicate, True, number, tuple(facts), count)

    def _argument(self, number: int, name: str, kind: str, given: Any) -> list[Symbol] | str:
        key = constant(name)
        wrong = f"{name}: {given!r} is no {kind}"
        kinds = kind.split("|")
        if kind == "cards":
            if (
                not isinstance(given, list)
                or not given
                or not set(map(str, given)) <= self.setup.known["card"]
            ):
                return wrong
            result = [atom("arg", number, key, str(c)) for c in given]
            return result + [atom("argn", number, key, n, str(c)) for n, c in enumerate(given, start=1)]
        if kind == "int":
            if not isinstance(given, int) or isinstance(given, bool):
                return wrong
            return [atom("arg", number, key, given)]
        if not isinstance(given, str):
            return wrong
        if "card" in kinds and given in self.setup.known["card"]:
            return [atom("arg", number, key, given)]
        if "player" in kinds and given in self.setup.tokens:
            return [atom("arg", number, key, constant(given))]
        if kind in ("effect",):
            return [atom("arg", number, key, given)]
        if kind == "rule" or "rule" in kinds:
            if ":" not in given:
                return [atom("arg", number, key, given)]
            return self._id(number, key, given, wrong)
        if any(k.startswith("id:") for k in kinds) or ":" in given:
            return self._id(number, key, given, wrong)
        words = self._words(kind)
        if words is not None and given in words:
            return [atom("arg", number, key, token(given))]
        return wrong

    def _words(self, kind: str) -> Sequence[str] | None:
        if kind == "ability":
            return tuple(self.setup.known.get("ability", ()))
        for plural in (kind, f"{kind}s", f"{kind[:-1]}ies"):
            found = self.table.vocabulary(plural)
            if found:
                return found
        return None

    def _id(self, number: int, key: Symbol, given: str, wrong: str) -> list[Symbol] | str:
        parsed = self.table.parse_id(given, self.setup.known)
        if parsed is None:
            return wrong
        result = [Function("arg", [Number(number), key, parsed.term])]
        result += [atom("argn", number, key, n, c) for n, c in enumerate(parsed.cards, start=1)]
        if parsed.term.name == "nameset":
            # A name set is picked by the text it contains; which cards that is, is asked with the fact.
            wanted = parsed.term.arguments[0].string
            names = self.setup.known.get("card_name", frozenset())
            result += [atom("in_set", name, wanted) for name in sorted(names) if wanted in name]
        for o, part in enumerate(parsed.parts, start=1):
            result += [atom("part", number, key, o, n, c) for n, c in enumerate(part, start=1)]
        return result


def _combine(values: Sequence[bool | None], across: str) -> Truth:
    if across == "some":
        return True if True in values else None if None in values else False
    if across == "none":
        return False if True in values else None if None in values else True
    if None in values:
        return None
    if not values:
        return False
    return True if all(values) else "some" if any(values) else False


def _key(fact: Fact) -> str:
    polar: Mapping[str, Any] = {k: v for k, v in fact.args.items() if not isinstance(v, bool)}
    flags = sorted(k for k, v in fact.args.items() if isinstance(v, bool))
    return json.dumps([fact.predicate, polar, flags], sort_keys=True, ensure_ascii=False)
