"""The constraints over the triples of one page in memory.

A page has a thousand triples and is checked by more than a hundred constraints: asking a store so many questions takes
longer than extracting the page. Here each constraint becomes a test of the values that a node has for its path. The
tests hold both ways, and pyshacl, to the same findings.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

import pyoxigraph as ox

from ontology.namespaces import PREFIXES
from ontology.shapes.compiler import Constraint

__all__ = ["Found", "Table", "check", "table_of"]

Table = dict[str, dict[str, list[str]]]
"""Subject → predicate → objects, all in N-Triples form."""

Found = tuple[Constraint, str, str | None]
"""A constraint, the node that breaks it, and the value to blame."""

_TYPE = f"<{PREFIXES['rdf']}type>"
_NUMBER = re.compile(
    r'^"(-?\d+(?:\.\d+)?)"\^\^<http://www\.w3\.org/2001/XMLSchema#(?:integer|decimal|double|int|long)>$'
)
_XSD_STRING = f"<{PREFIXES['xsd']}string>"
_LANG_STRING = f"<{PREFIXES['rdf']}langString>"


def table_of(statements: Iterable[ox.Quad | ox.Triple] | Iterable[str] | Iterable[bytes]) -> Table:
    """Return the triples by subject and predicate; takes quads, triples, or lines of N-Triples."""
    table: Table = {}
    for statement in statements:
        if isinstance(statement, str):
            s, p, o = statement.removesuffix("\n")[:-2].split(" ", 2)
        elif isinstance(statement, bytes):
            s, p, o = statement.decode().removesuffix("\n")[:-2].split(" ", 2)
        else:
            s, p, o = str(statement.subject), str(statement.predicate), str(statement.object)
        row = table.get(s)
        if row is None:
            row = table[s] = {}
        values = row.get(p)
        if values is None:
            row[p] = [o]
        elif o not in values:
            values.append(o)
    return table


def check(table: Table, constraints: Sequence[Constraint]) -> list[Found]:
    """Return what breaks the constraints (those of ``sh:sparql`` apart, which need a store)."""
    found: list[Found] = []
    plans: dict[tuple[str, ...], tuple[list[_Group], list[_Either]]] = {}
    by_class, either = _plan(tuple(constraints))
    for node, facts in table.items():
        types = facts.get(_TYPE)
        if types is None:
            continue
        kind = tuple(types)
        plan = plans.get(kind)
        if plan is None:
            groups = {g.number: g for name in kind for g in by_class.get(name, ())}
            plan = plans[kind] = (list(groups.values()), [e for name in kind for e in either.get(name, ())])
        for group in plan[0]:
            values = facts.get(group.path)
            if values is None:
                if group.needed is not None:
                    found.append((group.needed, node, None))
                continue
            for constraint, test in group.tests:
                for v in values:
                    if not test(v):
                        found.append((constraint, node, v))
            for constraint, whole in group.wholes:
                found += [(constraint, node, v) for v in whole(table, facts, values)]
        for constraint, paths in plan[1]:
            if not any(path in facts for path in paths):
                found.append((constraint, node, None))
    return found


_Either = tuple[Constraint, tuple[str, ...]]


class _Group(NamedTuple):
    """All constraints of one property shape on one path."""

    number: int
    path: str
    needed: Constraint | None
    tests: tuple[tuple[Constraint, Callable[[str], bool]], ...]
    wholes: tuple[
        tuple[Constraint, Callable[[Table, dict[str, list[str]], list[str]], list[str | None]]], ...
    ]


@cache
def _plan(constraints: tuple[Constraint, ...]) -> tuple[dict[str, list[_Group]], dict[str, list[_Either]]]:
    """The groups, and the ``sh:or`` constraints, that apply to each class."""
    keyed: dict[tuple[str, str, str], list[Constraint]] = {}
    either: dict[str, list[_Either]] = {}
    for c in constraints:
        if c.path is not None:
            keyed.setdefault((c.shape, c.path, c.message), []).append(c)
        elif c.component == "or":
            for name in c.classes:
                either.setdefault(name, []).append((c, tuple(c.value.split("\n"))))
    groups: dict[str, list[_Group]] = {}
    for number, ((_, path, _), members) in enumerate(keyed.items()):
        needed = next((c for c in members if c.component == "minCount" and _integer(c.value) > 0), None)
        tests = tuple((c, t) for c in members if (t := _test(c)) is not None)
        wholes = tuple((c, w) for c in members if (w := _whole(c)) is not None)
        for name in members[0].classes:
            groups.setdefault(name, []).append(_Group(number, f"<{path}>", needed, tests, wholes))
    return groups, either


def _integer(literal: str) -> int:
    return int(literal.split('"')[1])


def _test(c: Constraint) -> Callable[[str], bool] | None:
    """The test of a single value."""
    match c.component:
        case "datatype" if c.value == _XSD_STRING:
            return lambda v: v.endswith('"') and v.startswith('"')
        case "datatype" if c.value == _LANG_STRING:
            return lambda v: bool(re.search(r'"@[A-Za-z0-9-]+$', v))
        case "datatype":
            end = f'"^^{c.value}'
            return lambda v: v.endswith(end)
        case "nodeKind":
            start = "<" if c.value.endswith("#IRI>") else '"'
            return lambda v: v.startswith(start)
        case "in":
            members = frozenset(c.value.split("\n"))
            return lambda v: v in members
        case "pattern":
            pattern = re.compile(ox_literal(c.value))
            return lambda v: bool(pattern.search(ox_literal(v)))
        case "minInclusive":
            least = float(_integer(c.value))
            return lambda v: (n := _number(v)) is not None and n >= least
        case "maxInclusive":
            most = float(_integer(c.value))
            return lambda v: (n := _number(v)) is not None and n <= most
    return None


def _whole(c: Constraint) -> Callable[[Table, dict[str, list[str]], list[str]], list[str | None]] | None:
    """The test of all values together, or of values beside other triples; returns the values to blame."""
    match c.component:
        case "maxCount":
            most = _integer(c.value)
            return lambda _t, _f, values: [None] if len(values) > most else []
        case "class":
            return lambda table, _f, values: [
                v for v in values if c.value not in table.get(v, {}).get(_TYPE, ())
            ]
        case "lessThan":
            return lambda _t, facts, values: [
                v for v in values for o in facts.get(c.value, ()) if not _less(v, o)
            ]
    return None


def _less(a: str, b: str) -> bool:
    x, y = _number(a), _number(b)
    return x is not None and y is not None and x < y


def _number(literal: str) -> float | None:
    m = _NUMBER.match(literal)
    return float(m[1]) if m else None


def ox_literal(text: str) -> str:
    """Return the lexical form of a literal, or the IRI of a node, given in N-Triples form."""
    if text.startswith("<"):
        return text[1:-1]
    body = text[1 : text.rindex('"')]
    if "\\" not in body:
        return body
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r", "t": "\t"}.get(m[1], m[1]), body)
