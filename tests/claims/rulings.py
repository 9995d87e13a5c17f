"""Reads the official rulings of real pages and compares them with cases: ``python -m tests.claims.rulings PAGES CASES [-v]``.

CASES is a scenario file whose cases name page and lines of the ruling they were made from.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from ingest.claims.boards import BoardReading, as_yaml, read_board
from ingest.extraction.page import collect_names, extract_page
from ingest.markup import parse
from ingest.reading import iter_sources
from ontology.namespaces import PREFIXES
from ontology.reasoner import derive, load_scenarios
from tests.claims.equal import compare
from tests.claims.questions import Result


def rulings(folder: Path, page: str, game: str) -> list[tuple[int, str, BoardReading]]:
    """Return line, question and reading of every ruling of a page."""
    found: dict[str, dict[str, str]] = {}
    file = next(folder.glob(f"{page.removeprefix('page')}_*"))
    for source in iter_sources(file):
        document = parse(source.read().text, name=file.name)
        names = collect_names(document, game, title=document.title)
        for quad in extract_page(
            document, game=game, site="test", title=document.title or "", names=names
        ).quads:
            assert hasattr(quad.subject, "value") and hasattr(quad.object, "value")
            found.setdefault(quad.subject.value, {})[quad.predicate.value.removeprefix(PREFIXES["tcg"])] = (
                quad.object.value
            )
    result = []
    for about in found.values():
        if "question" in about and "answer" in about:
            reading = read_board(about["question"], about["answer"], game=game, date=about.get("rulingDate"))
            result.append((int(about["line"]), about["question"], reading))
    return sorted(result, key=lambda r: r[0])


def run(folder: Path, cases: Path) -> Result:
    """Compare each ruling of the first page with the first case made from its question that asks something."""
    data: dict[str, Any] = yaml.safe_load(cases.read_text(encoding="utf-8"))
    result = Result()
    for line, question, reading in rulings(folder, "page000", "dm"):
        case = next(
            (
                c for c in data["cases"]
                if c["source"]["page"] == "page000" and c["source"].get("ruling_date") and any(a <= line <= b for a, b in c["source"]["lines"])
            ),
            None,
        )  # fmt: skip
        if reading.case is not None and "asks" not in reading.case and case is not None:
            parts = [
                c for c in data["cases"] if c["source"] == {**c["source"], **_place(case)} and "asks" not in c
            ]
            result.add(f"L{line}", reading, open_differences(reading.case, parts))
            continue
        if reading.case is None or case is None or "asks" not in case:
            result.add(f"L{line}", reading, None)
            continue
        facts = [
            {k: v for k, v in f.items() if k in ("name", "does", "facts", "basis")}
            for f in data.get("card_facts") or []
        ]
        result.add(
            f"L{line}",
            reading,
            compare(reading.case, case, question, game="dm", card_facts=facts).differences,
        )
    return result


def _place(case: dict[str, Any]) -> dict[str, Any]:
    """Return where the ruling of a case stands."""
    return {key: case["source"][key] for key in ("page", "lines", "ruling_date")}


def open_differences(read: Mapping[str, Any], parts: list[dict[str, Any]]) -> list[str]:
    """Compare the reading of an open question with the cases by hand, one for each thing it asks about.

    Equal when the board of each case, with its attachments and events, is part of the board read, everything that the
    answer tells of zones is expected of the same things, nothing else is, and the rules give it.
    """
    differences = []
    mine = read["situation"]
    kind_of = {card: tuple(facts["types"]) for card, facts in mine["cards"].items()}
    on = {(kind_of[a["card"]], kind_of[a["to"]]) for a in mine.get("attachments") or []}
    said = {(kind_of[f["zone"]["card"]], f["zone"]["is"]) for f in read["expected"]["holds"]}
    wanted = set()
    for part in parts:
        kinds = {card: tuple(facts["types"]) for card, facts in part["situation"]["cards"].items()}
        differences += [
            f"{part['id']}: {a} is missing"
            for a in part["situation"].get("attachments") or []
            if (kinds[a["card"]], kinds[a["to"]]) not in on
        ]
        stacks = {
            tuple(kinds[c] for c in s) for side in part["situation"]["battle_zone"].values() for s in side
        }
        read_stacks = {tuple(kind_of[c] for c in s) for side in mine["battle_zone"].values() for s in side}
        differences += [f"{part['id']}: stack {s} is missing" for s in stacks - read_stacks]
        if [e["do"] for e in part["events"]] != [e["do"] for e in read["events"]]:
            differences.append(f"{part['id']}: events {read['events']}")
        wanted |= {
            (kinds[f["zone"]["card"]], f["zone"]["is"])
            for f in (part["expected"].get("holds") or [])
            if "zone" in f
        }
    if said != wanted:
        differences.append(f"answer: {sorted(said)}, not {sorted(wanted)}")
    text = as_yaml([BoardReading(read, (), (), (), "low")], game="dm", as_of="2023-05-01")
    if not derive(load_scenarios(text).cases[0])[0].ok:
        differences.append("the rules do not give what the answer says")
    return differences


def main(arguments: list[str]) -> int:
    result = run(Path(arguments[0]), Path(arguments[1]))
    print(
        f"equal {len(result.equal)} of {result.total}, no case {len(result.none)}, other {len(result.wrong)}; sure {result.sure}, of these wrong {len(result.unmarked)}"
    )
    if "-v" in arguments:
        for name in result.none:
            print("  NONE", name)
        for name, differences in result.wrong.items():
            print("  OTHER", name, *differences, sep="\n      ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
