"""A derivation as PROV: outcomes, steps, the rules they apply and reject."""

from typing import TYPE_CHECKING

from rdflib import RDF, XSD, BNode, Graph, Literal, URIRef
from rdflib.namespace import PROV, RDFS

from ontology.namespaces import PREFIXES, TCG, mint_iri, rule_iri
from ontology.reasoner.phrasing import LANGUAGES, phrasebook
from ontology.reasoner.report import card_names, fired_in, rejected_in, why
from ontology.reasoner.rulebase import load_rules

if TYPE_CHECKING:
    from ontology.reasoner.derivation import Derivation

__all__ = ["as_graph", "as_turtle"]


def as_graph(derivation: "Derivation") -> Graph:
    """Return the outcomes of a derivation as a graph: ``tcg:Outcome`` with its ``tcg:Step`` chain."""
    graph = Graph()
    for prefix, iri in PREFIXES.items():
        graph.bind(prefix, iri)
    game = derivation.board.case.game
    rules, book = load_rules(game).rules, phrasebook(game)
    names = {lang: card_names(derivation, lang) for lang in LANGUAGES}
    board = URIRef(mint_iri(game, "board", derivation.id))
    graph.add((board, RDF.type, PROV.Entity))
    graph.add((board, RDFS.label, Literal(derivation.board.case.title)))
    for index, outcome in enumerate(derivation.outcomes, start=1):
        node = URIRef(mint_iri(game, "outcome", derivation.id, derivation.as_of, str(index)))
        graph.add((node, RDF.type, TCG.Outcome))
        graph.add((node, RDF.type, PROV.Entity))
        graph.add((node, TCG.asOf, Literal(derivation.as_of, datatype=XSD.date)))
        graph.add((node, PROV.wasDerivedFrom, board))
        for atom in sorted(map(str, outcome.state)):
            graph.add((node, TCG.state, Literal(atom)))
        before: URIRef = board
        for number, (_, fired) in enumerate(fired_in(derivation, index - 1), start=1):
            step = URIRef(mint_iri(game, "outcome", derivation.id, derivation.as_of, str(index), str(number)))
            graph.add((step, RDF.type, TCG.Step))
            graph.add((step, TCG.appliesRule, URIRef(rule_iri(game, fired.rule))))
            graph.add((step, PROV.wasDerivedFrom, before))
            for lang in LANGUAGES:
                graph.add(
                    (
                        step,
                        RDFS.label,
                        Literal(book.conclusion(fired.action, lang, names[lang], bars=fired.bars), lang=lang),
                    )
                )
                for premise in fired.because:
                    said = book.premise(premise, lang, names[lang])
                    if said:
                        graph.add((step, TCG.because, Literal(said, lang=lang)))
            for source in rules[fired.rule].sources:
                graph.add((step, PROV.hadPrimarySource, Literal(str(source))))
            before = step
        graph.add((node, PROV.wasDerivedFrom, before))
        for rejected in rejected_in(derivation, index - 1):
            reason = BNode(
                f"r{abs(hash((derivation.id, index, rejected.rule, str(rejected.action), str(rejected.premise))))}"
            )
            graph.add((node, TCG.rejectsRule, URIRef(rule_iri(game, rejected.rule))))
            graph.add((node, TCG.rejection, reason))
            graph.add((reason, RDF.type, TCG.Rejection))
            graph.add((reason, TCG.rule, URIRef(rule_iri(game, rejected.rule))))
            for lang in LANGUAGES:
                graph.add(
                    (
                        reason,
                        RDFS.comment,
                        Literal(why(rejected, rules[rejected.rule], book, lang, names[lang]), lang=lang),
                    )
                )
    return graph


def as_turtle(derivation: "Derivation") -> str:
    """Return ``as_graph`` in Turtle."""
    return as_graph(derivation).serialize(format="turtle")
