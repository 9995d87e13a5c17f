"""The two passes on a Dask cluster: the same functions over the same arguments, so the same quads.

Pages travel as bytes, so the workers need no common disk; they need the same version of this program. The store is
written here, by the one writer, as ever.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ingest.pipeline.crew import Lost
from ingest.pipeline.fingerprint import code_fingerprint
from ingest.pipeline.jobs import Job

__all__ = ["ClusterCrew", "EngineError"]

_CHUNK = 16
_AHEAD = 4
"""Chunks under way for each thread of the cluster: enough to keep it busy, few enough to hold their results."""


class EngineError(ValueError):
    """The engine cannot be used; the message says what to do."""


def work_on(task: str, items: list[tuple[Any, ...]], context: Any) -> list[Any]:
    """Do one chunk, in a worker: `ingest.pipeline.work` as it is used on one machine."""
    from ingest.pipeline import work

    function: Callable[..., Any] = getattr(work, task)
    try:
        return [function(*item) if context is None else function(*item, context) for item in items]
    finally:
        work.forget()  # the next pass may be on another worker, and the next ingest bring other pages


class ClusterCrew:
    """Has the methods of `Crew`; `address` is ``dask://HOST:PORT`` of a scheduler."""

    def __init__(self, address: str, *, patience: float = 10.0) -> None:
        """Connect within `patience` seconds.

        Raises:
            EngineError: Dask is not installed, nothing answers, or the workers have another version.
        """
        scheme, _, place = address.partition("://")
        if scheme != "dask" or not place:
            raise EngineError(
                f"unknown engine {address!r}; use dask://HOST:PORT, or none for local processes"
            )
        try:
            import distributed
        except ImportError as error:
            raise EngineError("the engine dask needs another package: pip install 'saitei[dask]'") from error
        try:
            self._client: Any = distributed.Client(  # type: ignore[no-untyped-call]
                f"tcp://{place}", timeout=patience, set_as_default=False, name="saitei"
            )
        except (OSError, ValueError) as error:
            raise EngineError(
                f"no Dask scheduler answers at {place}; start one with: dask scheduler, and workers with: "
                f"dask worker tcp://{place}"
            ) from error
        self._completed: Any = distributed.as_completed
        try:
            self._check(place)
        except BaseException:
            self.close()
            raise

    def _check(self, place: str) -> None:
        try:
            found = self._client.run(code_fingerprint)
        except (ImportError, AttributeError) as error:
            raise EngineError(f"the workers of {place} do not have saitei: install it there") from error
        if not found:
            raise EngineError(
                f"the scheduler at {place} has no workers; start one: dask worker tcp://{place}"
            )
        other = sorted(worker for worker, version in found.items() if version != code_fingerprint())
        if other:
            raise EngineError(
                f"the workers {', '.join(other)} have another version of saitei than this program; "
                "install the same one, or their quads would differ"
            )
        self._threads = sum(self._client.nthreads().values())

    def run(
        self, task: str, items: Sequence[tuple[Any, tuple[Any, ...]]], context: Any = None
    ) -> Iterator[tuple[Any, Any]]:
        """Yield (key, result) for each (key, arguments), as they are finished; `context` is the last argument of all.

        A chunk whose worker dies is tried elsewhere, then item by item; what kills every worker is `Lost`.
        """
        if not items:
            return
        shared = self._client.scatter(context, broadcast=True, hash=False) if context is not None else None
        chunks = iter([list(items[n : n + _CHUNK]) for n in range(0, len(items), _CHUNK)])
        under_way: dict[Any, list[tuple[Any, tuple[Any, ...]]]] = {}
        done = self._completed(loop=self._client.loop)

        def send(chunk: list[tuple[Any, tuple[Any, ...]]]) -> None:
            arguments = [_portable(given) for _, given in chunk]
            future = self._client.submit(work_on, task, arguments, shared, pure=False)
            under_way[future] = chunk
            done.add(future)

        for _, chunk in zip(range(_AHEAD * self._threads), chunks, strict=False):
            send(chunk)
        for future in done:
            chunk = under_way.pop(future)
            if future.status == "finished":
                yield from zip((key for key, _ in chunk), future.result(), strict=True)
            elif len(chunk) > 1:
                for item in chunk:
                    send([item])
            else:
                yield chunk[0][0], Lost(f"its workers ended ({type(future.exception()).__name__})")
            future.release()
            following = next(chunks, None)
            if following is not None:
                send(following)

    def close(self) -> None:
        """Leave the cluster; it goes on for others."""
        with contextlib.suppress(OSError, TimeoutError):
            self._client.close()


def _portable(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give a job the bytes of its page; one that cannot be read says so where it is worked on."""
    job, *rest = arguments
    if (
        not isinstance(job, Job)
        or job.source.data is not None
        or job.source.text is not None
        or job.source.problem
    ):
        return arguments
    from ingest.reading import _bytes_of

    try:
        data = _bytes_of(Path(job.source.path))
    except (OSError, ValueError):
        return arguments
    return (replace(job, source=replace(job.source, data=data)), *rest)
