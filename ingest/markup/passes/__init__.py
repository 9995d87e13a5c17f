"""Passes over a finished tree that recognise content, whatever the markup was."""

from ingest.markup.tree import Document

__all__ = ["content_passes"]


def content_passes(document: Document) -> None:
    """Run every pass."""
