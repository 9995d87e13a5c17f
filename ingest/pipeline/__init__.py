"""From wiki pages to the graph in the store: two passes, any number of processes, the same quads."""

from ingest.pipeline.jobs import MANIFEST, ManifestError
from ingest.pipeline.result import PageNotFound, Problem, Result
from ingest.pipeline.run import ingest_paths, remove_pages

__all__ = ["MANIFEST", "ManifestError", "PageNotFound", "Problem", "Result", "ingest_paths", "remove_pages"]
