"""Ingest on a Dask cluster of two worker processes: the same quads as on one machine, and clear refusals."""

import contextlib
import subprocess
import sys

import pytest

from explorer.cli import main
from ingest.pipeline import ingest_paths
from ingest.pipeline.cluster import ClusterCrew, EngineError
from ingest.store import open_store
from tests.store.servers import free_port
from tests.store.wiki import write_wiki

PAGES = 12


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Address of a scheduler with two workers, each a process of its own as on a cluster."""
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    from distributed import Client

    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    place = tmp_path_factory.mktemp("dask")
    scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = ["dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    with contextlib.ExitStack() as running:
        for words in (scheduler, worker, worker):
            command = [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]]
            process = subprocess.Popen(
                command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            running.callback(process.wait)
            running.callback(process.kill)
        with Client(address, timeout="120s") as client:
            client.wait_for_workers(2, timeout=120)
        yield address.replace("tcp://", "dask://")


def lines(store):
    return sorted(str(quad) for quad in store.quads())


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code


def test_two_workers_give_the_identical_quads(cluster, tmp_path):
    wiki = tmp_path / "w"
    write_wiki(wiki, PAGES, size=1)
    (wiki / "空.txt").write_bytes(b"\x00\x01\x02" * 50)
    with open_store(":memory:") as alone, open_store(":memory:") as spread:
        one = ingest_paths(alone, [str(wiki)], game="dm")
        two = ingest_paths(spread, [str(wiki)], game="dm", engine=cluster)
        assert lines(alone) == lines(spread)
        assert (one.changed, one.report, one.problems) == (two.changed, two.report, two.problems)
        # The cluster outlives an ingest: what it kept of the pages then must not be taken for the pages of now.
        page = sorted(wiki.glob("p*.txt"))[3]
        page.write_text(page.read_text("utf-8") + "\n-追記された文。\n", "utf-8")
        ingest_paths(spread, [str(wiki)], game="dm", engine=cluster)
        assert any("追記された文" in line for line in lines(spread))


def test_the_command_line_takes_the_address(cluster, tmp_path):
    write_wiki(tmp_path / "w", 2, size=1)
    place = str(tmp_path / "store")
    assert run("ingest", str(tmp_path / "w"), "--game", "dm", "--store", place, "--engine", cluster) == 0
    with open_store(place, read_only=True) as store:
        assert store.select("SELECT (COUNT(?p) AS ?n) { ?p a tcg:Page }") == [("2",)]


def test_engines_that_cannot_be_used_are_refused(tmp_path, capsys):
    write_wiki(tmp_path / "w", 1)
    with open_store(":memory:") as store:
        with pytest.raises(EngineError, match="unknown engine"):
            ingest_paths(store, [str(tmp_path / "w")], game="dm", engine="spark://x:1")
        assert store.graphs() == []
    with pytest.raises(EngineError, match="no Dask scheduler answers"):
        ClusterCrew(f"dask://127.0.0.1:{free_port()}", patience=0.3)
    code = run("ingest", str(tmp_path / "w"), "--store", str(tmp_path / "s"), "--engine", "ray://y:2")
    assert (code, "dask://HOST:PORT" in capsys.readouterr().err) == (2, True)
