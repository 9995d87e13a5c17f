"""The fingerprint of the program that reads pages: when it changes, all pages are read anew."""

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["code_fingerprint"]

_PARTS = (
    "ingest/markup",
    "ingest/extraction",
    "ingest/pipeline",
    "ingest/reading.py",
    "ingest/store/merge.py",
    "ingest/text_index.py",
    "ontology/namespaces.py",
    "ontology/vocabulary",
)


@cache
def code_fingerprint() -> str:
    """Hash of the modules and vocabulary on which the quads of a page depend."""
    root = Path(__file__).parent.parent.parent
    digest = hashlib.blake2b(digest_size=16)
    for part in _PARTS:
        place = root / part
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and path.suffix in (".py", ".ttl", ".toml", ".yaml"):
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
