"""What is done with one page, in whichever process: read it, collect its names, extract its quads.

Both functions depend on their arguments alone, so that any number of workers gives the same graph.
"""

import hashlib
import pickle
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.claims.graph import claim_lines
from ingest.claims.rulings import reading_lines
from ingest.extraction.names import Names, clean_name, collect_names, page_title
from ingest.extraction.page import extract_page
from ingest.markup import Document, parse
from ingest.pipeline.games import Evidence, game_of
from ingest.pipeline.jobs import Job
from ingest.text_index_entries import Entry, entries_of_table
from ontology.namespaces import fold_name
from ontology.shapes import Violation, table_of, validate

__all__ = ["Extracted", "Gathered", "Note", "digest_of", "extract", "forget", "gather"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be told about a page."""

    code: str
    severity: str
    line: int
    column: int
    message: str


@dataclass(slots=True)
class Gathered:
    """What the first pass finds out about a page; `problem` is set where it cannot be read."""

    digest: str = ""
    title: str = ""
    game: str | None = None
    evidence: Evidence = field(default_factory=dict)
    names: Names | None = None
    folded: str = ""
    problem: Note | None = None
    seconds: float = 0.0


@dataclass(slots=True)
class Extracted:
    """What the second pass makes of a page."""

    page: str = ""
    ntriples: bytes = b""
    entries: list[Entry] = field(default_factory=list)
    report: dict[str, Any] = field(default_factory=dict)
    problem: Note | None = None
    violations: list[Violation] = field(default_factory=list)
    seconds: float = 0.0


_parsed: OrderedDict[str, bytes] = OrderedDict()
_parsed_size = 0
_PARSED_LIMIT = 96 * 1024**2
"""Bytes of parsed pages kept between the passes, per process; what does not fit is parsed again."""


def digest_of(job: Job) -> str:
    """Fingerprint of everything that the reading of a page depends on, its bytes above all.

    Raises:
        OSError, ValueError: the page cannot be read.
    """
    from ingest.reading import _bytes_of

    source = job.source
    if source.text is not None:
        data = source.text.encode("utf-8", "surrogatepass")
    elif source.data is not None:
        data = source.data
    else:
        from pathlib import Path

        data = _bytes_of(Path(source.path))
    settings = (job.site, job.game, job.title, job.markup_format, job.encoding, source.modified)
    return hashlib.blake2b(repr(settings).encode() + data, digest_size=20).hexdigest()


def gather(job: Job, known_digest: str | None = None) -> Gathered:
    """First pass: decode and parse a page, find title and game, collect its names.

    A page whose digest is `known_digest` is left alone: the result holds nothing but the digest.
    """
    started = time.perf_counter()
    if job.source.problem is not None:
        d = job.source.problem
        return Gathered(problem=Note(d.code, d.severity.value, job.source.line, 1, d.message))
    try:
        digest = digest_of(job)
        if digest == known_digest:
            return Gathered(digest=digest)
        document = _document(job)
        title = next(
            t for t in map(clean_name, (job.title or "", document.title or "", _stem(job), "無題")) if t
        )
        evidence: Evidence = {}
        game = job.game
        if game is None:
            game, evidence = game_of(document.text)
        if game and not job.title:
            title = page_title(title, game)
        names = collect_names(document, game, title=title) if game else None
        _remember(job.key, document)
        folded = fold_name(document.text) + "\n" + fold_name(title)
        return Gathered(digest, title, game, evidence, names, folded, seconds=time.perf_counter() - started)
    except Exception as error:
        return Gathered(problem=_failure(error, job), seconds=time.perf_counter() - started)


def extract(job: Job, game: str, title: str, names: Mapping[str, Names]) -> Extracted:
    """Second pass: from the parsed page and the names of the corpus to the quads of the page."""
    started = time.perf_counter()
    try:
        document = _recall(job.key) or _document(job)
        result = extract_page(
            document,
            game=game,
            site=job.site,
            title=title,
            names=names[game],
            source=job.label,
            known=job.rulings,
        )
        found = [
            {
                "code": d.code,
                "severity": str(d.severity.value),
                "line": line,
                "column": column,
                "message": d.message,
            }
            for d in dict.fromkeys([*document.diagnostics, *result.diagnostics])
            for line, column in [document.position(d.start)]
        ]
        report = {
            "page": title,
            "path": job.source.path,
            "game": game,
            "format": document.format,
            "encoding": document.encoding,
            "characters": len("".join(document.text.split())),
            "markup": result.markup,
            "extracted": result.extracted,
            "uninterpreted": result.uninterpreted,
            "covered": result.markup + result.extracted + result.uninterpreted,
            "counts": dict(result.counts),
            "diagnostics": sorted(found, key=lambda n: (n["line"], n["column"], n["code"], n["message"])),
        }
        claims = "".join(claim_lines(result.ntriples, result.page_iri, game))
        claims += "".join(reading_lines(result.ntriples, game))
        ntriples = (result.ntriples + claims).encode("utf-8", "replace")
        table = table_of(ntriples.decode().split("\n")[:-1])
        return Extracted(
            result.page_iri,
            ntriples,
            entries_of_table(table),
            report,
            violations=validate(table),
            seconds=time.perf_counter() - started,
        )
    except Exception as error:
        return Extracted(problem=_failure(error, job), seconds=time.perf_counter() - started)


def _document(job: Job) -> Document:
    source = job.source.read(encoding=job.encoding)
    document = parse(source.text, format=job.markup_format, name=job.source.path)
    document.encoding = source.encoding
    document.diagnostics.extend(getattr(source, "diagnostics", ()))
    if job.source.modified and not document.date:
        document.date = job.source.modified[:10]
    if not document.title and source.title_hint:
        document.title = source.title_hint
    return document


def _stem(job: Job) -> str:
    from pathlib import Path

    return Path(job.source.path).stem if job.source.path != "-" else "-"


def _failure(error: Exception, job: Job) -> Note:
    if isinstance(error, OSError):
        return Note("IN101", "error", job.source.line, 1, f"cannot be read: {error.strerror or error}")
    if isinstance(error, ValueError | LookupError):
        return Note("IN102", "error", job.source.line, 1, f"cannot be ingested: {error}")
    where = ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None:
        where = f" at {trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
    kind = type(error).__name__
    return Note(
        "IN103", "error", job.source.line, 1, f"page skipped, an error inside saitei ({kind}: {error}{where})"
    )


def _remember(key: str, document: Document) -> None:
    global _parsed_size  # noqa: PLW0603 - one cache a process
    packed = pickle.dumps(document, protocol=pickle.HIGHEST_PROTOCOL)
    if _parsed_size + len(packed) <= _PARSED_LIMIT:
        _parsed[key] = packed
        _parsed_size += len(packed)


def _recall(key: str) -> Document | None:
    global _parsed_size  # noqa: PLW0603 - one cache a process
    packed = _parsed.pop(key, None)
    if packed is None:
        return None
    _parsed_size -= len(packed)
    document = pickle.loads(packed)  # noqa: S301 - our own bytes, of this process
    return document if isinstance(document, Document) else None


def forget() -> None:
    """Drop the parsed pages that the second pass would take from the first."""
    global _parsed_size  # noqa: PLW0603 - one cache a process
    _parsed.clear()
    _parsed_size = 0
