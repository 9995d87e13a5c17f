"""How long each named query takes on a large store: ``python -m tests.benchmarks.named_queries --quads 1000000``.

Medians of `--rounds` answers with the example values, through `Store.query` in process as JSON. The second column is
processor time, which a busy machine does not change much. Exit code 1 where one takes longer than 200 ms and is not
among the explained ones.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from ingest.store import QueryTimeout
from ontology.queries import load_queries
from tests.benchmarks.graphs import store_of

LIMIT_MS = 200.0
_GIVEN_UP = 30.0
_WHOLE = "counts or lists something of every page or ruling"
_TEXTS = (
    "the engine reads the rulings of all page graphs and then picks: GRAPH with several properties, OPTIONAL"
)
_SCAN = "looks into every text, or every mention; the text index answers faster where it will do"
EXPLAINED: dict[str, str] = {
    "cards-in-most-rulings": _WHOLE,
    "most-linked-pages": _WHOLE,
    "orphan-pages": _WHOLE,
    "pages-overview": _WHOLE,
    "pages-without-date": _WHOLE,
    "rulings-by-verdict": _WHOLE,
    "rulings-per-rule-and-year": _WHOLE,
    "rulings-quoted-on-several-pages": _WHOLE,
    "statement-kinds": _WHOLE,
    "rulings-before-a-later-version": _TEXTS,
    "rulings-citing-or-involving": _TEXTS,
    "rulings-of-a-card": _TEXTS,
    "text-contains": _SCAN,
    "terms-mentioned-together": _SCAN,
}
"""Why a query takes longer: by its name."""


def main() -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quads", type=int, default=1_000_000)
    parser.add_argument("--store", type=Path, help="folder in which the stores are kept")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("names", nargs="*", help="queries; all by default")
    given = parser.parse_args()
    slow = []
    with tempfile.TemporaryDirectory(prefix="saitei-bench-") as made:
        folder = given.store or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        with store_of(given.quads, folder) as store:
            print("| query | ms | processor ms | rows | |\n|---|---|---|---|---|")
            for name, query in load_queries().items():
                if given.names and name not in given.names:
                    continue
                text = query.bind(dict(query.example))
                try:  # in a process that can be ended first: one that takes minutes is told, not waited for
                    rows = store.query(text, result_format="json", timeout=_GIVEN_UP).rows
                except QueryTimeout:
                    slow.append(name)
                    print(f"| {name} | more than {_GIVEN_UP:g} s | | | TOO SLOW |", flush=True)
                    continue
                walls, works = [], []
                for _ in range(given.rounds):
                    began, worked = time.perf_counter(), time.process_time()
                    store.query(text, result_format="json")
                    walls.append(1000 * (time.perf_counter() - began))
                    works.append(1000 * (time.process_time() - worked))
                took = statistics.median(works)
                why = EXPLAINED.get(name, "") if took > LIMIT_MS else ""
                if took > LIMIT_MS and not why:
                    slow.append(name)
                    why = "TOO SLOW"
                print(
                    f"| {name} | {statistics.median(walls):.1f} | {took:.1f} | {rows} | {why} |", flush=True
                )
    print(f"{len(slow)} over {LIMIT_MS:g} ms without a reason: {', '.join(slow) or 'none'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
