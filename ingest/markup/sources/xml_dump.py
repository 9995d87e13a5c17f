"""MediaWiki XML dumps, streamed: one page at a time, plain, bzip2 or gzip.

Expat is driven by hand because a dump is larger than memory. A document type declaration is refused: dumps have
none, and entity bombs need one.
"""

import bz2
import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast
from xml.parsers import expat

__all__ = ["DumpError", "DumpPage", "iter_dump", "open_maybe_packed"]

_CHUNK = 1 << 18
MAX_PAGE = 16 << 20  # characters; a page beyond that is reported, not read


class DumpError(Exception):
    """The dump cannot be read any further; `line` and `column` (1-based) say where, in the unpacked XML."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


@dataclass(slots=True)
class DumpPage:
    """One page of a dump, with the text of its newest revision."""

    title: str
    namespace: int
    text: str
    modified: str | None
    line: int
    model: str = "wikitext"
    too_long: bool = False


def open_maybe_packed(path: Path) -> IO[bytes]:
    """Open a file for reading, unpacking ``.bz2`` and ``.gz``."""
    if path.suffix.lower() == ".bz2":
        return bz2.open(path, "rb")
    if path.suffix.lower() == ".gz":
        return cast("IO[bytes]", gzip.open(path, "rb"))
    return path.open("rb")


class _Reader:
    """Handlers for expat; finished pages gather in `done`."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.done: list[DumpPage] = []
        self._path: list[str] = []
        self._page: DumpPage | None = None
        self._buffer: list[str] = []
        self._size = 0
        self._stamp: str | None = None

    def _doctype(self, *_: object) -> None:
        raise DumpError(
            "a document type declaration is not allowed in a dump",
            self.parser.CurrentLineNumber,
            self.parser.CurrentColumnNumber + 1,
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self._path.append(name)
        self._buffer = []
        self._size = 0
        if name == "page":
            self._page = DumpPage("", 0, "", None, self.parser.CurrentLineNumber)

    def _data(self, data: str) -> None:
        self._size += len(data)
        if self._size <= MAX_PAGE:
            self._buffer.append(data)
        elif self._page is not None:
            self._page.too_long = True

    def _end(self, name: str) -> None:
        name = self._path.pop()
        value = "".join(self._buffer)
        self._buffer = []
        page = self._page
        if page is None:
            return
        inside = self._path[-1] if self._path else ""
        if name == "page":
            self._page = None
            self.done.append(page)
        elif name == "title" and inside == "page":
            page.title = value
        elif name == "ns" and inside == "page":
            page.namespace = int(value) if value.strip().lstrip("-").isdigit() else 0
        elif inside == "revision":
            if name == "timestamp":
                self._stamp = value.strip()
            elif name == "model":
                page.model = value.strip()
            elif name == "text" and (page.modified is None or (self._stamp or "") >= page.modified):
                page.text = value
                page.modified = self._stamp


def iter_dump(stream: IO[bytes]) -> Iterator[DumpPage]:
    """Yield the pages of a dump; raises DumpError where it is not well-formed, after the pages before."""
    reader = _Reader()
    parser = reader.parser
    try:
        while chunk := stream.read(_CHUNK):
            parser.Parse(chunk, False)
            yield from reader.done
            reader.done = []
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        yield from reader.done
        raise DumpError(expat.errors.messages[error.code], error.lineno, error.offset + 1) from None
    except (OSError, EOFError) as error:
        yield from reader.done
        raise DumpError(str(error), parser.CurrentLineNumber, parser.CurrentColumnNumber + 1) from None
    yield from reader.done
