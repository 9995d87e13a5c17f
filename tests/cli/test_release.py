"""The release of the data, read back by programs that are not ours: rapper, N3.js, oxigraph, rdflib, sha256sum."""

import gzip
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import rdflib

from explorer.cli import main
from ingest.store import open_store
from tests.app import small_graph
from tests.store.servers import oxigraph_program

CLIENTS = Path(os.environ.get("SAITEI_NODE_CLIENTS") or Path.home() / ".cache" / "saitei-clients")
N3 = """
const { Parser } = require("n3");
const text = require("zlib").gunzipSync(require("fs").readFileSync(process.argv.at(-1))).toString("utf8");
const quads = new Parser({ format: "N-Quads" }).parse(text);
console.log(quads.length, new Set(quads.map((q) => q.graph.value)).size);
"""


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """The folder of a release, the number of quads and of named graphs in its store."""
    root = tmp_path_factory.mktemp("released")
    place = small_graph.build(root / "small")
    with pytest.raises(SystemExit) as ended:
        main(["export", "--store", str(place), "--release", str(root / "release")])
    assert ended.value.code == 0
    with open_store(place, read_only=True) as store:
        return root / "release", sum(1 for _ in store.quads()), len(store.graphs())


def program(name, package):
    found = shutil.which(name)
    if not found:
        pytest.skip(f"{name} (Debian package {package}) is not installed")
    return found


def test_rapper_reads_every_file(released, tmp_path):
    """Raptor's parser, in C: the data as N-Quads, the descriptions as Turtle."""
    folder, quads, _ = released
    rapper = program("rapper", "raptor2-utils")
    data = tmp_path / "data.nq"
    data.write_bytes(gzip.decompress((folder / "data.nq.gz").read_bytes()))
    for file, form in ((data, "nquads"), *((f, "turtle") for f in sorted(folder.glob("*.ttl")))):
        done = subprocess.run(
            [rapper, "-c", "-i", form, str(file)], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert "error" not in done.stderr.casefold(), done.stderr
        if file == data:
            assert f"returned {quads} " in done.stderr


def test_n3_js_reads_the_data(released):
    folder, quads, graphs = released
    node = program("node", "nodejs")
    if not (CLIENTS / "node_modules" / "n3").is_dir():
        pytest.skip(f"n3 is not installed in {CLIENTS}")
    done = subprocess.run(
        [node, "-e", N3, "--", str(folder / "data.nq.gz")],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=CLIENTS,
    )
    assert done.stdout.split() == [str(quads), str(graphs)], done.stderr


def test_the_command_in_its_readme_loads_it(released, tmp_path):
    """`oxigraph load` as README.md of the release says."""
    folder, quads, graphs = released
    command = next(
        line for line in (folder / "README.md").read_text("utf-8").splitlines() if "oxigraph load" in line
    )
    arguments = command.split()
    assert arguments[0] == "oxigraph"
    place = tmp_path / "db"
    arguments[arguments.index("db")] = str(place)
    subprocess.run(
        [oxigraph_program(), *arguments[1:]], cwd=folder, check=True, capture_output=True, timeout=120
    )
    import pyoxigraph as ox

    loaded = ox.Store.read_only(str(place))
    assert len(loaded) == quads
    assert sum(1 for _ in loaded.named_graphs()) == graphs


def test_rdflib_reads_the_descriptions_and_the_checksums_hold(released):
    folder, quads, _ = released
    void = rdflib.Graph().parse(folder / "void.ttl")
    said = {int(o) for o in void.objects(None, rdflib.URIRef("http://rdfs.org/ns/void#triples"))}
    data = rdflib.Dataset()
    data.parse(data=gzip.decompress((folder / "data.nq.gz").read_bytes()), format="nquads")
    assert sum(len(g) for g in data.graphs()) == quads
    assert len({t[:3] for t in data.quads()}) in said | {quads}
    done = subprocess.run(
        [program("sha256sum", "coreutils"), "-c", "SHA256SUMS"], cwd=folder, capture_output=True
    )
    assert done.returncode == 0, done.stdout
