"""A cross product that would run for years: stopped at its limit or when its client goes, and the next query answers."""

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from explorer.cli import main

CROSS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


def ask(endpoint, query, timeout=60):
    url = f"{endpoint}?{urllib.parse.urlencode({'query': query})}"
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        return json.loads(answer.read())


def workers():
    """Seconds of processor time of each query worker of this process."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text("ascii", "replace").rpartition(")")[2].split()
            if int(fields[1]) == os.getpid() and b"worker.py" in (place / "cmdline").read_bytes():
                found[int(place.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError):
            continue
    return found


def test_the_endpoint_answers_503_at_the_limit_and_goes_on(saitei_endpoint):
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask(saitei_endpoint, CROSS)
    assert refused.value.code == 503
    assert "stopped after 2 s" in refused.value.read().decode()
    assert int(ask(saitei_endpoint, COUNT)["results"]["bindings"][0]["n"]["value"]) > 1000


def test_a_client_that_goes_takes_its_query_along(slow_endpoint):
    """Without this a page that is closed leaves its query running until the limit (here ten minutes)."""
    ask(slow_endpoint, COUNT)
    before = workers()
    parts = urllib.parse.urlsplit(slow_endpoint)
    gone = http.client.HTTPConnection(parts.netloc, timeout=60)
    gone.request("GET", f"{parts.path}?{urllib.parse.urlencode({'query': CROSS})}")
    until, busy = time.monotonic() + 60, 0
    while not busy:
        assert time.monotonic() < until
        time.sleep(0.05)
        busy = next((p for p, used in workers().items() if p in before and used > before[p] + 0.3), 0)
    gone.close()
    while busy in workers():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert int(ask(slow_endpoint, COUNT)["results"]["bindings"][0]["n"]["value"]) > 1000


def test_the_command_line_says_so_and_ends_with_1(serve_store, tmp_path, capsys):
    file = tmp_path / "cross.rq"
    file.write_text(CROSS, "utf-8")
    before = set(workers())
    with pytest.raises(SystemExit) as ended:
        main(["query", str(file), "--store", str(serve_store), "--timeout", "0.5"])
    assert ended.value.code == 1
    assert "stopped after 0.5 s" in capsys.readouterr().err
    assert set(workers()) <= before
    file.write_text(COUNT, "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["query", str(file), "--store", str(serve_store), "--format", "csv"])
    assert ended.value.code == 0
