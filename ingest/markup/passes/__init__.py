"""Passes over a finished tree that recognise content, whatever the markup was."""

import re

from ingest.markup.passes.cards import mark_card_boxes
from ingest.markup.passes.qa import group_questions
from ingest.markup.passes.rules import mark_rules
from ingest.markup.passes.spanning import join_marks
from ingest.markup.tree import Document

__all__ = ["content_passes"]

# What a page must hold for a pass to find anything: looking at the text is much quicker than at the tree.
_CARD = re.compile(r"[(（](?:[0-9０-９]{1,3}|∞)[)）]|《")
_RULE = re.compile(r"[0-9]{3}\.[0-9]")
_QUESTION = re.compile(r"[QＱ](?:[0-9]{0,3}[.．:：]|[^\x00-\x7f]|[0-9]|\[\[)|[AＡ][0-9]{0,3}[.．:：]")


def content_passes(document: Document) -> None:
    """Run every pass: marks that span lines, card boxes, numbered rules, then questions and answers."""
    text = document.text
    if document.diagnostics:
        join_marks(document)
    if _CARD.search(text):
        mark_card_boxes(document)
    if _RULE.search(text):
        mark_rules(document)
    if _QUESTION.search(text):
        group_questions(document)
