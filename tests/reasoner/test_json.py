"""The JSON of a derivation follows the schema that is shipped."""

import json
from pathlib import Path

import jsonschema

import ontology
from ontology.reasoner import ScenarioFile, derive

SCHEMA = Path(ontology.__file__).parent / "reasoner" / "derive.schema.json"


def test_json_follows_its_schema(dm_cases: ScenarioFile) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    entries = [d.to_json() for case in list(dm_cases)[::4] for d in derive(case)]
    entries += [d.to_json() for d in derive(dm_cases.case("dm-qa-09c"))]
    jsonschema.validate(json.loads(json.dumps(entries)), schema)


def test_what_no_page_answers_is_said_and_offered(dm_cases: ScenarioFile) -> None:
    (derivation,) = derive(dm_cases.case("dm-qa-09c"))
    assert derivation.unanswered == ("topic:aura_after_rebuild",)
    (offer,) = derivation.offers
    assert offer["confidence"] == "low"
    assert 'in("aura",graveyard)' in offer["holds"]
    assert "703.4j" in offer["nearest"]


def test_graph_facts_are_not_run_without_a_store(dm_cases: ScenarioFile) -> None:
    (derivation,) = derive(dm_cases.case("dm-sba-gen-08"))
    assert derivation.status == "not_run"
    assert all(j.ok is None for j in derivation.holds)
