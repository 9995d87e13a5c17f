"""The application: routes, limits, and errors as short texts with the right status."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import unquote

import pyoxigraph as ox
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from explorer.serve.description import describe_service
from explorer.serve.negotiation import GRAPH_TYPES, PAGE_TYPES, RESULT_TYPES, NotAcceptable, choose
from explorer.serve.protocol import MAX_BODY, BadRequest, QueryRequest, read_request, with_dataset
from explorer.serve.resources import facts_about, page_of, resource_iri
from ingest.store import (
    QueryError,
    QueryMemoryError,
    QueryRefused,
    QuerySyntaxError,
    QueryTimeout,
    QueryTooManyRows,
    Store,
    StoreError,
    open_store,
)
from ingest.store.lint import check_query
from ontology.namespaces import PREFIXES

__all__ = ["Limits", "create_app"]

_LOOK = 0.5
"""Seconds after which a waiting endpoint looks whether its client is still there."""

_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, Content-Type",
    "Access-Control-Expose-Headers": "Content-Type, X-Saitei-Rows",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What one query may use: seconds, rows; how many run at once; seconds a request may take to arrive."""

    timeout: float = 30.0
    max_rows: int = 100_000
    workers: int = 4
    arrival: float = 30.0


def create_app(location: str, limits: Limits | None = None) -> Starlette:
    """Return the application that answers for the store at a folder."""
    chosen = limits or Limits()
    store = open_store(location, read_only=True, pool_size=chosen.workers)
    endpoint = _Endpoint(store, chosen)
    application = Starlette(
        routes=[
            Route("/sparql", endpoint.sparql, methods=["GET", "POST", "HEAD", "OPTIONS"]),
            Route("/query", endpoint.sparql, methods=["GET", "POST", "HEAD", "OPTIONS"]),
            Route("/.well-known/void", endpoint.description, methods=["GET", "HEAD"]),
            Route("/id/{path:path}", endpoint.resource, methods=["GET", "HEAD"]),
            Route("/", endpoint.home, methods=["GET", "HEAD"]),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)],
        exception_handlers={HTTPException: _http_error, Exception: _server_error},
    )
    application.state.store = store
    return application


