"""The folder of a store on disk, and the pointer that says which of its parts is current.

::

    saitei-store/
      saitei-store.json     kind and format version of the folder
      CURRENT               JSON: {"generation", "snapshot", "revision"}; replaced atomically
      LOCK                  held (flock) by the one writer; holds its process id
      generations/gen-N/    the RocksDB database that the writer works on
      snapshots/snap-N/     hard-linked copies of finished states; readers open these
      snapshots/snap-N.pin  held (shared flock) by each reader of the snapshot
      index/gen-N/          ledger and text index (SQLite) of a generation
"""

import contextlib
import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from ingest.store.errors import (
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreLocked,
    StoreMissing,
    StoreReadOnly,
    StoreVersionError,
    StoreWriteError,
)

__all__ = ["FORMAT_VERSION", "Current", "Layout", "WriterLock", "write_atomically"]

FORMAT_VERSION = 1
"""Raised whenever an older program could misread the folder."""

_MARK = "saitei-store.json"
_KIND = "saitei-store"


@dataclass(frozen=True, slots=True)
class Current:
    """Which generation and which snapshot are current; `revision` grows with every published change."""

    generation: str
    snapshot: str
    revision: int


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file so that after a crash it holds the old bytes or the new ones, never a mixture."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with temporary.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    temporary.replace(path)
    with contextlib.suppress(OSError):  # not every file system lets a folder be synced
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class WriterLock:
    """The lock of the single writer; the operating system drops it when the process dies."""

    def __init__(self, path: Path, store: Path) -> None:
        """Take the lock.

        Raises:
            StoreLocked: another process has it; the message names the process.
            StoreReadOnly: the folder cannot be written.
        """
        try:
            self._file: IO[str] = path.open("a+")
        except OSError as error:
            raise StoreReadOnly(
                f"the store {store} cannot be written ({error.strerror}); choose another folder with --store, "
                "or make this one writable"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            owner = self._file.read().strip() or "unknown"
            self._file.close()
            raise StoreLocked(
                f"the store {store} is being written by another process (process id {owner}); "
                "wait until it has finished, or stop it"
            ) from error
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def release(self) -> None:
        """Give the lock back."""
        self._file.close()


class Layout:
    """Paths of a store folder and the operations on its pointer."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.generations = root / "generations"
        self.snapshots = root / "snapshots"
        self.index = root / "index"
        self.pointer = root / "CURRENT"
        self.lock = root / "LOCK"

    def check(self) -> None:
        """Make sure that the folder is a store that this program can read.

        Raises:
            StoreMissing, StoreForeign, StoreVersionError, StoreDamaged: with what to do.
        """
        mark = self.root / _MARK
        if not self.root.exists():
            raise StoreMissing(
                f"there is no store at {self.root}; fill one with: saitei ingest PATH… --store {self.root}"
            )
        if not self.root.is_dir():
            raise StoreForeign(
                f"{self.root} is a file, not a store folder; choose another place with --store"
            )
        try:
            found = json.loads(mark.read_text("utf-8"))
        except FileNotFoundError:
            if any(p.name != ".DS_Store" for p in self.root.iterdir()):
                raise StoreForeign(
                    f"{self.root} is a folder with other content, not a store; choose another place with --store"
                ) from None
            raise StoreMissing(
                f"the folder {self.root} is empty; fill it with: saitei ingest PATH… --store {self.root}"
            ) from None
        except PermissionError as error:
            raise StoreError(f"{mark} cannot be read ({error.strerror})") from error
        except (OSError, ValueError) as error:
            raise self.damaged(f"{_MARK} cannot be read: {error}") from error
        version = found.get("version") if isinstance(found, dict) else None
        if not isinstance(found, dict) or found.get("kind") != _KIND or not isinstance(version, int):
            raise self.damaged(f"{_MARK} does not describe a store")
        if version > FORMAT_VERSION:
            raise StoreVersionError(
                f"the store {self.root} has format {version}, this program reads up to {FORMAT_VERSION}; "
                "update saitei, or ingest into another folder with --store"
            )

    def damaged(self, what: str) -> StoreDamaged:
        """Return the error for broken files, with the way out."""
        return StoreDamaged(
            f"the store {self.root} is damaged: {what}; the wiki pages are not touched: delete the folder "
            "and run saitei ingest again"
        )

    def create(self) -> None:
        """Make the folder a store, empty as yet; does nothing when it is one.

        Raises:
            StoreReadOnly: the folder cannot be made or written.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            for folder in (self.generations, self.snapshots, self.index):
                folder.mkdir(exist_ok=True)
            if not (self.root / _MARK).exists():
                content = {"kind": _KIND, "version": FORMAT_VERSION}
                write_atomically(self.root / _MARK, json.dumps(content).encode())
        except OSError as error:
            kind = StoreWriteError if error.errno == 28 else StoreReadOnly
            raise kind(
                f"the store {self.root} cannot be created ({error.strerror}); choose another folder with --store"
            ) from error

    def current(self) -> Current | None:
        """Read the pointer; None while nothing has been published."""
        try:
            found = json.loads(self.pointer.read_text("utf-8"))
            return Current(str(found["generation"]), str(found["snapshot"]), int(found["revision"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise self.damaged(f"CURRENT cannot be read: {error}") from error

    def switch(self, current: Current) -> None:
        """Point to another generation and snapshot, atomically."""
        write_atomically(self.pointer, json.dumps(asdict(current)).encode())

    def fresh(self, folder: Path, prefix: str) -> Path:
        """Return a path in `folder` that is not in use: `prefix`-N with N above all that exist."""
        numbers = [
            int(p.name.removeprefix(f"{prefix}-").removesuffix(".pin"))
            for p in folder.glob(f"{prefix}-*")
            if p.name.removeprefix(f"{prefix}-").removesuffix(".pin").isdigit()
        ]
        return folder / f"{prefix}-{max(numbers, default=0) + 1}"

    def sweep(self) -> None:
        """Delete generations and snapshots that are neither current nor pinned by a reader. For the writer."""
        current = self.current()
        keep = {current.generation, current.snapshot} if current else set()
        for path in self.generations.glob("gen-*"):
            if path.suffix != ".ahead" and path.name not in keep:
                shutil.rmtree(path, ignore_errors=True)
                path.with_suffix(".ahead").unlink(missing_ok=True)
        for path in self.index.glob("gen-*"):
            if path.name not in keep:
                shutil.rmtree(path, ignore_errors=True)
        for path in self.snapshots.glob("snap-*"):
            if path.suffix != ".pin" and path.name not in keep and not _pinned(_pin(path)):
                shutil.rmtree(path, ignore_errors=True)
        for pin in self.snapshots.glob("snap-*.pin"):
            if pin.stem not in keep and not pin.with_suffix("").exists():
                pin.unlink(missing_ok=True)

    @contextlib.contextmanager
    def pinned(self, *, patience: float = 5.0) -> Iterator[tuple[Current, Path]]:
        """Hold the current snapshot so that the writer keeps it; yields the pointer and the snapshot's path.

        Between reading the pointer and taking the pin the writer may have moved on, so the pointer is read again.
        """
        deadline = time.monotonic() + patience
        while True:
            current = self.current()
            if current is None:
                raise StoreMissing(
                    f"the store {self.root} holds nothing yet; fill it with: saitei ingest PATH… --store {self.root}"
                )
            path = self.snapshots / current.snapshot
            try:
                pin = _pin(path).open("rb")
            except OSError as error:
                if time.monotonic() < deadline and self.current() != current:
                    continue
                raise self.damaged(f"{path} cannot be read: {error}") from error
            with pin:
                fcntl.flock(pin, fcntl.LOCK_SH)
                if path.is_dir() and self.current() == current:
                    yield current, path
                    return
            if time.monotonic() > deadline:
                raise self.damaged(f"the snapshot {current.snapshot} is missing")
            time.sleep(0.01)


def _pin(snapshot: Path) -> Path:
    return snapshot.with_name(snapshot.name + ".pin")


def _pinned(pin: Path) -> bool:
    try:
        with pin.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
    except FileNotFoundError:
        return False
    except OSError:
        return True
