"""Folders: PukiWiki dumps with hex-encoded file names, and plain folders of text files."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["SUFFIXES", "decode_names", "files_below", "hex_name"]

SUFFIXES = frozenset(
    {".txt", ".wiki", ".pukiwiki", ".mediawiki", ".text", ".html", ".htm", ".xml", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".bz2", ".gz"}
)  # fmt: skip
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})+$")
_NAME_ENCODINGS = ("utf-8", "euc_jp", "euc_jis_2004", "cp932")
# Folders of a PukiWiki data directory that hold no pages.
_NOT_PAGES = frozenset(
    {"attach", "backup", "cache", "counter", "diff", "image", "lib", "plugin", "skin", "trackback"}
)


def hex_name(stem: str) -> bytes | None:
    """Return the bytes that a dump's file name stands for, or None when it is no hex name.

    A name of at least four bytes counts; shorter runs of hex digits are as likely to be words or dates, unless
    they are upper case and spell printable ASCII (``52756C65`` is ``Rule``).
    """
    if not _HEX.match(stem) or stem.isdigit():
        return None
    raw = bytes.fromhex(stem)
    if any(byte < 0x20 or byte == 0x7F for byte in raw):
        return None
    if all(byte < 0x80 for byte in raw):
        return raw if stem.upper() == stem and len(raw) > 1 else None
    return raw if len(raw) > 1 else None


def decode_names(raw: dict[str, bytes]) -> dict[str, str]:
    """Decode the names of one folder: all in the encoding that fits most of them, single ones in another."""
    fits = dict.fromkeys(_NAME_ENCODINGS, 0)
    for name in raw.values():
        for encoding in _NAME_ENCODINGS:
            try:
                name.decode(encoding)
            except UnicodeDecodeError:
                continue
            fits[encoding] += 1
    order = sorted(_NAME_ENCODINGS, key=lambda e: -fits[e])
    out = {}
    for stem, name in raw.items():
        for encoding in order:
            try:
                out[stem] = name.decode(encoding)
            except UnicodeDecodeError:
                continue
            break
        else:
            out[stem] = name.decode(order[0], errors="replace")
    return out


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that may hold pages, sorted, hidden ones left out; links to folders are not followed."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(
            f
            for f in folders
            if not f.startswith(".") and not ("wiki" in folders and f.lower() in _NOT_PAGES)
        )
        for name in sorted(files):
            path = Path(here, name)
            if not name.startswith(".") and path.suffix.lower() in SUFFIXES and ".mapping." not in name:
                yield path
