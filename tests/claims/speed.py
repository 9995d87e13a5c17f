"""How long claims and rulings of generated pages take to read: ``python -m tests.claims.speed [PAGES] [WORKERS]``.

Nothing that was read is kept from one page to the next, so that a page that comes again takes as long as a new one.
CPU seconds are those of the workers; on an idle machine the wall time is about CPU / workers.
"""

import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ingest.claims.graph import claim_lines
from ingest.claims.rulings import reading_lines
from ingest.extraction.page import collect_names, extract_page
from ingest.markup import parse
from tests.store.wiki import write_wiki

SAMPLE = 200


def claims_of(page: tuple[str, str]) -> int:
    """Return the number of claims of a page that was extracted."""
    for _ in reading_lines(page[0], "dm"):
        pass
    return sum("#claimedBy" in line for line in claim_lines(*page, "dm"))


def extracted(count: int) -> list[tuple[str, str]]:
    """Return triples and IRIs of that many generated pages."""
    pages = []
    with tempfile.TemporaryDirectory() as folder:
        write_wiki(Path(folder) / "w", count, size=3)
        for file in sorted((Path(folder) / "w").iterdir()):
            document = parse(file.read_text(encoding="utf-8"), name=file.name)
            names = collect_names(document, "dm", title=file.stem)
            result = extract_page(document, game="dm", site="w", title=file.stem, names=names)
            pages.append((result.ntriples, result.page_iri))
    return pages


def main(arguments: list[str]) -> int:
    count, workers = (
        (int(arguments[0]) if arguments else 20_000),
        (int(arguments[1]) if len(arguments) > 1 else 2),
    )
    pages = extracted(min(SAMPLE, count))
    started, used = time.perf_counter(), _children()
    with ProcessPoolExecutor(workers) as pool:
        total = sum(pool.map(claims_of, (pages[n % len(pages)] for n in range(count)), chunksize=100))
    wall, cpu = time.perf_counter() - started, _children() - used
    print(
        f"{count} pages, {total} claims: {wall:.1f} s with {workers} workers, "
        f"{cpu:.1f} s of CPU ({1000 * cpu / count:.2f} ms a page)"
    )
    return 0


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
