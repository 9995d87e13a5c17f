"""What `ontology` needs of a store: a protocol, fulfilled by the store of `ingest`."""

from collections.abc import Iterable, Sequence
from typing import Protocol

__all__ = ["GraphReader", "Term"]

Term = str | None
"""A bound value as its lexical form (IRI or literal text), or None where a variable is unbound."""


class GraphReader(Protocol):
    """Read access to a graph."""

    def select(self, query: str, *, timeout: float | None = None) -> Iterable[Sequence[Term]]:
        """Yield the rows of a SELECT query, values in the order of its variables."""
        ...

    def ask(self, query: str, *, timeout: float | None = None) -> bool:
        """Answer an ASK query."""
        ...
