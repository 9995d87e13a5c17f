"""Query workers: processes kept warm, one query each at a time, killed at the limit and replaced."""

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ingest.store import worker
from ingest.store.errors import (
    QueryError,
    QueryMemoryError,
    QuerySyntaxError,
    QueryTimeout,
    StoreDamaged,
)
from ingest.store.syntax import syntax_error

__all__ = ["DEFAULT_MEMORY", "QueryPool"]

DEFAULT_MEMORY = 4 * 1024**3
"""Bytes that one query may use; enough for a sort of some million rows."""


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    started: bool = False
    uses: int = 0
    answers: "queue.Queue[tuple[dict[str, object], bytes] | None]" = field(default_factory=queue.Queue)

    def listen(self) -> None:
        """Pass the frames of the process on; runs in a thread of its own until the process ends."""
        out = self.process.stdout
        while out is not None:
            try:
                frame = worker.read_frame(_binary(out))
            except (OSError, ValueError):
                frame = None
            self.answers.put(frame)
            if frame is None:
                return

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class QueryPool:
    """Runs queries over the snapshot at `path` in at most `size` processes at a time. Thread-safe."""

    def __init__(self, path: Path, *, size: int = 2, memory: int = DEFAULT_MEMORY) -> None:
        self.path = path
        self.size = size
        self.memory = memory
        self._idle: list[_Worker] = []
        self._slots = threading.BoundedSemaphore(size)
        self._lock = threading.Lock()
        self._closed = False

    def warm(self) -> None:
        """Start one process ahead of the first query."""
        with self._lock:
            if not self._idle and not self._closed:
                self._idle.append(self._start())

    def run(
        self,
        query: str,
        *,
        form: str,
        result_format: str,
        timeout: float,
        count: bool = False,
        prefixes: dict[str, str] | None = None,
    ) -> tuple[bytes, int]:
        """Answer a query as serialised bytes and its number of rows (-1 unless `count` and a SELECT).

        Raises:
            QueryTimeout: the limit (seconds, waiting for a free process included) passed; the process is dead
                and its memory given back.
            QuerySyntaxError, QueryMemoryError, StoreDamaged.
        """
        deadline = time.monotonic() + timeout
        if not self._slots.acquire(timeout=timeout):
            raise QueryError("too many queries are running; try again in a moment")
        try:
            process = self._take()
            try:
                return self._ask(process, query, form, result_format, deadline, timeout, count, prefixes)
            except BaseException as error:
                if not isinstance(error, QuerySyntaxError):
                    process.kill()
                    with self._lock:
                        if not self._closed and not self._idle and isinstance(error, QueryError):
                            self._idle.append(self._start())  # warm again for the next query
                else:
                    self._give_back(process)
                raise
        finally:
            self._slots.release()

    def close(self) -> None:
        """Stop all idle processes; a running query ends with an error."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for process in idle:
            process.kill()

    def _ask(
        self,
        process: _Worker,
        query: str,
        form: str,
        result_format: str,
        deadline: float,
        limit: float,
        count: bool,
        prefixes: dict[str, str] | None,
    ) -> tuple[bytes, int]:
        if not process.started:
            head, _ = self._receive(process, max(deadline, time.monotonic() + 10), limit)
            if head.get("status") != "ready":
                raise StoreDamaged(f"the snapshot {self.path} cannot be opened: {head.get('message')}")
            process.started = True
        request = {"form": form, "format": result_format, "count": count, "prefixes": prefixes}
        try:
            if process.process.stdin is not None:
                worker.write_frame(_binary(process.process.stdin), request, query.encode())
        except OSError as error:
            raise QueryMemoryError("the query process ended unexpectedly; try again") from error
        head, body = self._receive(process, deadline, limit)
        status = head.get("status")
        if status == "ok":
            rows = head.get("rows")
            self._give_back(process)
            return body, rows if isinstance(rows, int) else -1
        message = str(head.get("message"))
        if status == "syntax":
            raise syntax_error(message, query)
        if status == "memory":
            raise QueryMemoryError(_memory_message(self.memory))
        raise QueryError(f"the query failed: {message}")

    def _receive(self, process: _Worker, deadline: float, limit: float) -> tuple[dict[str, object], bytes]:
        try:
            frame = process.answers.get(timeout=max(0.001, deadline - time.monotonic()))
        except queue.Empty:
            raise QueryTimeout(limit) from None
        if frame is None:
            raise QueryMemoryError(_memory_message(self.memory))
        return frame

    def _take(self) -> _Worker:
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.process.poll() is None:
                    return process
                process.kill()
        return self._start()

    def _give_back(self, process: _Worker) -> None:
        process.uses += 1
        with self._lock:
            if not self._closed and len(self._idle) < self.size and process.uses < 10_000:
                self._idle.append(process)
                return
        process.kill()

    def _start(self) -> _Worker:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONSTARTUP"}
        process = subprocess.Popen(
            [sys.executable, "-P", str(Path(worker.__file__)), str(self.path), str(self.memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the program, which then closes its workers
        )
        started = _Worker(process)
        threading.Thread(target=started.listen, daemon=True).start()
        return started


def _memory_message(limit: int) -> str:
    return (
        f"the query needed more than its {limit // 1024**2} MB of memory and was stopped; "
        "narrow it, or leave out ORDER BY and DISTINCT over very many rows"
    )


def _binary(pipe: object) -> BinaryIO:
    return pipe  # type: ignore[return-value]  # a buffered pipe has what read_frame and write_frame use
