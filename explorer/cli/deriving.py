"""What `saitei derive` does with its files: one derivation for each board."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from explorer.cli.failures import complain, fail
from ingest.store import DERIVED_GRAPH, Store
from ontology.reasoner import (
    Board,
    Case,
    Derivation,
    ReasonerError,
    UnsatisfiableError,
    derive_board,
    load_scenarios,
    responsible,
)
from ontology.reasoner.rulebase import Rule

__all__ = ["Comparison", "Entry", "Failure", "Request", "run_cases", "run_materialise", "run_rulings"]


class Entry(Protocol):
    """What is written: a derivation, the comparison of two, or why there is none."""

    @property
    def ok(self) -> bool:
        """Whether everything expected holds."""
        ...

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        ...

    def to_text(self, lang: str) -> str:
        """For people."""
        ...

    def to_turtle(self) -> str:
        """As RDF."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """What the options ask for."""

    cases: tuple[str, ...]
    as_of: str | None
    without: tuple[str, ...]

    def wants(self, board: str) -> bool:
        """Tell whether a board (ID or ID#n) is asked for."""
        return not self.cases or board in self.cases or board.split("#", maxsplit=1)[0] in self.cases


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same board on two days; a day whose rules are uncertain has two derivations."""

    before: list[Derivation]
    after: list[Derivation]
    days: tuple[str, str]

    @property
    def ok(self) -> bool:
        """A comparison expects nothing."""
        return True

    @property
    def differs(self) -> bool:
        """Whether verdict or outcomes differ."""
        return [_essence(d) for d in self.before] != [_essence(d) for d in self.after]

    @property
    def responsible(self) -> tuple[Rule, ...]:
        """The rules that came or went between the days and matter on this board."""
        return responsible(self.before[-1], self.after[-1]) if self.differs else ()

    def to_json(self) -> dict[str, Any]:
        """Return the derivations of both days and whether they differ."""
        return {
            "case": self.before[0].id,
            "days": list(self.days),
            "differs": self.differs,
            "responsible": [r.id for r in self.responsible],
            "before": [d.to_json() for d in self.before],
            "after": [d.to_json() for d in self.after],
        }

    def to_text(self, lang: str) -> str:
        """Return both one under the other, or one line where they agree."""
        case = self.before[0].id
        if not self.differs:
            return f"{case}: {'no difference between' if lang == 'en' else '違いなし'} {self.days[0]} / {self.days[1]}"
        parts = ["変わったルール:" if lang == "ja" else "Rules that changed:"] if self.responsible else []
        parts += [f"   {r.id} ({r.valid}): {r.ja if lang == 'ja' else r.en}" for r in self.responsible]
        for day, found in zip(self.days, (self.before, self.after), strict=True):
            parts.append(f"=== {day} ===")
            parts += [d.to_text(lang).rstrip() for d in found]
        return f"{case}\n" + "\n".join(parts)

    def to_turtle(self) -> str:
        """Return both as Turtle."""
        return "\n".join(d.to_turtle() for d in (*self.before, *self.after))


@dataclass(frozen=True, slots=True)
class Failure:
    """A board that could not be run; the rest of the file goes on."""

    board: str
    expected: str
    message: str
    ok: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return an entry of the usual shape with status not_run and the message as note."""
        return {
            "case": self.board, "status": "not_run", "as_of": None, "verdict": "none", "expected_verdict": self.expected,
            "conditional_on": [], "outcomes": [], "holds": [], "choices": [], "unanswered": [], "note": self.message,
        }  # fmt: skip

    def to_text(self, lang: str) -> str:
        """Return the message."""
        return f"{self.board}: {'not run' if lang == 'en' else '実行できません'}: {self.message}"

    def to_turtle(self) -> str:
        """Return the message as a comment."""
        return f"# {self.board}: " + " ".join(self.message.splitlines()) + "\n"


def _essence(derivation: Derivation) -> tuple[object, ...]:
    found = derivation.to_json()
    outcomes = sorted(repr((o.get("label"), o["state"])) for o in found["outcomes"])
    steps = sorted(repr([s["rule"] for s in o["steps"]]) for o in found["outcomes"])
    return found["status"], found["verdict"], outcomes, steps


def run_cases(
    source: str | Path, request: Request, graph: Store | None, days: tuple[str, str] | None
) -> list[Entry]:
    """Derive the boards of a scenario file (a path, or its text)."""
    scenarios = load_scenarios(source, name="-" if isinstance(source, str) else None)
    boards = [board for case in scenarios for board in case.boards if request.wants(board.id)]
    if not boards and request.cases:
        known = ", ".join(case.id for case in list(scenarios)[:8])
        message = f"no case {', '.join(request.cases)}; the file holds: {known} …"
        raise fail(message, file=str(scenarios.name))
    return list(_derive(boards, request, graph, days))


def _derive(
    boards: Iterable[Board], request: Request, graph: Store | None, days: tuple[str, str] | None
) -> Iterator[Entry]:
    known = False
    for board in boards:
        try:
            if days is None:
                yield from derive_board(board, as_of=request.as_of, without=request.without, graph=graph)
            else:
                first, second = (
                    derive_board(board, as_of=d, without=request.without, graph=graph) for d in days
                )
                yield Comparison(first, second, days)
            known = True
        except UnsatisfiableError as error:
            complain(f"{board.id}: {error}")
            yield Failure(board.id, _expected(board.case), str(error))
        except ReasonerError as error:
            if not known and request.without and "no rule" in str(error):
                raise fail(str(error)) from error
            complain(str(error))
            yield Failure(board.id, _expected(board.case), str(error))


def _expected(case: Case) -> str:
    return str((case.raw.get("expected") or {}).get("verdict") or "none")


def run_rulings(graph: Store, request: Request, days: tuple[str, str] | None) -> list[Entry]:
    """Derive every ruling of the store that has a formal case."""
    from ontology.reasoner import judge_rulings, ruling_cases

    nothing = "このストアの裁定に対応する事例はありません / no ruling of this store has a formal case"
    if days is None:
        judged = judge_rulings(graph, as_of=request.as_of, without=request.without)
        results: list[Entry] = [r for r in judged if request.wants(r.derivation.id)]
        if not results:
            complain(nothing)
        return results
    boards = [b for case in ruling_cases(graph) for b in case.boards if request.wants(b.id)]
    if not boards:
        complain(nothing)
    return list(_derive(boards, request, graph, days))


def run_materialise(store: Store) -> str:
    """Derive link partners, evolution and equip targets into the graph of derived facts; returns a summary."""
    import ontology.reasoner

    materialise = getattr(ontology.reasoner, "materialise", None)
    if materialise is None:
        raise fail("--materialise is not available in this version", code=1)
    triples = list(materialise(store))
    changed = store.replace_graph(DERIVED_GRAPH, triples)
    store.publish()
    return f"{len(triples)} 件 / derived facts{'' if changed else ' (変化なし / unchanged)'}"
