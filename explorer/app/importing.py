"""Taking in one page: what it would change, before anything is changed; committing it, and taking that back.

The preview reads the page with the names of all pages of the store, and puts it in place of the old one in a copy of
the graph in memory. Committing goes through the pipeline, as `saitei ingest` does.
"""

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox
import yaml

from ingest.markup import Document, parse
from ingest.pipeline import Result, ingest_paths, remove_pages
from ingest.pipeline.corpus import merge_names
from ingest.pipeline.fingerprint import code_fingerprint
from ingest.pipeline.jobs import Job
from ingest.pipeline.ledger import Ledger
from ingest.pipeline.work import Extracted, extract, gather
from ingest.reading import Source
from ingest.store import Store, open_store
from ontology.namespaces import TCG, page_iri

__all__ = [
    "Change",
    "Draft",
    "ImportProblem",
    "Preview",
    "commit",
    "last_page",
    "preview",
    "undo",
    "undoable",
    "with_page",
]

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
KINDS = ("Ruling", "RuleVersion", "Statement")
"""Kinds of what a page says that are compared before and after."""


class ImportProblem(Exception):
    """A page that cannot be taken in as it is; the message says why, `code` is that of the pipeline, if any."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Draft:
    """A page to be taken in; what is not given is found out from the text."""

    text: str
    site: str
    game: str | None = None
    title: str | None = None
    markup_format: str | None = None


@dataclass(frozen=True)
class Change:
    """What a page would say anew or no longer say: its kind (of `KINDS`), words and line."""

    kind: str
    words: str
    line: int


@dataclass
class Preview:
    """A page as it would be read, and what that changes; `counts` has, by class, how many there were and would be."""

    draft: Draft
    page: str
    title: str
    game: str
    document: Document
    extracted: Extracted
    former: str | None
    added: list[Change] = field(default_factory=list)
    removed: list[Change] = field(default_factory=list)
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)


def preview(store: Store, draft: Draft) -> Preview:
    """Read a page as the pipeline would, and compare it with what the store holds of it.

    Raises:
        ImportProblem: the page cannot be read, or it cannot be told which game it is about.
    """
    source = Source("-", "-", title=draft.title, text=draft.text)
    job = Job(source, draft.site, "-", draft.game, draft.title, draft.markup_format, label=f"{draft.site}/-")
    gathered = gather(job)
    if gathered.problem is not None:
        raise ImportProblem(gathered.problem.message, gathered.problem.code)
    if gathered.game is None or gathered.names is None:
        raise ImportProblem("game")
    page = page_iri(gathered.game, draft.site, gathered.title)
    corpus = merge_names([*_names(store, page), gathered.names])
    found = extract(job, gathered.game, gathered.title, corpus)
    if found.problem is not None:
        raise ImportProblem(found.problem.message, found.problem.code)
    page = found.page or page
    document = parse(draft.text, format=draft.markup_format, name="-")
    former = _text(store, page)
    there = [quad.triple for quad in store.quads(page)] if former is not None else []
    here = [quad.triple for quad in ox.parse(found.ntriples, format=ox.RdfFormat.N_TRIPLES)]
    old, new = _said(there), _said(here)
    before, after = {(c.kind, c.words) for c in old}, {(c.kind, c.words) for c in new}
    return Preview(
        draft,
        page,
        gathered.title,
        gathered.game,
        document,
        found,
        former,
        [c for c in new if (c.kind, c.words) not in before],
        [c for c in old if (c.kind, c.words) not in after],
        _counted(there, here),
    )


def _counted(old: Iterable[ox.Triple], new: Iterable[ox.Triple]) -> dict[str, tuple[int, int]]:
    """Count the things of each class of the vocabulary (its local name) before and after."""

    def classes(triples: Iterable[ox.Triple]) -> Counter[str]:
        typed = {
            (str(t.subject), t.object.value)
            for t in triples
            if t.predicate.value == _TYPE and isinstance(t.object, ox.NamedNode)
        }
        return Counter(cls.removeprefix(str(TCG)) for _, cls in typed if cls.startswith(str(TCG)))

    before, after = classes(old), classes(new)
    return {name: (before[name], after[name]) for name in sorted({*before, *after})}


def _names(store: Store, page: str) -> list:  # type: ignore[type-arg]
    """Return the names of all other pages, from a copy of the ledger: a preview must not touch the store."""
    folder = store.index_folder
    if folder is None or not (folder / "ledger.sqlite").is_file():
        return []
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "ledger.sqlite"
        shutil.copyfile(folder / "ledger.sqlite", copy)
        ledger = Ledger(copy, code_fingerprint())
        try:
            return list(ledger.names({page}))
        finally:
            ledger.close()


def _text(store: Store, page: str) -> str | None:
    rows = store.select(f"SELECT ?t {{ GRAPH <{page}> {{ <{page}> <{TCG.text}> ?t }} }}")
    return rows[0][0] if rows else None


def _said(triples: Iterable[ox.Triple]) -> list[Change]:
    """Return what a page says, by line."""
    kinds = {str(TCG[kind]): kind for kind in KINDS}
    words, lines, found = {}, {}, {}
    for triple in triples:
        subject, predicate, value = (
            str(triple.subject),
            triple.predicate.value,
            getattr(triple.object, "value", ""),
        )
        if predicate == _TYPE and value in kinds:
            found[subject] = kinds[value]
        elif predicate == str(TCG.text):
            words[subject] = " ".join(value.split())
        elif predicate == str(TCG.line) and value.isdecimal():
            lines[subject] = int(value)
    changes = {Change(kind, words.get(s, ""), lines.get(s, 0)) for s, kind in found.items()}
    return sorted(changes, key=lambda c: (c.line, c.kind, c.words))


def with_page(store: Store, found: Preview) -> Store:
    """Return a copy of the graph in memory in which the page stands as it would; to be closed by the caller."""
    copy = open_store(":memory:")
    graphs: list[tuple[str, Iterable[ox.Quad | ox.Triple]]] = [
        (graph, store.quads(graph)) for graph in store.graphs() if graph != found.page
    ]
    new = (quad.triple for quad in ox.parse(found.extracted.ntriples, format=ox.RdfFormat.N_TRIPLES))
    copy.build([*graphs, (found.page, new)])
    return copy


def commit(place: str, found: Preview) -> Result:
    """Take the page into the store at `place`, after keeping its former text so that this can be undone.

    Raises:
        StoreError: the store is locked or cannot be written.
    """
    said = {
        "page": found.page,
        "game": found.game,
        "site": found.draft.site,
        "title": found.title,
        "text": found.former,
    }
    with open_store(place) as writer:
        result = _take_in(writer, found.draft.text, found.game, found.draft.site, found.title)
    if not result.failed:
        _undo_file(place).write_text(json.dumps(said, ensure_ascii=False), "utf-8")
    return result


def _take_in(store: Store, text: str, game: str, site: str, title: str) -> Result:
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "import"
        folder.mkdir()
        (folder / "page.txt").write_text(text, "utf-8", newline="")
        entry = {"game": game, "site": site, "title": title, "path": "page.txt"}
        (folder / "manifest.yaml").write_text(yaml.safe_dump({"pages": [entry]}, allow_unicode=True), "utf-8")
        # force: that rulings go is told in the preview, and it was decided there
        return ingest_paths(store, [str(folder)], workers=1, force=True)


def _undo_file(place: str) -> Path:
    folder = Path(place).expanduser().absolute()
    return folder.with_name(f"{folder.name}.undo.json")


def undoable(place: str) -> str | None:
    """Return the title of the page taken in last, None where there is nothing to undo."""
    try:
        return str(json.loads(_undo_file(place).read_text("utf-8"))["title"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def last_page(place: str) -> str | None:
    """Return the IRI of the page taken in last, None where there is nothing to undo."""
    try:
        return str(json.loads(_undo_file(place).read_text("utf-8"))["page"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def undo(place: str) -> None:
    """Take the last import back: the former text is read again; a page that was new is removed.

    Raises:
        StoreError: the store is locked or cannot be written. PageNotFound: the page is gone already.
    """
    said = json.loads(_undo_file(place).read_text("utf-8"))
    with open_store(place) as writer:
        if said["text"] is None:
            remove_pages(writer, [said["page"]])
        else:
            _take_in(writer, said["text"], said["game"], said["site"], said["title"])
    _undo_file(place).unlink(missing_ok=True)
