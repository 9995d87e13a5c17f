"""Readers while an ingest runs: ``python -m tests.robustness.readers [READERS] [PAGES] [SECONDS]``.

Starts `saitei serve` over a generated wiki, lets so many clients ask it one query after the other over connections
of their own, first with nothing else going on, then while `saitei ingest` takes in the wiki changed again and again.
Prints requests a second, errors, and the median and 95th percentile of the time to the whole answer, both times.
"""

import asyncio
import itertools
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tests.store.servers import free_port
from tests.store.wiki import write_wiki

__all__ = ["Figures", "measure"]

ROOT = Path(__file__).parent.parent.parent
QUERIES = [
    "SELECT (COUNT(*) AS ?n) { ?r a tcg:Ruling }",
    "SELECT ?r ?l { ?r a tcg:Ruling ; tcg:line ?l } LIMIT 20",
    "SELECT ?p ?t { ?p a tcg:Page ; dcterms:title ?t } ORDER BY ?t LIMIT 20",
    "SELECT ?s ?o { ?s tcg:cites ?o } LIMIT 50",
    "ASK { ?s tcg:line 1 }",
]


@dataclass
class Figures:
    """What the readers saw in one stretch of time."""

    seconds: float
    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    ingests: int = 0

    def quantile(self, share: float) -> float:
        """Milliseconds below which so large a share of the answers came."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("nan")

    def line(self, name: str) -> str:
        """One line of the table."""
        wrong = ", ".join(f"{n} x {what}" for what, n in self.errors.most_common()) or "none"
        return (
            f"{name:<14}{len(self.times) / self.seconds:8.0f} requests/s   median {self.quantile(0.5):7.1f} ms   "
            f"p95 {self.quantile(0.95):7.1f} ms   errors: {wrong}"
            + (f"   ingests finished: {self.ingests}" if self.ingests else "")
        )


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, query: str) -> int:
    path = f"/sparql?query={quote(query)}&format=json"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length:")
    )
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


async def _reader(port: int, number: int, figures: Figures, end: float) -> None:
    rng = random.Random(number)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while time.monotonic() < end:
            start = time.monotonic()
            try:
                status = await asyncio.wait_for(_ask(reader, writer, rng.choice(QUERIES)), 60)
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
                figures.errors[type(error).__name__] += 1
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                continue
            if status == 200:
                figures.times.append(time.monotonic() - start)
            else:
                figures.errors[f"status {status}"] += 1
    finally:
        writer.close()


async def _stretch(port: int, readers: int, seconds: float) -> Figures:
    figures = Figures(seconds)
    end = time.monotonic() + seconds
    await asyncio.gather(*(_reader(port, number, figures, end) for number in range(readers)))
    return figures


async def _during_ingests(port: int, readers: int, seconds: float, wiki: Path, store: Path) -> Figures:
    stop = asyncio.Event()

    async def ingests() -> int:
        done = 0
        for seed in itertools.count(2):
            write_wiki(wiki, len(list(wiki.iterdir())), size=1, seed=seed)
            process = await asyncio.create_subprocess_exec(*_ingest_command(wiki, store), cwd=ROOT)
            if await process.wait():
                raise RuntimeError("an ingest failed")
            done += 1
            if stop.is_set():
                break
        return done

    running = asyncio.create_task(ingests())
    await asyncio.sleep(0.5)
    figures = await _stretch(port, readers, seconds)
    stop.set()
    figures.ingests = await running
    return figures


def _ingest_command(wiki: Path, store: Path) -> list[str]:
    words = [sys.executable, "-m", "explorer.cli", "ingest", str(wiki)]
    return [*words, "--game", "dm", "--store", str(store), "--force", "-q"]


def measure(readers: int, pages: int, seconds: float, folder: Path) -> tuple[Figures, Figures]:
    """Return what the readers saw idle and during ingests."""
    wiki, store = folder / "wiki", folder / "store"
    write_wiki(wiki, pages, size=1, seed=1)
    subprocess.run(_ingest_command(wiki, store), cwd=ROOT, check=True)
    port = free_port()
    serve = [sys.executable, "-m", "explorer.cli", "serve", "--store", str(store), "--port", str(port)]
    process = subprocess.Popen(serve, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        idle = asyncio.run(_stretch(port, readers, seconds))
        busy = asyncio.run(_during_ingests(port, readers, seconds, wiki, store))
    finally:
        process.terminate()
        process.wait(20)
    return idle, busy


def _wait_for(port: int) -> None:
    import socket

    end = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    length = float(sys.argv[3]) if len(sys.argv) > 3 else 20.0
    with tempfile.TemporaryDirectory(prefix="saitei-readers-") as place:
        quiet, during = measure(count, size, length, Path(place))
    print(f"{count} readers, {size} pages, {length:g} seconds each")
    print(quiet.line("idle"))
    print(during.line("during ingest"))
    sys.exit(bool(quiet.errors or during.errors))
