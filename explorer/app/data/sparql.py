"""Queries of the reader: run with limits, answers as plain values."""

import json
import threading
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.store import Answer, Store
from ingest.store.lint import tokens
from ontology.namespaces import PREFIXES

__all__ = ["Result", "run", "with_prefixes"]


@dataclass(frozen=True)
class Result:
    """An answer: a table (`variables`, `rows` of (value, is it an IRI)), a truth value, or RDF as Turtle."""

    form: str
    variables: list[str] = field(default_factory=list)
    rows: list[list[tuple[str | None, bool]]] = field(default_factory=list)
    truth: bool | None = None
    turtle: str = ""
    truncated: bool = False


def run(
    store: Store, query: str, *, timeout: float, max_rows: int, stop: threading.Event | None = None
) -> Result:
    """Answer a query within limits (seconds, rows); another thread ends it by setting `stop`.

    Raises:
        QueryError: the query is wrong, was refused or stopped; the message says what to do.
    """
    answer = store.query(with_prefixes(query), timeout=timeout, max_rows=max_rows, stop=stop)
    if answer.form not in ("SELECT", "ASK"):
        return Result(answer.form, turtle=answer.data.decode("utf-8"), truncated=answer.truncated)
    return _table(answer)


def _table(answer: Answer) -> Result:
    read = json.loads(answer.data)
    if "boolean" in read:
        return Result(answer.form, truth=bool(read["boolean"]))
    variables = [str(name) for name in read["head"]["vars"]]
    rows = []
    for binding in read["results"]["bindings"]:
        cells: list[tuple[str | None, bool]] = []
        for name in variables:
            term = binding.get(name)
            cells.append((str(term["value"]), term["type"] == "uri") if term else (None, False))
        rows.append(cells)
    return Result(answer.form, variables, rows, truncated=answer.truncated)


def with_prefixes(query: str) -> str:
    """Return the query with the project's prefixes that it uses and does not declare.

    They go in front of its first line, so that line numbers in errors stay right.
    """
    solid = [token for token in tokens(query) if token.kind not in ("space", "comment")]
    declared = {
        after.text.rstrip(":")
        for before, after in pairwise(solid)
        if before.kind == "word" and before.text.casefold() == "prefix"
    }
    used = {
        token.text.partition(":")[0] for token in tokens(query) if token.kind == "name" and ":" in token.text
    }
    needed = [name for name in PREFIXES if name in used - declared]
    return "".join(f"PREFIX {name}: <{PREFIXES[name]}> " for name in needed) + query
