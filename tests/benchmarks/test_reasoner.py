"""Speed of the reasoner: a case with its proof against raw clingo, a board of forty objects, a thousand boards."""

import time
from collections.abc import Callable
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
from tests.reasoner.ygo.boards import random_board

CASES = Path(ontology.__file__).parent / "cases"


@pytest.mark.parametrize("name", ["dm.yaml", "ygo.yaml"])
def test_a_case_with_its_proof(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
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

    boards = [b for c in load_scenarios(CASES / name) if c.mode == "board" for b in c.boards]
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
    print(
        f"{name}: median {1000 * median(ours):.1f} ms a board with its proof, {median(ratios):.2f} × raw clingo"
    )
    assert median(ratios) <= 2
    assert median(ours) <= 0.025


def _forty_creatures() -> dict[str, Any]:
    cards = {f"c{n}": {"types": ["creature"], "power": 1000 * (n % 5)} for n in range(40)}
    return {
        "id": "big",
        "situation": {"cards": cards, "battle_zone": {"self": [[c] for c in cards]}},
        "events": [{"do": "sba_check"}],
        "expected": {"verdict": "none", "holds": [{"destroyed": {"card": "c0", "is": True}}]},
    }


def _forty_cards() -> dict[str, Any]:
    """Twenty monsters, nineteen of them equipped, and one more Equip Spell for one of them."""
    monsters = {f"m{n}": {"types": ["monster"], "owner": "me" if n % 2 else "opp"} for n in range(20)}
    equips = {f"e{n}": {"types": ["equip_spell"], "owner": "me" if n % 2 else "opp"} for n in range(20)}
    sides: dict[str, list[dict[str, str]]] = {"me": [], "opp": []}
    for card, given in monsters.items():
        sides[str(given["owner"])].append({"card": card, "position": "face_up"})
    return {
        "id": "big",
        "situation": {
            "turn": {"of": "me", "phase": "main1"},
            "cards": {**monsters, **equips},
            "monsters": sides,
            "attachments": [{"card": f"e{n}", "to": f"m{n}"} for n in range(1, 20)],
            "spell_trap_count": {"me": 3, "opp": 3},
        },
        "events": [
            {"do": "activate", "card": "e0", "by": "me", "target": "m1", "chain_link": 1},
            {"do": "resolve", "card": "e0"},
        ],
        "expected": {"verdict": "none", "holds": [{"equipped": {"card": "e1", "to": "m1", "is": True}}]},
    }


@pytest.mark.parametrize(("game", "case"), [("dm", _forty_creatures()), ("ygo", _forty_cards())])
def test_a_board_of_forty_objects(game: str, case: dict[str, Any]) -> None:
    file = load_scenarios(yaml.safe_dump(_document(game, [case])) + "\n")
    derive(file.cases[0])
    start = time.process_time()
    (derivation,) = derive(file.cases[0])
    spent = time.process_time() - start
    print(f"{game}: {1000 * spent:.0f} ms for forty objects")
    assert derivation.ok, derivation.holds
    assert spent < 0.25


@pytest.mark.parametrize(("game", "board"), [("dm", random_case), ("ygo", random_board)])
def test_a_thousand_boards_in_one_process(game: str, board: Callable[[int], dict[str, Any]]) -> None:
    cases = [{**board(n), "expected": {"verdict": "none", "holds": []}} for n in range(1000)]
    file = load_scenarios(yaml.safe_dump(_document(game, cases)) + "\n")
    start = time.process_time()
    count = sum(len(d.outcomes) for c in file for d in derive(c))
    spent = time.process_time() - start
    print(f"{game}: 1,000 boards with proofs: {spent:.1f} s of CPU, {count} outcomes")
    assert count >= 1000


def _document(game: str, cases: list[dict[str, Any]]) -> dict[str, Any]:
    return document(cases) if game == "dm" else {"meta": {"game": game}, "cases": cases}
