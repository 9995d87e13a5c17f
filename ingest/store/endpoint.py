"""A SPARQL 1.1 endpoint over HTTP: its addresses, its requests, and its failures as errors of the store."""

import contextlib
import http.client
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit, urlunsplit

from ingest.store.errors import QueryError, QueryTimeout, StoreError, StoreMissing, StoreReadOnly

__all__ = ["Endpoint", "Reply", "is_endpoint"]

_RESULTS = "application/sparql-results+json"
_GRAPH = "application/n-triples, text/plain;q=0.5"
_NO_LIMIT = 24 * 3600.0
_PIECE = 1 << 20


def is_endpoint(location: object) -> bool:
    """Tell whether the location of a store is the URL of an endpoint."""
    return isinstance(location, str) and location.startswith(("http://", "https://"))


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered: headers by lower-case name, and the body."""

    headers: dict[str, str]
    body: bytes


class Endpoint:
    """The three services of an endpoint.

    The URL is that of the query service. The others follow the layout of the engine, or stand in the fragment:
    ``http://host/db/sparql#update=/db/update&graphs=/db/data``. A name and password in the URL are sent as the
    server asks for them (basic or digest).
    """

    def __init__(self, location: str) -> None:
        parts = urlsplit(location)
        given = dict(parse_qsl(parts.fragment))
        unknown = set(given) - {"update", "graphs"}
        if unknown or not parts.hostname:
            raise StoreError(
                f"{_plain(location)} is not the URL of an endpoint; write "
                "http://host:port/path, with #update=URL&graphs=URL where those do not follow the usual layout"
            )
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        netloc = host + (f":{parts.port}" if parts.port else "")
        self.url = urlunsplit((parts.scheme, netloc, parts.path, parts.query, ""))
        handlers: list[urllib.request.BaseHandler] = []
        if parts.hostname in ("127.0.0.1", "localhost", "::1"):
            handlers.append(urllib.request.ProxyHandler({}))
        if parts.username:
            passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
            passwords.add_password(
                None,
                urlunsplit((parts.scheme, netloc, "/", "", "")),
                unquote(parts.username),
                unquote(parts.password or ""),
            )
            handlers += [
                urllib.request.HTTPDigestAuthHandler(passwords),
                urllib.request.HTTPBasicAuthHandler(passwords),
            ]
        self._opener = urllib.request.build_opener(*handlers)
        self.query_url, self.server = self._find()
        update, graphs = _layout(self.query_url, self.server, with_password=bool(parts.username))
        self.update_url = urljoin(self.query_url, given.get("update", update))
        self.graphs_url = urljoin(self.query_url, given.get("graphs", graphs))

    def _find(self) -> tuple[str, str]:
        """Return the URL of the query service and the name by which the server calls itself."""
        bare = urlsplit(self.url).path in ("", "/")
        tried = [urljoin(self.url, "/query"), urljoin(self.url, "/sparql"), self.url] if bare else [self.url]
        said = ""
        for url in tried:
            try:
                reply = self._form(url, {"query": "ASK {}"}, _RESULTS, 10.0)
            except (QueryError, StoreReadOnly) as error:
                said = str(error)
                continue
            if b'"boolean"' in reply.body or b"__ASK_RETVAL" in reply.body:
                return url, reply.headers.get("server", "")
        raise StoreMissing(
            f"no SPARQL endpoint answers at {self.url}{': ' + said if said else ''}; "
            "give the URL of its query service"
        )

    def select(
        self, query: str, *, timeout: float | None, more: dict[str, str | list[str]] | None = None
    ) -> Reply:
        """Send a SELECT or ASK query; the body is SPARQL JSON."""
        return self._query(query, _RESULTS, timeout, more)

    def construct(
        self, query: str, *, timeout: float | None, more: dict[str, str | list[str]] | None = None
    ) -> Reply:
        """Send a CONSTRUCT or DESCRIBE query; the body is N-Triples."""
        return self._query(query, _GRAPH, timeout, more)

    def _query(
        self, query: str, accept: str, timeout: float | None, more: dict[str, str | list[str]] | None
    ) -> Reply:
        return self._form(self.query_url, {"query": query} | (more or {}), accept, timeout)

    def _form(
        self, url: str, form: Mapping[str, str | list[str]], accept: str, timeout: float | None
    ) -> Reply:
        """Send a form: the one way that every engine takes (Virtuoso never answers a query as the body)."""
        body = urlencode(form, doseq=True).encode()
        return self._send("POST", url, body, "application/x-www-form-urlencoded", accept, timeout)

    def update(self, update: str) -> None:
        """Send an update; returns when it is done."""
        self._form(self.update_url, {"update": update}, "*/*", None)

    def put(self, graph: str, ntriples: bytes) -> None:
        """Replace a graph ("" is the default graph)."""
        self._send("PUT", self._graph(graph), ntriples, "application/n-triples", "*/*", None)

    def post(self, graph: str, ntriples: bytes) -> None:
        """Add triples to a graph."""
        self._send("POST", self._graph(graph), ntriples, "application/n-triples", "*/*", None)

    def put_dataset(self, nquads: bytes) -> None:
        """Replace all graphs at once, where the engine can do that."""
        self._send("PUT", self.graphs_url, nquads, "application/n-quads", "*/*", None)

    def _graph(self, graph: str) -> str:
        return f"{self.graphs_url}?{urlencode({'graph': graph}) if graph else 'default'}"

    def _send(
        self, method: str, url: str, body: bytes, media: str, accept: str, timeout: float | None
    ) -> Reply:
        limit = timeout if timeout is not None else _NO_LIMIT
        deadline = time.monotonic() + limit
        headers = {"Content-Type": media, "Accept": accept, "User-Agent": "saitei"}
        request = urllib.request.Request(url, body, headers, method=method)  # noqa: S310 - http(s), checked by is_endpoint
        try:
            with self._opener.open(request, timeout=limit) as answer:
                pieces = []
                while piece := answer.read1(_PIECE):
                    pieces.append(piece)
                    if time.monotonic() > deadline:
                        raise QueryTimeout(limit)
                found = {k.lower(): v for k, v in answer.headers.items()}
                length = found.get("content-length", "")
                data = b"".join(pieces)
                if length.isdigit() and len(data) < int(length):
                    raise QueryError(f"{self.url} broke off in the middle of an answer")
                return Reply(found, data)
        except urllib.error.HTTPError as error:
            raise self._refused(error, limit) from error
        except (TimeoutError, urllib.error.URLError, http.client.HTTPException, OSError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            if isinstance(reason, (TimeoutError, socket.timeout)):
                raise QueryTimeout(limit) from error
            raise StoreMissing(
                f"the endpoint {self.url} does not answer ({reason}); start it, or correct --store"
            ) from error

    def _refused(self, error: urllib.error.HTTPError, limit: float) -> Exception:
        said = b""
        with contextlib.suppress(OSError):
            said = error.read(2000)
        message = " ".join(said.decode("utf-8", "replace").split())[:300] or error.reason
        if error.code in (401, 403) or (error.code in (404, 405, 501) and error.url != self.url):
            return StoreReadOnly(f"the endpoint {self.url} refuses this ({error.code}): {message}")
        if error.code in (408, 504) or "stopped after" in message:
            return QueryTimeout(limit)
        return QueryError(f"the endpoint {self.url} answers {error.code}: {message}")


def _layout(query_url: str, server: str, *, with_password: bool) -> tuple[str, str]:
    """Return the update and graph services that go with a query service, as engines lay them out."""
    path = urlsplit(query_url).path
    if server.startswith("Virtuoso"):
        return (
            ("/sparql-auth", "/sparql-graph-crud-auth")
            if with_password
            else ("/sparql", "/sparql-graph-crud")
        )
    if "/repositories/" in path:  # RDF4J and GraphDB
        return path + "/statements", path + "/rdf-graphs/service"
    folder = path.rpartition("/")[0]
    if server.lower().startswith("oxigraph"):
        return "/update", "/store"
    return f"{folder}/update", f"{folder}/data"  # Fuseki, Stardog and others


def _plain(location: str) -> str:
    """Return a URL without its name and password."""
    parts = urlsplit(location)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, parts.query, ""))
