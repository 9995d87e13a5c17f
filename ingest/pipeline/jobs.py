"""From paths on the command line to jobs: one for each page to be read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from ingest.extraction.ruling_identity import KnownRuling
from ingest.markup.codes import diagnose
from ingest.reading import Source, iter_sources

__all__ = ["MANIFEST", "Job", "ManifestError", "jobs_of"]

MANIFEST = "manifest.yaml"
"""A folder with this file holds the pages listed in it: ``pages: [{game, site, title, path, format}, …]``."""


class ManifestError(ValueError):
    """A manifest cannot be used; the message names the file and the entry."""


@dataclass(frozen=True, slots=True)
class Job:
    """A page to be read. `key` tells it from all others of its site; None stands for what is to be found out.

    `label` names its source in the graph: folder and file, without what lies above, so that a wiki that was
    moved gives the same graph. `rulings` are those that the store holds for the page: they keep their IRIs.
    """

    source: Source
    site: str
    key: str
    game: str | None = None
    title: str | None = None
    markup_format: str | None = None
    encoding: str | None = None
    label: str | None = None
    rulings: tuple[KnownRuling, ...] = ()

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.source.name


def jobs_of(
    paths: Iterable[str],
    *,
    game: str | None = None,
    site: str | None = None,
    markup_format: str | None = None,
) -> Iterator[Job]:
    """Yield the jobs of files, folders, dumps and of standard input (``-``), in order.

    Raises:
        FileNotFoundError: there is nothing at a path. ManifestError: a manifest is wrong.
    """
    for path in paths:
        place = Path(path)
        named = site or _site_of(place, path)
        if path != "-" and place.is_dir() and (place / MANIFEST).is_file():
            yield from _listed(place, game, site, markup_format)
            continue
        root = place.resolve() if path != "-" and place.is_dir() else None
        folders: dict[Path, Path] = {}
        for found in iter_sources(path):
            source = found
            if root is not None and not _resolved(found.path, folders).is_relative_to(root):
                problem = diagnose("MK501", 0, "file", "it is a link that leads out of the folder")
                source = replace(found, text=None, data=None, problem=problem)
            chosen = markup_format or source.format
            yield Job(
                source, named, _key(source), game, source.title, chosen, label=_label(place, source.path)
            )


def _site_of(place: Path, path: str) -> str:
    if path == "-":
        return "stdin"
    absolute = place.absolute()
    return (absolute if absolute.is_dir() else absolute.parent).name or "root"


def _resolved(path: str, folders: dict[Path, Path]) -> Path:
    """Return where a file really lies; `folders` remembers it of folders."""
    place = Path(path)
    if place.is_symlink():
        return place.resolve()
    if place.parent not in folders:
        folders[place.parent] = place.parent.resolve()
    return folders[place.parent] / place.name


def _label(root: Path, path: str) -> str | None:
    if path == "-":
        return None
    absolute, file = root.absolute(), Path(path).absolute()
    base = absolute.parent if absolute.is_dir() else absolute.parent.parent
    return file.relative_to(base).as_posix() if file.is_relative_to(base) else file.name


def _key(source: Source) -> str:
    return (
        source.name
        if source.path == "-"
        else str(Path(source.path).absolute()) + source.name.removeprefix(source.path)
    )


def _listed(folder: Path, game: str | None, site: str | None, markup_format: str | None) -> Iterator[Job]:
    manifest = folder / MANIFEST
    try:
        listed = yaml.safe_load(manifest.read_text("utf-8"))["pages"]
        entries = [(str(e["path"]), e) for e in listed]
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise ManifestError(
            f"{manifest}:1:1: not a manifest (pages: [{{game, site, title, path}}]): {error!r}"
        ) from error
    for path, entry in entries:
        file = folder / path
        if not file.resolve().is_relative_to(folder.resolve()):
            raise ManifestError(f"{manifest}:1:1: {path} lies outside the folder")
        if not file.is_file():
            raise ManifestError(f"{manifest}:1:1: {path} is not there")
        title = str(entry["title"]) if entry.get("title") else None
        yield Job(
            Source(str(file), str(file), title=title),
            site or str(entry.get("site") or folder.absolute().name),
            str(file.absolute()),
            game or entry.get("game"),
            title,
            markup_format or entry.get("format"),
            label=_label(folder, str(file)),
        )
