"""Crashes, locks, foreign and damaged folders: nothing is lost, and the message says what to do."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyoxigraph as ox
import pytest

from ingest.store import (
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreLocked,
    StoreMissing,
    StoreReadOnly,
    StoreVersionError,
    StoreWriteError,
    open_store,
)

ROOT = Path(__file__).parent.parent.parent
KILLS = int(os.environ.get("SAITEI_KILLS", "10"))
"""How many times a writer is killed; issue 12 asks for 200, which takes some minutes."""

G = "https://saitei.example/id/dm/page/t/"
WRITER = """
import random, sys
import pyoxigraph as ox
from ingest.store import open_store
rng = random.Random(int(sys.argv[2]))
P = ox.NamedNode("https://saitei.example/tcg#line")
def content(name, version):
    return [ox.Triple(ox.NamedNode(f"https://saitei.example/id/x{i}"), P, ox.Literal(f"{name} {version} {i % 7}")) for i in range(60)]
with open_store(sys.argv[1]) as store:
    print("ready", flush=True)
    version = 0
    while True:
        version += 1
        if rng.random() < 0.3:
            store.build((f"https://saitei.example/id/dm/page/t/{n}", content(n, version)) for n in range(5))
        else:
            n = rng.randrange(5)
            store.apply({f"https://saitei.example/id/dm/page/t/{n}": content(n, version)})
            if rng.random() < 0.5:
                store.publish()
