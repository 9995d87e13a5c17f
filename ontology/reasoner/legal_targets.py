"""The targets an Equip Spell may choose on a board as it stands, and why it may not choose the others."""

from collections.abc import Iterable
from dataclasses import dataclass

from clingo import Function

from ontology.graph import GraphReader
from ontology.reasoner.cards import card_facts
from ontology.reasoner.engine import Answer, Engine
from ontology.reasoner.equip_targets import Refusal
from ontology.reasoner.in_force import engines
from ontology.reasoner.scenario import Board
from ontology.reasoner.symbols import plain
from ontology.reasoner.ygo import YuGiOh

__all__ = ["TargetChoice", "legal_targets"]

_READ = ("may_target/2", "seeks/2", "barred/2", "lacks/3", "equip_spell/1")


@dataclass(frozen=True)
class TargetChoice:
    """One Equip Spell and one monster of the board; without refusals the spell may choose it now."""

    spell: str
    monster: str
    refusals: tuple[Refusal, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the spell may choose the monster."""
        return not self.refusals


def legal_targets(
    board: Board, *, graph: GraphReader | None = None, as_of: str | None = None
) -> list[TargetChoice]:
    """Return every pair of an Equip Spell and a monster it could look at, before the events of the board.

    Ids are those of the board. A spell that is already equipped is left out.

    Raises:
        ScenarioError: the board cannot be read.
    """
    game = YuGiOh()
    setup = game.setup(board, card_facts(board.case, graph))
    day = as_of or board.case.date(board)
    engine = engines("ygo", day, frozenset())[-1][1]
    facts = setup.facts.union(game.ambient, [Function("view", [])])
    answer = engine.solve(facts, read=_READ, limit=1)[0]
    equipped = {f.arguments[0].string for f in setup.facts if f.name == "equipped"}
    equips = {a.arguments[0].string for a in answer.of("equip_spell")} - equipped
    choices = []
    for pair in sorted(answer.of("seeks")):
        spell, monster = pair.arguments[0].string, pair.arguments[1].string
        if spell in equips:
            choices.append(TargetChoice(spell, monster, tuple(_refusals(engine, answer, spell, monster))))
    return choices


def _refusals(engine: Engine, answer: Answer, spell: str, monster: str) -> Iterable[Refusal]:
    missing = [
        plain(a.arguments[2])
        for a in sorted(answer.of("lacks"))
        if (a.arguments[0].string, a.arguments[1].string) == (spell, monster)
    ]
    for barred in sorted(answer.of("barred")):
        rule, what = barred.arguments
        if what.name == "target" and [a.string for a in what.arguments] == [spell, monster]:
            known = engine.rules[rule.string]
            # Only the rule about conditions has conditions that are not met.
            for condition in missing if "condition" in known.id else [None]:
                yield Refusal(known.id, condition, known.ja, known.en)
