"""What the text index holds of a graph: names and passages, each with the thing it belongs to."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pyoxigraph as ox

__all__ = ["Entry", "entries_of", "entries_of_table"]

_TCG = "https://saitei.example/tcg#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_TITLE = "http://purl.org/dc/terms/title"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_NAMES = {
    _SKOS + "prefLabel": 1.0,
    _TITLE: 1.0,
    _SKOS + "notation": 1.0,
    _SKOS + "altLabel": 0.95,
    _TCG + "reading": 0.9,
}
_PASSAGES = (
    _TCG + "plainText",
    _TCG + "question",
    _TCG + "answer",
    _TCG + "abilityText",
    _SKOS + "definition",
)
_WEIGHTS = {f"<{iri}>": weight for iri, weight in (*_NAMES.items(), *((p, 0.0) for p in _PASSAGES))}
"""Weights by predicate, in N-Triples form; 0 for passages."""
_NOT_INDEXED = {"Mention", "Link", "Diagnostic", "Extract", "Passage", "Entity"}
_KINDS = (
    "Ruling",
    "RuleVersion",
    "Rule",
    "RuleGroup",
    "NameSet",
    "CardFace",
    "Card",
    "Term",
    "Page",
    "Fold",
    "Section",
)


class Entry(NamedTuple):
    """A text to be found: of which thing, of which kind; `weight` is 0 for a passage, above 0 for a name."""

    iri: str
    kind: str
    weight: float
    text: str


def entries_of(triples: Iterable[ox.Quad | ox.Triple]) -> list[Entry]:
    """Collect the texts and names of one graph, in a stable order."""
    kinds: dict[str, set[str]] = {}
    found: list[tuple[str, float, str]] = []
    for t in triples:
        if not isinstance(t.subject, ox.NamedNode):
            continue
        predicate = t.predicate.value
        if predicate == _TYPE and isinstance(t.object, ox.NamedNode):
            kinds.setdefault(t.subject.value, set()).add(t.object.value.rsplit("#", 1)[-1])
        elif isinstance(t.object, ox.Literal):
            weight = _NAMES.get(predicate)
            if weight is not None:
                found.append((t.subject.value, weight, t.object.value))
            elif predicate in _PASSAGES:
                found.append((t.subject.value, 0.0, t.object.value))
    entries = []
    for iri, weight, text in sorted(set(found)):
        kind = _kind(kinds.get(iri, set()))
        if kind and not (kind == "RuleVersion" and weight):  # its number is the name of the rule
            entries.append(Entry(iri, kind, weight, text))
    return entries


def entries_of_table(table: Mapping[str, Mapping[str, Iterable[str]]]) -> list[Entry]:
    """Collect the same as `entries_of` from triples by subject and predicate, all in N-Triples form."""
    found: list[tuple[str, float, str, str]] = []
    for subject, row in table.items():
        wanted = row.keys() & _WEIGHTS.keys()
        if not wanted or not subject.startswith("<"):
            continue
        kind = _kind({t[1:-1].rsplit("#", 1)[-1] for t in row.get(f"<{_TYPE}>", ())})
        for predicate in wanted:
            weight = _WEIGHTS[predicate]
            if kind and not (kind == "RuleVersion" and weight):
                found += [(subject[1:-1], weight, _value(v), kind) for v in row[predicate] if v[:1] == '"']
    return [Entry(iri, kind, weight, text) for iri, weight, text, kind in sorted(set(found))]


def _value(literal: str) -> str:
    """The value of a literal in N-Triples form."""
    text = literal[1 : literal.rindex('"')]
    return json.loads(f'"{text}"', strict=False) if "\\" in text else text  # the same escapes as in JSON


def _kind(types: set[str]) -> str:
    if types and types <= _NOT_INDEXED:
        return ""
    for kind in _KINDS:
        if kind in types:
            return kind
    special = sorted(types - _NOT_INDEXED - {"Statement", "Concept"})
    return special[0] if special else ("Statement" if "Statement" in types else "Thing")
