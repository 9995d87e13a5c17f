"""Proofs: what fired is explained, and a rejected rule fires once its named condition is made true."""

import json

import pytest
from clingo import Symbol
from rdflib import Graph
from rdflib.namespace import PROV, RDF

from ontology.namespaces import TCG
from ontology.reasoner import ScenarioFile, derive, load_rules
from ontology.reasoner.derivation import engines, game_of
from ontology.reasoner.engine import Rejected
from ontology.reasoner.slicing import EVENT_READ

SHOWN = [
    "dm-qa-01a",
    "dm-qa-02",
    "dm-qa-03",
    "dm-gen-04",
    "dm-sba-j02",
    "dm-sba-m02",
    "dm-qa-09a",
    "dm-cur-06",
    "dm-sba-a01",
]


def _made_true(premise: Symbol) -> tuple[Symbol | None, Symbol | None]:
    """Return the fact to add, or the fact to take away, that makes a premise true."""
    if premise.name == "no":
        return None, premise.arguments[0]
    return premise, None


@pytest.mark.parametrize("case_id", SHOWN)
def test_making_the_named_condition_true_makes_the_rule_fire(dm_cases: ScenarioFile, case_id: str) -> None:
    """For each near miss: with the missing premise given as a fact, or the hindering one away, the rule applies."""
    case = dm_cases.case(case_id)
    board = case.boards[0]
    (derivation, *_) = derive(case)
    _, engine = engines("dm", derivation.as_of, frozenset())[0]
    game = game_of("dm")
    setup = game.setup(board, {})
    tried = 0
    state = setup.facts
    for turn in setup.turns:
        facts = state | turn.facts | frozenset(game.ambient)
        (answer, *_) = engine.solve(facts, read=EVENT_READ)
        for rejected in answer.rejected:
            if rejected.kind != "condition" or rejected.premise is None or rejected.premise.name == "compare":
                continue
            add, drop = _made_true(rejected.premise)
            if drop is not None and drop not in facts:
                continue
            changed = (facts | {add}) if add is not None else facts - {drop}
            again = engine.solve(changed, read=("applies/2", "pick/2", "may/2", "bars/2"))
            assert any(_has(a.atoms, rejected) for a in again), (rejected, [str(a) for a in changed])
            tried += 1
        starts = frozenset(s.arguments[0] for s in answer.of("starts"))
        state = (state - frozenset(s.arguments[0] for s in answer.of("stops"))) | starts
    if case_id != "dm-sba-a01":
        assert tried > 0


def _has(atoms: dict[str, list[Symbol]], rejected: Rejected) -> bool:
    return any(
        s.arguments[0].string == rejected.rule and s.arguments[1] == rejected.action
        for name in ("applies", "pick", "may", "bars")
        for s in atoms.get(name, ())
    )


def test_every_step_names_its_rule_its_premises_and_its_place(dm_cases: ScenarioFile) -> None:
    rules = load_rules("dm").rules
    for case_id in SHOWN:
        for derivation in derive(dm_cases.case(case_id)):
            entry = json.loads(json.dumps(derivation.to_json(), ensure_ascii=False))
            for outcome in entry["outcomes"]:
                for step in outcome["steps"]:
                    assert step["rule"] in rules and step["because"] and step["cites"]
                for rejected in outcome["rejected"]:
                    assert rejected["rule"] in rules and rejected["why"] and rejected["why_ja"]


def test_negated_premises_are_in_the_proof(dm_cases: ScenarioFile) -> None:
    (derivation,) = derive(dm_cases.case("dm-gen-04"))
    because = [str(b) for fired, _ in derivation.conclusions for f in fired for b in f.because]
    assert 'no(creature("under"))' in because


def test_a_rule_not_in_force_says_so(dm_cases: ScenarioFile) -> None:
    (derivation,) = derive(dm_cases.case("dm-cur-06"))
    kinds = {r.rule: r.kind for o in derivation.outcomes for s in o.steps for r in s.rejected}
    assert kinds["x-leftovers"] == "out_of_force"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_text_reads_in_both_languages(dm_cases: ScenarioFile, lang: str) -> None:
    for case_id in [
        *SHOWN,
        "dm-qa-01b",
        "dm-qa-05",
        "dm-qa-09c",
        "dm-past-06",
        "dm-sba-gen-07",
        "dm-sba-k01",
        "dm-ctl-01",
    ]:
        for derivation in derive(dm_cases.case(case_id)):
            text = derivation.to_text(lang)
            assert derivation.id in text
            assert "no(" not in text and "compare(" not in text


def test_turtle_is_prov(dm_cases: ScenarioFile) -> None:
    (derivation,) = derive(dm_cases.case("dm-qa-02"))
    graph = Graph().parse(data=derivation.to_turtle(), format="turtle")
    outcomes = list(graph.subjects(RDF.type, TCG.Outcome))
    steps = list(graph.subjects(RDF.type, TCG.Step))
    assert len(outcomes) == 1 and len(steps) >= 4
    assert all(
        list(graph.objects(s, TCG.appliesRule)) and list(graph.objects(s, PROV.wasDerivedFrom)) for s in steps
    )
    assert list(graph.objects(outcomes[0], TCG.rejectsRule))


def test_the_dates_of_the_issue_give_different_answers(dm_cases: ScenarioFile) -> None:
    board = dm_cases.case("dm-gen-05")
    uncertain = derive(board, as_of="2014-01-10")
    assert any(d.note for d in uncertain)
    old, new = (derive(dm_cases.case("dm-cur-06"), as_of=day)[-1] for day in ("2021-03-15", "2021-03-16"))
    assert len(old.outcomes) > 1 and len(new.outcomes) == 1
