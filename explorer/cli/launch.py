"""Starting Streamlit on the explorer, so that it asks nothing and sends nothing."""

import contextlib
import ipaddress
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

from explorer.cli.failures import complain

__all__ = ["free_port", "run_app"]

PREFERRED_PORT = 8501


def free_port(host: str, wanted: int | None) -> int:
    """Return the wanted port if it is free, else raise; without a wish the usual port or any free one.

    Raises:
        OSError: the wanted port is taken, or the address is not one of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [wanted] if wanted else [PREFERRED_PORT, 0]:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate or 0))
            except OSError as error:
                if wanted is None and candidate:
                    continue
                what = f"{host}:{candidate}" if candidate else host
                raise OSError(
                    error.errno, f"cannot listen at {what} ({error.strerror}); choose another --port"
                ) from error
            return int(probe.getsockname()[1])
    raise OSError("no free port")


def run_app(store: str, *, host: str, port: int | None, browser: bool) -> int:
    """Run the app until it ends or Ctrl-C; returns its exit code."""
    chosen = free_port(host, port)
    script = Path(__file__).parent.parent / "app" / "main.py"
    if not script.is_file():
        complain(f"the app is not installed ({script} is missing)")
        return 1
    loopback = _is_loopback(host)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - only compared
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{chosen}"
    options = {
        "server.address": host,
        "server.port": str(chosen),
        "server.headless": "true",  # no browser of its own, no question for an e-mail address
        "server.showEmailPrompt": "false",
        "server.fileWatcherType": "none",
        "server.runOnSave": "false",
        "browser.gatherUsageStats": "false",
        "browser.serverAddress": shown,
        "browser.serverPort": str(chosen),
        "global.developmentMode": "false",
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
    }
    arguments = [f"--{key}={value}" for key, value in options.items()]
    environment = os.environ | {"SAITEI_STORE": store, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "streamlit", "run", str(script), *arguments]
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    complain(f"裁定 Saitei: {url}  (Ctrl-C で終了 / Ctrl-C ends)")
    if not loopback:
        complain("ほかの機械からも読めます / other machines can read it too")
    threading.Thread(target=_announce, args=(process, url, browser), daemon=True).start()

    def stop(number: int, _frame: object) -> None:
        process.send_signal(signal.SIGTERM)

    old = signal.signal(signal.SIGTERM, stop)
    try:
        code = process.wait()
    except KeyboardInterrupt:
        code = 0
    finally:
        signal.signal(signal.SIGTERM, old)
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
    return 0 if code in (0, -signal.SIGTERM, -signal.SIGINT) else 1


def _announce(process: "subprocess.Popen[bytes]", url: str, browser: bool) -> None:
    """Open the browser as soon as the app answers."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while process.poll() is None:
        with contextlib.suppress(OSError):
            opener.open(f"{url}/_stcore/health", timeout=2).close()
            if browser:
                webbrowser.open(url)
            return
        time.sleep(0.1)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
