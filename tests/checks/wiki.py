"""Wikis for the tests of checks: texts through the real reading and extraction into a graph in memory."""

from collections.abc import Iterable
from pathlib import Path

import yaml

from ingest.extraction.names import Names
from ingest.extraction.page import collect_names, extract_page
from ingest.markup import parse
from ingest.reading import iter_sources, read_source
from tests.checks.graphs import Graph

Wiki = list[tuple[str, str, str]]
"""Pages as (game, title, text)."""


def graph_of(wiki: Wiki, *, site: str = "t") -> Graph:
    """The graph of a wiki."""
    graph = Graph()
    documents = [(game, title, parse(text, name=title)) for game, title, text in wiki]
    names: dict[str, Names] = {}
    for game in {g for g, _, _ in wiki}:
        found = [collect_names(d, game, title=t) for g, t, d in documents if g == game]
        names[game] = Names.merged(found, game)
    for game, title, document in documents:
        result = extract_page(
            document, game=game, site=site, title=title, names=names[game], source=f"{title}.txt"
        )
        graph.store.extend(result.quads)
    return graph


def wiki_of(folder: Path, games: Iterable[tuple[str, str]]) -> Wiki:
    """Pages of single files, each with its game."""
    found = []
    for name, game in games:
        source = read_source((folder / name).read_bytes(), name=name)
        found.append((game, Path(name).stem, source.text))
    return found


def real_wiki(folder: Path) -> Wiki:
    """The real pages; their game is told by their words."""
    from ingest.pipeline.games import game_of

    found = []
    for source in iter_sources(folder):
        text = source.read().text
        game, _ = game_of(text)
        found.append((game or "dm", parse(text).title or Path(source.path).stem, text))
    return found


def sample_wiki(folder: Path) -> Wiki:
    """The sample wiki by its manifest."""
    manifest = yaml.safe_load((folder / "manifest.yaml").read_text(encoding="utf-8"))
    pages = manifest["pages"] if isinstance(manifest, dict) else manifest
    found = []
    for page in pages:
        text = read_source((folder / page["path"]).read_bytes(), name=page["path"]).text
        found.append((page["game"], page["title"], text))
    return found
