"""The query operation of the SPARQL 1.1 Protocol: what a request asks for, and the dataset it names."""

from dataclasses import dataclass
from urllib.parse import parse_qsl

from ingest.store.errors import QueryRefused, QuerySyntaxError
from ingest.store.lint import tokens

__all__ = ["MAX_BODY", "BadRequest", "QueryRequest", "read_request", "with_dataset"]

MAX_BODY = 1_000_000
"""Bytes of a request body."""


class BadRequest(Exception):
    """The request does not follow the protocol; `status` is the HTTP status."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """A query with the graphs that the protocol names for it, and the format asked for."""

    query: str
    default_graphs: tuple[str, ...]
    named_graphs: tuple[str, ...]
    wanted: str | None


def read_request(method: str, query_string: str, content_type: str, body: bytes) -> QueryRequest:
    """Read a GET, a POST with URL-encoded parameters, or a POST with the query as its body.

    Raises:
        BadRequest: no query, several, an update, or a body of another type.
    """
    pairs = _pairs(query_string)
    media = content_type.split(";", maxsplit=1)[0].strip().lower()
    if method == "POST":
        if media == "application/sparql-query":
            if any(key == "query" for key, _ in pairs):
                raise BadRequest("the query is given twice, in the URL and in the body")
            try:
                pairs.append(("query", body.decode("utf-8")))
            except UnicodeDecodeError as error:
                raise BadRequest("the body is not UTF-8") from error
        elif media == "application/x-www-form-urlencoded":
            try:
                form = body.decode("utf-8")
            except UnicodeDecodeError as error:
                raise BadRequest("the body is not UTF-8") from error
            pairs += _pairs(form)
        elif media == "application/sparql-update":
            raise BadRequest("updates are refused: this endpoint is read-only", 403)
        else:
            raise BadRequest(
                "POST a query as application/sparql-query, or as application/x-www-form-urlencoded with query=",
                415,
            )
    if any(key in ("update", "using-graph-uri", "using-named-graph-uri") for key, _ in pairs):
        raise BadRequest("updates are refused: this endpoint is read-only", 403)
    queries = [value for key, value in pairs if key == "query"]
    if len(queries) != 1:
        raise BadRequest("exactly one query= is needed" if queries else "query= is missing")
    return QueryRequest(
        queries[0],
        tuple(v for k, v in pairs if k == "default-graph-uri"),
        tuple(v for k, v in pairs if k == "named-graph-uri"),
        next((v for k, v in pairs if k in ("format", "output")), None),
    )


def _pairs(text: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=200)
    except (ValueError, UnicodeDecodeError) as error:
        raise BadRequest(f"the parameters cannot be read: {error}") from error


def with_dataset(query: str, request: QueryRequest) -> str:
    """Return the query with the dataset of the request in place of its own FROM clauses, as the protocol says.

    Raises:
        QuerySyntaxError: a graph IRI is not one.
    """
    if not request.default_graphs and not request.named_graphs:
        return query
    for iri in (*request.default_graphs, *request.named_graphs):
        if not iri or any(c in iri for c in '<>"{}|^`\\') or any(ord(c) <= 0x20 for c in iri):
            raise QuerySyntaxError(f"{iri!r} is not an IRI")
    clauses = "".join(f" FROM <{iri}>" for iri in request.default_graphs)
    clauses += "".join(f" FROM NAMED <{iri}>" for iri in request.named_graphs)
    bare = _without_dataset(query)
    at = _before_where(bare)
    return f"{bare[:at]}{clauses} {bare[at:]}"


def _without_dataset(query: str) -> str:
    out: list[str] = []
    dropping = False
    depth = 0
    for token in tokens(query):
        if token.kind == "other" and token.text in "{}":
            depth += 1 if token.text == "{" else -1
        word = token.text.upper() if token.kind == "word" else ""
        if depth == 0 and word == "FROM":
            dropping = True
            continue
        if dropping:
            if word == "NAMED" or token.kind in ("space", "comment"):
                continue
            dropping = False  # this token is the IRI
            continue
        out.append(token.text)
    return "".join(out)


def _before_where(query: str) -> int:
    """Offset at which FROM clauses belong: before WHERE, or before the brace that opens the pattern.

    CONSTRUCT has its template in braces first; DESCRIBE may have no pattern at all.
    """
    form = ""
    templates = 0
    depth = 0
    for token in tokens(query):
        word = token.text.upper() if token.kind == "word" else ""
        if not form and word in ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE"):
            form = word
        elif (
            form and depth == 0 and word in ("WHERE", "ORDER", "LIMIT", "OFFSET", "GROUP", "HAVING", "VALUES")
        ):
            return token.start
        if token.kind == "other" and token.text == "{":
            if form and depth == 0 and (form != "CONSTRUCT" or templates):
                return token.start
            templates += depth == 0
            depth += 1
        elif token.kind == "other" and token.text == "}":
            depth -= 1
    if not form:
        raise QueryRefused("this is not a query")
    return len(query)
