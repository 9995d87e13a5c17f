"""What Python checks and programs find page by page, gathered by one process or by several.

The pages are cut into batches; every process takes the next one that nobody has taken. Batches are put together in
their order, so that the number of processes changes nothing about the result.
"""

import gc
import multiprocessing
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ontology.checking.check import Check, CheckError, read_check
from ontology.checking.finding import Match
from ontology.checking.pages import page_iris, read_pages
from ontology.graph import GraphReader

__all__ = ["Gathered", "Opener", "gather_pages"]

Opener = Callable[[], AbstractContextManager[GraphReader]]
"""Opens the graph once more; must survive pickling, for it is called in another process."""

_BATCH = 100
_WORTH = 400
"""Pages from which a further process pays for its start."""


@dataclass(slots=True)
class Gathered:
    """Hits as (code, match) and records by code."""

    hits: list[tuple[str, Match]] = field(default_factory=list)
    records: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, other: "Gathered") -> None:
        """Append what another batch gave."""
        self.hits += other.hits
        for code, found in other.records.items():
            self.records.setdefault(code, []).extend(found)


def gather_pages(
    graph: GraphReader,
    checks: Sequence[Check],
    pages: Sequence[str] | None,
    *,
    alone: Collection[str] | None = None,
    reopen: Opener | None = None,
    processes: int = 1,
) -> Gathered:
    """Run `check_page` and `gather` of checks over pages (all, or those named).

    With `alone`, what a page shows by itself is asked of these pages only.
    With `reopen` and `processes` > 1, further processes read a large wiki too.

    Raises:
        CheckError: a check has none of the functions, or a further process ended early.
    """
    for check in checks:
        if not check.function("gather") and not (check.language == "py" and check.function("check_page")):
            raise CheckError(
                f"{check.path.name}: a Python check has check_page(page), or gather(page) and judge(…)"
            )
    iris = sorted(pages) if pages is not None else page_iris(graph)
    batches = [iris[at : at + _BATCH] for at in range(0, len(iris), _BATCH)]
    large = pages is None and len(iris) >= _WORTH
    further = processes - 1 if reopen is not None and large else 0
    done: dict[int, Gathered] = {}
    with _collector_waits():
        if further and reopen is not None:
            _shared(graph, checks, batches, done, reopen, further)
        else:
            for number, batch in enumerate(batches):
                done[number] = _batch(graph, checks, batch, alone)
        whole = Gathered()
        for number in range(len(batches)):
            whole.add(done.pop(number))
    return whole


def _batch(
    graph: GraphReader,
    checks: Sequence[Check],
    iris: Sequence[str],
    alone: Collection[str] | None = None,
) -> Gathered:
    local = [(c.code, f) for c in checks if (f := c.function("check_page"))]
    wide = [(c.code, f) for c in checks if (f := c.function("gather"))]
    found = Gathered(records={code: [] for code, _ in wide})
    for page in read_pages(graph, iris):
        for code, function in local if alone is None or page.iri in alone else ():
            found.hits += [(code, match) for match in function(page)]
        for code, gather in wide:
            found.records[code].extend(gather(page))
        page.memo.clear()  # its readings hold the page: without them it is freed at once
    return found


def _shared(
    graph: GraphReader,
    checks: Sequence[Check],
    batches: Sequence[Sequence[str]],
    done: dict[int, Gathered],
    reopen: Opener,
    further: int,
) -> None:
    """Fill `done`; this process takes batches too, and between them receives what the others have."""
    context = multiprocessing.get_context("spawn")  # an open store does not survive a fork
    turn = context.Value("i", 0)
    started = []
    for _ in range(further):
        here, there = context.Pipe(duplex=False)
        paths = [c.path for c in checks]
        process = context.Process(target=_work, args=(there, turn, reopen, paths, batches), daemon=True)
        process.start()
        there.close()
        started.append((process, here))
    try:
        while (number := _next(turn)) < len(batches):
            done[number] = _batch(graph, checks, batches[number])
            for _, here in started:
                while here.poll():
                    if not _receive(here, done):
                        break
        for _, here in started:
            while _receive(here, done):
                pass
    finally:
        for process, here in started:
            here.close()
            if process.is_alive() and len(done) < len(batches):
                process.terminate()
            process.join()
    if len(done) < len(batches):
        raise CheckError("a process that read pages ended early; run the checks with --workers 1")


def _receive(here: Connection, done: dict[int, Gathered]) -> bool:
    """Take one batch in; False when the other side has no more."""
    try:
        answer = here.recv()
    except EOFError:
        return False
    number, found = answer
    done[number] = found
    return True


def _next(turn: Any) -> int:
    with turn.get_lock():
        number = int(turn.value)
        turn.value = number + 1
    return number


def _work(
    there: Connection, turn: Any, reopen: Opener, paths: Sequence[Path], batches: Sequence[Sequence[str]]
) -> None:
    checks = [read_check(path) for path in paths]
    gc.disable()
    with reopen() as graph:
        while (number := _next(turn)) < len(batches):
            there.send((number, _batch(graph, checks, batches[number])))
    there.close()


@contextmanager
def _collector_waits() -> Iterator[None]:
    """Keep the cyclic collector from walking, again and again, records of which none is garbage."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
