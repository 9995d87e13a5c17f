"""Kills commands at random moments: ``python -m tests.robustness.kills [COUNT] [SEED]``.

An ingest that changes every page, a check that writes its findings and a report, and exports are killed (SIGKILL)
after a random share of the time they take. After each kill the store must open, each page graph must be the old or
the new one, and each file must be absent, the old one or a whole one. At the end each command runs through and must
give what it gives when it is never killed.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.pipeline import ingest_paths
from ingest.store import open_store
from tests.store.wiki import write_wiki

__all__ = ["Tried", "kill_at_random_moments"]

ROOT = Path(__file__).parent.parent.parent
PAGES = 6
Graphs = Mapping[str, frozenset[str]]


@dataclass
class Tried:
    """What came of the kills: how many of each command, how many hit before its end, and what was wrong."""

    kills: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def kill_at_random_moments(count: int, folder: Path, *, seed: int = 0) -> Tried:
    """Kill `count` commands, in turn an ingest, a check and the exports, over a store in `folder`."""
    tried = Tried()
    rng = random.Random(seed)
    wiki, store = folder / "wiki", folder / "store"
    versions = _versions(wiki)
    _ingest(wiki, store, 1)
    took: dict[str, float] = {}
    for number in range(count):
        name = ("ingest", "check", "export-nquads", "ingest", "check", "export-trig")[number % 6]
        if name == "ingest":
            write_wiki(wiki, PAGES, size=1, seed=rng.choice((1, 2)))
        output = folder / f"output-{name}"
        before = output.read_bytes() if output.exists() else None
        if name not in took:
            took[name] = _whole(name, wiki, store, output)
            whole = output.read_bytes() if output.exists() else None
            before = before or whole
        process = _start(name, wiki, store, output)
        time.sleep(rng.uniform(0.05, 1.05) * took[name])
        tried.kills[name] += 1
        if process.poll() is not None:
            tried.finished[name] += 1
        process.kill()
        process.wait()
        tried.faults += [f"{number} {name}: {fault}" for fault in _faults(store, versions)]
        if output.exists() and before is not None and not _complete(output, name, before):
            tried.faults.append(f"{number} {name}: {output.name} is neither the old file nor a whole one")
    _converges(wiki, store, versions, tried)
    return tried


def _converges(wiki: Path, store: Path, versions: list[Graphs], tried: Tried) -> None:
    write_wiki(wiki, PAGES, size=1, seed=2)
    if _whole("ingest", wiki, store, store / "-") < 0:
        tried.faults.append("the last ingest failed")
    with open_store(store, read_only=True) as reader:
        if _pages(reader) != versions[-1]:
            tried.faults.append("the last ingest did not lead to the graph of an undisturbed one")
    left = [p.name for p in store.iterdir() if "tmp" in p.name]
    if left:
        tried.faults.append(f"left in the store: {', '.join(left)}")


def _command(name: str, wiki: Path, store: Path, output: Path) -> list[str]:
    words = [sys.executable, "-m", "explorer.cli"]
    if name == "ingest":
        return [*words, "ingest", str(wiki), "--game", "dm", "--store", str(store), "--force", "-q"]
    if name == "check":
        options = ["--write", "-f", "sarif", "-o", str(output), "--fail-on", "never"]
        return [*words, "check", "--store", str(store), *options]
    form = name.removeprefix("export-")
    return [*words, "export", "--store", str(store), "-f", form, "-o", str(output)]


def _start(name: str, wiki: Path, store: Path, output: Path) -> subprocess.Popen[bytes]:
    command = _command(name, wiki, store, output)
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _whole(name: str, wiki: Path, store: Path, output: Path) -> float:
    """Run the command to its end; returns the seconds it took, negative where it failed."""
    start = time.monotonic()
    done = subprocess.run(_command(name, wiki, store, output), cwd=ROOT, check=False, capture_output=True)
    if done.returncode != 0:
        print(done.stderr.decode("utf-8", "replace"), file=sys.stderr)
        return -1
    return time.monotonic() - start


def _versions(wiki: Path) -> list[Graphs]:
    """Return what a store holds when the two versions of the wiki are taken in by turns, undisturbed.

    (A ruling keeps the IRI it had, so what a page gives may depend on what was there before.)
    """
    found = []
    with open_store(":memory:") as store:
        for seed in (1, 2, 1, 2):
            write_wiki(wiki, PAGES, size=1, seed=seed)
            ingest_paths(store, [str(wiki)], game="dm", force=True)
            found.append(_pages(store))
    return found


def _ingest(wiki: Path, store: Path, seed: int) -> None:
    write_wiki(wiki, PAGES, size=1, seed=seed)
    with open_store(store) as opened:
        ingest_paths(opened, [str(wiki)], game="dm")


def _pages(store) -> Graphs:  # type: ignore[no-untyped-def]
    return {
        graph: frozenset(str(quad) for quad in store.quads(graph))
        for graph in store.graphs()
        if "/page/" in graph
    }


def _faults(store: Path, versions: list[Graphs]) -> list[str]:
    try:
        with open_store(store, read_only=True) as reader:
            found = _pages(reader)
    except Exception as error:  # whatever it is, it is the fault looked for
        return [f"the store does not open: {error!r}"]
    faults = [
        f"{graph} is half a page" for graph, quads in found.items() if quads not in _allowed(graph, versions)
    ]
    missing = set(versions[0]) - set(found)
    return faults + [f"{graph} is missing" for graph in sorted(missing)]


def _allowed(graph: str, versions: list[Graphs]) -> list[frozenset[str]]:
    return [version[graph] for version in versions if graph in version]


def _complete(output: Path, name: str, before: bytes) -> bool:
    """Say whether a file is the old one or parses to its end."""
    data = output.read_bytes()
    if data == before:
        return True
    import json

    import pyoxigraph as ox

    try:
        if name == "check":
            json.loads(data)
        else:
            form = ox.RdfFormat.N_QUADS if name.endswith("nquads") else ox.RdfFormat.TRIG
            if not sum(1 for _ in ox.parse(data, format=form)):
                return False
    except (ValueError, SyntaxError):
        return False
    return data.endswith(b"\n")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    place = Path(tempfile.mkdtemp(prefix="saitei-kills-"))
    try:
        result = kill_at_random_moments(count, place, seed=seed)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    for name, kills in sorted(result.kills.items()):
        print(f"{name}: {kills} kills, {result.finished[name]} of them after its end")
    for fault in result.faults:
        print(f"FAULT {fault}")
    print(f"{sum(result.kills.values())} kills, {len(result.faults)} faults")
    sys.exit(bool(result.faults))
