"""Which statements can matter: those that can fire on the facts at hand and that lead to what is read.

Leaving out the others does not change the answer sets on what is read: a statement is dropped only when
some positive premise of it cannot be derived from facts of this signature, or when nothing that is read
depends on its head. Constraints are never dropped for the second reason.

The signature of a fact is its predicate and, at the places where some statement tells values apart, the
functor, constant or string that stands there; two boards with the same signatures share one program.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo import Symbol, SymbolType

from ontology.reasoner.patterns import Key
from ontology.reasoner.rulebase import RuleBase

__all__ = ["EVENT_BARE", "EVENT_READ", "VIEW_EXPLAINED", "VIEW_READ", "Slicer"]

EVENT_BARE = ("starts/1", "stops/1", "log/2", "again/0", "ended/0")
EVENT_READ = (*EVENT_BARE, "w/3", "m/3", "fires/2", "barred/2", "defeated/3")
VIEW_READ = ("hold/1", "unknown/1", "unclaimed/1", "answer/2")
VIEW_EXPLAINED = (*VIEW_READ, "w/3", "m/3", "fires/2", "barred/2", "defeated/3")

_MANY = 400
_ANY = "*"


Values = tuple[str | int, ...]
"""Values of a pattern at the places that matter; a number is a variable."""


@dataclass(frozen=True)
class _Reduced:
    """A statement as the slicer sees it: only the places that matter, only variables that carry a value on.

    ``checks`` are premises without such a variable, ``joins`` those with one. ``closed`` says that the heads are
    the same whatever the premises are.
    """

    checks: tuple[tuple[str, Values], ...]
    joins: tuple[tuple[str, Values], ...]
    heads: tuple[tuple[str, Values], ...]
    variables: int
    closed: bool


@dataclass
class _Reached:
    """What can be derived so far: keys by predicate, live statements, premises that were seen to hold."""

    known: dict[str, set[Key]]
    live: set[int]
    held: set[tuple[int, int]]
    waiting: list[int]
    """For each statement, how many of the predicates of its premises nothing is known of."""

    def copy(self) -> "_Reached":
        """Return a copy that can grow by itself."""
        return _Reached(
            {name: set(keys) for name, keys in self.known.items()},
            set(self.live),
            set(self.held),
            list(self.waiting),
        )


class Slicer:
    """Slices the statements of a rule base for facts that come on top of fixed ones (the guards)."""

    def __init__(self, base: RuleBase, fixed: Iterable[Symbol]) -> None:
        self._base = base
        self._places = _places_that_matter(base)
        self._statements = [self._reduced(s.heads, s.needs) for s in base.statements]
        self._by_head: dict[str, list[int]] = {}
        self._by_need: dict[str, list[int]] = {}
        self._anywhere: dict[str, list[tuple[int, Values]]] = {}
        self._by_value: dict[tuple[str, int], dict[str, list[tuple[int, Values]]]] = {}
        for index, statement in enumerate(self._statements):
            for name in {h for h, _ in statement.heads}:
                self._by_head.setdefault(name, []).append(index)
            premises = {*statement.checks, *statement.joins}
            for name, values in premises:
                self._file(index, name, values)
            for name in {n for n, _ in premises}:
                self._by_need.setdefault(name, []).append(index)
        self._start = _Reached({}, set(), set(), [len({n[0] for n in s.needs}) for s in base.statements])
        free = [i for i, s in enumerate(base.statements) if not s.needs]
        self._spread(self._start, [k for f in fixed if (k := self.key(f))], free)

    def _file(self, index: int, name: str, values: Values) -> None:
        """Keep a premise where a new key finds it: by the first value it asks for, or among those that take any."""
        for place, value in enumerate(values):
            if isinstance(value, str) and value != _ANY:
                self._by_value.setdefault((name, place), {}).setdefault(value, []).append((index, values))
                return
        self._anywhere.setdefault(name, []).append((index, values))

    def _asking(self, name: str, key: Key) -> Iterator[tuple[int, Values]]:
        """Yield the premises a new key may meet."""
        yield from self._anywhere.get(name, ())
        for place, value in enumerate(key):
            filed = self._by_value.get((name, place))
            if filed is not None:
                if value == _ANY:
                    for found in filed.values():
                        yield from found
                else:
                    yield from filed.get(value, ())

    def key(self, fact: Symbol) -> Key:
        """Return the signature of a fact; empty where no statement has it as a premise."""
        name = f"{fact.name}/{len(fact.arguments)}"
        if name not in self._by_need:
            return ()
        given = fact.arguments
        return (name, *(self._word(given[p - 1]) for p in self._places.get(name, ())))

    def _word(self, argument: Symbol) -> str:
        known = self._base.constants
        if argument.type == SymbolType.Function:
            name = argument.name
            return f"{name}/{len(argument.arguments)}" if name in known else "!"
        if argument.type == SymbolType.String:
            text = str(argument)
            return text if text[1:-1] in known else "!"
        return _ANY

    def statements(self, signature: Collection[Key], read: Sequence[str]) -> list[int]:
        """Return the numbers of the statements that can matter on facts of this signature for ``read``."""
        reached = self._start.copy()
        self._spread(reached, signature, ())
        live = reached.live
        kept: set[int] = {i for i in live if not self._statements[i].heads}
        wanted = deque({*read, *(name for i in kept for name in self._base.statements[i].reads)})
        seen = set(wanted)
        while wanted:
            for index in self._by_head.get(wanted.popleft(), ()):
                if index in live and index not in kept:
                    kept.add(index)
                    new = self._base.statements[index].reads - seen
                    seen |= new
                    wanted.extend(new)
        return sorted(kept)

    def _reduced(self, heads: Sequence[Key], needs: Sequence[Key]) -> _Reduced:
        """Keep the places that matter, and of the variables those that a head hands on or two premises share."""
        kept_needs = [(n[0], [n[p] for p in self._places.get(n[0], ())]) for n in needs]
        kept_heads = [(h[0], [h[p] for p in self._places.get(h[0], ())]) for h in heads]
        in_heads = {v for _, values in kept_heads for v in values if v[0] == "?"}
        often = [v for _, values in kept_needs for v in values if v[0] == "?"]
        tracked = {
            v: i for i, v in enumerate(sorted({v for v in often if v in in_heads or often.count(v) > 1}))
        }

        def numbered(values: Iterable[str]) -> tuple[str | int, ...]:
            return tuple(tracked.get(v, _ANY) if v[0] == "?" else v for v in values)

        reduced = tuple((name, numbered(values)) for name, values in kept_heads)
        closed = not any(isinstance(v, int) for _, values in reduced for v in values)
        premises = [(name, numbered(values)) for name, values in kept_needs]
        joins = tuple(p for p in premises if any(isinstance(v, int) for v in p[1]))
        checks = tuple(p for p in premises if p not in joins)
        return _Reduced(checks, joins, reduced, len(tracked), closed)

    def _spread(self, reached: _Reached, new: Iterable[Key], free: Iterable[int]) -> None:
        """Add the keys in ``new``, the heads of the statements ``free`` of premises, and all that follows."""
        known, live, waiting = reached.known, reached.live, reached.waiting
        queue: deque[tuple[str, Key]] = deque()

        def learn(name: str, values: Key) -> None:
            have = known.get(name)
            if have is None:
                have = known[name] = set()
                for index in self._by_need.get(name, ()):
                    waiting[index] -= 1
            if values not in have:
                have.add(values)
                queue.append((name, values))

        def conclude(index: int, bindings: Iterable[Key]) -> None:
            for name, values in self._statements[index].heads:
                for head in {tuple(b[v] if isinstance(v, int) else v for v in values) for b in bindings}:
                    learn(name, head)

        for index in free:
            live.add(index)
            conclude(index, [()])
        for key in new:
            learn(key[0], key[1:])
        while queue:
            name, key = queue.popleft()
            for index, values in self._asking(name, key):
                statement = self._statements[index]
                if waiting[index] or (index in live and statement.closed) or not _fits(values, key):
                    continue
                bindings = _bindings(index, statement, reached, name, values, key)
                if bindings:
                    live.add(index)
                    conclude(index, bindings)


def _bindings(
    index: int, statement: _Reduced, reached: _Reached, name: str, values: Values, key: Key
) -> set[Key]:
    """Return what the variables of a statement may stand for where one premise is this key; nothing if it cannot be."""
    known, held = reached.known, reached.held
    for number, (need, wanted) in enumerate(statement.checks):
        if (index, number) not in held:
            keys = known.get(need)
            if not keys or not any(_fits(wanted, k) for k in keys):
                return set()
            held.add((index, number))
    free = (_ANY,) * statement.variables
    first = _joined(free, values, key)
    found: set[Key] = set() if first is None else {first}
    skipped = False
    for need, wanted in statement.joins:
        if not skipped and need == name and wanted == values:
            skipped = True
            continue
        keys = known.get(need, set())
        found = {b for old in found for k in keys if (b := _joined(old, wanted, k)) is not None}
        if not found:
            return found
        if len(found) > _MANY:
            return {free}  # too many to follow one by one: anything may stand there
    return found


def _joined(old: Key, values: Values, key: Key) -> Key | None:
    """Return the binding that one more premise leaves, None if it does not fit."""
    new: list[str] | None = None
    for value, here in zip(values, key, strict=True):
        if isinstance(value, int):
            before = old[value] if new is None else new[value]
            if here in (before, _ANY):
                continue
            if before != _ANY:
                return None
            new = list(old) if new is None else new
            new[value] = here
        elif value not in (_ANY, here) and here != _ANY:
            return None
    return old if new is None else tuple(new)


def _fits(values: Values, key: Key) -> bool:
    """Whether a premise may be this key, its variables standing for anything."""
    for value, here in zip(values, key, strict=True):
        if not isinstance(value, int) and value not in (_ANY, here) and here != _ANY:
            return False
    return True


def _places_that_matter(base: RuleBase) -> dict[str, tuple[int, ...]]:
    """Return, by predicate, the arguments at which values are told apart.

    Some premise has a functor, constant or string there, or hands what stands there on to such a place.
    """
    found = {
        (need[0], place)
        for statement in base.statements
        for need in statement.needs
        for place, value in enumerate(need)
        if place and value[0] != "?" and value != _ANY
    }
    grown = True
    while grown:
        grown = False
        for statement in base.statements:
            passed = {
                v
                for atom in (*statement.heads, *statement.needs)
                for place, v in enumerate(atom)
                if v[0] == "?" and (atom[0], place) in found
            }
            for need in statement.needs if passed else ():
                for place, value in enumerate(need):
                    if value in passed and (need[0], place) not in found:
                        found.add((need[0], place))
                        grown = True
    places: dict[str, list[int]] = {}
    for name, place in sorted(found):
        places.setdefault(name, []).append(place)
    return {name: tuple(numbers) for name, numbers in places.items()}
