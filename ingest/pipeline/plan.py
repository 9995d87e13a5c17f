"""What an ingest has to do: which pages are new or changed, which stay, which go, which must be read again."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from urllib.parse import unquote

from ingest.extraction.names import Names
from ingest.pipeline.cluster import ClusterCrew
from ingest.pipeline.corpus import Corpus, changed_words, merge_names
from ingest.pipeline.crew import Crew, Lost
from ingest.pipeline.games import GAMES, Evidence, majority
from ingest.pipeline.jobs import Job
from ingest.pipeline.ledger import Ledger, Row
from ingest.pipeline.result import Problem, Result
from ingest.pipeline.work import Gathered, Note, digest_of
from ingest.reading import Source
from ingest.store import Store
from ontology.namespaces import page_iri

__all__ = ["Candidate", "Plan", "Steps", "candidates_of", "plan_changes", "stored_pages"]

_PAGE = re.compile(r"https://saitei\.example/id/([^/]+)/page/([^/]+)/([^/#]+)$")
_MANY_WORDS = 400
"""From so many changed names on, all pages are read again instead of being searched for each name."""


@dataclass(slots=True)
class Candidate:
    """A page of the input: its job and what the first pass found. `gathered` None: unchanged since last time."""

    job: Job
    page: str
    game: str
    title: str
    gathered: Gathered | None


@dataclass(slots=True)
class Steps:
    """Callback for progress: stage, done, total, name of the item."""

    call: Any = None

    def __call__(self, stage: str, done: int, total: int, item: str = "") -> None:
        """Report progress where somebody listens."""
        if self.call is not None:
            self.call(stage, done, total, item)


@dataclass(slots=True)
class Plan:
    """What to do. `extract` pages in a fixed order, `retain` untouched ones, `remove` those that go."""

    extract: list[Candidate] = field(default_factory=list)
    retain: list[str] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)
    corpus: Corpus = field(default_factory=dict)
    reread: set[str] = field(default_factory=set)


def stored_pages(store: Store) -> dict[str, tuple[str, str, str]]:
    """Return the pages of the store: IRI to game, site, title."""
    found = {}
    for graph in store.graphs():
        match = _PAGE.match(graph)
        if match:
            found[graph] = (match[1], unquote(match[2]), unquote(match[3]))
    return found


def candidates_of(
    jobs: list[Job], ledger: Ledger, crew: Crew | ClusterCrew, result: Result, steps: Steps, *, anew: bool
) -> list[Candidate]:
    """First pass over the input. Problems and collisions go to the result; the rest comes back, sorted by key."""
    known = ledger.digests()
    stored = ledger.pages()
    by_key = {job.key: job for job in jobs}
    gathered: dict[str, Gathered] = {}
    items = []
    for job in jobs:
        digest = None if anew or job.key not in known else _digest(job)
        if digest is not None and digest == known[job.key][1]:
            gathered[job.key] = Gathered(digest=digest)
        else:
            items.append((job.key, (job,)))
    for key, found in crew.run("gather", items):
        gathered[key] = _or_problem(found)
        steps("read", len(gathered), len(jobs), by_key[key].name)
    _settle_games(by_key, gathered, ledger, crew)
    taken: dict[str, Candidate] = {}
    for key in sorted(gathered):
        job, found = by_key[key], gathered[key]
        if found.problem is not None:
            result.skipped += 1
            complain(result, job, found.problem)
            result.report.append(_failed_entry(job, found))
            continue
        if key in known and not found.title:
            page = known[key][0]
            candidate = Candidate(job, page, page.split("/")[4], stored[page][1], None)
        elif found.game is None:
            result.skipped += 1
            note = Note(
                "IN104", "error", 1, 1, "the words do not tell the game; name it with --game dm or --game ygo"
            )
            complain(result, job, note)
            result.report.append(_failed_entry(job, found, note))
            continue
        else:
            candidate = Candidate(
                job, page_iri(found.game, job.site, found.title), found.game, found.title, found
            )
        first = taken.setdefault(candidate.page, candidate)
        if first is not candidate:
            result.skipped += 1
            note = Note(
                "IN105", "error", job.source.line, 1,
                f"the site {job.site!r} has the page {candidate.title!r} already, from {first.job.name}; "
                "rename one of them, or keep them apart with --site",
            )  # fmt: skip
            complain(result, job, note)
            result.report.append(_failed_entry(job, found, note))
    return list(taken.values())


def _digest(job: Job) -> str | None:
    """Return the digest of a page that can be read, without starting a process for it."""
    try:
        return digest_of(job)
    except (OSError, ValueError):
        return None  # the first pass says what is wrong


def _or_problem(found: Any) -> Gathered:  # a result of the crew
    if isinstance(found, Lost):
        return Gathered(problem=Note("IN107", "error", 1, 1, f"page skipped: {found.reason}"))
    return found if isinstance(found, Gathered) else Gathered()


def complain(result: Result, job: Job, note: Note) -> None:
    """Add a problem of a page to the result."""
    file = job.source.path if job.source.text is None else job.name
    result.problems.append(Problem(file, note.line, note.column, note.code, note.severity, note.message))


def _failed_entry(job: Job, found: Gathered, note: Note | None = None) -> dict[str, Any]:
    said = note or found.problem
    diagnostics = []
    if said is not None:
        diagnostics.append(
            {
                "code": said.code,
                "severity": said.severity,
                "line": said.line,
                "column": said.column,
                "message": said.message,
            }
        )
    return {
        "page": found.title or job.title or job.name, "path": job.source.path, "game": found.game or job.game,
        "format": None, "encoding": None, "characters": 0, "markup": 0, "extracted": 0, "uninterpreted": 0,
        "covered": 0, "counts": {}, "diagnostics": diagnostics,
    }  # fmt: skip


def _settle_games(
    jobs: Mapping[str, Job], gathered: dict[str, Gathered], ledger: Ledger, crew: Crew | ClusterCrew
) -> None:
    """Give pages that do not tell their game that of the pages around them."""
    open_keys = [k for k, g in gathered.items() if g.problem is None and g.title and g.game is None]
    if not open_keys:
        return
    around = _games_around(jobs, gathered, ledger)
    again = []
    for key in open_keys:
        game = around(jobs[key])
        if game is not None:
            again.append((key, (replace(jobs[key], game=game),)))
    for key, found in crew.run("gather", again):
        settled = _or_problem(found)
        settled.digest = gathered[key].digest  # that of the job as it was asked for
        gathered[key] = settled


def _games_around(
    jobs: Mapping[str, Job], gathered: Mapping[str, Gathered], ledger: Ledger
) -> Callable[[Job], str | None]:
    """Return what tells the game of most pages of the same folder, else of the same site, in the input or read earlier."""
    folders: dict[str, list[Evidence]] = {}
    sites: dict[str, list[Evidence]] = {}
    for key, found in gathered.items():
        if found.evidence:
            folders.setdefault(_folder(jobs[key]), []).append(found.evidence)
            sites.setdefault(jobs[key].site, []).append(found.evidence)

    @cache
    def of_folder(folder: str) -> str | None:
        return majority(folders.get(folder, []))

    @cache
    def of_site(site: str) -> str | None:
        known = [p.split("/")[4] for p, (s, _) in ledger.pages().items() if s == site]
        return majority(sites.get(site, []) + [{game: int(game == k) for game in GAMES} for k in known])

    return lambda job: of_folder(_folder(job)) or of_site(job.site)


def _folder(job: Job) -> str:
    return job.source.path.rpartition("/")[0]


def plan_changes(
    store: Store,
    ledger: Ledger,
    candidates: Iterable[Candidate],
    remove: Iterable[str],
) -> Plan:
    """Second step: with the names of the whole corpus, decide which pages are extracted."""
    plan = Plan(remove=sorted(remove))
    given = {c.page: c for c in candidates}
    present = stored_pages(store)
    rows = ledger.pages()
    changed = {c.page: c for c in given.values() if c.gathered is not None or c.page not in present}
    gone = set(plan.remove)
    lost = [p for p in present if p not in rows and p not in given and p not in gone]
    given_up = gone | set(changed) | set(lost)
    kept: list[Names] = []
    replaced: list[Names] = []
    for page, names in ledger.names_by_page():
        (replaced if page in given_up else kept).append(names)
    before = merge_names([*kept, *replaced])
    after_parts = [*kept, *(c.gathered.names for c in changed.values() if c.gathered and c.gathered.names)]
    for page in lost:  # the ledger does not know them: a crash, or a ledger of other code
        candidate = _from_store(store, page, present[page])
        changed[page] = candidate
        if candidate.gathered and candidate.gathered.names:
            after_parts.append(candidate.gathered.names)
    plan.corpus = merge_names(after_parts)
    retained = [p for p in present if p not in changed and p not in gone]
    affected = _affected(ledger, before, plan.corpus, set(retained))
    for page in affected:
        row = ledger.row(page)
        if row is not None:
            changed[page] = _from_row(store, row)
    plan.reread = set(affected) | set(lost)
    plan.retain = sorted(p for p in retained if p not in affected)
    plan.extract = [changed[p] for p in sorted(changed)]
    return plan


def _affected(ledger: Ledger, before: Corpus, after: Corpus, retained: set[str]) -> set[str]:
    words: dict[str, set[str]] = {}
    for game in GAMES:
        if game in before and game in after:
            words[game] = changed_words(before[game], after[game])
    if not retained or not any(words.values()):
        return set()
    found = set()
    for page, game, folded in ledger.folded():
        mine = words.get(game, set())
        if page in retained and mine and (len(mine) > _MANY_WORDS or any(w in folded for w in mine)):
            found.add(page)
    return found


def _text_of(store: Store, page: str) -> str:
    rows = store.select(
        f"SELECT ?text {{ GRAPH <{page}> {{ <{page}> <https://saitei.example/tcg#text> ?text }} }}"
    )
    return rows[0][0] or "" if rows else ""


def _from_row(store: Store, row: Row) -> Candidate:
    """Make a job that reads a page again from its text in the store."""
    said = row.source
    source = Source(
        said["name"], said["path"], said["source_title"], None, _text_of(store, row.page),
        said["modified"], said["source_format"], said["line"],
    )  # fmt: skip
    job = Job(
        source,
        row.site,
        row.key,
        said["game"],
        said["title"],
        said["format"],
        said["encoding"],
        said["label"],
    )
    kept = Gathered(row.digest, row.title, row.game, {}, row.names, row.folded)
    return Candidate(job, row.page, row.game, row.title, kept)


def _from_store(store: Store, page: str, known: tuple[str, str, str]) -> Candidate:
    """Make a job for a page of which only the graph is left; its names are collected here."""
    from ingest.pipeline.work import gather

    game, site, title = known
    facts = store.select(
        "PREFIX dcterms: <http://purl.org/dc/terms/> PREFIX tcg: <https://saitei.example/tcg#> "
        f"SELECT ?title ?source ?format ?date {{ GRAPH <{page}> {{ <{page}> dcterms:title ?title "
        f"OPTIONAL {{ <{page}> dcterms:source ?source }} OPTIONAL {{ <{page}> tcg:format ?format }} "
        f"OPTIONAL {{ <{page}> dcterms:modified ?date }} }} }}"
    )
    written, path, markup_format, date = facts[0] if facts else (title, None, None, None)
    source = Source(path or page, path or page, written, None, _text_of(store, page), date, markup_format)
    job = Job(source, site, f"store:{page}", game, written or title, markup_format, label=path)
    found = gather(job)
    found.digest = ""  # so that the file is read when it comes again
    return Candidate(job, page, game, written or title, found)
