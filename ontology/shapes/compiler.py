"""From SHACL to SPARQL: each constraint of a property shape becomes one SELECT of the nodes that break it.

Supported: node shapes with ``sh:targetClass`` and ``sh:property`` (path: one predicate) holding minCount, maxCount,
datatype, nodeKind, class, in, pattern, minInclusive, maxInclusive, lessThan; ``sh:or`` over properties that must be
there; ``sh:sparql`` with a SELECT over ``$this``
(written without prefixes); ``sh:severity`` and ``sh:message`` of property shapes. Anything else is an error, so that no
constraint is passed over in silence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pyoxigraph as ox

from ontology.namespaces import PREFIXES

__all__ = ["Constraint", "ShapeError", "compile_shapes", "shape_files"]

_SH, _RDF = PREFIXES["sh"], PREFIXES["rdf"]
_FOLDER = Path(__file__).parent
Node = ox.NamedNode | ox.BlankNode
_IGNORED = {"path", "message", "severity", "name", "description", "order"}


class ShapeError(ValueError):
    """A shape holds something that is not supported; the message names shape and constraint."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint: `query` selects ``?this`` (and ``?value``, where a value is to blame).

    `classes` are the IRIs of the target classes, `value` the parameter in N-Triples form (of ``sh:in`` and ``sh:or`` the
    members, one a line); `path`, `classes` and `value` are all that `validation` needs for quads in memory.
    """

    shape: str
    component: str
    path: str | None
    severity: str
    message: str
    query: str
    classes: tuple[str, ...] = ()
    value: str = ""


def shape_files() -> list[Path]:
    """Return the files of shapes."""
    return sorted(_FOLDER.glob("*.ttl"))


class _Graph:
    """The triples of the shape files by subject."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self.facts: dict[object, dict[str, list[object]]] = {}
        for path in files:
            for quad in ox.parse(path.read_bytes(), format=ox.RdfFormat.TURTLE, rename_blank_nodes=True):
                self.facts.setdefault(quad.subject, {}).setdefault(quad.predicate.value, []).append(
                    quad.object
                )

    def values(self, subject: object, name: str) -> list[object]:
        return self.facts.get(subject, {}).get(name if ":" in name else _SH + name, [])

    def one(self, subject: object, name: str) -> object | None:
        return next(iter(self.values(subject, name)), None)

    def members(self, head: object) -> Iterator[object]:
        while isinstance(head, Node) and head != ox.NamedNode(_RDF + "nil"):
            yield self.one(head, _RDF + "first")
            head = self.one(head, _RDF + "rest")


@cache
def compile_shapes(*files: Path) -> tuple[Constraint, ...]:
    """Return the constraints of the shape files (all of this folder where none are named).

    Raises:
        ShapeError: a file holds something that this compiler does not support.
    """
    graph = _Graph(files or tuple(shape_files()))
    node_shape = ox.NamedNode(_SH + "NodeShape")
    shapes = [s for s, f in graph.facts.items() if node_shape in f.get(_RDF + "type", [])]
    found: list[Constraint] = []
    for shape in sorted(shapes, key=str):
        classes = [str(c) for c in graph.values(shape, "targetClass")]
        if not classes:
            raise ShapeError(f"{shape}: only sh:targetClass is supported as a target")
        target = (
            f"VALUES ?class {{ {' '.join(classes)} }} ?this a ?class ."
            if len(classes) > 1
            else f"?this a {classes[0]} ."
        )
        for prop in graph.values(shape, "property"):
            found += _property(graph, str(shape), prop, target, tuple(classes))
        for rule in graph.values(shape, "sparql"):
            found.append(_sparql(graph, str(shape), rule, target, tuple(classes)))
        for head in graph.values(shape, "or"):
            found.append(_or(graph, shape, head, target, tuple(classes)))
        known = {_SH + n for n in ("targetClass", "property", "sparql", "or", "message", "severity")} | {
            _RDF + "type",
            PREFIXES["rdfs"] + "label",
            PREFIXES["rdfs"] + "comment",
        }
        if extra := graph.facts[shape].keys() - known:
            raise ShapeError(f"{shape}: {', '.join(sorted(extra))} is not supported")
    return tuple(found)


