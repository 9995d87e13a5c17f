"""The store on disk: one writer on a generation, readers on published snapshots."""

import contextlib
import errno
import io
import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyoxigraph as ox

from ingest.store.base import EngineStore, Graphs, contents_as_ntriples
from ingest.store.errors import StoreDamaged, StoreError, StoreMissing, StoreReadOnly, StoreWriteError
from ingest.store.layout import Current, Layout, WriterLock
from ingest.store.merge import MergedQuads, plan_update, stated
from ingest.store.pool import QueryPool

__all__ = ["DiskReader", "DiskWriter"]


class _DiskStore(EngineStore):
    """What writer and reader share."""

    def __init__(self, root: Path) -> None:
        self.location = str(root)
        self._layout = Layout(root)
        self._current: Current | None = None
        self._guard = threading.RLock()

    @property
    def revision(self) -> int:
        return self._current.revision if self._current else 0

    @property
    def index_folder(self) -> Path | None:
        """The folder of the indexes of the current generation."""
        return self._layout.index / self._current.generation if self._current else None

    def _open(self, path: Path, *, read_only: bool) -> ox.Store:
        try:
            return ox.Store.read_only(str(path)) if read_only else ox.Store(str(path))
        except OSError as error:
            raise self._layout.damaged(
                f"{path.parent.name}/{path.name} cannot be opened ({error})"
            ) from error


class DiskReader(_DiskStore):
    """Reads the published state; notices by itself when the writer has published another."""

    read_only = True

    def __init__(self, root: Path, *, pool_size: int = 2) -> None:
        super().__init__(root)
        self._layout.check()
        self._pointer = str(self._layout.pointer)
        self._pool_size = pool_size
        self._stamp: tuple[int, int] = (0, 0)
        self._pins = contextlib.ExitStack()
        self._before = contextlib.ExitStack()
        self._refresh()

    def _refresh(self) -> None:
        try:
            found = os.stat(self._pointer)  # noqa: PTH116 - before every query, and three times as fast
            stamp = (found.st_mtime_ns, found.st_ino)
        except OSError:
            stamp = (0, 0)
        if stamp == self._stamp and self._current is not None:
            return
        with self._guard:
            if self._current is not None and self._layout.current() == self._current:
                self._stamp = stamp
                return
            pins = contextlib.ExitStack()
            current, path = pins.enter_context(self._layout.pinned())
            try:
                engine = self._open(path, read_only=True)
            except StoreDamaged:
                pins.close()
                raise
            if self._pool is not None:
                self._pool.close()
                self._pool = None
            # The old snapshot stays pinned until the reader moves on once more: queries may still run on it.
            self._before.close()
            self._before, self._pins = self._pins, pins
            self._engine, self._current, self._stamp = engine, current, stamp

    @property
    def revision(self) -> int:
        """Revision of the published state."""
        self._refresh()
        return super().revision

    def _reading(self) -> ox.Store:
        self._refresh()
        return self._engine

    def _worker_pool(self) -> QueryPool:
        self._refresh()
        with self._guard:
            if self._pool is None:
                assert self._current is not None  # noqa: S101 - set by _refresh
                path = self._layout.snapshots / self._current.snapshot
                self._pool = QueryPool(path, size=self._pool_size)
            return self._pool

    def apply(self, changes: Mapping[str, Iterable[ox.Quad | ox.Triple] | None]) -> bool:
        """Refuse: this is a reader."""
        raise StoreReadOnly(f"the store {self.location} was opened for reading only")

    def build(self, graphs: Graphs) -> None:
        """Refuse: this is a reader."""
        raise StoreReadOnly(f"the store {self.location} was opened for reading only")

    def publish(self) -> None:
        """Nothing to publish."""

    def close(self) -> None:
        """Stop the query processes and let the snapshot go."""
        with self._guard:
            if self._pool is not None:
                self._pool.close()
                self._pool = None
            self._before.close()
            self._pins.close()


