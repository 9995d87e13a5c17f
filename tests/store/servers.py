"""SPARQL servers that the tests start on loopback in a temporary folder, and stop."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

__all__ = ["free_port", "oxigraph_server", "virtuoso_server"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}?query=ASK%7B%7D", timeout=2) as answer:
            return answer.status == 200
    except urllib.error.HTTPError:
        return False
    except OSError:
        return False


def _wait(url: str, process: subprocess.Popen, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not _answers(url):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args[0]} did not begin to answer (exit code {process.poll()})")
        time.sleep(0.05)


def oxigraph_program() -> str:
    """The program of the package `oxigraph`, or a visible skip."""
    beside = Path(sys.executable).parent / "oxigraph"
    found = str(beside) if beside.exists() else shutil.which("oxigraph")
    if not found:
        pytest.skip("the package oxigraph (Oxigraph server) is not installed")
    return found


@contextlib.contextmanager
def _running(command: list[str], folder: Path, url: str, seconds: float):
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        _wait(url, process, seconds)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the folder is temporary: nothing has to be finished
        process.wait(10)


@contextlib.contextmanager
def oxigraph_server(folder: Path, *, location: Path | None = None, read_only: bool = False, timeout: int = 5):
    """An Oxigraph server; yields its base URL. It ends queries by itself after `timeout` seconds."""
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    command = [oxigraph_program(), "serve-read-only" if read_only else "serve", "--bind", f"127.0.0.1:{port}"]
    command += ["--timeout-s", str(timeout)]
    if location is not None:
        command += ["--location", str(location)]
    with _running(command, folder, f"{base}/query", 20):
        yield base


_INI = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
DirsAllowed = .
NumberOfBuffers = 20000
MaxDirtyBuffers = 15000
CheckpointInterval = 0
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerThreads = 6
[SPARQL]
ResultSetMaxRows = 10000000
"""


@contextlib.contextmanager
def virtuoso_server(folder: Path):
    """A Virtuoso with an empty database; yields the URL of its query service with name and password."""
    program = shutil.which("virtuoso-t")
    if not program:
        pytest.skip("virtuoso-t (Debian package virtuoso-opensource-7) is not installed")
    sql, http = free_port(), free_port()
    (folder / "virtuoso.ini").write_text(_INI.format(sql=sql, http=http))
    base = f"http://127.0.0.1:{http}/sparql"
    command = [program, "+foreground", "+configfile", "virtuoso.ini"]
    with _running(command, folder, base, 90):
        yield f"http://dba:dba@127.0.0.1:{http}/sparql"
