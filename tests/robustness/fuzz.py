"""Coverage-guided fuzzing: ``python -m tests.robustness.fuzz TARGET [SECONDS] [FOLDER]``.

Targets: markup (text to tree), page (bytes of any encoding to quads), scenario (a scenario file and its run),
query (the lint of SPARQL). Needs `atheris` (``pip install -e '.[fuzz]'``). What is found is kept in FOLDER. Only the
errors that a target promises may come out; anything else, and any input that takes more than 20 seconds, is a fault.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["ingest", "ontology", "explorer"]):
    from ingest.extraction.names import collect_names
    from ingest.extraction.page import extract_page
    from ingest.markup import parse
    from ingest.reading import read_source
    from ingest.store import QueryError
    from ingest.store.lint import check_query
    from ontology.reasoner import ReasonerError, derive, load_scenarios

from tests.markup.soup import hold

SEEDS = Path(__file__).parent.parent


def markup(data: bytes) -> None:
    """Any text becomes a tree whose leaves join to it."""
    text = data.decode("utf-8", "replace")
    hold(parse(text), text)


def page(data: bytes) -> None:
    """Any bytes of any encoding become text, a tree and quads."""
    document = parse(read_source(data, name="fuzz.txt").text, name="fuzz.txt")
    for game in ("dm", "ygo"):
        names = collect_names(document, game, title="頁")
        extract_page(document, game=game, site="fuzz", title="頁", names=names)


def scenario(data: bytes) -> None:
    """Any text is a scenario that runs, or an error of the reasoner."""
    try:
        file = load_scenarios(data.decode("utf-8", "replace") + "\n", name="fuzz")
        for case in file.cases[:2]:
            derive(case, explain=False)
    except ReasonerError as error:
        assert str(error)


def query(data: bytes) -> None:
    """Any text is a query, or an error of the lint."""
    try:
        check_query(data.decode("utf-8", "replace"))
    except QueryError as error:
        assert str(error)


TARGETS: dict[str, tuple[Callable[[bytes], None], str]] = {
    "markup": (markup, "markup/good/**/*"),
    "page": (page, "markup/good/**/*"),
    "scenario": (scenario, "../ontology/cases/*.yaml"),
    "query": (query, "../ontology/queries/*.rq"),
}


def seeds(pattern: str, folder: Path) -> None:
    """Copy the examples of the project as the first inputs, cut into pieces that a fuzzer can turn over."""
    for number, file in enumerate(sorted(SEEDS.glob(pattern))):
        if file.is_file():
            data = file.read_bytes()
            for start in range(0, min(len(data), 60_000), 6_000):
                (folder / f"seed-{number}-{start}").write_bytes(data[start : start + 6_000])


def main() -> None:
    """Run one target."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in TARGETS:
        sys.exit(f"usage: python -m tests.robustness.fuzz {'|'.join(TARGETS)} [SECONDS] [FOLDER]")
    seconds = sys.argv[2] if len(sys.argv) > 2 else "1200"
    folder = Path(sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp(prefix=f"saitei-fuzz-{name}-"))
    folder.mkdir(parents=True, exist_ok=True)
    target, pattern = TARGETS[name]
    seeds(pattern, folder)
    options = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048", "-max_len=8000"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/found-", str(folder)], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
