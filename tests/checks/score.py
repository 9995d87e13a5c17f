"""Precision and recall of the checks on the labelled pairs.

``python -m tests.checks.score [--folder contradictions-second] [--details] [--record]``. The rules of scoring stand in
`tests/gold/README.md`. `scores.json` keeps, for each folder, the first score ever taken beside the last.
"""

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ontology.checking import Finding
from ontology.checks import load_checks, run_checks
from tests.checks.wiki import graph_of

GOLD = Path(__file__).parent.parent / "gold" / "contradictions"
SCORES = Path(__file__).with_name("scores.json")


@dataclass
class Tally:
    """Counts of one kind, or of all."""

    right: int = 0
    findings: int = 0
    found: int = 0
    expected: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.findings if self.findings else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.expected if self.expected else 1.0

    def add(self, other: "Tally") -> None:
        self.right += other.right
        self.findings += other.findings
        self.found += other.found
        self.expected += other.expected
        self.notes += other.notes


def entries(folder: Path = GOLD) -> list[tuple[str, dict[str, Any]]]:
    """All entries, with the kind of their file."""
    return [
        (f"K{int(path.stem[1:])}", entry)
        for path in sorted(folder.glob("k*.yaml"))
        for entry in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


def score_entry(entry: dict[str, Any], checks: list[Any]) -> Tally:
    """Ingest one entry alone, run all checks ungrouped, and compare."""
    wiki = [(p["game"], p["title"], p["text"]) for p in entry["pages"]]
    findings = run_checks(graph_of(wiki), group=False, checks=checks)
    tally = Tally(expected=len(entry["findings"]))
    right = {id(f) for f in findings if any(fits(f, e) for e in entry["findings"])}
    for finding in findings:
        if id(finding) not in right and any(fits(finding, e) for e in entry.get("may", [])):
            continue
        tally.findings += 1
        tally.right += id(finding) in right
        if id(finding) not in right:
            p = finding.locations[0]
            tally.notes.append(
                f"  false {entry['id']} {finding.code} {finding.status} {p.page}:{p.line} {finding.message.ja[:90]}"
            )
    for expected in entry["findings"]:
        fitting = [f for f in findings if fits(f, expected)]
        named = {
            n
            for n, spot in enumerate(expected["at"])
            for f in fitting
            if any(at(p, spot) for p in f.locations)
        }
        if len(named) == len(expected["at"]):
            tally.found += 1
        else:
            tally.notes.append(
                f"  missed {entry['id']} {expected['kinds']} {expected['status']} {entry.get('about', '')}"
            )
    return tally


def fits(finding: Finding, expected: dict[str, Any]) -> bool:
    """Whether a finding is right for an expected one."""
    return (
        bool(set(finding.kinds) & set(expected["kinds"]))
        and finding.status in expected["status"]
        and any(at(place, spot) for place in finding.locations for spot in expected["at"])
    )


def at(place: Any, spot: dict[str, Any]) -> bool:
    """Whether a location covers a line of a page."""
    last = place.line + place.text.rstrip("\n").count("\n")
    return bool(place.page == spot["page"] and place.line <= spot["line"] <= last)


def score(folder: Path = GOLD) -> dict[str, Tally]:
    """Tallies per kind and under "all"."""
    checks = load_checks()
    tallies: dict[str, Tally] = defaultdict(Tally)
    for kind, entry in entries(folder):
        tally = score_entry(entry, checks)
        tallies[kind].add(tally)
        tallies["all"].add(tally)
    return tallies


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", default=GOLD.name, help="a folder of tests/gold")
    parser.add_argument("--details", action="store_true", help="print what was missed and what was false")
    parser.add_argument("--record", action="store_true", help="write the score to scores.json")
    options = parser.parse_args(arguments)
    tallies = score(GOLD.parent / options.folder)
    for kind in sorted(tallies, key=lambda k: (k == "all", int(k[1:]) if k[1:].isdigit() else 0)):
        t = tallies[kind]
        print(
            f"{kind:4} precision {t.precision:.3f} ({t.right}/{t.findings})  recall {t.recall:.3f} ({t.found}/{t.expected})"
        )
        if options.details and kind != "all":
            print("\n".join(t.notes))
    if options.record:
        kept = json.loads(SCORES.read_text()) if SCORES.exists() else {}
        now = {k: [round(t.precision, 4), round(t.recall, 4)] for k, t in tallies.items()}
        known = kept.get(options.folder, {})
        kept[options.folder] = {"first": known.get("first", now), "last": now}
        SCORES.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
