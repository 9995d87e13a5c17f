"""Full text beside the store: exact for queries of any length, updated page by page, rebuilt from the store at any time.

Japanese is written without spaces, so the index holds every pair of neighbouring characters of the folded text as
a token, in order (SQLite FTS5). A query of two and more characters is a phrase of its pairs, a query of one character
a prefix. What is found is what a scan of the folded texts would find: no more, no less.

Texts and queries are folded the same way (`ontology.namespaces.fold_name`: NFKC, dashes, case, 龍 as 竜, spaces
dropped), so ７０３．４ｅ finds 703.4e. Words with spaces between them must all occur in a text.
"""

import contextlib
import itertools
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from ingest.store import Store
from ontology.namespaces import fold_name

__all__ = ["Entry", "Hit", "TextIndex", "entries_of", "entries_of_lines", "open_text_index"]

_TCG = "https://saitei.example/tcg#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_TITLE = "http://purl.org/dc/terms/title"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_NAMES = {
    _SKOS + "prefLabel": 1.0,
    _TITLE: 1.0,
    _SKOS + "notation": 1.0,
    _SKOS + "altLabel": 0.95,
    _TCG + "reading": 0.9,
}
_PASSAGES = (
    _TCG + "plainText",
    _TCG + "question",
    _TCG + "answer",
    _TCG + "abilityText",
    _SKOS + "definition",
)
_WANTED = {f"<{iri}>".encode() for iri in (_TYPE, *_NAMES, *_PASSAGES)}
_NOT_INDEXED = {"Mention", "Link", "Diagnostic", "Extract", "Passage", "Entity"}
_KINDS = (
    "Ruling",
    "RuleVersion",
    "Rule",
    "RuleGroup",
    "NameSet",
    "CardFace",
    "Card",
    "Term",
    "Page",
    "Fold",
    "Section",
)
_END = "\ue0ff"
_VERSION = 1
_RULE_NUMBER = re.compile(r"(\d{3})[-.・,:](\d+[a-z]{0,2})")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
  id INTEGER PRIMARY KEY, graph TEXT NOT NULL, iri TEXT NOT NULL, kind TEXT NOT NULL, weight REAL NOT NULL,
  text TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS entries_graph ON entries (graph);
