"""Connections that dawdle are closed: a client has so long to send its request line and headers, and to read.

Uvicorn limits the size of headers and the time between requests, not the time a client takes over one; a hundred
clients that send a byte a minute would otherwise hold a hundred connections for ever.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["HEADER_SECONDS", "READ_SECONDS", "DeadlineProtocol"]

HEADER_SECONDS = 10.0
"""How long the request line and the headers of a request may take."""

READ_SECONDS = 120.0
"""How long a client may take to read an answer that waits to be sent."""


class DeadlineProtocol(H11Protocol):
    """HTTP/1.1 that closes a connection whose next request is not there in time."""

    header_seconds = HEADER_SECONDS
    read_seconds = READ_SECONDS

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock of the first request."""
        super().connection_made(transport)
        self._start()

    def data_received(self, data: bytes) -> None:
        """Stop the clock once the headers are whole, and start it at the first bytes of a later request."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()
        elif self._deadline is None:
            self._start()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the clock with the connection."""
        self._stop()
        self._stop_reading()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the clock of a client that reads more slowly than it is sent to."""
        super().pause_writing()
        self._stop_reading()
        self._reading = self.loop.call_later(self.read_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the clock: what waited has been read."""
        self._stop_reading()
        super().resume_writing()

    def _start(self) -> None:
        self._deadline = self.loop.call_later(self.header_seconds, self.transport.close)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
