"""Worker processes for the two passes.

A crew of one works in this process. The others are plain child processes that are fed over pipes: they end when
their pipe closes, so none outlives a parent that was killed, and they hold no file of the store. A page that
kills its worker, or that takes too long, is given up; the rest of its chunk is tried again.
"""

import contextlib
import pickle
import queue
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

__all__ = ["Crew", "Lost"]

_CHUNK = 8
_WAITING = 256
"""Results that wait: as many pages as one segment of a bulk load, so that all go on working while it is written."""


class Lost:
    """In place of a result: why an item was given up."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


def _send(pipe: IO[bytes], value: object) -> None:
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(struct.pack(">Q", len(data)))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:  # whatever was sent
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    data = pipe.read(struct.unpack(">Q", head)[0])
    return pickle.loads(data)  # noqa: S301 - from our own child process


def _call(task: str, item: Sequence[Any], context: Any) -> Any:
    from ingest.pipeline import work

    function: Callable[..., Any] = getattr(work, task)
    return function(*item) if context is None else function(*item, context)


def child() -> None:
    """Serve tasks on standard input until it closes."""
    source, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but frames may reach the pipe
    context: Any = None
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            kind, value = _receive(source)
            if kind == "context":
                context = value
                continue
            _send(out, [_call(kind, item, context) for item in value])


class _Child:
    def __init__(self) -> None:
        root = str(Path(__file__).parent.parent.parent)
        code = f"import sys; sys.path.insert(0, {root!r}); from ingest.pipeline.crew import child; child()"
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self.answers: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None  # noqa: S101 - a pipe was asked for
        try:
            while True:
                self.answers.put(_receive(self.process.stdout))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self.answers.put(None)

    def send(self, value: object) -> None:
        assert self.process.stdin is not None  # noqa: S101 - a pipe was asked for
        _send(self.process.stdin, value)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()


class Crew:
    """Runs functions of `ingest.pipeline.work` over items, in `size` processes.

    `patience` is the number of seconds after which an item is given up (in child processes only).
    """

    def __init__(self, size: int, *, patience: float = 120.0) -> None:
        self.size = size
        self.patience = patience
        self._children: list[_Child | None] = [None] * size if size > 1 else []
        self._home: dict[Any, int] = {}
        self._stop = threading.Event()

    def run(
        self, task: str, items: Sequence[tuple[Any, tuple[Any, ...]]], context: Any = None
    ) -> Iterator[tuple[Any, Any]]:
        """Yield (key, result) for each (key, arguments), as they are finished; `context` is the last argument of all.

        An item with the key of an earlier run goes to the same process where possible, which may remember it.
        """
        if not self._children or len(items) < 2:
            for key, arguments in items:
                yield key, _call(task, arguments, context)
            return
        lanes: list[deque[tuple[Any, tuple[Any, ...]]]] = [deque() for _ in range(self.size)]
        for number, (key, arguments) in enumerate(items):
            lanes[self._home.get(key, number % self.size)].append((key, arguments))
        lock = threading.Lock()
        results: queue.Queue[tuple[Any, Any] | BaseException | None] = queue.Queue(maxsize=_WAITING)

        def chunk(lane: int) -> list[tuple[Any, tuple[Any, ...]]]:
            with lock:
                own = lanes[lane] or max(lanes, key=len)
                size = min(_CHUNK, max(1, len(own) // 2)) if own is not lanes[lane] else _CHUNK
                return [
                    own.popleft() if own is lanes[lane] else own.pop() for _ in range(min(size, len(own)))
                ]

        def drive(lane: int) -> None:
            try:
                self._begin(lane, context)
                while (taken := chunk(lane)) and not self._stop.is_set():
                    for key, result in self._work(lane, task, taken, context):
                        self._home[key] = lane
                        results.put((key, result))
                results.put(None)
            except BaseException as error:
                results.put(error)

        threads = [threading.Thread(target=drive, args=(lane,), daemon=True) for lane in range(self.size)]
        for thread in threads:
            thread.start()
        running = len(threads)
        while running:
            found = results.get()
            if found is None:
                running -= 1
            elif isinstance(found, BaseException):
                raise found
            else:
                yield found

    def close(self) -> None:
        """End the processes."""
        self._stop.set()
        for process in self._children:
            if process is not None:
                process.kill()
        self._children = [None] * len(self._children)

    def _begin(self, lane: int, context: Any) -> None:
        if self._children[lane] is None:
            self._children[lane] = _Child()
        process = self._children[lane]
        if process is not None:
            process.send(("context", context))

    def _work(
        self, lane: int, task: str, chunk: list[tuple[Any, tuple[Any, ...]]], context: Any
    ) -> Iterator[tuple[Any, Any]]:
        answers = self._ask(lane, task, [arguments for _, arguments in chunk])
        if isinstance(answers, list):
            yield from zip((key for key, _ in chunk), answers, strict=True)
            return
        self._begin(lane, context)  # the process is gone: find out which item did it
        if len(chunk) == 1:
            yield chunk[0][0], answers
            return
        for item in chunk:
            yield from self._work(lane, task, [item], context)

    def _ask(self, lane: int, task: str, arguments: list[tuple[Any, ...]]) -> "list[Any] | Lost":
        process = self._children[lane]
        if process is None:
            return Lost("its worker process is gone")
        started = time.monotonic()
        try:
            process.send((task, arguments))
            found = process.answers.get(timeout=self.patience * (1 if len(arguments) == 1 else 2))
        except queue.Empty:
            found = None
        except OSError:
            found = None
        if isinstance(found, list):
            return found
        process.kill()
        self._children[lane] = None
        took = time.monotonic() - started
        if took >= self.patience:
            return Lost(f"it took longer than {self.patience:g} s")
        return Lost(f"its worker process ended (code {process.process.returncode})")
