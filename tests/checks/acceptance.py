"""What the checks find on the real pages, item by item: ``python -m tests.checks.acceptance [FOLDER]``.

`acceptance.tsv` lists tensions that an editor found by reading. `places` are the places of an item: `;` between
instances that must all be found, `&` between places that one finding must hold, `|` between places of which one
is enough; a place is `page:line` or `page:line:column-column` (the title is compared by its beginning).

`judged.tsv` has a word for every finding, from reading the passages: right (an editor should act or know), minor (true,
and little follows), arguable (true of what the rules here hold), repeated (another finding tells it), noise.
"""

import csv
import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ontology.checking import Finding, Location, Severity
from ontology.checks import run_checks
from tests.checks.wiki import graph_of, real_wiki

TABLE = Path(__file__).with_name("acceptance.tsv")
JUDGED = Path(__file__).with_name("judged.tsv")


@dataclass(frozen=True)
class Item:
    """A line of the table."""

    name: str
    report: str
    kinds: frozenset[str]
    status: frozenset[str]
    places: str
    title: str

    def found_by(self, findings: list[Finding]) -> list[Finding] | None:
        """The findings that report it, one an instance; None when an instance is missing."""
        hits = []
        for instance in self.places.split(" ; "):
            fitting = [
                f for f in findings if holds(f, instance) and (not self.kinds or self.kinds & set(f.kinds))
            ]
            right = [f for f in fitting if f.status in self.status]
            if not (right or (fitting and self.report == "must-not")):
                return None
            hits.append((right or fitting)[0])
        return hits


def holds(finding: Finding, instance: str) -> bool:
    """Whether a finding holds a place of every group."""
    return all(
        any(at(place, spot) for spot in group.split("|") for place in finding.locations)
        for group in instance.split(" & ")
    )


def at(place: Location, spot: str) -> bool:
    """Whether a location is at a place of the table."""
    page, line, *columns = spot.strip().split(":")
    if not place.page.startswith(page) or place.line != int(line):
        return False
    if not columns:
        return True
    first, _, last = columns[0].partition("-")
    return int(first) <= place.column <= int(last or first)


def items() -> list[Item]:
    """The lines of the table."""
    with TABLE.open(encoding="utf-8") as table:
        return [
            Item(
                r["item"],
                r["report"],
                frozenset(filter(None, r["kinds"].split(","))),
                frozenset(r["status"].split(",")),
                r["places"],
                r["title"],
            )
            for r in csv.DictReader(table, delimiter="\t")
        ]


def judged() -> dict[tuple[str, str, int, int], str]:
    """The word for each finding, by code, beginning of the page's title, line and column of its first place."""
    with JUDGED.open(encoding="utf-8") as table:
        rows = csv.DictReader(table, delimiter="\t")
        return {(r["code"], r["page"], int(r["line"]), int(r["column"])): r["word"] for r in rows}


def word_for(finding: Finding) -> str | None:
    """How the finding was judged; None for one that nobody has judged."""
    place = finding.locations[0]
    for (code, page, line, column), word in judged().items():
        if (code, line, column) == (finding.code, place.line, place.column) and place.page.startswith(page):
            return word
    return None


def main(folder: Path) -> int:
    """Print the table and every finding besides; return the number of missed or wrong items."""
    findings = run_checks(graph_of(real_wiki(folder)))
    used: set[str] = set()
    wrong = 0
    for item in items():
        hits = item.found_by(findings) if item.places else None
        if item.report == "must-not":
            good, word = hits is None, "not reported" if hits is None else "REPORTED"
        elif item.report == "must":
            good, word = hits is not None, "found" if hits else "MISSED"
        else:
            good, word = True, "found" if hits else "-"
        wrong += not good
        used |= {f.fingerprint for f in hits or []}
        shown = " ".join(dict.fromkeys(f"{f.code}({f.status})" for f in hits or []))
        print(f"{item.name:5} {item.report:10} {word:12} {shown:40} {item.title}")
    print("\nevery finding, as judged (· for those that answer to no item):")
    words: Counter[str] = Counter()
    for f in findings:
        p, word = f.locations[0], word_for(f) or "UNJUDGED"
        words[word] += 1
        print(
            f"{' ' if f.fingerprint in used else '·'} {word:9} {f.severity:7} {f.code} {f.status:12} "
            f"{p.page}:{p.line}:{p.column} {f.title.en} ×{f.count}"
        )
    print("\n" + ", ".join(f"{n} {word}" for word, n in words.most_common()))
    by_default = sum(f.severity is not Severity.INFO for f in findings)
    print(f"\n{len(findings)} findings, {by_default} shown by default, {wrong} items wrong")
    return wrong


if __name__ == "__main__":
    where = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SAITEI_PAGES", "")
    if not Path(where).is_dir() or not where:
        sys.exit("give the folder of the real pages, or set SAITEI_PAGES")
    sys.exit(1 if main(Path(where)) else 0)
