"""Sources of pages: files, folders, dumps, card lists, standard input; bytes to text.

`iter_sources` lists what there is without reading more than it must (a page of a folder is read by `Source.read`,
so that worker processes do the reading); `read_source` decodes.
"""

import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest.markup.codes import diagnose
from ingest.markup.sources.card_lists import CardListError, iter_cards
from ingest.markup.sources.encodings import SourceText, decode
from ingest.markup.sources.folders import decode_names, files_below, hex_name
from ingest.markup.sources.xml_dump import DumpError, iter_dump, open_maybe_packed
from ingest.markup.tree import Diagnostic

__all__ = ["MAX_BYTES", "Source", "SourceText", "iter_sources", "read_source"]

MAX_BYTES = 64 << 20  # of one page, unpacked
_PACKED = (".bz2", ".gz")
_LISTS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")


@dataclass(slots=True, frozen=True)
class Source:
    """One page to be.

    Attributes:
        name: what messages call it: the path, and the title of the page for a source that holds many.
        path: the file it comes from; ``-`` for standard input.
        title: the title the source gives (dump, hex file name, card list), else None: the page's own will do.
        data: its bytes, or None when `read` gets them from `path`.
        text: its text, where the source holds text (XML dump, card list).
        modified: date or date-time of the newest revision, ISO 8601, where the source says it.
        format: name of the format, where the source fixes it.
        line: line of `path` at which it begins, for a source that holds many.
        problem: why it cannot be read (MK501); such a source has no page.
    """

    name: str
    path: str
    title: str | None = None
    data: bytes | None = None
    text: str | None = None
    modified: str | None = None
    format: str | None = None
    line: int = 1
    problem: Diagnostic | None = None

    def read(self, *, encoding: str | None = None) -> SourceText:
        """Return the decoded text; raises OSError when the file is gone, ValueError when it is too large."""
        if self.text is not None:
            return SourceText(self.text, "utf-8", "text of its source", self.title)
        data = self.data if self.data is not None else _bytes_of(Path(self.path))
        return read_source(data, name=self.name, encoding=encoding, title_hint=self.title)


def read_source(
    data: bytes, *, name: str = "", encoding: str | None = None, title_hint: str | None = None
) -> SourceText:
    """Decode the bytes of a page; `name` is its file name, whose hex form gives a title.

    Raises LookupError for an unknown `encoding`. Wrong bytes become U+FFFD and a diagnostic each (MK001).
    """
    if title_hint is None and name:
        stem = Path(name).stem
        raw = hex_name(stem)
        title_hint = decode_names({stem: raw})[stem] if raw is not None else None
    return decode(data, encoding=encoding, title_hint=title_hint)


def iter_sources(path: str | Path, *, mapping: str | Path | None = None) -> Iterator[Source]:
    """Yield the pages of a file, folder, dump, card list, or of standard input (``-``).

    What cannot be read comes as a source with a `problem`, and the next follows. Raises FileNotFoundError when
    there is nothing at `path`. `mapping` names the mapping file of a card list; else one beside it is used.
    """
    if str(path) == "-":
        yield Source("-", "-", data=sys.stdin.buffer.read())
        return
    place = Path(path)
    if place.is_dir():
        yield from _folder(place, mapping)
    elif place.exists():
        yield from _file(place, mapping)
    else:
        raise FileNotFoundError(f"{place}: there is no such file or folder")


def _folder(folder: Path, mapping: str | Path | None) -> Iterator[Source]:
    files = list(files_below(folder))
    raw = {p.stem: name for p in files if p.suffix == ".txt" and (name := hex_name(p.stem)) is not None}
    titles = decode_names(raw)
    inside = folder.resolve()
    for file in files:
        if (why := _no_page(file, inside)) is not None:
            yield _broken(str(file), str(file), 1, "file", why)
            continue
        title = titles.get(file.stem) if file.suffix == ".txt" else None
        if title is not None:
            yield Source(str(file), str(file), title=title)
        else:
            yield from _file(file, mapping)


def _no_page(file: Path, folder: Path) -> str | None:
    """Say why a file found in a folder must not be opened: a pipe would block, a link may lead anywhere."""
    try:
        if not file.is_file():
            return "it is no file" if file.exists() else "the link leads nowhere"
        if file.is_symlink() and not file.resolve().is_relative_to(folder):
            return "the link leads outside the folder; name the file itself to read it"
    except OSError as error:
        return error.strerror or str(error)
    return None


def _file(path: Path, mapping: str | Path | None) -> Iterator[Source]:
    inner = Path(path.stem).suffix.lower() if path.suffix.lower() in _PACKED else path.suffix.lower()
    name = str(path)
    try:
        if inner == ".xml" and _is_dump(path):
            yield from _dump(path)
        elif inner in _LISTS:
            yield from _cards(path, mapping)
        else:
            stem = path.stem
            hexed = hex_name(stem) if path.suffix == ".txt" else None
            title = decode_names({stem: hexed})[stem] if hexed is not None else None
            yield Source(name, name, title=title)
    except (OSError, EOFError, zlib.error) as error:
        yield _broken(name, name, 1, "file", getattr(error, "strerror", None) or str(error))


def _cards(path: Path, mapping: str | Path | None) -> Iterator[Source]:
    name = str(path)
    try:
        for card in iter_cards(path, Path(mapping) if mapping is not None else None):
            if card.problem:
                yield _broken(name, f"{name}:{card.line}", card.line, "card", card.problem)
            else:
                yield Source(
                    f"{name}:{card.line}",
                    name,
                    title=card.title,
                    text=card.text,
                    format="cards",
                    line=card.line,
                )
    except CardListError as error:
        yield _broken(error.path, f"{error.path}:{error.line}", error.line, "card list", str(error))


def _dump(path: Path) -> Iterator[Source]:
    name = str(path)
    try:
        with open_maybe_packed(path) as stream:
            for page in iter_dump(stream):
                label = f"{name}:{page.title}"
                if page.too_long:
                    yield _broken(name, label, page.line, "page", "it is too long")
                    continue
                form = "mediawiki" if page.model == "wikitext" else None
                yield Source(
                    label,
                    name,
                    title=page.title,
                    text=page.text,
                    modified=page.modified,
                    format=form,
                    line=page.line,
                )
    except DumpError as error:
        yield _broken(name, f"{name}:{error.line}:{error.column}", error.line, "dump", str(error))


def _broken(path: str, name: str, line: int, what: str, why: str) -> Source:
    return Source(name, path, line=line, problem=diagnose("MK501", 0, what, why))


def _is_dump(path: Path) -> bool:
    with open_maybe_packed(path) as stream:
        return b"<mediawiki" in stream.read(4096)


def _bytes_of(path: Path) -> bytes:
    try:
        with open_maybe_packed(path) as stream:
            data = stream.read(MAX_BYTES + 1)
    except (EOFError, zlib.error) as error:
        raise ValueError(f"{path}: {error}") from None
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path}: more than {MAX_BYTES >> 20} MB; split it")
    return data
