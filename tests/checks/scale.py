"""How long the checks take on a large wiki: ``python -m tests.checks.scale [--pages 20000] [--store FOLDER]``.

The wiki is made of the pages of the sample, each copy with cards, links and titles of its own. Prints the seconds of
a full run, of a run for one page, and the peak of memory.
"""

import argparse
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pyoxigraph as ox

from ingest.store import open_store
from ontology.checks import load_checks, run_checks
from tests.checks.mutation import SAMPLE, Patient
from tests.checks.wiki import sample_wiki

_NAME = re.compile(r"《([^《》\n]{2,30})》")


def copies(count: int) -> Iterator[tuple[str, list[ox.Quad]]]:
    """Graphs of `count` pages."""
    patient = Patient(sample_wiki(SAMPLE), judged=False)
    pages = sorted(patient.quads.items())
    for number in range(count):
        iri, quads = pages[number % len(pages)]
        turn = str(number // len(pages))
        tail = quote(f" {turn}")
        graph = ox.NamedNode(iri + tail)

        def term(
            value: ox.NamedNode | ox.BlankNode | ox.Literal, turn: str = turn, tail: str = tail
        ) -> object:
            if isinstance(value, ox.NamedNode):
                name = value.value
                if "/page/" in name:
                    page, hash_, part = name.partition("#")
                    return ox.NamedNode(page + tail + hash_ + part)
                if "/card/" in name or "/ruling/" in name:
                    return ox.NamedNode(name + tail)
                return value
            if isinstance(value, ox.Literal) and "《" in value.value:
                text = _NAME.sub(lambda m: f"《{m[1]}{turn}》", value.value)
                if value.language:
                    return ox.Literal(text, language=value.language)
                return ox.Literal(text, datatype=value.datatype)
            return value

        yield graph.value, [ox.Quad(term(q.subject), q.predicate, term(q.object), graph) for q in quads]


def main(arguments: list[str]) -> int:
    """Build and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--store", type=Path)
    options = parser.parse_args(arguments)
    folder = options.store or Path(tempfile.mkdtemp(prefix="saitei-scale-")) / "store"
    if not folder.exists():
        with open_store(folder) as store:
            store.build((g, quads) for g, quads in copies(options.pages))
    checks = load_checks()
    with open_store(folder, read_only=True) as store:
        start = time.perf_counter()
        found = run_checks(store, checks=checks)
        print(
            f"all pages: {time.perf_counter() - start:.1f} s, {sum(f.count for f in found)} findings in {len(found)}"
        )
        print(Counter(f.code for f in found).most_common(5))
        page = sorted(g for g in store.graphs() if "/page/" in g)[options.pages // 2]
        start = time.perf_counter()
        one = run_checks(store, checks=checks, pages=[page])
        print(f"one page: {time.perf_counter() - start:.2f} s, {len(one)} findings")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
