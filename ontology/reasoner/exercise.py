"""Which cases truly exercise a rule: in some outcome it fires, or keeps something from following.

``python -m ontology.reasoner.exercise GAME`` writes ``rules/{game}/exercised.csv`` anew (a rule and a case a line):
deriving every shipped case takes seconds, looking it up does not.
"""

import sys
from pathlib import Path

from ontology.reasoner.derivation import derive
from ontology.reasoner.errors import ReasonerError
from ontology.reasoner.rulebase import ROOT
from ontology.reasoner.rulings import shipped_cases
from ontology.reasoner.whatif import exercised

__all__ = ["cases_by_rule", "derived_cases_by_rule"]


def derived_cases_by_rule(game: str) -> dict[str, list[str]]:
    """Derive every shipped case of a game; return, by rule, the ids of the cases that exercise it."""
    found: dict[str, list[str]] = {}
    for case in shipped_cases(game):
        if case.mode != "board":
            continue
        try:
            derivations = derive(case)
        except ReasonerError:
            continue
        for rule in sorted(frozenset().union(*(exercised(d) for d in derivations))):
            found.setdefault(rule, []).append(case.id)
    return dict(sorted(found.items()))


def cases_by_rule(game: str, root: Path = ROOT) -> dict[str, list[str]]:
    """Return, by rule, the ids of the cases that exercise it, as they were last written down."""
    path = root / game / "exercised.csv"
    found: dict[str, list[str]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            rule, _, case = line.partition(",")
            found.setdefault(rule, []).append(case)
    return found


if __name__ == "__main__":
    for name in sys.argv[1:] or ["dm", "ygo"]:
        lines = [f"{rule},{case}\n" for rule, cases in derived_cases_by_rule(name).items() for case in cases]
        (ROOT / name / "exercised.csv").write_text("".join(lines), encoding="utf-8")
