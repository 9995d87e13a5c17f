"""Read the vocabulary files: as an rdflib graph, as quads for a store, as concepts with their labels."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pyoxigraph as ox
import rdflib

from ontology.namespaces import PREFIXES

__all__ = [
    "Concept",
    "concept_by_label",
    "concepts",
    "label_of",
    "load_vocabulary",
    "vocabulary_files",
    "vocabulary_quads",
]

_FOLDER = Path(__file__).parent
_RDFS_LABEL = PREFIXES["rdfs"] + "label"
_SKOS = PREFIXES["skos"]


@dataclass(frozen=True, slots=True)
class Concept:
    """An entry of a controlled list.

    `classes` and `schemes` are local names (``CardType``, ``CardTypes``), `values` other simple facts by
    local name of the property (``defaultSourceCount`` → ``"2"``).
    """

    iri: str
    game: str
    notation: str | None
    ja: str
    en: str
    alt: tuple[str, ...]
    alt_en: tuple[str, ...]
    classes: frozenset[str]
    schemes: frozenset[str]
    broader: str | None
    values: tuple[tuple[str, str], ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return all Japanese labels, the preferred one first."""
        return (self.ja, *self.alt)


def vocabulary_files() -> list[Path]:
    """Return the Turtle files, the shared one first."""
    return sorted(_FOLDER.glob("*.ttl"), key=lambda p: (p.stem != "tcg", p.stem))


@cache
def load_vocabulary() -> rdflib.Graph:
    """Return the whole vocabulary as one rdflib graph. It is shared: do not change it."""
    graph = rdflib.Graph()
    for path in vocabulary_files():
        graph.parse(path, format="turtle")
    return graph


@cache
def _triples() -> tuple[ox.Triple, ...]:
    found: list[ox.Triple] = []
    for path in vocabulary_files():
        for quad in ox.parse(path.read_bytes(), format=ox.RdfFormat.TURTLE):
            found.append(quad.triple)
    return tuple(found)


def vocabulary_quads(graph: str) -> list[ox.Quad]:
    """Return the vocabulary as quads of the named graph ``graph`` (an IRI)."""
    name = ox.NamedNode(graph)
    return [ox.Quad(t.subject, t.predicate, t.object, name) for t in _triples()]


def _local(iri: str) -> str:
    return iri.rsplit("#", 1)[-1]


def _build() -> Iterator[Concept]:
    by_subject: dict[str, dict[str, list[ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple]]] = {}
    for t in _triples():
        if isinstance(t.subject, ox.NamedNode):
            by_subject.setdefault(t.subject.value, {}).setdefault(t.predicate.value, []).append(t.object)
    rdf_type = PREFIXES["rdf"] + "type"
    prefix_of = {iri: prefix for prefix, iri in PREFIXES.items()}
    for iri, facts in by_subject.items():
        classes = {o.value for o in facts.get(rdf_type, []) if isinstance(o, ox.NamedNode)}
        if _SKOS + "Concept" not in classes:
            continue
        literals = {p: [o for o in objects if isinstance(o, ox.Literal)] for p, objects in facts.items()}
        pref = {o.language: o.value for o in literals.get(_SKOS + "prefLabel", [])}
        alt = literals.get(_SKOS + "altLabel", [])
        broader = facts.get(_SKOS + "broader", [])
        values = [
            (_local(p), o.value)
            for p, objects in facts.items()
            if p.startswith("https://saitei.example/")
            for o in objects
            if isinstance(o, ox.Literal | ox.NamedNode)
        ]
        yield Concept(
            iri=iri,
            game=prefix_of.get(iri.rsplit("#", 1)[0] + "#", "tcg"),
            notation=next((o.value for o in literals.get(_SKOS + "notation", [])), None),
            ja=pref.get("ja", ""),
            en=pref.get("en", ""),
            alt=tuple(o.value for o in alt if o.language == "ja"),
            alt_en=tuple(o.value for o in alt if o.language == "en"),
            classes=frozenset(_local(c) for c in classes) - {"Concept"},
            schemes=frozenset(
                _local(o.value) for o in facts.get(_SKOS + "inScheme", []) if isinstance(o, ox.NamedNode)
            ),
            broader=next((o.value for o in broader if isinstance(o, ox.NamedNode)), None),
            values=tuple(sorted(values)),
        )


@cache
def concepts(game: str | None = None, scheme: str | None = None) -> tuple[Concept, ...]:
    """Return the concepts of a game (``"dm"``, ``"ygo"``, ``"tcg"``; None: all) and a scheme (``"CardTypes"``)."""
    return tuple(
        c
        for c in _all_concepts()
        if (game is None or c.game == game) and (scheme is None or scheme in c.schemes)
    )


@cache
def _all_concepts() -> tuple[Concept, ...]:
    return tuple(sorted(_build(), key=lambda c: c.iri))


@cache
def concept_by_label(game: str, scheme: str) -> dict[str, Concept]:
    """Return the concepts of a scheme by each of their Japanese labels."""
    return {label: c for c in concepts(game, scheme) for label in c.labels}


@cache
def _labels() -> dict[tuple[str, str], str]:
    return {
        (t.subject.value, t.object.language or ""): t.object.value
        for t in _triples()
        if t.predicate.value == _RDFS_LABEL
        and isinstance(t.object, ox.Literal)
        and isinstance(t.subject, ox.NamedNode)
    }


def label_of(iri: str, lang: str = "ja") -> str | None:
    """Return the label of a vocabulary term in a language ("ja" or "en"), or None for an unknown term."""
    return _labels().get((iri, lang))
