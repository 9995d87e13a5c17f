"""The stored interactions are those that the rules show now, each with a board that shows it."""

import functools
from collections import defaultdict

import pyoxigraph as ox
import pytest

from ontology.namespaces import TCG, rule_iri
from ontology.reasoner import Board, load_rules
from ontology.reasoner.interactions import interactions_of
from ontology.reasoner.rulebase import ROOT
from ontology.reasoner.rulings import shipped_cases

KINDS = ("overrides", "enables", "precedes")
STALE = "write them anew: python -m ontology.reasoner.interactions ygo"
SAMPLE = 12
"""Every so many witnesses one is derived again."""


@functools.cache
def _stored(game: str) -> dict[str, set[tuple[str, str, str]]]:
    """Edges (kind, first, second) by the board that shows them."""
    store = ox.Store()
    store.load(path=str(ROOT / game / "interactions.ttl"), format=ox.RdfFormat.TURTLE)
    found: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
    named = ("interactionKind", "from", "to", "witness")
    for quad in store.quads_for_pattern(None, ox.NamedNode(str(TCG["witness"])), None):
        values = {}
        for name in named:
            (row,) = store.quads_for_pattern(quad.subject, ox.NamedNode(str(TCG[name])), None)
            values[name] = getattr(row.object, "value", "")
        edge = ox.NamedNode(str(TCG[values["interactionKind"]]))
        first, second = ox.NamedNode(values["from"]), ox.NamedNode(values["to"])
        assert list(store.quads_for_pattern(first, edge, second))
        found[values["witness"]].add((values["interactionKind"], values["from"], values["to"]))
    return found


@functools.cache
def _boards(game: str) -> dict[str, Board]:
    return {b.id: b for case in shipped_cases(game) if case.mode == "board" for b in case.boards}


@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_every_edge_has_rules_and_a_board(game: str) -> None:
    known = {rule_iri(game, rule) for rule in load_rules(game).rules}
    for witness, edges in _stored(game).items():
        assert witness in _boards(game), STALE
        for kind, first, second in edges:
            assert kind in KINDS
            assert {first, second} <= known, STALE


def test_what_the_rules_declare_is_shown() -> None:
    """Each override that a Yu-Gi-Oh rule declares is seen on some board."""
    seen = {(a, b) for edges in _stored("ygo").values() for kind, a, b in edges if kind == "overrides"}
    rules = load_rules("ygo").rules.values()
    declared = {(rule_iri("ygo", r.id), rule_iri("ygo", other)) for r in rules for other in r.overrides}
    assert seen <= declared
    # The setting that an effect allows bars a bar, which defeats nothing.
    lifts = {(rule_iri("ygo", "x-set-by-an-effect"), rule_iri("ygo", "x-set-in-own-main-phase"))}
    assert declared - seen <= lifts


@pytest.mark.parametrize("witness", sorted(_stored("ygo"))[::SAMPLE])
def test_a_board_shows_what_is_stored(witness: str) -> None:
    shown = {
        (one.kind, rule_iri("ygo", one.first), rule_iri("ygo", one.second))
        for one in interactions_of(_boards("ygo")[witness])
    }
    everything = set().union(*_stored("ygo").values())
    assert _stored("ygo")[witness] <= shown, STALE
    assert shown <= everything, STALE
