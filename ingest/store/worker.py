"""The process that runs queries, so that a query can be stopped: it is killed at its time limit.

Run as a script by `ingest.store.pool` with the path of a snapshot; imports nothing but the engine, to start
quickly. Requests and answers are frames on standard input and output: a JSON head, then a body of bytes.
"""

import json
import resource
import struct
import sys
from typing import BinaryIO

import pyoxigraph

__all__ = ["count_rows", "read_frame", "run_query", "write_frame"]

RESULT_FORMATS = {
    "json": pyoxigraph.QueryResultsFormat.JSON,
    "xml": pyoxigraph.QueryResultsFormat.XML,
    "csv": pyoxigraph.QueryResultsFormat.CSV,
    "tsv": pyoxigraph.QueryResultsFormat.TSV,
}
GRAPH_FORMATS = {
    "turtle": pyoxigraph.RdfFormat.TURTLE,
    "ntriples": pyoxigraph.RdfFormat.N_TRIPLES,
    "nquads": pyoxigraph.RdfFormat.N_QUADS,
    "trig": pyoxigraph.RdfFormat.TRIG,
    "rdfxml": pyoxigraph.RdfFormat.RDF_XML,
    "jsonld": pyoxigraph.RdfFormat.JSON_LD,
}


LENGTHS = struct.Struct(">IQ")
"""Lengths of head and body, before both of them."""


def write_frame(out: BinaryIO, head: dict[str, object], body: bytes = b"") -> None:
    """Write one message: lengths, head as JSON, body."""
    packed = json.dumps(head).encode()
    out.write(LENGTHS.pack(len(packed), len(body)))
    out.write(packed)
    out.write(body)
    out.flush()


def read_frame(source: BinaryIO) -> tuple[dict[str, object], bytes] | None:
    """Read one message; None at the end of the stream."""
    lengths = source.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return None
    head_length, body_length = LENGTHS.unpack(lengths)
    head = source.read(head_length)
    body = source.read(body_length)
    if len(head) < head_length or len(body) < body_length:
        return None
    found: dict[str, object] = json.loads(head)
    return found, body


def count_rows(data: bytes, result_format: str) -> int:
    """Count the solutions in serialised results without parsing them where that is exact."""
    if result_format == "tsv":  # newlines inside values are escaped
        return data.count(b"\n") - 1
    if result_format == "csv":  # newlines inside quotes do not count; a quote inside quotes is doubled
        return sum(part.count(b"\r\n") for part in data.split(b'"')[::2]) - 1
    if result_format == "xml":  # "<" inside values is escaped
        return data.count(b"<result>") + data.count(b"<result/>")
    plain = data.startswith(b'{"head":{"vars":[')  # as compact as this engine writes
    if not plain or b"{}" in data or b'"type":"triple"' in data:  # rows without a value, nested terms
        return len(json.loads(data)["results"]["bindings"])
    # Between two rows stands }},{" and quotes inside strings are escaped: elsewhere a value ends like that, and the
    # quote after it is followed by } or , as it never is where a row begins.
    between = data.count(b'}},{"')
    if between:
        between -= data.count(b'}},{"}') + data.count(b'}},{",')
    return between + 1 if between or b'"bindings":[]' not in data else 0


def run_query(
    store: pyoxigraph.Store,
    query: str,
    *,
    result_format: str,
    prefixes: dict[str, str] | None = None,
) -> bytes:
    """Run a query and serialise its answer; ASK and SELECT in a results format, the others as a graph.

    `prefixes` need not be declared by the query, and shorten IRIs in Turtle and RDF/XML.

    Raises:
        SyntaxError: the engine cannot parse the query. OSError: the store cannot be read.
    """
    try:
        found = store.query(query)
    except (
        SyntaxError
    ):  # most often a prefix that is not declared; declaring all of them each time costs more
        found = store.query(query, prefixes=prefixes)
    if isinstance(found, pyoxigraph.QueryTriples):
        graph_format = GRAPH_FORMATS.get(result_format, pyoxigraph.RdfFormat.N_TRIPLES)
        if graph_format.supports_datasets and graph_format != pyoxigraph.RdfFormat.JSON_LD:
            graph_format = pyoxigraph.RdfFormat.N_TRIPLES
        return pyoxigraph.serialize(found, format=graph_format, prefixes=prefixes) or b""
    return (
        found.serialize(format=RESULT_FORMATS.get(result_format, pyoxigraph.QueryResultsFormat.JSON)) or b""
    )


def _limit_memory(limit: int) -> None:
    if limit:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def main() -> int:
    """Serve queries on standard input until it ends."""
    source, out = sys.stdin.buffer, sys.stdout.buffer
    path, memory = sys.argv[1], int(sys.argv[2])
    try:
        store = pyoxigraph.Store.read_only(path)
    except OSError as error:
        write_frame(out, {"status": "store", "message": str(error)})
        return 1
    _limit_memory(memory)
    write_frame(out, {"status": "ready"})
    while (frame := read_frame(source)) is not None:
        head, body = frame
        result_format, prefixes = str(head["format"]), head.get("prefixes")
        try:
            data = run_query(
                store,
                body.decode(),
                result_format=result_format,
                prefixes=prefixes if isinstance(prefixes, dict) else None,
            )
            write_frame(out, {"status": "ok"}, data)
            del data
        except SyntaxError as error:
            write_frame(out, {"status": "syntax", "message": str(error)})
        except MemoryError:
            write_frame(out, {"status": "memory", "message": "out of memory"})
        except (OSError, ValueError) as error:
            write_frame(out, {"status": "failed", "message": str(error)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
