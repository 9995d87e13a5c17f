"""Proofs: what fired is explained, and what did not is named with its reason."""

import json

import pytest
from rdflib import Graph
from rdflib.namespace import PROV, RDF

from ontology.namespaces import TCG
from ontology.reasoner import ScenarioFile, derive, load_rules

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