def _or(graph: _Graph, shape: object, head: object, target: str, classes: tuple[str, ...]) -> Constraint:
    """At least one of several properties is there."""
    paths: list[str] = []
    for member in graph.members(head):
        properties = graph.values(member, "property")
        if len(properties) != 1 or graph.facts[properties[0]].keys() != {_SH + "path", _SH + "minCount"}:
            raise ShapeError(f"{shape}: sh:or is supported over single properties with sh:minCount 1 only")
        paths.append(str(graph.one(properties[0], "path")))
    body = " ".join(f"FILTER NOT EXISTS {{ ?this {path} ?any{i} }}" for i, path in enumerate(paths))
    message = str(getattr(graph.one(shape, "message"), "value", ""))
    severity = str(getattr(graph.one(shape, "severity"), "value", _SH + "Violation")).removeprefix(_SH)
    query = f"SELECT DISTINCT ?this WHERE {{ {target} {body} }}"
    return Constraint(str(shape).strip("<>"), "or", None, severity, message, query, classes, "\n".join(paths))


def _property(
    graph: _Graph, shape: str, prop: object, target: str, classes: tuple[str, ...]
) -> Iterator[Constraint]:
    path = graph.one(prop, "path")
    if not isinstance(path, ox.NamedNode):
        raise ShapeError(f"{shape}: sh:path must be one predicate")
    severity = str(getattr(graph.one(prop, "severity"), "value", _SH + "Violation")).removeprefix(_SH)
    message = str(getattr(graph.one(prop, "message"), "value", ""))
    for predicate, objects in graph.facts[prop].items():
        name = predicate.removeprefix(_SH)
        if name in _IGNORED:
            continue
        for value in objects:
            body = _body(graph, name, str(path), value)
            if body is None:
                raise ShapeError(f"{shape}: sh:{name} is not supported")
            has_value = "?value" in body and name != "minCount"
            query = f"SELECT DISTINCT ?this {'?value ' if has_value else ''}WHERE {{ {target} {body} }}"
            given = "\n".join(str(m) for m in graph.members(value)) if name == "in" else str(value)
            yield Constraint(shape.strip("<>"), name, path.value, severity, message, query, classes, given)


def _body(graph: _Graph, name: str, path: str, value: object) -> str | None:
    """The pattern that a node breaking the constraint fits; None for a constraint that is not supported."""
    number = int(value.value) if isinstance(value, ox.Literal) and value.value.lstrip("-").isdigit() else None
    has = f"?this {path} ?value ."
    match name:
        case "minCount" if number == 1:
            return f"FILTER NOT EXISTS {{ ?this {path} ?any }}"
        case "minCount" if number == 0:
            return "FILTER(false)"
        case "maxCount" if number is not None:
            several = " ".join(f"?this {path} ?v{i} ." for i in range(number + 1))
            distinct = " && ".join(f"str(?v{i}) < str(?v{i + 1})" for i in range(number))
            return f"{several} FILTER({distinct or 'true'})" if number <= 3 else None
        case "datatype":
            return f"{has} FILTER(!isLiteral(?value) || datatype(?value) != {value})"
        case "nodeKind" if str(value) == f"<{_SH}IRI>":
            return f"{has} FILTER(!isIRI(?value))"
        case "nodeKind" if str(value) == f"<{_SH}Literal>":
            return f"{has} FILTER(!isLiteral(?value))"
        case "class":
            return f"{has} FILTER NOT EXISTS {{ ?value a {value} }}"
        case "in":
            return f"{has} FILTER(?value NOT IN ({', '.join(str(m) for m in graph.members(value))}))"
        case "pattern":
            return f"{has} FILTER(!regex(str(?value), {value}))"
        case "minInclusive":  # what cannot be compared does not hold
            return f"{has} FILTER(COALESCE(!(?value >= {value}), true))"
        case "maxInclusive":
            return f"{has} FILTER(COALESCE(!(?value <= {value}), true))"
        case "lessThan":
            return f"{has} ?this {value} ?other . FILTER(COALESCE(!(?value < ?other), true))"
    return None


def _sparql(graph: _Graph, shape: str, rule: object, target: str, classes: tuple[str, ...]) -> Constraint:
    select = getattr(graph.one(rule, "select"), "value", "")
    start = select.find("{")
    if not select.strip().upper().startswith("SELECT") or start < 0 or "$this" not in select:
        raise ShapeError(f"{shape}: sh:select must be a SELECT over $this")
    body = select[start + 1 : select.rindex("}")].replace("$this", "?this")
    message = str(getattr(graph.one(rule, "message"), "value", ""))
    needed = "\n".join(dict.fromkeys(re.findall(r"<[^<>\s]+>", body.split("FILTER")[0])))
    query = f"SELECT DISTINCT ?this WHERE {{ {target} {body} }}"
    return Constraint(shape.strip("<>"), "sparql", None, "Violation", message, query, classes, needed)
