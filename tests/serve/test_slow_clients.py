"""Clients that dawdle: their connections are closed, others are served meanwhile."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from explorer.serve import Limits, create_app
from explorer.serve.deadline import DeadlineProtocol
from tests.store.servers import free_port

ASK = b"GET /sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: x\r\n"


class Impatient(DeadlineProtocol):
    """The same with short patience."""

    header_seconds = 0.6
    read_seconds = 0.6


@pytest.fixture(scope="module")
def port(serve_store: Path) -> Iterator[int]:
    found = free_port()
    app = create_app(str(serve_store), Limits(timeout=60, workers=1, arrival=0.6))
    config = uvicorn.Config(app, host="127.0.0.1", port=found, log_level="error", http=Impatient)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield found
    server.should_exit = True
    thread.join(5)


def connected(port: int) -> socket.socket:
    link = socket.create_connection(("127.0.0.1", port), timeout=30)
    link.settimeout(30)
    return link


def all_of(link: socket.socket) -> bytes:
    data = b""
    while piece := link.recv(65536):
        data += piece
    return data


@pytest.mark.parametrize("sent", [b"", b"GET /spar", ASK, ASK + b"X-Slow: "])
def test_headers_that_never_end_close_the_connection(port: int, sent: bytes) -> None:
    with connected(port) as slow:
        slow.sendall(sent)
        with connected(port) as other:  # served while the slow one waits
            other.sendall(ASK + b"Connection: close\r\n\r\n")
            assert all_of(other).startswith(b"HTTP/1.1 200")
        assert all_of(slow) == b""


def test_the_second_request_of_a_connection_has_a_deadline_too(port: int) -> None:
    with connected(port) as slow:
        slow.sendall(ASK + b"\r\n")
        assert slow.recv(65536).startswith(b"HTTP/1.1 200")
        slow.sendall(ASK)
        assert b"HTTP/1.1" not in all_of(slow)


def test_a_body_that_never_ends_is_answered_with_408(port: int) -> None:
    head = (
        b"POST /sparql HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        b"Content-Type: application/sparql-query\r\nContent-Length: 99\r\n\r\n"
    )
    with connected(port) as slow:
        slow.sendall(head + b"ASK")
        answer = all_of(slow)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"more than 0.6 seconds" in answer


def test_many_slow_clients_do_not_keep_others_out(port: int) -> None:
    slow = [connected(port) for _ in range(150)]
    try:
        for link in slow:
            link.sendall(b"GET /sparql")
        with connected(port) as other:
            other.sendall(ASK + b"Connection: close\r\n\r\n")
            assert all_of(other).startswith(b"HTTP/1.1 200")
        assert all(all_of(link) == b"" for link in slow)
    finally:
        for link in slow:
            link.close()


def test_an_answer_nobody_reads_is_given_up(port: int) -> None:
    query = b"SELECT * { ?s ?p ?o . ?a ?b ?c } LIMIT 60000"
    head = (
        b"POST /sparql HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nContent-Type: application/sparql-query\r\n"
        b"Content-Length: " + str(len(query)).encode() + b"\r\n\r\n"
    )
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.settimeout(30)
    link.connect(("127.0.0.1", port))
    with link:
        link.sendall(head + query)
        start = link.recv(4096)
        length = int(re.search(rb"content-length: (\d+)", start)[1])  # type: ignore[index]
        time.sleep(2.5)  # longer than the patience of the server
        assert len(start) + len(all_of(link)) < length
