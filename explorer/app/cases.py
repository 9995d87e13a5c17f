"""The cases that the project ships, and which ruling of the graph each one formalises."""

from functools import cache
from pathlib import Path

import ontology
from explorer.app.data.base import Named, names, rows
from ontology.graph import GraphReader
from ontology.reasoner import Board, Case, ScenarioError, load_scenarios

__all__ = ["FIRST", "all_cases", "board_named", "case_named", "cases_of", "problems", "ruling_of"]

FIRST = ("dm-qa-01a", "dm-qa-01b", "dm-qa-02", "dm-qa-03", "dm-qa-04")
"""Cases offered first: one situation of linked gods, seen from five sides."""


@cache
def _read() -> tuple[dict[str, Case], list[str]]:
    folder = Path(ontology.__file__).parent / "cases"
    found: dict[str, Case] = {}
    problems: list[str] = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            found |= {case.id: case for case in load_scenarios(path)}
        except ScenarioError as error:
            problems.append(str(error))
    return found, problems


def all_cases() -> dict[str, Case]:
    """Return the shipped cases by id, in the order of their files."""
    return _read()[0]


def problems() -> list[str]:
    """Return what is wrong with case files that could not be read: file, line and column, what to mend."""
    return _read()[1]


def case_named(name: str | None) -> Case | None:
    """Return the case with this id, or None."""
    return all_cases().get(name or "")


def board_named(case: Case, label: str | None) -> Board:
    """Return the board of a case with this number (from 1), the first one where there is no such board."""
    number = int(label) if label and label.isdecimal() else 1
    return case.boards[number - 1] if 1 <= number <= len(case.boards) else case.boards[0]


def cases_of(reader: GraphReader, ruling: str, date: str) -> list[Case]:
    """Return the cases that formalise a ruling of this date (YYYY-MM-DD)."""
    dated = [
        case
        for case in all_cases().values()
        if case.boards and str((case.raw.get("source") or {}).get("ruling_date") or "") == date
    ]
    found = []
    for case in dated:
        matched = ruling_of(reader, case, lang="ja")
        if matched is not None and matched.iri == ruling:
            found.append(case)
    return found


def ruling_of(reader: GraphReader, case: Case, *, lang: str) -> Named | None:
    """Return the ruling that a case formalises, found by game, date and cards."""
    date = (case.raw.get("source") or {}).get("ruling_date")
    if not date:
        return None
    cards = (case.raw.get("situation") or {}).get("cards") or {}
    wanted = {str(facts["name"]) for facts in cards.values() if isinstance(facts, dict) and facts.get("name")}
    query = f"""SELECT ?r ?name WHERE {{ ?r a tcg:Ruling ; tcg:game "{case.game}" ; tcg:rulingDate ?d .
        FILTER(STR(?d) = "{date}") OPTIONAL {{ ?r tcg:involves/skos:prefLabel ?name }} }}"""
    found: dict[str, set[str]] = {}
    for ruling, name in rows(reader, query):
        found.setdefault(str(ruling), set()).update([name] if name else [])
    if not found:
        return None
    # Most cards in common, then fewest that only one side has.
    best = max(found, key=lambda r: (len(found[r] & wanted), -len(found[r] ^ wanted), r))
    if wanted and not found[best] & wanted:
        return None
    return names(reader, [best], lang=lang)[best]
