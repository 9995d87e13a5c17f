"""A whole ingest beside the bulk load of the same quads, its memory, a re-ingest, and time against pages.

    python -m tests.benchmarks.ingest --pages 20000 --runs 5
    python -m tests.benchmarks.ingest --pages 2000 20000 100000 --runs 1 --json table.json

For each number of pages a wiki is generated (`tests.benchmarks.wiki`) and ingested once; its named graphs are written
to an N-Quads file, which stays as it is. Then, in turn, as often as `--runs` says: pyoxigraph alone bulk-loads the file
into a new store, and `saitei ingest` reads the wiki into a new store. Last, 20 pages are changed and ingested again, as
often. Printed are medians of wall-clock time, of processor time (all processes together), and the highest memory of all
processes of an ingest together (the sum of their proportional shares). Files lie in `--folder`, a temporary one otherwise.
"""

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.benchmarks.wiki import change_pages, write_wiki

RATIO, MEMORY, SHARE = 2.5, 1.5e9, 0.05
"""What issue 4 allows: times the bulk load, bytes, share of the whole ingest for 20 of 20,000 pages."""
_LOAD = (
    "import sys, pyoxigraph as ox; s = ox.Store(sys.argv[2]); "
    "s.bulk_load(path=sys.argv[1], format=ox.RdfFormat.N_QUADS); s.flush()"
)


@dataclass(slots=True)
class Measured:
    """Seconds by the clock, seconds of all processors, and the most memory (bytes) of one command."""

    wall: float
    cpu: float
    memory: int


@dataclass(slots=True)
class Figures:
    """What was measured for one number of pages; lists hold one entry a run."""

    pages: int
    bytes: int = 0
    quads: int = 0
    load: list[Measured] = field(default_factory=list)
    ingest: list[Measured] = field(default_factory=list)
    again: list[Measured] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Wall-clock time of the ingest in times of the bulk load."""
        return _median(self.ingest, "wall") / _median(self.load, "wall")

    @property
    def cpu_ratio(self) -> float:
        """The same in processor time."""
        return _median(self.ingest, "cpu") / _median(self.load, "cpu")

    @property
    def share(self) -> float:
        """Wall-clock time of a re-ingest as a share of the whole ingest."""
        return _median(self.again, "wall") / _median(self.ingest, "wall")

    @property
    def memory(self) -> float:
        """Most memory of an ingest, in bytes."""
        return max(m.memory for m in self.ingest)


def _median(runs: list[Measured], name: str) -> float:
    return float(statistics.median(getattr(m, name) for m in runs))


def measured(command: list[str]) -> Measured:
    """Run a command to its end.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    before = os.times()
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    most = 0

    def watch() -> None:
        nonlocal most
        while process.poll() is None:
            most = max(most, _memory(process.pid))
            time.sleep(0.2)

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, said = process.communicate()
    wall = time.perf_counter() - started
    watcher.join()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, stderr=said[-2000:])
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Measured(wall, cpu, most)


def _memory(root: int) -> int:
    """Memory of a process and all below it, in bytes; pages that they share count once (Linux)."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                parents.setdefault(parent, []).append(int(entry.name))
    found = [root]
    for pid in found:
        found += parents.get(pid, [])
    total = 0
    for pid in found:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
    return total


def _saitei(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "explorer.cli", *arguments]


def measure(pages: int, runs: int, folder: Path, *, workers: int, seed: int) -> Figures:
    """Measure one size; leaves nothing in the folder."""
    figures = Figures(pages)
    wiki, file, raw, store = (folder / name for name in ("wiki", "wiki.nq", "raw", "store"))
    figures.bytes = write_wiki(wiki, pages, seed=seed)
    whole = _saitei("ingest", str(wiki), "--store", str(store), "--workers", str(workers))
    measured(whole)
    with file.open("wb") as out:
        subprocess.run(_saitei("export", "--store", str(store), "--format", "nquads"), stdout=out, check=True)
    with file.open("rb") as lines:
        figures.quads = sum(1 for _ in lines)
    for run in range(runs):
        shutil.rmtree(raw, ignore_errors=True)
        figures.load.append(measured([sys.executable, "-c", _LOAD, str(file), str(raw)]))
        shutil.rmtree(store, ignore_errors=True)
        figures.ingest.append(measured(whole))
        _say(
            f"run {run + 1}: bulk load {figures.load[-1].wall:.1f} s, ingest {figures.ingest[-1].wall:.1f} s"
        )
    for run in range(runs):
        change_pages(wiki, min(20, pages // 10), seed=seed + run)
        figures.again.append(measured(whole))
        _say(f"run {run + 1}: ingested again in {figures.again[-1].wall:.1f} s")
    for made in (wiki, raw, store):
        shutil.rmtree(made)
    file.unlink()
    return figures


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _report(all_figures: list[Figures]) -> None:
    print(
        "| pages | MB | quads | bulk load s | ingest s | ratio | (cpu) | memory MB | 20 pages again s | share | (cpu) |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for f in all_figures:
        again = _median(f.again, "cpu") / _median(f.ingest, "cpu")
        print(
            f"| {f.pages:,} | {f.bytes / 1e6:.0f} | {f.quads:,} | {_median(f.load, 'wall'):.1f} "
            f"| {_median(f.ingest, 'wall'):.1f} | {f.ratio:.2f} | {f.cpu_ratio:.2f} | {f.memory / 1e6:.0f} "
            f"| {_median(f.again, 'wall'):.1f} | {100 * f.share:.1f} % | {100 * again:.1f} % |"
        )
    for f in all_figures:
        held = [f.ratio <= RATIO, f.memory < MEMORY, f.share < SHARE]
        said = ", ".join(
            f"{name} {'holds' if ok else 'MISSED'}"
            for name, ok in zip(("ratio ≤ 2.5", "memory < 1.5 GB", "re-ingest < 5 %"), held, strict=True)
        )
        print(f"{f.pages:,} pages: {said}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.ingest",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--pages", type=int, nargs="+", default=[20_000])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where to work; about 15 GB free for 20,000 pages")
    parser.add_argument("--json", type=Path, help="write all figures there, too")
    given = parser.parse_args()
    _say(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    found = []
    for pages in given.pages:
        with tempfile.TemporaryDirectory(dir=given.folder) as folder:
            found.append(measure(pages, given.runs, Path(folder), workers=given.workers, seed=given.seed))
    _report(found)
    if given.json:
        given.json.write_text(json.dumps([asdict(f) for f in found], indent=1), "utf-8")


if __name__ == "__main__":
    main()
