"""Fixtures of the reasoner's tests: the project's own copy of the cases, derived once."""

from pathlib import Path

import pytest

import ontology
from ontology.reasoner import ScenarioFile, load_scenarios

CASES = Path(ontology.__file__).parent / "cases"


@pytest.fixture(scope="session")
def dm_cases() -> ScenarioFile:
    """The Duel Masters cases the project ships."""
    return load_scenarios(CASES / "dm.yaml")
