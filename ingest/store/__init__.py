"""The store: named graphs on disk (or in memory), read with SPARQL, changed one page at a time.

>>> store = open_store(":memory:")
>>> store.select("SELECT ?s { ?s ?p ?o }")
[]
"""

import os

from ingest.store.base import Answer, Store, Table
from ingest.store.disk import DiskReader, DiskWriter
from ingest.store.errors import (
    QueryError,
    QueryMemoryError,
    QueryRefused,
    QueryStopped,
    QuerySyntaxError,
    QueryTimeout,
    QueryTooManyRows,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreLocked,
    StoreMissing,
    StoreReadOnly,
    StoreVersionError,
    StoreWriteError,
)
from ingest.store.memory import MemoryStore

__all__ = [
    "CARDS_GRAPH",
    "CASES_GRAPH",
    "DERIVED_GRAPH",
    "FINDINGS_GRAPH",
    "VOCABULARY_GRAPH",
    "Answer",
    "QueryError",
    "QueryMemoryError",
    "QueryRefused",
    "QueryStopped",
    "QuerySyntaxError",
    "QueryTimeout",
    "QueryTooManyRows",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreForeign",
    "StoreLocked",
    "StoreMissing",
    "StoreReadOnly",
    "StoreVersionError",
    "StoreWriteError",
    "Table",
    "open_store",
]

_GRAPH = "https://saitei.example/id/graph/"
VOCABULARY_GRAPH = _GRAPH + "vocabulary"
CARDS_GRAPH = _GRAPH + "cards"
CASES_GRAPH = _GRAPH + "cases"
DERIVED_GRAPH = _GRAPH + "derived"
FINDINGS_GRAPH = _GRAPH + "findings"


def open_store(location: str | os.PathLike[str], *, read_only: bool = False, pool_size: int = 2) -> Store:
    """Open the store at a folder, behind the URL of a SPARQL endpoint, or ":memory:" (an empty one in memory).

    With `read_only` the published state is read, beside a living writer too, and followed as it changes; without,
    the folder is created where needed and locked for this process. `pool_size` is the number of queries with a time
    limit that run at once.

    Raises:
        StoreMissing, StoreForeign, StoreVersionError, StoreDamaged, StoreLocked, StoreReadOnly: each says what to do.
    """
    if str(location) == ":memory:":
        return MemoryStore()
    text = os.fspath(location)
    if text.startswith(("http://", "https://")):
        from ingest.store.remote import RemoteStore

        return RemoteStore(text, read_only=read_only)
    from ingest.store.base import expanded

    root = expanded(location)
    return DiskReader(root, pool_size=pool_size) if read_only else DiskWriter(root, pool_size=pool_size)
