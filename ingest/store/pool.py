"""Query workers: processes kept warm, one query each at a time, killed at the limit and replaced."""

import contextlib
import fcntl
import json
import os
import select
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ingest.store import worker
from ingest.store.errors import (
    QueryError,
    QueryMemoryError,
    QueryStopped,
    QuerySyntaxError,
    QueryTimeout,
    StoreDamaged,
)
from ingest.store.syntax import syntax_error

__all__ = ["DEFAULT_MEMORY", "QueryPool"]

DEFAULT_MEMORY = 4 * 1024**3
"""Bytes that one query may use; enough for a sort of some million rows."""


_SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ of Linux
_PIPE_SIZE = 1 << 20
_LOOK, _LONG = 0.1, 3600.0
"""Seconds to wait for an answer before looking whether to stop; without a reason to look."""


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    started: bool = False
    uses: int = 0

    def __post_init__(self) -> None:
        assert self.process.stdout is not None  # noqa: S101 - a pipe was asked for
        self._source = self.process.stdout.fileno()
        self._ready = select.poll()
        self._ready.register(self._source, select.POLLIN)
        with contextlib.suppress(OSError):  # an answer of megabytes then takes fewer turns
            fcntl.fcntl(self._source, _SET_PIPE_SIZE, _PIPE_SIZE)

    def receive(
        self, deadline: float, stop: threading.Event | None
    ) -> tuple[dict[str, object], bytes] | None:
        """Read one message; None when the process has ended.

        Raises:
            TimeoutError: it is not there in whole at the deadline (of the monotonic clock).
            QueryStopped: `stop` was set.
        """
        try:
            head_length, body_length = worker.LENGTHS.unpack(self._read(worker.LENGTHS.size, deadline, stop))
            head = self._read(head_length, deadline, stop)
            body = self._read(body_length, deadline, stop)
        except EOFError:
            return None
        found: dict[str, object] = json.loads(head)
        return found, body

    def _read(self, size: int, deadline: float, stop: threading.Event | None) -> bytes:
        pieces = []
        while size:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if stop is not None and stop.is_set():
                raise QueryStopped
            if self._ready.poll(1000 * min(left, _LOOK if stop is not None else _LONG)):
                piece = os.read(self._source, min(size, _PIPE_SIZE))
                if not piece:
                    raise EOFError
                pieces.append(piece)
                size -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

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
        result_format: str,
        timeout: float,
        prefixes: dict[str, str] | None = None,
        stop: threading.Event | None = None,
    ) -> bytes:
        """Answer a query as serialised bytes.

        Raises:
            QueryStopped: `stop` was set by another thread; the process is dead as at the time limit.
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
                return self._ask(process, query, result_format, deadline, timeout, prefixes, stop)
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
        result_format: str,
        deadline: float,
        limit: float,
        prefixes: dict[str, str] | None,
        stop: threading.Event | None,
    ) -> bytes:
        if not process.started:
            head, _ = self._receive(process, max(deadline, time.monotonic() + 10), limit, stop)
            if head.get("status") != "ready":
                raise StoreDamaged(f"the snapshot {self.path} cannot be opened: {head.get('message')}")
            process.started = True
        request: dict[str, object] = {"format": result_format, "prefixes": prefixes}
        try:
            if process.process.stdin is not None:
                worker.write_frame(_binary(process.process.stdin), request, query.encode())
        except OSError as error:
            raise QueryMemoryError("the query process ended unexpectedly; try again") from error
        head, body = self._receive(process, deadline, limit, stop)
        status = head.get("status")
        if status == "ok":
            self._give_back(process)
            return body
        message = str(head.get("message"))
        if status == "syntax":
            raise syntax_error(message, query)
        if status == "memory":
            raise QueryMemoryError(_memory_message(self.memory))
        raise QueryError(f"the query failed: {message}")

    def _receive(
        self, process: _Worker, deadline: float, limit: float, stop: threading.Event | None
    ) -> tuple[dict[str, object], bytes]:
        try:
            frame = process.receive(deadline, stop)
        except TimeoutError:
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
        return _Worker(process)


def _memory_message(limit: int) -> str:
    return (
        f"the query needed more than its {limit // 1024**2} MB of memory and was stopped; "
        "narrow it, or leave out ORDER BY and DISTINCT over very many rows"
    )


def _binary(pipe: object) -> BinaryIO:
    return pipe  # type: ignore[return-value]  # a buffered pipe has what read_frame and write_frame use
