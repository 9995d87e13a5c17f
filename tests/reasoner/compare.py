"""Comparing the reasoner with the independent checker: ``python -m tests.reasoner.compare [COUNT] [FIRST SEED]``."""

import itertools
import sys
from collections.abc import Iterable
from typing import Any

from ontology.reasoner import derive, load_scenarios
from ontology.reasoner.run import Outcome
from tests.reasoner.boards import document, random_case
from tests.reasoner.independent import Table, plays


def seen_by_reasoner(outcome: Outcome) -> dict[str, Any]:
    """Return what the outcome says, in plain terms."""
    over = {s.arguments[0].string: s.arguments[1].string for s in outcome.state if s.name == "over"}
    stacks = []
    for symbol in outcome.state:
        if symbol.name == "top":
            stack = [symbol.arguments[0].string]
            while stack[-1] in over:
                stack.append(over[stack[-1]])
            stacks.append(tuple(stack))
    happened = [s.arguments[2] for s in outcome.log]
    return {
        "stacks": sorted(stacks),
        "zones": sorted(
            (s.arguments[0].string, s.arguments[1].name) for s in outcome.state if s.name == "in"
        ),
        "links": sorted(tuple(a.string for a in s.arguments) for s in outcome.state if s.name == "link"),
        "attached": sorted(
            tuple(a.string for a in s.arguments[:2]) for s in outcome.state if s.name == "attached"
        ),
        "effects": sorted(tuple(a.string for a in s.arguments) for s in outcome.state if s.name == "effect"),
        "status": sorted(
            (s.arguments[0].string, s.arguments[1].name) for s in outcome.state if s.name == "status"
        ),
        "destroyed": sorted({k.arguments[0].string for k in happened if k.name == "destroyed"}),
        "rebuilt": sorted({k.arguments[0].string for k in happened if k.name == "rebuild"}),
        "lost": sorted({k.arguments[0].name for k in happened if k.name == "loses"}),
    }


def seen_by_checker(table: Table) -> dict[str, Any]:
    """Return what the checker's table says, in the same terms."""
    in_zones = dict(table.elsewhere.items())
    return {
        "stacks": sorted(tuple(o) for o in table.objects),
        "zones": sorted(in_zones.items()),
        "links": sorted((a, b) for chain in table.links for a, b in itertools.pairwise(chain)),
        "attached": sorted((c, to) for c, (to, _) in table.attached.items()),
        "effects": sorted((e["id"], c) for c, effects in table.effects.items() for e in effects),
        "status": sorted(table.status.items()),
        "destroyed": sorted(table.destroyed),
        "rebuilt": sorted(table.rebuilt),
        "lost": sorted(table.lost),
    }


def disagreement(case: dict[str, Any]) -> str | None:
    """Return how the two differ on a case, None if they agree."""
    import yaml

    file = load_scenarios(yaml.safe_dump(document([case]), sort_keys=False) + "\n", name=case["id"])
    outcomes = derive(file.cases[0], explain=False)[0].outcomes
    ours = _sorted(seen_by_reasoner(outcome) for outcome in outcomes)
    theirs = _sorted(seen_by_checker(table) for table in plays(case["situation"], case["events"]))
    if len(ours) != len(theirs):
        return f"reasoner {len(ours)} outcomes / checker {len(theirs)}"
    pairs = zip(ours, theirs, strict=True)
    wrong = [f"{k}: reasoner {a[k]} / checker {b[k]}" for a, b in pairs for k in a if a[k] != b[k]]
    return "; ".join(wrong) or None


def _sorted(seen: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outcomes that differ, in an order of their own."""
    return list({repr(outcome): outcome for outcome in sorted(seen, key=repr)}.values())


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    different = 0
    for seed in range(first, first + count):
        found = disagreement(random_case(seed))
        if found:
            different += 1
            if different <= 10:
                print(f"seed {seed}: {found}")
    print(f"{count - different} of {count} boards agree")
    sys.exit(bool(different))
