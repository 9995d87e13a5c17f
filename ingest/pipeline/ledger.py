"""What was ingested, beside the store: digests (so that unchanged pages are not read again), names, reports.

The ledger never claims more than the store holds: before a page graph changes its row is deleted, afterwards it
is written. Where rows are missing (a crash, a deleted file) the pages are read again from the text in the store.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ingest.extraction.names import Names

__all__ = ["Ledger", "Row", "names_from_json", "names_to_json"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
  page TEXT PRIMARY KEY, key TEXT NOT NULL, site TEXT NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL,
  digest TEXT NOT NULL, source TEXT NOT NULL, names TEXT NOT NULL, folded TEXT NOT NULL, report TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS pages_key ON pages (key);
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A page in the ledger. `source` says how to read it again: name, path, format, encoding, modified, title."""

    page: str
    key: str
    site: str
    game: str
    title: str
    digest: str
    source: dict[str, Any]
    names: Names
    folded: str
    report: dict[str, Any]


def names_to_json(names: Names) -> str:
    """Write names as JSON, sets sorted."""

    def plain(value: object) -> object:
        if isinstance(value, set | frozenset):
            return {"set": sorted(value)}
        if isinstance(value, dict):
            return {"map": {k: plain(v) for k, v in sorted(value.items())}}
        return value

    return json.dumps({f.name: plain(getattr(names, f.name)) for f in fields(names)}, ensure_ascii=False)


def names_from_json(text: str) -> Names:
    """Read names back.

    Raises:
        ValueError, TypeError: the text is not what `names_to_json` writes.
    """

    def rich(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return set(value["set"]) if "set" in value else {k: set(v["set"]) for k, v in value["map"].items()}

    return Names(**{k: rich(v) for k, v in json.loads(text).items()})


class Ledger:
    """The ledger of one store, in a SQLite file (in memory where `path` is None). `code` fingerprints the program.

    A ledger written by other code is emptied: all pages are then read again.
    """

    def __init__(self, path: Path | None, code: str) -> None:
        self._db = self._open(path)
        found = self._db.execute("SELECT value FROM meta WHERE name = 'code'").fetchone()
        self.outdated = found is not None and found[0] != code
        if found is None or self.outdated:
            self._db.execute("DELETE FROM pages")
            self._db.execute("INSERT OR REPLACE INTO meta VALUES ('code', ?)", (code,))
            self._db.commit()

    def _open(self, path: Path | None) -> sqlite3.Connection:
        if path is None:
            db = sqlite3.connect(":memory:", check_same_thread=False)
            db.executescript(_SCHEMA)
            return db
        path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(2):
            db = sqlite3.connect(path, timeout=30, check_same_thread=False)
            try:
                version = db.execute("PRAGMA user_version").fetchone()[0]
                if version in (0, _VERSION):
                    db.executescript(_SCHEMA)
                    db.execute(f"PRAGMA user_version={_VERSION}")
                    db.execute("PRAGMA synchronous=NORMAL")
                    return db
            except sqlite3.DatabaseError:
                pass
            db.close()  # another version, or damaged: it only saves work, so a new one is begun
            for name in (path, path.with_name(path.name + "-journal")):
                with contextlib.suppress(FileNotFoundError):
                    name.unlink()
        return sqlite3.connect(path, timeout=30)

    def digests(self) -> dict[str, tuple[str, str]]:
        """Return, by key of the source, the page and its digest."""
        return {k: (p, d) for k, p, d in self._db.execute("SELECT key, page, digest FROM pages")}

    def pages(self) -> dict[str, tuple[str, str]]:
        """Return site and title of every page."""
        return {p: (s, t) for p, s, t in self._db.execute("SELECT page, site, title FROM pages")}

    def names(self, without: set[str]) -> Iterator[Names]:
        """Yield the names of all pages but some."""
        return (names for page, names in self.names_by_page() if page not in without)

    def names_by_page(self) -> Iterator[tuple[str, Names]]:
        """Yield every page with its names."""
        for page, text in self._db.execute("SELECT page, names FROM pages"):
            yield page, names_from_json(text)

    def folded(self) -> Iterator[tuple[str, str, str]]:
        """Yield page, game and folded text of every page."""
        yield from self._db.execute("SELECT page, game, folded FROM pages")

    def row(self, page: str) -> Row | None:
        """Return the row of a page."""
        found = self._db.execute("SELECT * FROM pages WHERE page = ?", (page,)).fetchone()
        if found is None:
            return None
        page, key, site, game, title, digest, source, names, folded, report = found
        return Row(
            page,
            key,
            site,
            game,
            title,
            digest,
            json.loads(source),
            names_from_json(names),
            folded,
            json.loads(report),
        )

    def report(self, page: str) -> dict[str, Any] | None:
        """Return the report of a page as it was when it was last read."""
        found = self._db.execute("SELECT report FROM pages WHERE page = ?", (page,)).fetchone()
        return json.loads(found[0]) if found else None

    def forget(self, pages: Iterable[str]) -> None:
        """Delete rows, durably, before their graphs change."""
        self._db.executemany("DELETE FROM pages WHERE page = ?", ((p,) for p in pages))
        self._db.commit()

    def write(self, rows: Iterable[Row]) -> None:
        """Add or replace rows; call `commit` when their graphs are in the store."""
        self._db.executemany(
            "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    r.page, r.key, r.site, r.game, r.title, r.digest, json.dumps(r.source, ensure_ascii=False),
                    names_to_json(r.names), r.folded, json.dumps(r.report, ensure_ascii=False),
                )
                for r in rows
            ),
        )  # fmt: skip

    def copy_to(self, other: "Ledger", pages: Iterable[str]) -> None:
        """Copy rows to another ledger as they are."""
        for page in pages:
            row = self._db.execute("SELECT * FROM pages WHERE page = ?", (page,)).fetchone()
            if row is not None:
                other._db.execute("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def commit(self) -> None:
        """Make written rows durable."""
        self._db.commit()

    def close(self) -> None:
        """Close the file."""
        self._db.close()
