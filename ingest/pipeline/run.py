"""Ingest: jobs in, a store that holds their graphs out."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from ingest.pipeline.after import after_change, fixed_graphs
from ingest.pipeline.cluster import ClusterCrew
from ingest.pipeline.crew import Crew, Lost
from ingest.pipeline.fingerprint import code_fingerprint
from ingest.pipeline.games import GAMES
from ingest.pipeline.jobs import Job, jobs_of
from ingest.pipeline.known import known_rulings
from ingest.pipeline.ledger import Ledger, Row
from ingest.pipeline.plan import Candidate, Plan, Steps, candidates_of, complain, plan_changes, stored_pages
from ingest.pipeline.result import PageNotFound, Problem, Result
from ingest.pipeline.work import Extracted, Note
from ingest.store import Store
from ingest.text_index import TextIndex, open_text_index
from ontology.shapes import Violation

__all__ = ["ingest_paths", "remove_pages"]

_REBUILD_SHARE = 0.25
_REBUILD_LEAST = 200
"""From this share of the pages on (and this number) a new generation is built instead of changing the old one."""


def ingest_paths(
    store: Store,
    paths: Iterable[str],
    *,
    game: str | None = None,
    site: str | None = None,
    markup_format: str | None = None,
    workers: int = 1,
    engine: str | None = None,
    prune: bool = False,
    force: bool = False,
    progress: Callable[[str, int, int, str], None] | None = None,
) -> Result:
    """Read wiki pages into a store; pages that did not change since the last time are left alone.

    `workers` processes do the reading, or with `engine` (``dask://HOST:PORT``) a cluster: the quads are the same.
    `prune` takes out pages of the same sites that the input lacks. `force` reads everything anew and accepts pages
    that lose all their rulings. The result holds counts, problems and the report; pages that fail are skipped, and
    what the store held of them stays.

    Raises:
        FileNotFoundError, ManifestError, EngineError, ValueError: wrong input or engine. StoreError: the store cannot be written.
    """
    from ingest.markup import known_formats

    started = time.perf_counter()
    if game is not None and game not in GAMES:
        raise ValueError(f"unknown game {game!r}; known are: {', '.join(GAMES)}")
    if markup_format is not None and markup_format not in known_formats():
        raise ValueError(f"unknown format {markup_format!r}; known are: {', '.join(known_formats())}")
    result = Result()
    jobs = list(
        {j.key: j for j in jobs_of(paths, game=game, site=site, markup_format=markup_format)}.values()
    )
    crew = ClusterCrew(engine) if engine else Crew(workers if len(jobs) >= 8 else 1)
    with _Session(store, crew, Steps(progress)) as session:
        candidates = candidates_of(jobs, session.ledger, session.crew, result, session.steps, anew=force)
        gone = _to_prune(store, session.ledger, jobs, candidates, result, force=force) if prune else set()
        session.carry_out(plan_changes(store, session.ledger, candidates, gone), result, force=force)
        for candidate in candidates:
            report = session.reports.get(candidate.page) or session.ledger.report(candidate.page)
            if report is not None:
                result.report.append(report)
        after_change(store, result, session.steps, session.written(), session.violations)
    given = {c.page for c in candidates}
    result.pages = len(jobs)
    result.unchanged = len(given) - sum(1 for p in session.done if p in given) - len(session.kept)
    result.report.sort(key=lambda e: (str(e["path"]), str(e["page"])))
    result.seconds = time.perf_counter() - started
    return result


def remove_pages(
    store: Store, pages: Iterable[str], *, game: str | None = None, site: str | None = None
) -> list[str]:
    """Take pages out, by title or IRI; pages that knew their names are read again. Returns their IRIs.

    Raises:
        PageNotFound: no page, or several, are called so; nothing has been changed then.
    """
    present = stored_pages(store)
    wanted = []
    for given in pages:
        found = [
            iri
            for iri, (g, s, title) in present.items()
            if given in (iri, title) and game in (None, g) and site in (None, s)
        ]
        if len(found) != 1:
            many = f"several pages are called {given!r}: {', '.join(found)}; choose with --game and --site, or give the IRI"
            raise PageNotFound(many if found else f"no page {given!r} in the store")
        wanted += found
    with _Session(store, Crew(1), Steps()) as session:
        result = Result()
        session.carry_out(plan_changes(store, session.ledger, [], wanted), result, force=True)
        after_change(store, result, session.steps, session.written(), session.violations)
    return wanted


def _to_prune(
    store: Store, ledger: Ledger, jobs: list[Job], candidates: list[Candidate], result: Result, *, force: bool
) -> set[str]:
    """Pages of the sites of this input that the input lacks. Those that could only not be read stay."""
    sites = {job.site for job in jobs}
    unread = {page for key, (page, _) in ledger.digests().items() if key in {j.key for j in jobs}}
    keep = {c.page for c in candidates} | unread
    gone = {p for p, (_, s, _) in stored_pages(store).items() if s in sites and p not in keep}
    if gone and not candidates and not force:
        message = f"--prune would remove all {len(gone)} pages, because no page was read; nothing is removed without --force"
        result.problems.append(Problem("", 0, 0, "IN108", "error", message))
        return set()
    return gone


class _Session:
    """An ingest in progress: store, ledger, text index, crew."""

    def __init__(self, store: Store, crew: Crew | ClusterCrew, steps: Steps) -> None:
        self.store = store
        self.steps = steps
        self.crew = crew
        self.ledger = Ledger(_beside(store, "ledger.sqlite"), code_fingerprint())
        self.text = open_text_index(store, read_only=False)
        self.text.renew(store)
        self.reports: dict[str, dict[str, Any]] = {}
        self.done: set[str] = set()
        self.kept: set[str] = set()
        self.violations: list[Violation] = []

    def __enter__(self) -> "_Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.crew.close()
        self.ledger.close()
        self.text.close()

    def written(self) -> dict[str, str]:
        """Return the pages that were written, with the files they come from."""
        return {page: str(self.reports[page]["path"]) for page in self.done}

    def carry_out(self, plan: Plan, result: Result, *, force: bool) -> None:
        """Extract and store what the plan says."""
        count = len(plan.extract)
        total = count + len(plan.retain)
        graphs = self.store.graphs()
        if not graphs or (count >= _REBUILD_LEAST and count >= _REBUILD_SHARE * total):
            result.rebuilt = True
            self._rebuild(plan, result, force)
        else:
            self._change(plan, result, force)
        result.removed += len(plan.remove)
        result.reread += len(self.done & plan.reread)
        result.changed += len(self.done - plan.reread)

    def _extracted(
        self, plan: Plan, result: Result, force: bool
    ) -> Iterator[tuple[Candidate, Extracted | None]]:
        """Yield each page with its extraction, or with None where the old graph has to stay."""
        by_key = {c.page: c for c in plan.extract}
        present = set(self.store.graphs())
        known = known_rulings(self.store, [c.page for c in plan.extract if c.page in present])
        items = [
            (c.job.key, (replace(c.job, rulings=known.get(c.page, ())), c.game, c.title))
            for c in plan.extract
        ]
        pages = {c.job.key: c.page for c in plan.extract}
        for number, (key, answer) in enumerate(self.crew.run("extract", items, plan.corpus), 1):
            candidate = by_key[pages[key]]
            self.steps("extract", number, len(items), candidate.title)
            gathered = candidate.gathered
            seconds = gathered.seconds if gathered else 0.0
            found: Extracted = answer
            if isinstance(answer, Lost):
                found = Extracted(problem=Note("IN107", "error", 1, 1, f"page skipped: {answer.reason}"))
            result.timings.append(
                {"page": candidate.title, "read": round(seconds, 5), "extract": round(found.seconds, 5)}
            )
            loss = None if candidate.page not in present else self._loss(candidate, found, force)
            problem = found.problem or loss
            if problem is not None:
                result.skipped += 1
                complain(result, candidate.job, problem)
                self.kept.add(candidate.page)
                yield candidate, None
                continue
            for d in found.report["diagnostics"]:
                complain(result, candidate.job, Note(**d))
            self.reports[candidate.page] = found.report
            self.done.add(candidate.page)
            self.violations += found.violations
            yield candidate, found

    def _loss(self, candidate: Candidate, found: Extracted, force: bool) -> Note | None:
        """Tell whether a page has lost all its rulings, which is more often a broken page than a decision."""
        if force or found.problem is not None or found.report["counts"].get("rulings", 0):
            return None
        rows = self.store.select(
            "SELECT (COUNT(DISTINCT ?r) AS ?n) "
            f"{{ GRAPH <{candidate.page}> {{ ?r a <https://saitei.example/tcg#Ruling> }} }}"
        )
        before = int(rows[0][0] or 0)
        if not before:
            return None
        message = (
            f"0 rulings found where there were {before}; the old graph is kept (--force accepts the new one)"
        )
        return Note("IN106", "error", 1, 1, message)

    def _row(self, candidate: Candidate, found: Extracted) -> Row | None:
        gathered, job = candidate.gathered, candidate.job
        if gathered is None or gathered.names is None:
            return None
        s = job.source
        source = {
            "name": s.name, "path": s.path, "source_title": s.title, "modified": s.modified,
            "source_format": s.format, "line": s.line, "game": job.game, "title": job.title,
            "format": job.markup_format, "encoding": found.report["encoding"], "label": job.label,
        }  # fmt: skip
        return Row(
            candidate.page, job.key, job.site, candidate.game, candidate.title, gathered.digest,
            source, gathered.names, gathered.folded, found.report,
        )  # fmt: skip

    def _change(self, plan: Plan, result: Result, force: bool) -> None:
        """Change the graphs one page at a time, each in one transaction."""
        touched = [c.page for c in plan.extract] + plan.remove
        if touched:
            self.text.announce(touched)
        rows: list[Row] = []
        for candidate, found in self._extracted(plan, result, force):
            if found is None:
                continue
            row = self._row(candidate, found)
            if row is not None:
                self.ledger.forget([candidate.page])
                rows.append(row)
            triples = (q.triple for q in ox.parse(found.ntriples, format=ox.RdfFormat.N_TRIPLES))
            self.store.apply({candidate.page: triples})
        if plan.remove:
            self.ledger.forget(plan.remove)
            for page in plan.remove:
                self.store.apply({page: None})
        self.store.apply(fixed_graphs())
        self.steps("store", 1, 1)
        self.store.publish()
        self.text.renew(self.store)
        self.ledger.write(rows)
        self.ledger.commit()

    def _rebuild(self, plan: Plan, result: Result, force: bool) -> None:
        """Build a new generation with its ledger and text index, and switch to it."""
        made: list[tuple[Ledger, TextIndex]] = []
        old = self.store
        fixed = fixed_graphs()
        pages = stored_pages(old)
        others = [g for g in old.graphs() if g not in fixed and g not in pages]

        def contents(folder: Path | None) -> Iterator[tuple[str, Any]]:
            ledger = Ledger(folder / "ledger.sqlite" if folder else None, code_fingerprint())
            text = TextIndex(folder / "text.sqlite" if folder else None, fresh=True)
            made.append((ledger, text))
            for graph, triples in fixed.items():
                yield graph, triples
                text.replace_from(graph, triples)
            for graph in others:
                yield graph, old.ntriples(graph)
            for page in plan.retain:
                yield page, old.ntriples(page)
                text.replace(page, self.text.entries_in(page))
            self.ledger.copy_to(ledger, plan.retain)
            for candidate, found in self._extracted(plan, result, force):
                page = candidate.page
                if found is None:
                    kept = old.ntriples(page)
                    if kept:
                        yield page, kept
                        text.replace(page, self.text.entries_in(page))
                        self.ledger.copy_to(ledger, [page])
                    continue
                yield page, found.ntriples
                text.replace(page, found.entries)
                row = self._row(candidate, found)
                if row is not None:
                    ledger.write([row])
                candidate.gathered = None  # names and text are in the ledger now; a large wiki needs the room
            text.commit()
            ledger.commit()

        try:
            self.store.build(contents)
        except BaseException:
            for ledger, text in made:
                ledger.close()
                text.close()
            raise
        self.ledger.close()
        self.text.close()
        self.ledger, self.text = made[0]


def _beside(store: Store, name: str) -> Path | None:
    folder = store.index_folder
    return folder / name if folder is not None else None
