"""Runs the rules on boards: scenarios in, outcomes with proofs out."""

from ontology.reasoner.derivation import Derivation, derive, derive_board
from ontology.reasoner.errors import ReasonerError, RuleBaseError, ScenarioError, UnsatisfiableError
from ontology.reasoner.materialise import materialise
from ontology.reasoner.rulebase import load_rules
from ontology.reasoner.rulings import RulingResult, judge_rulings, ruling_cases
from ontology.reasoner.scenario import Board, Case, Fact, ScenarioFile, load_scenarios
from ontology.reasoner.whatif import difference, minimal_rules, responsible

__all__ = [
    "Board",
    "Case",
    "Derivation",
    "Fact",
    "ReasonerError",
    "RuleBaseError",
    "RulingResult",
    "ScenarioError",
    "ScenarioFile",
    "UnsatisfiableError",
    "derive",
    "derive_board",
    "difference",
    "judge_rulings",
    "load_rules",
    "load_scenarios",
    "materialise",
    "minimal_rules",
    "responsible",
    "ruling_cases",
]