class DiskWriter(_DiskStore):
    """The one writer of a store."""

    read_only = False

    def __init__(self, root: Path, *, pool_size: int = 2) -> None:
        super().__init__(root)
        with contextlib.suppress(StoreMissing):  # then it is made
            self._layout.check()
        self._layout.create()
        self._lock = WriterLock(self._layout.lock, root)
        self._pool_size = pool_size
        self._dirty = False
        try:
            self._current = self._layout.current()
            self._layout.sweep()
            if self._current is None:
                self._generation = self._layout.fresh(self._layout.generations, "gen")
                self._engine = self._open(self._generation, read_only=False)
                self._dirty = True
                self.publish()
            else:
                self._generation = self._layout.generations / self._current.generation
                if not self._generation.is_dir():
                    raise self._layout.damaged(f"{self._generation.name} is missing")
                self._engine = self._open(self._generation, read_only=False)
                self._dirty = self._differs()
        except BaseException:
            self._lock.release()
            raise

    def _differs(self) -> bool:
        """Tell whether an earlier writer died after changing the generation and before publishing it.

        Comparing content would cost a scan, so a marker file lies beside the generation while it is ahead.
        """
        return self._ahead.exists()

    @property
    def _ahead(self) -> Path:
        return self._generation.with_suffix(".ahead")

    def _worker_pool(self) -> QueryPool:
        with self._guard:
            self.publish()
            if self._pool is None:
                assert self._current is not None  # noqa: S101 - set by publish
                self._pool = QueryPool(self._layout.snapshots / self._current.snapshot, size=self._pool_size)
            return self._pool

    def apply(self, changes: Mapping[str, Iterable[ox.Quad | ox.Triple] | None]) -> bool:
        """Change several graphs in one transaction; readers see it after `publish`."""
        with self._guard:
            wanted = {g: None if new is None else stated(g, new) for g, new in changes.items()}
            update = plan_update(self._engine, wanted)
            if not update:
                return False
            try:
                self._ahead.touch()
                self._engine.update(update)
            except OSError as error:
                raise self._failed(error) from error
            self._dirty = True
            return True

    def build(self, graphs: Graphs) -> None:
        """Bulk-load a new generation and switch to it; on any error the old one stays."""
        with self._guard:
            path = self._layout.fresh(self._layout.generations, "gen")
            index = self._layout.index / path.name
            try:
                if callable(graphs):
                    index.mkdir(exist_ok=True)
                    graphs = graphs(index)
                engine = ox.Store(str(path))
                merged = MergedQuads()
                pieces = _Pieces(c for g, t in graphs for c in merged.of(g, contents_as_ntriples(g, t)))
                segments = 0
                while pieces.more():
                    engine.bulk_load(
                        pieces,  # type: ignore[arg-type]  # all that is asked of it is to be read
                        ox.RdfFormat.N_QUADS,
                        lenient=True,  # the quads were serialised by the engine itself
                    )
                    segments += 1
                engine.flush()
                if (
                    segments > 1
                ):  # they lie over each other: a query would look into each, and take twice as long
                    engine.optimize()
            except BaseException as error:
                with contextlib.suppress(UnboundLocalError):
                    del engine
                shutil.rmtree(path, ignore_errors=True)
                shutil.rmtree(index, ignore_errors=True)
                if isinstance(error, OSError):
                    raise self._failed(error) from error
                raise
            old = self._ahead
            self._engine, self._generation = engine, path
            self._dirty = True
            self.publish()
            old.unlink(missing_ok=True)

    def publish(self) -> None:
        """Make a snapshot of the generation and point readers to it."""
        with self._guard:
            if not self._dirty:
                return
            snapshot = self._layout.fresh(self._layout.snapshots, "snap")
            try:
                self._engine.flush()
                self._engine.backup(str(snapshot))
                snapshot.with_name(snapshot.name + ".pin").touch()
                revision = (self._current.revision if self._current else 0) + 1
                current = Current(self._generation.name, snapshot.name, revision)
                self._layout.switch(current)
            except OSError as error:
                raise self._failed(error) from error
            self._current = current
            self._ahead.unlink(missing_ok=True)
            self._dirty = False
            if self._pool is not None:
                self._pool.close()
                self._pool = None
            self._layout.sweep()

    def close(self) -> None:
        """Publish what is unpublished, stop the query processes and give up the lock."""
        with self._guard:
            try:
                self.publish()
            finally:
                if self._pool is not None:
                    self._pool.close()
                    self._pool = None
                if hasattr(self, "_engine"):
                    del self._engine
                self._lock.release()

    def _failed(self, error: OSError) -> StoreError:
        text = str(error)
        if error.errno == errno.ENOSPC or "No space left" in text:
            return StoreWriteError(
                f"the disk of the store {self.location} is full; the last finished state is kept: "
                "free some space and run the command again"
            )
        if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM) or "Permission denied" in text:
            return StoreReadOnly(f"the store {self.location} cannot be written ({text})")
        return StoreWriteError(
            f"writing to the store {self.location} failed ({text}); the last finished state is kept"
        )


_SEGMENT = 400_000
"""Statements of one bulk load. The engine takes about a kilobyte of memory for each until the load is done."""


class _Pieces(io.RawIOBase):
    """A file to read from, made of pieces that are produced on demand; it ends after each segment.

    Pieces hold whole lines. `more` tells whether another segment follows, and begins it.
    """

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces: Iterator[bytes] = iter(pieces)
        self._next: bytes | None = None
        self._rest = memoryview(b"")
        self._lines = 0

    def more(self) -> bool:
        """Begin the next segment; False when there is nothing left."""
        self._lines = 0
        while not self._next:
            self._next = next(self._pieces, None)
            if self._next is None:
                return False
        return True

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        if size < 0:
            raise io.UnsupportedOperation("give a size")
        while not self._rest:
            piece = self._next if self._next is not None else next(self._pieces, None)
            self._next = None
            if piece is None:
                return b""
            lines = piece.count(b"\n")
            if self._lines and self._lines + lines > _SEGMENT:
                self._next = piece
                return b""
            self._lines += lines
            self._rest = memoryview(piece)
        taken, self._rest = bytes(self._rest[:size]), self._rest[size:]
        return taken
