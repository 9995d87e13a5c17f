"""The vocabulary: every term is labelled and described in both languages, and everything that is written is in it."""

import pyoxigraph as ox
import pytest
import rdflib
from rdflib.namespace import OWL, RDF, RDFS, SKOS

from ontology.namespaces import PREFIXES
from ontology.vocabulary import (
    concept_by_label,
    concepts,
    label_of,
    load_vocabulary,
    vocabulary_files,
    vocabulary_quads,
)
from tests.extraction.corpus import gold_files, load

OURS = ("https://saitei.example/tcg#", "https://saitei.example/dm#", "https://saitei.example/ygo#")


def terms() -> list[rdflib.term.Node]:
    return sorted({s for s in load_vocabulary().subjects() if isinstance(s, rdflib.URIRef)})


def test_labels_comments_and_origin() -> None:
    graph = load_vocabulary()
    for term in terms():
        for prop in (RDFS.label, RDFS.comment):
            languages = [o.language for o in graph.objects(term, prop)]  # type: ignore[union-attr]
            assert sorted(languages) == ["en", "ja"], (term, prop)
        if (term, RDF.type, OWL.Ontology) not in graph:
            assert (term, RDFS.isDefinedBy, rdflib.URIRef(str(term).split("#")[0] + "#")) in graph


def test_properties_have_domain_and_range() -> None:
    graph = load_vocabulary()
    classes = set(graph.subjects(RDF.type, OWL.Class))
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty):
        for prop in graph.subjects(RDF.type, kind):
            [domain] = graph.objects(prop, RDFS.domain)
            [range_] = graph.objects(prop, RDFS.range)
            for end in (domain, range_):
                if str(end).startswith(OURS):
                    assert end in classes, (prop, end)


def test_classes_hang_together() -> None:
    graph = load_vocabulary()
    classes = set(graph.subjects(RDF.type, OWL.Class))
    for cls in classes:
        for parent in graph.objects(cls, RDFS.subClassOf):
            assert parent in classes or str(parent).startswith((str(OWL), str(SKOS))), (cls, parent)


def test_concepts_belong_to_a_scheme_and_labels_are_unambiguous_within_it() -> None:
    for concept in concepts():
        assert concept.schemes and concept.ja and concept.en
    for game in ("dm", "ygo"):
        for scheme in {s for c in concepts(game) for s in c.schemes} - {"AbilityKinds"}:
            labels = [label for c in concepts(game, scheme) for label in c.labels]
            assert len(labels) == len(set(labels)), (game, scheme, [x for x in labels if labels.count(x) > 1])


def test_parameters_of_ability_kinds_are_properties() -> None:
    graph = load_vocabulary()
    tcg = rdflib.Namespace(PREFIXES["tcg"])
    for prop in graph.objects(None, tcg.parameter):
        assert (prop, RDFS.label, None) in graph


@pytest.mark.parametrize("name", ["tcg", "dm", "ygo"])
def test_files_and_quads(name: str) -> None:
    assert name in {p.stem for p in vocabulary_files()}
    graph = "https://saitei.example/id/graph/vocabulary"
    quads = vocabulary_quads(graph)
    assert {q.graph_name for q in quads} == {ox.NamedNode(graph)}
    assert len(quads) == len(load_vocabulary())


def test_look_up() -> None:
    assert concept_by_label("dm", "EvolutionKinds")["進化V"].notation == "V"
    assert (
        label_of(PREFIXES["tcg"] + "Ruling") == "裁定"
        and label_of(PREFIXES["tcg"] + "Ruling", "en") == "Ruling"
    )
    assert label_of("https://saitei.example/tcg#NoSuchTerm") is None


def test_everything_extraction_writes_is_in_the_vocabulary() -> None:
    known = {str(t) for t in terms()}
    written: set[str] = set()
    for path in gold_files():
        for result in load(path).results:
            for q in result.quads:
                written.add(q.predicate.value)
                if (q.predicate.value.endswith("#type") and isinstance(q.object, ox.NamedNode)) or (
                    isinstance(q.object, ox.NamedNode) and q.object.value.startswith(OURS)
                ):
                    written.add(q.object.value)
    unknown = {w for w in written if w.startswith(OURS)} - known
    assert unknown == set()
