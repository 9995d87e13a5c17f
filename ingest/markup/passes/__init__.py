"""Passes over a finished tree that recognise content, whatever the markup was."""

from ingest.markup.passes.cards import mark_card_boxes
from ingest.markup.passes.qa import group_questions
from ingest.markup.passes.rules import mark_rules
from ingest.markup.tree import Document

__all__ = ["content_passes"]


def content_passes(document: Document) -> None:
    """Run every pass: card boxes, numbered rules, then questions and answers."""
    mark_card_boxes(document)
    mark_rules(document)
    group_questions(document)
