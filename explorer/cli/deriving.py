"""What `saitei derive` does with its files: one derivation for each board."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pyoxigraph as ox

from explorer.cli.failures import complain, fail
from ingest.store import DERIVED_GRAPH, Store
from ontology.namespaces import PREFIXES
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

__all__ = [
    "Comparison",
    "Entry",
    "Failure",
    "Request",
    "run_attach",
    "run_cases",
    "run_export",
    "run_materialise",
    "run_rulings",
]


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
    """Derive every ruling of the store that has a formal case, attached or read; those not read are listed."""
    from ontology.reasoner import judge_rulings, ruling_cases
    from ontology.reasoner.read_rulings import judge_read_rulings
    from ontology.reasoner.rulings import RulingResult

    nothing = "このストアの裁定に対応する事例はありません / no ruling of this store has a formal case"
    if days is None:
        judged = list(judge_rulings(graph, as_of=request.as_of, without=request.without))
        known = {r.ruling.iri for r in judged}
        read = list(judge_read_rulings(graph, known=known, as_of=request.as_of, without=request.without))
        results: list[Entry] = [r for r in judged if request.wants(r.derivation.id)]
        results += [r for r in read if isinstance(r, RulingResult) and request.wants(r.derivation.id)]
        if not results:
            complain(nothing)
        if not request.cases:
            results += [r for r in read if not isinstance(r, RulingResult)]
        return results
    boards = [b for case in ruling_cases(graph) for b in case.boards if request.wants(b.id)]
    if not boards:
        complain(nothing)
    return list(_derive(boards, request, graph, days))


def run_export(graph: Store, file: Path) -> str:
    """Write how the rulings of the store were read as a scenario file, for a person to correct; returns a summary.

    Where the store holds rulings of both games there is a file for each: a scenario file is of one game.
    """
    from ontology.reasoner.read_rulings import read_rulings, readings_as_yaml

    readings = list(read_rulings(graph))
    games = sorted({r.game for r in readings}) or ["dm"]
    told = []
    for game in games:
        path = file if len(games) == 1 else file.with_name(f"{file.stem}-{game}{file.suffix}")
        try:
            path.write_text(readings_as_yaml(readings, game=game), encoding="utf-8")
        except OSError as error:
            raise fail(f"cannot be written: {error.strerror or error}", file=str(path)) from error
        mine = [r for r in readings if r.game == game]
        sure, drafts = sum(r.case is not None for r in mine), sum(r.draft is not None for r in mine)
        told.append(
            f"{path}: 裁定 {len(mine)}、読み取り {sure}、下書き {drafts} / "
            f"{len(mine)} rulings, {sure} read, {drafts} drafts"
        )
    return "\n".join(told)


def run_attach(store: Store, files: list[str]) -> str:
    """Attach the cases of scenario files to the rulings they speak for; returns a summary.

    A case names its ruling (`source.ruling`), or is of its day and cards. What was attached to the same rulings
    before is replaced. Drafts that still say ``confidence: low`` are left out: a person has to confirm them.
    """
    from ingest.store import CASES_GRAPH
    from ontology.reasoner.rulings import matched_cases

    given = [case for file in files for case in load_scenarios(Path(file))]
    cases = [case for case in given if str(case.raw.get("confidence", "high")) == "high"]
    whole: dict[str, list[str]] = {}
    for case, ruling in matched_cases(store, cases):
        if any(case is one for one in cases):
            whole.setdefault(ruling.iri, []).append(_alone(case))
    lost = len(cases) - sum(map(len, whole.values()))
    kept = [q.triple for q in store.quads(CASES_GRAPH) if getattr(q.subject, "value", "") not in whole]
    attached = ox.NamedNode(PREFIXES["tcg"] + "attachedCase")
    new = [ox.Triple(ox.NamedNode(i), attached, ox.Literal(text)) for i in whole for text in whole[i]]
    store.replace_graph(CASES_GRAPH, [*kept, *new])
    store.publish()
    said = (
        f"{len(new)} 件を {len(whole)} 件の裁定に添えた / {len(new)} cases attached to {len(whole)} rulings"
    )
    if len(cases) < len(given):
        said += f"; 下書きのまま（confidence: high にして確定） / still drafts: {len(given) - len(cases)}"
    return said + (f"; 裁定が見つからない事例 / cases without a ruling in the store: {lost}" if lost else "")


def _alone(case: Case) -> str:
    """Return a scenario file (JSON) with this case only."""
    whole = {"meta": case.file.meta, "card_facts": list(case.file.card_facts), "cases": [dict(case.raw)]}
    return json.dumps(whole, ensure_ascii=False, default=str)


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
