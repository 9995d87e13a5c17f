"""Full text beside the store: exact for queries of any length, updated page by page, rebuilt from the store at any time.

Japanese is written without spaces, so the index holds every pair of neighbouring characters of the folded text as
a token, in order (SQLite FTS5). A query of two and more characters is a phrase of its pairs, a query of one character
a prefix. What is found is what a scan of the folded texts would find: no more, no less.

Texts and queries are folded the same way (`ontology.namespaces.fold_name`: NFKC, dashes, case, 龍 as 竜, spaces
dropped), so ７０３．４ｅ finds 703.4e. Words with spaces between them must all occur in a text.
"""

import contextlib
import itertools
import os
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from ingest.store import Store
from ingest.text_index_entries import Entry, entries_of
from ontology.namespaces import fold_name

__all__ = ["Entry", "Hit", "TextIndex", "entries_of", "open_text_index"]

_END = "\ue0ff"
_VERSION = 2
_RULE_NUMBER = re.compile(r"(\d{3})[-.・,:](\d+[a-z]{0,2})")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS graphs (id INTEGER PRIMARY KEY, iri TEXT NOT NULL UNIQUE, title TEXT);
CREATE TABLE IF NOT EXISTS entries (
  id INTEGER PRIMARY KEY, graph INTEGER, iri TEXT NOT NULL, kind TEXT NOT NULL, weight REAL NOT NULL, text TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS entries_graph ON entries (graph) WHERE graph IS NOT NULL;
CREATE TABLE IF NOT EXISTS names (folded TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (folded, entry)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders (entry INTEGER NOT NULL, graph INTEGER NOT NULL, PRIMARY KEY (entry, graph)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holders_graph ON holders (graph);
CREATE TABLE IF NOT EXISTS pending (graph TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS grams USING fts5(body, content='', tokenize='ascii', prefix='1');
CREATE VIRTUAL TABLE IF NOT EXISTS name_grams USING fts5(body, content='', tokenize='ascii', prefix='1');
"""
_TABLES = ("entries", "names", "holders", "graphs", "pending")
_KNOWN = 200_000
"""Names whose entries are remembered while writing; the others are looked up."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found: the thing, the text in which the query occurs, the kind (Ruling, Card, RuleStatement …).

    `label` is the title of the page for a passage, the name itself for a name. `score` lies between 0 and 1.
    """

    iri: str
    text: str
    kind: str
    label: str
    score: float
    graph: str


_TOKENS = {code: 0xE000 + code for code in range(128) if not chr(code).isalnum()}
"""ASCII punctuation, which the tokenizer drops, as private characters, which it keeps."""


def _grams_of(folded: str) -> str:
    marks = folded.translate(_TOKENS) + _END
    return " ".join([a + b for a, b in itertools.pairwise(marks)]) if folded else ""


def _expression(term: str) -> str:
    marks = term.translate(_TOKENS)
    if len(marks) == 1:
        return f'"{marks}" *'
    return '"' + " ".join([a + b for a, b in itertools.pairwise(marks)]) + '"'


def _terms(query: str) -> list[str]:
    """Fold the words of a query; a rule number may be written with other separators."""
    query = _RULE_NUMBER.sub(r"\1.\2", unicodedata.normalize("NFKC", query).lower())
    folded = (fold_name(word) for word in query.split())
    return [term for term in folded if term]


_HOLDER = "(SELECT o.iri FROM holders h JOIN graphs o ON o.id = h.graph WHERE h.entry = e.id ORDER BY h.graph LIMIT 1)"
"""The first graph that holds a name."""


class TextIndex:
    """The index in a SQLite file, or in memory where `path` is None.

    `fresh` stands for a new file that counts only once it is committed: it is written without a journal, in half the time.
    """

    def __init__(self, path: Path | None, *, read_only: bool = False, fresh: bool = False) -> None:
        self.path = path
        self._fresh = False
        self._known: dict[tuple[str, str, float, str], int] = {}
        if path is None:
            self._db = sqlite3.connect(":memory:", check_same_thread=False)
        elif read_only:
            self._db = _connect_read_only(path)
        else:
            self._db = sqlite3.connect(path, check_same_thread=False, timeout=30)
            self._journal(not fresh)
        if not read_only:
            if self._db.execute("PRAGMA user_version").fetchone()[0] not in (0, _VERSION):
                for table in (*_TABLES, "titles", "grams", "name_grams"):
                    self._db.execute(f"DROP TABLE IF EXISTS {table}")
            self._db.executescript(_SCHEMA)
            self._db.execute(f"PRAGMA user_version={_VERSION}")
            self._db.commit()

    # -- searching ----------------------------------------------------------------------------------------------

    def search(self, query: str, limit: int | None = 50, *, kinds: Iterable[str] | None = None) -> list[Hit]:
        """Find names and passages; exact names first, then names that begin with it, names, passages.

        Each thing and text comes once, however many pages carry it. `limit` None returns everything.
        """
        terms = _terms(query)
        if not terms:
            return []
        wanted = set(kinds) if kinds is not None else None
        hits: dict[tuple[str, str], Hit] = {}
        for entry, graph, iri, kind, weight, text, title in self._candidates(terms):
            key = (iri, text)
            if key in hits or (wanted is not None and kind not in wanted):
                continue
            score = _score(terms, text, weight)
            hits[key] = Hit(iri, text, kind, text if weight else (title or ""), score, graph)
            if limit is not None and len(hits) >= limit and not entry:
                break
        ranked = sorted(
            hits.values(), key=lambda h: (-h.score, len(h.text) if h.score > 0.5 else 0, h.iri, h.text)
        )
        return ranked if limit is None else ranked[:limit]

    def _candidates(self, terms: list[str]) -> Iterator[tuple[int, str, str, str, float, str, str | None]]:
        """Yield matching entries: exact names and beginnings of names, then any names, then passages.

        The first value is 1 as long as better ones may follow, so that a limit cannot cut off an exact name.
        """
        columns = f"COALESCE(p.iri, {_HOLDER}), e.iri, e.kind, e.weight, e.text, p.title FROM {{}} LEFT JOIN graphs p ON p.id = e.graph"
        if len(terms) == 1:
            by_name = columns.format("names n JOIN entries e ON e.id = n.entry")
            exact = f"SELECT {by_name} WHERE n.folded = ? LIMIT 500"
            beginning = f"SELECT {by_name} WHERE n.folded > ? AND n.folded < ? LIMIT 500"
            for row in self._db.execute(exact, (terms[0],)):
                yield (1, *row)
            for row in self._db.execute(beginning, (terms[0], terms[0] + "\U0010ffff")):
                yield (1, *row)
        match = " AND ".join(_expression(term) for term in terms)
        for table in ("name_grams", "grams"):
            found = columns.format(f"{table} g JOIN entries e ON e.id = g.rowid")
            for row in self._db.execute(f"SELECT {found} WHERE {table} MATCH ?", (match,)):
                yield (0, *row)

    def count(self) -> int:
        """Return the number of texts and names."""
        return int(self._db.execute("SELECT COUNT(*) FROM entries").fetchone()[0])

    def entries(self) -> Iterator[Entry]:
        """Yield everything that is indexed."""
        for row in self._db.execute("SELECT iri, kind, weight, text FROM entries ORDER BY id"):
            yield Entry(*row)

    def entries_in(self, graph: str) -> list[Entry]:
        """Return what is indexed of one graph."""
        rows = self._db.execute(
            "WITH page AS (SELECT id FROM graphs WHERE iri = ?) "
            "SELECT iri, kind, weight, text FROM page JOIN entries e ON e.graph = page.id UNION ALL "
            "SELECT iri, kind, weight, text FROM page JOIN holders h ON h.graph = page.id "
            "JOIN entries e ON e.id = h.entry",
            (graph,),
        )
        return [Entry(*row) for row in rows]

    # -- changing -----------------------------------------------------------------------------------------------

    def announce(self, graphs: Iterable[str]) -> None:
        """Note, durably, that these graphs are about to change; `renew` catches up after a crash."""
        self._db.executemany("INSERT OR IGNORE INTO pending VALUES (?)", ((g,) for g in graphs))
        self._db.commit()

    def renew(self, store: Store) -> int:
        """Bring all announced graphs up to date with the store; returns their number."""
        graphs = [row[0] for row in self._db.execute("SELECT graph FROM pending")]
        for graph in graphs:
            self.replace_from(graph, store.quads(graph))
        self._db.execute("DELETE FROM pending")
        self._db.commit()
        return len(graphs)

    def replace(self, graph: str, entries: Iterable[Entry]) -> None:
        """Give a graph its new texts; visible to readers after `commit`."""
        self._remove(graph)
        self._add(graph, entries)

    def replace_from(self, graph: str, triples: Iterable[ox.Quad | ox.Triple]) -> None:
        """Give a graph that is no page its new texts. The vocabulary describes the graph and is no part of it."""
        if not graph.endswith("/vocabulary"):
            self.replace(graph, entries_of(triples))

    def commit(self) -> None:
        """Make all changes visible at once."""
        self._db.commit()
        if self._fresh and self.path is not None:
            with self.path.open("rb") as file:
                os.fsync(file.fileno())
            self._journal(True)

    def _journal(self, kept: bool) -> None:
        self._fresh = not kept
        self._db.execute(f"PRAGMA journal_mode={'WAL' if kept else 'OFF'}")
        self._db.execute(f"PRAGMA synchronous={'NORMAL' if kept else 'OFF'}")

    def rebuild(self, graphs: Iterable[tuple[str, Iterable[Entry]]]) -> None:
        """Start again from nothing, in one transaction."""
        self._known.clear()
        for table in _TABLES:
            self._db.execute(f"DELETE FROM {table}")  # noqa: S608
        for table in ("grams", "name_grams"):
            self._db.execute(f"INSERT INTO {table}({table}) VALUES ('delete-all')")  # noqa: S608
        for graph, entries in graphs:
            self._add(graph, entries)
        self._db.commit()

    @property
    def current(self) -> bool:
        """Whether the file has the tables of this version."""
        return bool(self._db.execute("PRAGMA user_version").fetchone()[0] == _VERSION)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _add(self, graph: str, entries: Iterable[Entry]) -> None:
        """Add what a graph holds; a name that other graphs hold, too, is there already and gets one more holder."""
        found = list(entries)
        if not found:
            return
        run, many = self._db.execute, self._db.executemany
        title = next((e.text for e in found if e.weight == 1.0 and e.iri == graph), None)
        page = run("INSERT INTO graphs (iri, title) VALUES (?, ?)", (graph, title)).lastrowid
        rows: list[tuple[int, int | None, str, str, float, str]] = []
        grams: list[tuple[int, str]] = []
        held: set[int] = set()
        for entry in found:
            if entry.weight:
                held.add(self._named(entry))
        many("INSERT INTO holders VALUES (?, ?)", ((name, page) for name in sorted(held) if name))
        number = int(run("SELECT COALESCE(MAX(id), 0) FROM entries").fetchone()[0])
        for entry in found:
            if not entry.weight and (folded := fold_name(entry.text)):
                number += 1
                rows.append((number, page, entry.iri, entry.kind, 0.0, entry.text))
                grams.append((number, _grams_of(folded)))
        many("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)
        many("INSERT INTO grams (rowid, body) VALUES (?, ?)", grams)

    def _named(self, entry: Entry) -> int:
        """Return the number of the entry of a name, which is made where it is new; 0 for an empty name."""
        key = (entry.iri, entry.kind, entry.weight, entry.text)
        known = self._known.get(key)
        if known is not None:
            return known
        folded = fold_name(entry.text)
        if not folded:
            return 0
        run = self._db.execute
        found = run(
            "SELECT e.id FROM names n JOIN entries e ON e.id = n.entry "
            "WHERE n.folded = ? AND e.iri = ? AND e.kind = ? AND e.weight = ? AND e.text = ?",
            (folded, *key),
        ).fetchone()
        if found is None:
            made = run("INSERT INTO entries (iri, kind, weight, text) VALUES (?, ?, ?, ?)", key).lastrowid
            found = (made,)
            run("INSERT INTO name_grams (rowid, body) VALUES (?, ?)", (made, _grams_of(folded)))
            run("INSERT INTO names VALUES (?, ?)", (folded, made))
        if len(self._known) >= _KNOWN:
            self._known.clear()
        self._known[key] = int(found[0])
        return int(found[0])

    def _remove(self, graph: str) -> None:
        run = self._db.execute
        found = run("SELECT id FROM graphs WHERE iri = ?", (graph,)).fetchone()
        if found is None:
            return
        (page,) = found
        for number, text in run("SELECT id, text FROM entries WHERE graph = ?", (page,)).fetchall():
            self._forget("grams", number, fold_name(text))
        run("DELETE FROM entries WHERE graph = ?", (page,))
        held = [name for (name,) in run("SELECT entry FROM holders WHERE graph = ?", (page,))]
        run("DELETE FROM holders WHERE graph = ?", (page,))
        for name in held:
            if run("SELECT 1 FROM holders WHERE entry = ? LIMIT 1", (name,)).fetchone() is None:
                (text,) = run("SELECT text FROM entries WHERE id = ?", (name,)).fetchone()
                self._forget("name_grams", name, fold_name(text))
                run("DELETE FROM names WHERE folded = ? AND entry = ?", (fold_name(text), name))
                run("DELETE FROM entries WHERE id = ?", (name,))
                self._known.clear()
        run("DELETE FROM graphs WHERE id = ?", (page,))

    def _forget(self, table: str, number: int, folded: str) -> None:
        delete = f"INSERT INTO {table} ({table}, rowid, body) VALUES ('delete', ?, ?)"  # noqa: S608
        self._db.execute(delete, (number, _grams_of(folded)))


def _score(terms: list[str], text: str, weight: float) -> float:
    if not weight:
        return 0.4
    folded = fold_name(text)
    whole = "".join(terms)
    if folded == whole:
        return weight
    if folded.startswith(whole):
        return 0.8 * weight
    return 0.6 * weight


def _connect_read_only(path: Path) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    for options in ("?mode=ro", "?mode=ro&immutable=1"):  # the second for folders that cannot be written
        connection = sqlite3.connect(uri + options, uri=True, check_same_thread=False, timeout=30)
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
            return connection
        connection.close()
    raise sqlite3.OperationalError(f"{path} cannot be opened")


def open_text_index(store: Store, *, read_only: bool = True) -> TextIndex:
    """Open the text index of a store; where it has none yet, one is built in memory from the store."""
    folder = store.index_folder
    if folder is not None and not read_only:
        folder.mkdir(parents=True, exist_ok=True)
        return TextIndex(folder / "text.sqlite")
    if folder is not None and (folder / "text.sqlite").exists():
        with contextlib.suppress(sqlite3.OperationalError):
            found = TextIndex(folder / "text.sqlite", read_only=True)
            if found.current:
                return found
            found.close()  # of another version of this program; the next ingest makes it anew
    index = TextIndex(None)
    for graph in store.graphs():
        index.replace_from(graph, store.quads(graph))
    return index
