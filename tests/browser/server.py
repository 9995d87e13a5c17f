"""Starts the app as `saitei explore` does, over a store, on a free port."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MAIN = ROOT / "explorer" / "app" / "main.py"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_app(store: Path, home: Path, *, wait: float = 90) -> Iterator[str]:
    """Run the app over the store; yields its address. `home` is an empty home folder."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(MAIN), "--server.port", str(port)]
    command += ["--server.address", "127.0.0.1", "--server.headless", "true"]
    environment = {**os.environ, "SAITEI_STORE": str(store), "HOME": str(home), "PYTHONUTF8": "1"}
    log = (home / "streamlit.log").open("wb")
    process = subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + wait
        while True:
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).read()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((home / "streamlit.log").read_text("utf-8", "replace")) from None
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        log.close()


def chromium() -> str | None:
    """Return the path of a Chromium, or None."""
    for name in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"):
        if Path(name).is_file():
            return name
    return None
