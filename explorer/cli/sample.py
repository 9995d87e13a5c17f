"""The store of the sample wiki: in the cache folder of the user, filled when it is empty or out of date."""

import hashlib
import os
import tempfile
from pathlib import Path

from explorer.cli.failures import complain
from ingest.store import DERIVED_GRAPH, StoreError, open_store

__all__ = ["prepare_sample", "sample_folder"]


def sample_folder() -> Path:
    """Return the folder of the sample wiki that the project ships."""
    import ingest

    return Path(ingest.__file__).parent / "sample"


def prepare_sample(location: str | None) -> Path | None:
    """Make sure that a store holds the sample wiki as this version reads it; returns its folder."""
    place = Path(location).expanduser().absolute() if location else _cache() / "demo"
    mark = place.with_name(f".{place.name}.version")
    wanted = _version()
    if _read(mark) == wanted and _usable(place):
        return place
    from ingest.pipeline import ingest_paths
    from ontology.reasoner import materialise

    complain("見本のウィキを取り込みます / ingesting the sample wiki …")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with open_store(place) as store:
            result = ingest_paths(store, [str(sample_folder())], workers=1, prune=True, force=True)
            store.replace_graph(DERIVED_GRAPH, materialise(store))
    except StoreError as error:
        complain(str(error))
        return place if _usable(place) else None
    for problem in result.problems:
        if problem.severity == "error":
            complain(problem.message, file=problem.file, line=problem.line, column=problem.column)
    if result.pages == 0:
        return None
    mark.write_text(wanted, "utf-8")
    return place


def _usable(place: Path) -> bool:
    try:
        with open_store(place, read_only=True) as store:
            return bool(store.graphs())
    except StoreError:
        return False


def _read(mark: Path) -> str:
    try:
        return mark.read_text("utf-8")
    except OSError:
        return ""


def _cache() -> Path:
    """Return a folder that can be written, even where HOME is empty or missing."""
    candidates = []
    if cache := os.environ.get("XDG_CACHE_HOME"):
        candidates.append(Path(cache))
    if home := os.environ.get("HOME"):
        candidates.append(Path(home) / ".cache")
    for base in candidates:
        try:
            (base / "saitei").mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(base / "saitei", os.W_OK):
            return base / "saitei"
    fallback = Path(tempfile.gettempdir()) / f"saitei-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    fallback.mkdir(mode=0o700, exist_ok=True)
    return fallback


def _version() -> str:
    """Fingerprint of all that the content of the sample store depends on: the pages and the code that reads them."""
    import ingest
    import ontology

    digest = hashlib.sha256()
    for package in (ingest, ontology):
        root = Path(package.__file__ or "").parent
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in (".py", ".txt", ".ttl", ".yaml", ".lp"):
                digest.update(str(path.relative_to(root)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
