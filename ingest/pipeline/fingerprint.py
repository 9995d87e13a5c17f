"""The fingerprint of the program that reads pages: when it changes, all pages are read anew."""

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["code_fingerprint"]

_PARTS = (
    "ingest",
    "ontology/namespaces.py",
    "ontology/vocabulary",
    "ontology/predicates.py",
    "ontology/predicates",
)
_NOT = ("ingest/sample/", "ingest/docs/")


@cache
def code_fingerprint() -> str:
    """Hash of the modules and vocabulary on which the quads of a page depend."""
    root = Path(__file__).parent.parent.parent
    digest = hashlib.blake2b(digest_size=16)
    for part in _PARTS:
        place = root / part
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            name = path.relative_to(root).as_posix()
            if (
                path.is_file()
                and path.suffix in (".py", ".ttl", ".toml", ".yaml")
                and not name.startswith(_NOT)
            ):
                digest.update(name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
