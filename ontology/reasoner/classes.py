"""Facts about classes of rules and abilities: asserted over the loaded statements."""

from ontology.graph import GraphReader
from ontology.reasoner.judge import Judged
from ontology.reasoner.scenario import Board, Fact

__all__ = ["judge_class"]


def judge_class(fact: Fact, board: Board, graph: GraphReader | None) -> Judged:
    """Judge a ``class`` fact over the statements of the graph; unknown without one."""
    expected = fact.args.get("is")
    if graph is None:
        return Judged(fact, bool(expected), None, reason="needs a store")
    return Judged(fact, bool(expected), None, reason="not read from the statements")
