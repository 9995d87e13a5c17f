"""From an exception to a line on stderr and an exit code; users never see a traceback."""

import os
import re
import sys
import traceback

import typer

from ingest.store import (
    QueryError,
    QuerySyntaxError,
    StoreError,
    StoreForeign,
    StoreMissing,
    StoreVersionError,
)

__all__ = ["complain", "fail", "report_failure"]


_PLACED = re.compile(r"[^\n]*?:\d+:\d+: ")


def _wrong_use(error: Exception) -> bool:
    """Tell a value that was refused at the door of the pipeline from an error inside it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_name in ("ingest_paths",)


def complain(message: str, *, file: str = "", line: int = 0, column: int = 0) -> None:
    """Write ``file:line:column: message`` to stderr, leaving out what is not known."""
    place = ":".join(str(part) for part in (file, line or "", column or "") if part != "")
    print(f"{place}: {message}" if place else message, file=sys.stderr)


def fail(message: str, *, file: str = "", line: int = 0, column: int = 0, code: int = 2) -> typer.Exit:
    """Write the message and return the exception to raise."""
    complain(message, file=file, line=line, column=column)
    return typer.Exit(code)


def report_failure(error: Exception) -> int:
    """Write an error that no command handled; returns the exit code."""
    if isinstance(error, QuerySyntaxError):
        complain(str(error), file=getattr(error, "file", "query"), line=error.line, column=error.column)
        return 2
    if isinstance(error, StoreMissing | StoreForeign | StoreVersionError):
        complain(str(error))
        return 2
    if isinstance(error, StoreError | QueryError):
        complain(str(error))
        return 1
    if isinstance(error, OSError):
        name = os.fspath(error.filename) if isinstance(error.filename, str | os.PathLike) else ""
        complain(error.strerror or str(error), file=str(name))
        return 2
    if isinstance(error, ValueError) or type(error).__module__.startswith("ontology."):
        if _PLACED.match(str(error)):  # the message begins with its place
            complain(str(error))
            return 2
        if type(error).__module__.partition(".")[0] in ("ontology", "ingest") or _wrong_use(error):
            complain(str(error))
            return 2
    if os.environ.get("SAITEI_DEBUG"):
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    complain(
        f"an error inside saitei ({type(error).__name__}: {error} at {os.path.basename(last.filename)}:{last.lineno}); "  # noqa: PTH119
        "set SAITEI_DEBUG=1 to see more, and please report it"
    )
    return 1
