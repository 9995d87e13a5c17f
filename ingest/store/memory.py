"""A store in memory, for tests and for graphs that are built to be asked a few things."""

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import pyoxigraph as ox

from ingest.store.base import EngineStore, Graphs, contents_as_ntriples
from ingest.store.merge import MergedQuads, plan_update, stated
from ingest.store.pool import QueryPool

__all__ = ["MemoryStore"]


class MemoryStore(EngineStore):
    """Keeps everything in memory; queries with a time limit run on a copy in a temporary folder."""

    read_only = False
    location = ":memory:"

    def __init__(self) -> None:
        self._engine = ox.Store()
        self._revision = 0
        self._copy: Path | None = None

    @property
    def revision(self) -> int:
        """Number of changes so far."""
        return self._revision

    def apply(self, changes: Mapping[str, Iterable[ox.Quad | ox.Triple] | None]) -> bool:
        """Change several graphs in one transaction."""
        update = plan_update(
            self._engine, {g: None if new is None else stated(g, new) for g, new in changes.items()}
        )
        if update:
            self._engine.update(update)
            self._changed()
        return bool(update)

    def build(self, graphs: Graphs) -> None:
        """Replace the whole content."""
        engine = ox.Store()
        if callable(graphs):
            graphs = graphs(None)
        merged = MergedQuads()
        for graph, contents in graphs:
            for piece in merged.of(graph, contents_as_ntriples(graph, contents)):
                engine.load(piece, ox.RdfFormat.N_QUADS)
        self._engine = engine
        self._changed()

    def publish(self) -> None:
        """Everything is visible at once."""

    def close(self) -> None:
        """Stop the query processes and delete the temporary copy."""
        self._drop_copy()

    def _changed(self) -> None:
        self._revision += 1
        self._drop_copy()

    def _drop_copy(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None
        if self._copy is not None:
            shutil.rmtree(self._copy, ignore_errors=True)
            self._copy = None

    def _worker_pool(self) -> QueryPool:
        if self._pool is None:
            self._copy = Path(tempfile.mkdtemp(prefix="saitei-"))
            copy = ox.Store(str(self._copy / "store"))
            copy.bulk_load(self._engine.dump(format=ox.RdfFormat.N_QUADS) or b"", ox.RdfFormat.N_QUADS)
            copy.backup(str(self._copy / "snapshot"))
            del copy
            self._pool = QueryPool(self._copy / "snapshot")
        return self._pool