CREATE TABLE IF NOT EXISTS names (folded TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (folded, entry)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS titles (graph TEXT PRIMARY KEY, title TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pending (graph TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS grams USING fts5(body, content='', tokenize='ascii', prefix='1');
CREATE VIRTUAL TABLE IF NOT EXISTS name_grams USING fts5(body, content='', tokenize='ascii', prefix='1');
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A text to be found: of which thing, of which kind; `weight` is 0 for a passage, above 0 for a name."""

    iri: str
    kind: str
    weight: float
    text: str


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


def entries_of(triples: Iterable[ox.Quad | ox.Triple]) -> list[Entry]:
    """Collect the texts and names of one graph, in a stable order."""
    kinds: dict[str, set[str]] = {}
    found: list[tuple[str, float, str]] = []
    for t in triples:
        if not isinstance(t.subject, ox.NamedNode):
            continue
        predicate = t.predicate.value
        if predicate == _TYPE and isinstance(t.object, ox.NamedNode):
            kinds.setdefault(t.subject.value, set()).add(t.object.value.rsplit("#", 1)[-1])
        elif isinstance(t.object, ox.Literal):
            weight = _NAMES.get(predicate)
            if weight is not None:
                found.append((t.subject.value, weight, t.object.value))
            elif predicate in _PASSAGES:
                found.append((t.subject.value, 0.0, t.object.value))
    entries = []
    for iri, weight, text in sorted(set(found)):
        kind = _kind(kinds.get(iri, set()))
        if kind and not (kind == "RuleVersion" and weight):  # its number is the name of the rule
            entries.append(Entry(iri, kind, weight, text))
    return entries


def entries_of_lines(lines: Iterable[bytes]) -> list[Entry]:
    """Collect the same as `entries_of` from N-Triples, several times faster: most lines are dropped unread."""
    wanted: list[bytes] = []
    for line in lines:
        predicate = line.split(b" ", 2)[1]
        if predicate in _WANTED:
            wanted.append(line)
    return entries_of(q.triple for q in ox.parse(b"".join(wanted), format=ox.RdfFormat.N_TRIPLES))


def _kind(types: set[str]) -> str:
    if types and types <= _NOT_INDEXED:
        return ""
    for kind in _KINDS:
        if kind in types:
            return kind
    special = sorted(types - _NOT_INDEXED - {"Statement", "Concept"})
    return special[0] if special else ("Statement" if "Statement" in types else "Thing")


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


class TextIndex:
    """The index in a SQLite file, or in memory where `path` is None."""

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        self.path = path
        if path is None:
            self._db = sqlite3.connect(":memory:", check_same_thread=False)
        elif read_only:
            self._db = _connect_read_only(path)
        else:
            self._db = sqlite3.connect(path, check_same_thread=False, timeout=30)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
        if not read_only:
            if self._db.execute("PRAGMA user_version").fetchone()[0] not in (0, _VERSION):
                for table in ("entries", "names", "titles", "pending", "grams", "name_grams"):
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
        columns = "e.graph, e.iri, e.kind, e.weight, e.text, t.title FROM {} LEFT JOIN titles t ON t.graph = e.graph"
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
            "SELECT iri, kind, weight, text FROM entries WHERE graph = ? ORDER BY id", (graph,)
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

    def rebuild(self, graphs: Iterable[tuple[str, Iterable[Entry]]]) -> None:
        """Start again from nothing, in one transaction."""
        for table in ("entries", "names", "titles", "pending"):
            self._db.execute(f"DELETE FROM {table}")  # noqa: S608
        for table in ("grams", "name_grams"):
            self._db.execute(f"INSERT INTO {table}({table}) VALUES ('delete-all')")  # noqa: S608
        for graph, entries in graphs:
            self._add(graph, entries)
        self._db.commit()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _add(self, graph: str, entries: Iterable[Entry]) -> None:
        execute = self._db.execute
        for entry in entries:
            folded = fold_name(entry.text)
            if not folded:
                continue
            added = execute(
                "INSERT INTO entries (graph, iri, kind, weight, text) VALUES (?, ?, ?, ?, ?)",
                (graph, entry.iri, entry.kind, entry.weight, entry.text),
            ).lastrowid
            if entry.weight:
                execute("INSERT INTO name_grams (rowid, body) VALUES (?, ?)", (added, _grams_of(folded)))
                execute("INSERT OR IGNORE INTO names VALUES (?, ?)", (folded, added))
                if entry.weight == 1.0 and entry.iri == graph:
                    execute("INSERT OR REPLACE INTO titles VALUES (?, ?)", (graph, entry.text))
            else:
                execute("INSERT INTO grams (rowid, body) VALUES (?, ?)", (added, _grams_of(folded)))

    def _remove(self, graph: str) -> None:
        rows = self._db.execute("SELECT id, text, weight FROM entries WHERE graph = ?", (graph,)).fetchall()
        for number, text, weight in rows:
            table = "name_grams" if weight else "grams"
            delete = f"INSERT INTO {table} ({table}, rowid, body) VALUES ('delete', ?, ?)"  # noqa: S608
            self._db.execute(delete, (number, _grams_of(fold_name(text))))
            if weight:
                self._db.execute(
                    "DELETE FROM names WHERE folded = ? AND entry = ?", (fold_name(text), number)
                )
        self._db.execute("DELETE FROM entries WHERE graph = ?", (graph,))
        self._db.execute("DELETE FROM titles WHERE graph = ?", (graph,))


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
            return TextIndex(folder / "text.sqlite", read_only=True)
    index = TextIndex(None)
    for graph in store.graphs():
        index.replace_from(graph, store.quads(graph))
    return index
