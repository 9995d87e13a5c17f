"""The honesty tests as a command: the answer is computed, never read.

``python -m tests.reasoner.honesty [FILE…]`` derives every case as it is, with one expected fact of each case
flipped (exactly that fact must fail), and with everything but one expected fact a board removed (the outcomes
must stay the same), and prints the three scores.
"""

import copy
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ontology.graph import GraphReader
from ontology.reasoner import Derivation, derive, load_scenarios

POLAR = ("is", "legal", "applies", "occurs")


def derive_all(document: dict[str, Any], graph: GraphReader | None = None) -> dict[str, list[Derivation]]:
    """Derive every case of a document, by case id."""
    file = load_scenarios(yaml.safe_dump(document, allow_unicode=True, sort_keys=False), name="copy")
    return {case.id: derive(case, graph=graph, explain=False) for case in file}


def fact_lists(case: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Yield the lists of expected facts of a case: of the base, of each variant."""
    yield case["expected"].get("holds", [])
    for variant in case.get("variants", []):
        yield variant.get("holds", [])


def flip(case: dict[str, Any]) -> dict[str, Any] | None:
    """Turn the first yes-or-no fact of a case round; return it as it then stands, None if there is none."""
    for holds in fact_lists(case):
        for fact in holds:
            ((predicate, args),) = fact.items()
            for key in POLAR:
                if isinstance(args.get(key), bool):
                    args[key] = not args[key]
                    return {predicate: args}
    return None


def strip(case: dict[str, Any]) -> None:
    """Remove all a case says about its answer, but one expected fact a board."""
    for key in (
        "choices",
        "unknowns",
        "derivable",
        "rules",
        "implied_rules",
        "notes",
        "confidence",
        "asks",
        "title",
        "question",
    ):
        case.pop(key, None)
    expected = case["expected"]
    case["expected"] = {"verdict": "none", "holds": expected.get("holds", [])[:1]}
    for variant in case.get("variants", []):
        variant["holds"] = variant.get("holds", [])[:1]
        variant.pop("label", None)
    for attributes in (case.get("situation") or {}).get("cards", {}).values():
        attributes.pop("label", None)


def states(derivations: list[Derivation]) -> list[set[tuple[frozenset[Any], frozenset[Any]]]]:
    """Outcomes of each board, as they compare."""
    return [{(o.state, o.log) for o in d.outcomes} for d in derivations]


@dataclass
class Scores:
    """The three scores, with the cases that fall short."""

    cases: int = 0
    hold: int = 0
    flips: int = 0
    caught: int = 0
    boards: int = 0
    same: int = 0
    short: list[str] = field(default_factory=list)


def honesty(path: Path, graph: GraphReader | None = None, *, graph_cases: bool = True) -> Scores:
    """Score one file."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not graph_cases:
        document["cases"] = [c for c in document["cases"] if c.get("mode", "board") == "board"]
    base = derive_all(document, graph)
    scores = Scores()
    flipped = copy.deepcopy(document)
    changed = {c["id"]: flip(c) for c in flipped["cases"]}
    turned = derive_all(flipped, graph)
    bare = copy.deepcopy(document)
    for case in bare["cases"]:
        strip(case)
    stripped = derive_all(bare, graph)
    for case in document["cases"]:
        key = case["id"]
        scores.cases += 1
        good = bool(base[key]) and all(d.ok for d in base[key])
        scores.hold += good
        if not good:
            scores.short.append(key)
        fact = changed[key]
        if fact is not None:
            scores.flips += 1
            failed = [
                {j.fact.predicate: dict(j.fact.args)}
                for d in turned[key]
                for j in d.holds
                if j.ok is not True
            ]
            before = [
                {j.fact.predicate: dict(j.fact.args)} for d in base[key] for j in d.holds if j.ok is not True
            ]
            fresh = [f for f in failed if f not in before]
            scores.caught += bool(fresh) and all(f == fact for f in fresh)
        if case.get("mode", "board") == "board":
            scores.boards += 1
            scores.same += states(base[key]) == states(stripped[key])
    return scores


if __name__ == "__main__":
    for name in sys.argv[1:] or ["ontology/cases/dm.yaml"]:
        s = honesty(Path(name))
        print(
            f"{name}: hold {s.hold}/{s.cases} ({' '.join(s.short)}); flipped caught {s.caught}/{s.flips}; "
            f"same without expectations {s.same}/{s.boards}"
        )
