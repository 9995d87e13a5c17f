"""Queries of the reader: run with limits, answers as plain values, and what an empty answer may come from."""

import json
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.store import Answer, Store
from ingest.store.lint import tokens
from ontology.namespaces import PREFIXES

__all__ = ["Result", "missing_constants", "run", "with_prefixes"]


@dataclass(frozen=True)
class Result:
    """An answer: a table (`variables`, `rows` of (value, is it an IRI)), a truth value, or RDF as Turtle."""

    form: str
    variables: list[str] = field(default_factory=list)
    rows: list[list[tuple[str | None, bool]]] = field(default_factory=list)
    truth: bool | None = None
    turtle: str = ""
    truncated: bool = False


def run(store: Store, query: str, *, timeout: float, max_rows: int) -> Result:
    """Answer a query within limits (seconds, rows).

    Raises:
        QueryError: the query is wrong, was refused or stopped; the message says what to do.
    """
    answer = store.query(with_prefixes(query), timeout=timeout, max_rows=max_rows)
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


def missing_constants(store: Store, query: str, *, limit: int = 12) -> list[str]:
    """Return IRIs and names in a query that do not occur in the graph at all: likely why it found nothing."""
    found: list[str] = []
    solid = [token for token in tokens(query) if token.kind not in ("space", "comment")]
    for before, token in zip([None, *solid], solid, strict=False):
        text = token.text
        if before is not None and before.text.endswith(":") and token.kind == "iri":
            continue  # a declaration of a prefix
        if token.kind == "name" and ":" in text and not text.startswith(("_:", "?", "$", "@")):
            prefix, _, local = text.partition(":")
            if prefix not in PREFIXES or not local:
                continue
            term = f"<{PREFIXES[prefix]}{local}>"
        elif token.kind == "iri" or (token.kind == "string" and len(text) > 2):
            term = text
        else:
            continue
        if text in found or len(found) >= limit:
            continue
        occurs = (
            f"ASK {{ {{ {term} ?p ?o }} UNION {{ ?s {term} ?o }} UNION {{ ?s ?p {term} }} }}"
            if token.kind != "string"
            else f"ASK {{ {{ ?s ?p {text} }} UNION {{ ?s ?p {text}@ja }} UNION {{ ?s ?p {text}@en }} }}"
        )
        if not store.ask(occurs, timeout=5):
            found.append(text)
    return found
