"""Speed of the reasoner: a case with its proof against raw clingo, a board of forty objects, a thousand boards."""

import time
from pathlib import Path
from statistics import median
from typing import Any

import clingo
import pytest
import yaml

import ontology
from ontology.reasoner import derive, derive_board, load_scenarios
from ontology.reasoner.engine import Engine
from tests.reasoner.boards import document, random_case

CASES = Path(ontology.__file__).parent / "cases" / "dm.yaml"


def test_a_case_with_its_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most twice raw clingo ground-and-solve of the same programs, and 25 ms at the median (CPU time)."""
    raw: list[float] = []
    original = Engine.solve

    def solve(self: Engine, facts: Any, *, read: Any, limit: int = 0) -> Any:
        facts = list(facts)
        answers = original(self, facts, read=read, limit=limit)
        texts = [self._known(f) for f in facts]
        program = self._program(frozenset(k for _, k in texts), tuple(read)) + "".join(t for t, _ in texts)
        start = time.process_time()
        control = clingo.Control([str(limit), "--warn=none"])
        control.add("base", [], program)
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            for model in handle:
                model.symbols(shown=True)
        raw.append(time.process_time() - start)
        return answers

    boards = [b for c in load_scenarios(CASES) if c.mode == "board" for b in c.boards]
    for board in boards:
        derive_board(board)
    ours: list[float] = []
    ratios: list[float] = []
    for board in boards:
        start = time.process_time()
        for derivation in derive_board(board):
            derivation.to_json()
        ours.append(time.process_time() - start)
        raw.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Engine, "solve", solve)
            derive_board(board)
        ratios.append(ours[-1] / sum(raw))
    print(f"median {1000 * median(ours):.1f} ms a board with its proof, {median(ratios):.2f} times raw clingo")
    assert median(ratios) <= 2
    assert median(ours) <= 0.025


def test_a_board_of_forty_objects() -> None:
    cards = {f"c{n}": {"types": ["creature"], "power": 1000 * (n % 5)} for n in range(40)}
    case = {
        "id": "big",
        "situation": {"cards": cards, "battle_zone": {"self": [[c] for c in cards]}},
        "events": [{"do": "sba_check"}],
        "expected": {"verdict": "none", "holds": [{"destroyed": {"card": "c0", "is": True}}]},
    }
    file = load_scenarios(yaml.safe_dump(document([case])) + "\n")
    derive(file.cases[0])
    start = time.process_time()
    (derivation,) = derive(file.cases[0])
    spent = time.process_time() - start
    print(f"{1000 * spent:.0f} ms for forty objects")
    assert derivation.ok
    assert spent < 0.25


def test_a_thousand_boards_in_one_process() -> None:
    file = load_scenarios(yaml.safe_dump(document([random_case(n) for n in range(1000)])) + "\n")
    start = time.process_time()
    count = sum(len(d.outcomes) for c in file for d in derive(c))
    spent = time.process_time() - start
    print(f"1,000 boards with proofs: {spent:.1f} s of CPU, {count} outcomes")
    assert count >= 1000
