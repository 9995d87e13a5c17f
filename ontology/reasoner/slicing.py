"""Which statements can matter: those that can fire on the facts at hand and that lead to what is read.

Leaving out the others does not change the answer sets on what is read: a statement is dropped only when
some positive premise of it cannot be derived from facts of this signature, or when nothing that is read
depends on its head. Constraints are never dropped for the second reason.
"""

import itertools
from collections import deque
from collections.abc import Iterable, Sequence

from clingo import Symbol, SymbolType

from ontology.reasoner.instrument import WORDS_MATTER
from ontology.reasoner.rulebase import RuleBase, Statement

__all__ = ["EVENT_BARE", "EVENT_READ", "VIEW_EXPLAINED", "VIEW_READ", "Slicer", "key_of"]

Key = tuple[str, ...]

EVENT_READ = (
    "starts/1",
    "stops/1",
    "log/2",
    "again/0",
    "ended/0",
    "w/3",
    "m/3",
    "fires/2",
    "barred/2",
    "defeated/3",
)
EVENT_BARE = ("starts/1", "stops/1", "log/2", "again/0", "ended/0")
VIEW_READ = ("hold/1", "unknown/1", "unclaimed/1", "answer/2")
VIEW_EXPLAINED = (*VIEW_READ, "w/3", "m/3", "fires/2", "barred/2", "defeated/3")

_MANY = 24


def key_of(symbol: Symbol, constants: frozenset[str]) -> Key:
    """Return the signature of a fact: its predicate and the functor of each argument the rules tell apart."""
    arguments = symbol.arguments
    parts = [f"{symbol.name}/{len(arguments)}"]
    words = parts[0] in WORDS_MATTER
    for argument in arguments:
        kind = argument.type
        if kind == SymbolType.Function:
            name, inner = argument.name, len(argument.arguments)
            parts.append("*" if not inner and not words else f"{name}/{inner}" if name in constants else "!")
        elif kind == SymbolType.String:
            text = argument.string
            parts.append(f'"{text}"' if text in constants else "*")
        else:
            parts.append("*")
    return tuple(parts)


class Slicer:
    """Slices the statements of a rule base for facts that come on top of fixed ones (the guards)."""

    def __init__(self, base: RuleBase, fixed: Iterable[Key]) -> None:
        self._statements = base.statements
        self._needs = [frozenset(n[0] for n in s.needs) for s in base.statements]
        self._by_need: dict[str, list[int]] = {}
        for index, needs in enumerate(self._needs):
            for need in needs:
                self._by_need.setdefault(need, []).append(index)
        self._known: dict[str, set[Key]] = {}
        self._live: set[int] = set()
        free = [i for i, needs in enumerate(self._needs) if not needs]
        self._spread(self._known, self._live, fixed, free)

    def program(self, signature: Iterable[Key], read: Sequence[str]) -> str:
        """Return the statements that can matter on facts of this signature for the predicates in ``read``."""
        known = {name: set(keys) for name, keys in self._known.items()}
        live = set(self._live)
        self._spread(known, live, signature, ())
        order = sorted(live)
        wanted = set(read)
        kept: set[int] = set()
        rest = order
        changed = True
        while changed:
            changed = False
            later = []
            for index in rest:
                statement = self._statements[index]
                if not statement.heads or any(h[0] in wanted for h in statement.heads):
                    kept.add(index)
                    wanted |= statement.reads
                    changed = True
                else:
                    later.append(index)
            rest = later
        return "\n".join(self._statements[i].text for i in order if i in kept) + "\n"

    def _spread(
        self, known: dict[str, set[Key]], live: set[int], new: Iterable[Key], start: Iterable[int]
    ) -> None:
        """Add the keys in ``new`` and everything that can be derived from them."""
        queue = deque(start)
        queued = set(queue)

        def learn(key: Key) -> None:
            have = known.setdefault(key[0], set())
            if key in have or (len(key) > 1 and (key[0], *["*"] * (len(key) - 1)) in have):
                return
            have.add(key)
            for index in self._by_need.get(key[0], ()):
                if index not in queued and all(n in known for n in self._needs[index]):
                    queued.add(index)
                    queue.append(index)

        for key in new:
            learn(key)
        while queue:
            index = queue.popleft()
            queued.discard(index)
            if index in live and all(
                not any(p[0] == "?" for p in h[1:]) for h in self._statements[index].heads
            ):
                continue
            heads = _derive(self._statements[index], known)
            if heads is not None:
                live.add(index)
                for head in heads:
                    learn(head)


def _derive(statement: Statement, known: dict[str, set[Key]]) -> list[Key] | None:
    """Return the head keys a statement may derive, or None if some premise cannot hold."""
    domains: dict[str, set[str]] = {}
    for need in statement.needs:
        found: dict[str, set[str]] = {}
        matched = False
        for key in known.get(need[0], ()):
            if _fits(need, key):
                matched = True
                for pattern, value in zip(need[1:], key[1:], strict=True):
                    if pattern[0] == "?":
                        found.setdefault(pattern, set()).add(value)
        if not matched:
            return None
        for variable, values in found.items():
            domains[variable] = _meet(domains.get(variable), values)
            if not domains[variable]:
                return None
    heads: list[Key] = []
    for head in statement.heads:
        choices = [sorted(domains.get(p, {"*"})) if p[0] == "?" else [p] for p in head[1:]]
        size = 1
        for c in choices:
            size *= len(c)
        if size > _MANY:
            choices = [c if len(c) == 1 else ["*"] for c in choices]
        heads.extend((head[0], *combination) for combination in itertools.product(*choices))
    return heads


def _fits(need: Key, key: Key) -> bool:
    return len(need) == len(key) and all(
        n[0] == "?" or n == "*" or k in ("*", n) for n, k in zip(need[1:], key[1:], strict=True)
    )


def _meet(old: set[str] | None, new: set[str]) -> set[str]:
    if old is None or "*" in old:
        return set(new)
    if "*" in new:
        return old
    return old & new
