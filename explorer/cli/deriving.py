"""What `saitei derive` does with its files: one derivation for each board."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer.cli.failures import complain, fail
from ingest.store import Store

__all__ = ["Comparison", "Request", "run_cases", "run_materialise", "run_rulings"]


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
    """The same board on two days."""

    before: Any
    after: Any
    days: tuple[str, str]

    @property
    def ok(self) -> bool:
        """A comparison expects nothing."""
        return True

    @property
    def differs(self) -> bool:
        """Whether verdict or outcomes differ."""
        return bool(_essence(self.before) != _essence(self.after))

    def to_json(self) -> dict[str, Any]:
        """Return both derivations and whether they differ."""
        first, second = self.before.to_json(), self.after.to_json()
        return {"case": first["case"], "days": list(self.days), "differs": self.differs, "before": first, "after": second}

    def to_text(self, lang: str) -> str:
        """Return both derivations one under the other, or one line where they agree."""
        case = self.before.to_json()["case"]
        if not self.differs:
            same = "no difference between" if lang == "en" else "違いなし:"
            return f"{case}: {same} {self.days[0]} / {self.days[1]}"
        parts = (f"=== {d} ===\n{e.to_text(lang)}" for d, e in zip(self.days, (self.before, self.after), strict=True))
        return f"{case}\n" + "\n".join(parts)

    def to_turtle(self) -> str:
        """Return both as Turtle."""
        return f"{self.before.to_turtle()}\n{self.after.to_turtle()}"


def _essence(derivation: Any) -> Any:
    found = derivation.to_json()
    outcomes = [(o.get("label"), o["state"], [s["rule"] for s in o["steps"]]) for o in found["outcomes"]]
    return found["status"], found["verdict"], sorted(map(repr, outcomes))


def run_cases(
    source: str | Path, request: Request, graph: Store | None, days: tuple[str, str] | None
) -> list[Any]:
    """Derive the boards of a scenario file (a path, or its text)."""
    from ontology.reasoner import load_scenarios

    scenarios = load_scenarios(source)
    boards = [case for case in scenarios if request.wants(case.id) or any(request.wants(b.id) for b in case.boards)]
    if not boards:
        known = ", ".join(case.id for case in list(scenarios)[:8])
        raise fail(f"no case {', '.join(request.cases)}; the file holds: {known} …", file=str(scenarios.name))
    return _derive(boards, request, graph, days)


def _derive(cases: Iterable[Any], request: Request, graph: Store | None, days: tuple[str, str] | None) -> list[Any]:
    from ontology.reasoner import derive

    entries: list[Any] = []
    for case in cases:
        if days is None:
            found = derive(case, as_of=request.as_of, without=request.without, graph=graph)
            entries += [d for d in found if request.wants(d.to_json()["case"])]
        else:
            first, second = (derive(case, as_of=day, without=request.without, graph=graph) for day in days)
            entries += [Comparison(a, b, days) for a, b in zip(first, second, strict=True)]
    return entries


def run_rulings(graph: Store, request: Request, days: tuple[str, str] | None) -> list[Any]:
    """Derive every ruling of the store that has a formal case."""
    from ontology.reasoner import ruling_cases

    found = [case for case in ruling_cases(graph) if request.wants(case.id)]
    if not found:
        complain("このストアの裁定に対応する事例はありません / no ruling of this store has a formal case")
    return _derive(found, request, graph, days)


def run_materialise(store: Store) -> str:
    """Derive link partners, evolution and equip targets into the graph of derived facts; returns a summary."""
    from ingest.store import DERIVED_GRAPH
    from ontology.reasoner import materialise

    triples = materialise(store)
    changed = store.replace_graph(DERIVED_GRAPH, triples)
    store.publish()
    return f"{len(triples)} 件 / derived facts{'' if changed else ' (変化なし / unchanged)'}"