"""


def consistent(store) -> None:
    """Every graph is of one version, and the default graph is their merge."""
    for graph in store.graphs():
        rows = store.select(f"SELECT ?o {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}")
        versions = {row[0].split(" ")[1] for row in rows}
        assert len(rows) == 60
        assert len(versions) == 1
    ((merged, default),) = store.select(
        "SELECT ?merged ?default { { SELECT (COUNT(*) AS ?default) { ?s ?p ?o } }"
        " { SELECT (COUNT(*) AS ?merged) { SELECT DISTINCT ?s ?p ?o { GRAPH ?g { ?s ?p ?o } } } } }"
    )
    assert merged == default


def test_killed_at_random_moments(tmp_path):
    folder = tmp_path / "store"
    rng = random.Random(11)
    for number in range(KILLS):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), str(number)], stdout=subprocess.PIPE, cwd=ROOT
        )
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(rng.random() * 0.6)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        with open_store(folder, read_only=True) as reader:
            consistent(reader)
        with open_store(folder) as again:
            consistent(again)
            before = {g: set(again.quads(g)) for g in again.graphs()}
        with open_store(
            folder, read_only=True
        ) as reader:  # what the dead writer had changed is published now
            assert {g: set(reader.quads(g)) for g in reader.graphs()} == before
    assert len(list((folder / "generations").glob("gen-*"))) <= 2
    assert len([p for p in (folder / "snapshots").iterdir() if p.is_dir()]) == 1


def test_an_ingest_that_is_killed_leaves_the_old_graph_and_the_next_one_converges(tmp_path):
    from ingest.pipeline import ingest_paths
    from tests.store.wiki import write_wiki

    wiki = tmp_path / "w"
    write_wiki(wiki, 6, size=1)
    with open_store(tmp_path / "s") as store:
        ingest_paths(store, [str(wiki)], game="dm")
        old = set(store.quads())
    write_wiki(wiki, 6, size=1, seed=2)
    with open_store(":memory:") as store:
        ingest_paths(store, [str(wiki)], game="dm")
        new = set(store.quads())
    command = [
        sys.executable,
        "-m",
        "explorer.cli",
        "ingest",
        str(wiki),
        "--game",
        "dm",
        "--store",
        str(tmp_path / "s"),
        "--force",
    ]
    rng = random.Random(5)
    graphs = {q.graph_name for q in old | new}
    for _ in range(4):
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
        time.sleep(0.5 + rng.random() * 2.5)
        process.kill()
        process.wait()
        with open_store(tmp_path / "s", read_only=True) as reader:
            for graph in graphs:  # each page is the old one or the new one
                found = set(reader.quads(graph.value))
                assert found in (
                    {q for q in old if q.graph_name == graph},
                    {q for q in new if q.graph_name == graph},
                )
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open_store(tmp_path / "s", read_only=True) as reader:
        assert set(reader.quads()) == new


def test_a_second_writer_is_told_who_has_the_store(tmp_path):
    with open_store(tmp_path / "s"):
        with pytest.raises(StoreLocked, match=str(os.getpid())):
            open_store(tmp_path / "s")
        open_store(tmp_path / "s", read_only=True).close()
    open_store(tmp_path / "s").close()


def test_missing_foreign_newer_and_damaged_stores(tmp_path):
    with pytest.raises(StoreMissing, match="saitei ingest"):
        open_store(tmp_path / "none", read_only=True)
    foreign = tmp_path / "notes"
    foreign.mkdir()
    (foreign / "diary.txt").write_text("x")
    for read_only in (True, False):
        with pytest.raises(StoreForeign, match="--store"):
            open_store(foreign, read_only=read_only)
    assert [p.name for p in foreign.iterdir()] == ["diary.txt"]
    with pytest.raises(StoreForeign, match="file"):
        open_store(foreign / "diary.txt")
    open_store(tmp_path / "s").close()
    mark = tmp_path / "s" / "saitei-store.json"
    good = mark.read_text()
    mark.write_text(json.dumps(json.loads(good) | {"version": 99}))
    with pytest.raises(StoreVersionError, match="update saitei"):
        open_store(tmp_path / "s", read_only=True)
    mark.write_text("{")
    with pytest.raises(StoreDamaged, match="ingest again"):
        open_store(tmp_path / "s", read_only=True)
    mark.write_text(good)
    (tmp_path / "s" / "CURRENT").write_text("nonsense")
    with pytest.raises(StoreDamaged):
        open_store(tmp_path / "s", read_only=True)


def test_damaged_database_files(tmp_path):
    with open_store(tmp_path / "s") as store:
        store.replace_page(
            G + "a", [ox.Triple(ox.NamedNode(G + "a"), ox.NamedNode(G + "p"), ox.Literal("x"))]
        )
    (snapshot,) = [p for p in (tmp_path / "s" / "snapshots").iterdir() if p.is_dir()]
    for file in snapshot.glob("MANIFEST*"):
        file.unlink()
    with pytest.raises(StoreDamaged, match="ingest again"):
        open_store(tmp_path / "s", read_only=True)
    shutil.rmtree(tmp_path / "s" / "generations")
    with pytest.raises(StoreDamaged):
        open_store(tmp_path / "s")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path):
    open_store(tmp_path / "s").close()
    for path in (tmp_path / "s").rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    (tmp_path / "s").chmod(0o555)
    try:
        open_store(tmp_path / "s", read_only=True).close()
        with pytest.raises(StoreReadOnly, match="--store"):
            open_store(tmp_path / "s")
    finally:
        (tmp_path / "s").chmod(0o755)


FULL = """
import resource, sys, signal
import pyoxigraph as ox
from ingest.store import StoreError, open_store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
P = ox.NamedNode("https://saitei.example/tcg#line")
big = [ox.Triple(ox.NamedNode(f"https://saitei.example/id/x{i}"), P, ox.Literal("長い" * 200 + str(i))) for i in range(3000)]
with open_store(sys.argv[1]) as store:
    store.replace_page("https://saitei.example/id/a", big[:3])
    store.publish()
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    try:
        store.build([("https://saitei.example/id/b", big)])
    except StoreError as error:
        print(type(error).__name__, error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""


def test_a_disk_that_is_full_keeps_the_last_state(tmp_path):
    """A limit on the size of files stands in for the full disk: both fail the write that goes beyond."""
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "s")],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith(StoreWriteError.__name__), done.stdout + done.stderr
    assert "kept" in done.stdout
    with open_store(tmp_path / "s", read_only=True) as reader:
        assert reader.graphs() == ["https://saitei.example/id/a"]
    with open_store(tmp_path / "s") as again:
        assert again.graphs() == ["https://saitei.example/id/a"]


def test_readers_go_on_while_a_writer_publishes(tmp_path):
    folder = tmp_path / "s"
    with open_store(folder):
        pass
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), "3"], stdout=subprocess.PIPE, cwd=ROOT
    )
    assert writer.stdout.readline() == b"ready\n"
    try:
        seen = set()
        with open_store(folder, read_only=True) as reader:
            end = time.monotonic() + 2
            while time.monotonic() < end:
                try:
                    consistent(reader)
                except StoreError as error:  # pragma: no cover - would be a finding
                    pytest.fail(str(error))
                seen.add(reader.revision)
        assert len(seen) > 1
    finally:
        writer.kill()
        writer.wait()
