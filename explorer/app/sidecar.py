"""The sidecar file of suppressions: where it lies, adding an entry with its reason, taking one out.

It is the file that ``saitei check`` reads when it is given no other. It is replaced as a whole, never half written.
"""

from pathlib import Path
from typing import Any

import yaml

from ontology.checking.suppression import Suppression, SuppressionError, read_sidecar, sidecar_of

__all__ = ["add", "entries", "place", "remove", "stamp"]

_HEAD = "# 指摘の抑制 / suppressions of findings; read by saitei check --suppressions\n"


def place(store: str) -> Path:
    """Return where the file lies: ``SAITEI_SUPPRESSIONS``, or beside the store."""
    return sidecar_of(store)


def stamp(path: Path) -> int:
    """Return what changes when the file changes; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def entries(path: Path) -> list[Suppression]:
    """Return the entries of the file, none where there is no file.

    Raises:
        SuppressionError: the file cannot be used; the message says what to mend.
    """
    try:
        return read_sidecar(path) if path.exists() else []
    except (OSError, UnicodeDecodeError) as error:
        raise SuppressionError(f"{path}: {error}") from None


def add(path: Path, entry: dict[str, str]) -> None:
    """Add an entry (`code`, `reason`, and what narrows it) after those that are there.

    Raises:
        SuppressionError: the file that is there is wrong, or the entry has no code or reason.
        OSError: the file cannot be written.
    """
    entries(path)  # what is wrong already is told, not made worse
    before = path.read_text(encoding="utf-8") if path.exists() else _HEAD
    listed = yaml.safe_load(before)
    added = yaml.safe_dump([entry], allow_unicode=True, sort_keys=False, width=200)
    # A plain list is added to as it stands, so that its comments stay; one in brackets is written anew.
    grown = before if before.endswith("\n") else f"{before}\n"
    text = grown + added
    if listed and not _is_list_of(text, len(listed) + 1):
        text = yaml.safe_dump([*listed, entry], allow_unicode=True, sort_keys=False, width=200)
    _write(path, text)


def _is_list_of(text: str, count: int) -> bool:
    try:
        found: Any = yaml.safe_load(text)
    except yaml.YAMLError:
        return False
    return isinstance(found, list) and len(found) == count


def remove(path: Path, number: int) -> None:
    """Take out the entry with this number (from 0); the others stay as they are, comments are lost.

    Raises:
        SuppressionError, OSError: the file cannot be read or written.
    """
    entries(path)
    listed: list[Any] = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    kept = [entry for at, entry in enumerate(listed) if at != number]
    _write(
        path, _HEAD + yaml.safe_dump(kept, allow_unicode=True, sort_keys=False, width=200) if kept else _HEAD
    )


def _write(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    try:
        read_sidecar(fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
