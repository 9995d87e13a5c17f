"""How long the checks take on a large wiki: ``python -m tests.checks.scale [--pages 20000] [--store FOLDER]``.

The wiki is made of the pages of the sample, each copy with cards, links and titles of its own. Prints the seconds of
a full run, of a run for one page, and the peak of memory.
"""

import argparse
import multiprocessing
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
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

        def node(value: ox.NamedNode, tail: str = tail) -> ox.NamedNode:
            name = value.value
            if "/page/" in name:
                page, hash_, part = name.partition("#")
                return ox.NamedNode(page + tail + hash_ + part)
            return ox.NamedNode(name + tail) if "/card/" in name or "/ruling/" in name else value

        def literal(value: ox.Literal, turn: str = turn) -> ox.Literal:
            if "《" not in value.value:
                return value
            text = _NAME.sub(lambda m: f"《{m[1]}{turn}》", value.value)
            if value.language:
                return ox.Literal(text, language=value.language)
            return ox.Literal(text, datatype=value.datatype)

        copied = []
        for quad in quads:
            subject = node(quad.subject) if isinstance(quad.subject, ox.NamedNode) else quad.subject
            target = quad.object
            if isinstance(target, ox.NamedNode):
                target = node(target)
            elif isinstance(target, ox.Literal):
                target = literal(target)
            copied.append(ox.Quad(subject, quad.predicate, target, graph))
        yield graph.value, copied


def main(arguments: list[str]) -> int:
    """Build and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    folder = options.store or Path(tempfile.mkdtemp(prefix="saitei-scale-")) / "store"
    if not folder.exists():  # in a process of its own, so that its memory is not counted
        builder = multiprocessing.get_context("spawn").Process(target=build, args=(folder, options.pages))
        builder.start()
        builder.join()
    checks = load_checks()
    reopen = partial(open_store, folder, read_only=True)
    with reopen() as store:
        clocks = time.perf_counter(), _processor()
        found = run_checks(store, checks=checks, reopen=reopen, processes=options.workers)
        wall, used = time.perf_counter() - clocks[0], _processor() - clocks[1]
        print(f"all pages: {wall:.1f} s, {used:.1f} s of processors")
        print(
            f"{sum(f.count for f in found)} findings in {len(found)}: {Counter(f.code for f in found).most_common(5)}"
        )
        own, other = (
            resource.getrusage(who).ru_maxrss / 1024
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        print(f"peak memory: {own:.0f} MB here, at most {other:.0f} MB in another process")
        pages = sorted(g for g in store.graphs() if "/page/" in g)
    spent = []
    for number in (len(pages) // 3, len(pages) // 2, len(pages) - 7):
        with reopen() as store:
            clocks = time.perf_counter(), _processor()
            one = run_checks(store, checks=checks, pages=[pages[number]])
            spent.append((time.perf_counter() - clocks[0], _processor() - clocks[1], len(one)))
    print("one page:", "; ".join(f"{w:.2f} s, {p:.2f} s of processors, {n} findings" for w, p, n in spent))
    return 0


def build(folder: Path, count: int) -> None:
    """Build the store."""
    with open_store(folder) as store:
        store.build(copies(count))


def _processor() -> float:
    """Seconds of processors that this process and its ended children used."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in uses)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
