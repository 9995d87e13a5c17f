"""Running checks over a graph: SPARQL as queries, Python and logic programs over what pages show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any

from ontology.checking.check import Check, CheckError
from ontology.checking.finding import (
    Bilingual,
    Finding,
    Match,
    Severity,
    Span,
    Status,
    fill,
    fingerprint,
    shortened,
)
from ontology.checking.gathering import Gathered, Opener, gather_pages
from ontology.checking.places import Places
from ontology.checking.program import run_program
from ontology.checking.related import related_pages
from ontology.graph import GraphReader
from ontology.namespaces import sparql_prefixes
from ontology.reasoner.rulings import attached_cases

__all__ = ["run_all", "severity_of"]

_PLACES = ("at", "at2", "at3", "at4")
_PAGES = "#pages"
_LONG = 80
"""So much of a passage is quoted in a message; the places hold the whole."""
_LISTS = frozenset(
    {"asked", "missing", "numbers", "rules", "known", "members", "difference", "extra", "number", "cited"}
)
"""Values that are lists, joined with 、."""


def run_all(
    graph: GraphReader,
    checks: Sequence[Check],
    *,
    pages: Sequence[str] | None = None,
    reopen: Opener | None = None,
    processes: int = 1,
) -> list[Finding]:
    """Run checks and return their findings ungrouped, in order.

    With `pages`, only findings that touch one of these pages are returned; other pages are read as far as they
    share a rule, a link or an entity with them. `reopen` and `processes` are those of `gather_pages`.
    """
    places = Places(graph)
    scope = None if pages is None else related_pages(graph, pages)
    hits: list[tuple[Check, Match]] = []
    read = [c for c in checks if c.language in ("py", "lp")]
    for check in checks:
        if check.language == "rq":
            hits += [(check, m) for m in _query(graph, check, pages)]
    if read:
        gathered = gather_pages(graph, read, scope, alone=pages, reopen=reopen, processes=processes)
        hits += _judged(read, gathered, pages, graph)
    places.prepare(at for _, match in hits for at in match.at)
    findings: dict[tuple[str, str], Finding] = {}
    for check, match in hits:
        finding = _finding(check, match, places)
        if finding is None:
            continue
        if pages is not None and not any(place.page_iri in pages for place in finding.locations):
            continue
        known = findings.setdefault((finding.code, finding.fingerprint), finding)
        if known is not finding:  # the same finding with a further place
            both = tuple(dict.fromkeys(known.locations + finding.locations))
            findings[(finding.code, finding.fingerprint)] = replace(known, locations=both)
    return sorted(findings.values(), key=lambda f: f.order)


def _query(graph: GraphReader, check: Check, pages: Sequence[str] | None) -> Iterator[Match]:
    """Run a SPARQL check.

    Its variables: ?at … ?at4 places, ?cause, ?status, ?severity, ?reconciled_by, ?board; all others fill the
    message. A line ``#pages ?page`` becomes a restriction to the pages asked for.
    """
    body = []
    for line in check.body.splitlines():
        if line.strip().startswith(_PAGES):
            if pages is not None:
                variable = line.split()[1]
                body.append(f"VALUES {variable} {{ {' '.join(f'<{p}>' for p in pages)} }}")
        else:
            body.append(line)
    names = _variables(check)
    for row in graph.select(sparql_prefixes() + "\n".join(body)):
        values = {name: value for name, value in zip(names, row, strict=True) if value is not None}
        at = tuple(values.pop(name) for name in _PLACES if name in values)
        status, severity = values.pop("status", None), values.pop("severity", None)
        yield Match(
            at,
            cause=values.pop("cause", None),
            status=Status(status) if status else None,
            severity=Severity(severity) if severity else None,
            reconciled_by=values.pop("reconciled_by", None),
            board=values.pop("board", None),
            key=values.pop("key", None),
            values=values,
        )


def _variables(check: Check) -> list[str]:
    """Names of the variables of a query, in the order of its SELECT line (which lists them all)."""
    for line in check.body.splitlines():
        words = line.split()
        if words[:1] == ["SELECT"]:
            names = [w[1:] for w in words[1:] if w.startswith("?")]
            if names and "at" in names:
                return names
    raise CheckError(
        f"{check.path.name}: the query needs one line `SELECT [DISTINCT] ?at …` that names its variables"
    )


def _judged(
    checks: Sequence[Check], gathered: Gathered, pages: Sequence[str] | None, graph: GraphReader
) -> Iterator[tuple[Check, Match]]:
    """Yield what pages showed alone, then what `judge` and logic programs find in the records of all."""
    by_code = {c.code: c for c in checks}
    yield from ((by_code[code], match) for code, match in gathered.hits)
    for check in checks:
        if check.code not in gathered.records:
            continue
        records = gathered.records.pop(check.code)
        if check.language == "lp":
            yield from ((check, match) for match in run_program(check, records))
        elif judge := check.function("judge"):
            # a judge for whom each judgement is dear says so by taking `only`
            taken = signature(judge).parameters
            given: dict[str, Any] = {}
            if pages is not None and "only" in taken:
                given["only"] = frozenset(pages)
            if "attached" in taken:
                given["attached"] = attached_cases(graph)
            yield from ((check, match) for match in judge(records, **given))
        else:
            raise CheckError(f"{check.path.name}: gather(page) needs judge(records)")


def _finding(check: Check, match: Match, places: Places) -> Finding | None:
    located = [places.locate(at, page=_page_of(match, at)) for at in match.at]
    found = tuple(dict.fromkeys(place for place in located if place is not None))
    if not found:
        return None
    status = match.status or check.status
    severity = match.severity or (
        check.severity if match.status is None else severity_of(status, check.severity)
    )
    values = {
        name: value if name in _LISTS else shortened(value, _LONG) for name, value in match.values.items()
    }
    values = {**values, "reconciled_by": match.reconciled_by or "", "board": match.board or ""}
    for number, place in enumerate(found[:4], 1):
        values.setdefault(f"page{number}", place.page)
        values.setdefault(f"line{number}", str(place.line))
    english = {k: v.replace("、", ", ") if k in _LISTS else v for k, v in values.items()}
    parts = [match.key] if match.key else [f"{p.page_iri}\x1f{p.text}" for p in found]
    return Finding(
        code=check.code,
        kinds=check.kinds,
        severity=severity,
        status=status,
        title=check.title,
        message=Bilingual(fill(check.message.ja, values), fill(check.message.en, english)),
        fix=Bilingual(fill(check.fix.ja, values), fill(check.fix.en, english)),
        locations=found,
        fingerprint=fingerprint(check.code, parts),
        reconciled_by=match.reconciled_by,
        board=match.board,
        cause=match.cause,
    )


def _page_of(match: Match, at: str | Span) -> str | None:
    """The page a place is meant on, when its match also holds a span of a page."""
    if isinstance(at, Span):
        return at.page
    return next((other.page for other in match.at if isinstance(other, Span)), None)


def severity_of(status: Status, ceiling: Severity) -> Severity:
    """Severity that a status allows: real as the check says, gaps and stale text a warning at most, the rest info."""
    if status is Status.REAL:
        return ceiling
    if status in (Status.GAP, Status.STALE):
        return min(ceiling, Severity.WARNING, key=lambda s: s.rank)
    return Severity.INFO
