"""Runs the rules on boards: scenarios in, outcomes with proofs out."""

from ontology.reasoner.derivation import Derivation, derive, derive_board
from ontology.reasoner.errors import ReasonerError, RuleBaseError, ScenarioError, UnsatisfiableError
from ontology.reasoner.rulebase import load_rules
from ontology.reasoner.scenario import Board, Case, Fact, ScenarioFile, load_scenarios

__all__ = [
    "Board",
    "Case",
    "Derivation",
    "Fact",
    "ReasonerError",
    "RuleBaseError",
    "ScenarioError",
    "ScenarioFile",
    "UnsatisfiableError",
    "derive",
    "derive_board",
    "load_rules",
    "load_scenarios",
]