async def _http_error(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "internal error"
    return _text(str(detail), status)


async def _server_error(_request: Request, _error: Exception) -> Response:
    return _text("an error inside the endpoint; nothing was changed", 500)


def _text(message: str, status: int, headers: dict[str, str] | None = None) -> Response:
    return PlainTextResponse(message + "\n", status, headers=_HEADERS | (headers or {}))


class _Endpoint:
    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits

    async def sparql(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_HEADERS | {"Access-Control-Max-Age": "86400"})
        if request.method in ("GET", "HEAD") and not request.url.query:
            return await self.description(request)
        return await self._guarded(request, self._answer)

    async def description(self, request: Request) -> Response:
        return await self._guarded(request, self._describe)

    async def resource(self, request: Request) -> Response:
        return await self._guarded(request, self._resource)

    async def home(self, _request: Request) -> Response:
        return RedirectResponse("/sparql", 303, headers=_HEADERS)

    async def _guarded(self, request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        """Turn what can go wrong into a status and one sentence."""
        try:
            return await answer(request)
        except BadRequest as error:
            return _text(str(error), error.status)
        except NotAcceptable as error:
            return _text(str(error), 406)
        except QueryRefused as error:
            return _text(f"{error} (line {error.line}, column {error.column})", 400)
        except QuerySyntaxError as error:
            hint = f"\n\n{error.hint}" if error.hint else ""
            return _text(f"{error} (line {error.line}, column {error.column}){hint}", 400)
        except QueryTimeout as error:
            return _text(str(error), 503)
        except QueryTooManyRows as error:
            return _text(str(error), 400)
        except QueryMemoryError as error:
            return _text(str(error), 503)
        except QueryError as error:
            busy = "too many queries" in str(error)
            return _text(str(error), 503 if busy else 400, {"Retry-After": "2"} if busy else None)
        except StoreError as error:
            return _text(str(error), 503)

    async def _answer(self, request: Request) -> Response:
        body = await _body(request, self.limits.arrival)
        asked = read_request(request.method, request.url.query, request.headers.get("content-type", ""), body)
        stop = threading.Event()
        answer = asyncio.ensure_future(
            run_in_threadpool(self._run, asked, request.headers.get("accept", ""), stop)
        )
        try:
            while not (await asyncio.wait({answer}, timeout=_LOOK))[0]:
                if await request.is_disconnected():  # nobody waits for it any more: its process is free again
                    stop.set()
                    break
            return await answer
        except asyncio.CancelledError:
            stop.set()
            raise

    def _run(self, asked: QueryRequest, accept: str, stop: threading.Event) -> Response:
        form = check_query(asked.query)
        offered = RESULT_TYPES if form in ("SELECT", "ASK") else GRAPH_TYPES
        media, result_format = choose(accept, asked.wanted, offered)
        if form == "ASK" and result_format in ("csv", "tsv"):
            media, result_format = choose("", None, offered)
        answer = self.store.query(
            with_dataset(asked.query, asked),
            result_format=result_format,
            timeout=self.limits.timeout,
            max_rows=self.limits.max_rows,
            refuse_more=True,
            stop=stop,
        )
        headers = dict(_HEADERS)
        if answer.rows >= 0:
            headers["X-Saitei-Rows"] = str(answer.rows)
        headers["Vary"] = "Accept"
        return Response(answer.data, media_type=_with_charset(media), headers=headers)

    async def _describe(self, request: Request) -> Response:
        media, name = choose(
            request.headers.get("accept", ""), request.query_params.get("format"), GRAPH_TYPES
        )
        url = str(request.url.replace(query="", fragment="", path="/sparql"))
        triples = await run_in_threadpool(describe_service, self.store, url)
        return _graph(triples, media, name)

    async def _resource(self, request: Request) -> Response:
        raw = request.scope.get("raw_path", request.url.path.encode())
        path = raw.decode("ascii", "replace").partition("?")[0].removeprefix("/id/")
        try:
            iri = resource_iri(path)
        except UnicodeDecodeError:
            iri = None
        if iri is None:
            return _text("this path names nothing", 404)
        media, name = choose(
            request.headers.get("accept", ""), request.query_params.get("format"), PAGE_TYPES
        )
        own, other = await run_in_threadpool(
            lambda: facts_about(self.store, iri, timeout=self.limits.timeout)
        )
        if not own and not other:
            return _text(f"nothing is known about {unquote(iri)}", 404)
        if name == "html":
            return Response(
                page_of(iri, own, other), media_type="text/html", headers=_HEADERS | {"Vary": "Accept"}
            )
        return _graph([*own, *other], media, name)


async def _body(request: Request, seconds: float) -> bytes:
    """Read a body of limited size, for a limited time."""
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                data += piece
                if len(data) > MAX_BODY:
                    raise BadRequest(f"the request has more than {MAX_BODY} bytes", 413)
    except TimeoutError:
        raise BadRequest(f"the request took more than {seconds:g} seconds to arrive", 408) from None
    return bytes(data)


def _graph(triples: list[ox.Triple], media: str, name: str) -> Response:
    formats = {
        "turtle": ox.RdfFormat.TURTLE, "ntriples": ox.RdfFormat.N_TRIPLES,
        "jsonld": ox.RdfFormat.JSON_LD, "rdfxml": ox.RdfFormat.RDF_XML,
    }  # fmt: skip
    prefixes = PREFIXES if name in ("turtle", "rdfxml") else None
    data = ox.serialize(triples, format=formats[name], prefixes=prefixes) or b""
    return Response(data, media_type=_with_charset(media), headers=_HEADERS | {"Vary": "Accept"})


def _with_charset(media: str) -> str:
    return f"{media}; charset=utf-8" if media.startswith("text/") else media
