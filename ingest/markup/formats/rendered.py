"""Rendered wiki pages as text; also what any other text is read as."""

import re

from ingest.markup.passes import content_passes
from ingest.markup.registry import Format, Guess
from ingest.markup.rendered import Rendered, rendered_lines
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT"]

_SIGNS = (
    (re.compile(r"(?:^|\n)\|[ \t]*\n\+[ \t]*\n"), 60, "remnants of a fold (bar, plus)"),
    (re.compile(r" ?\[編集\][ \t]*(?:\n|$)"), 60, "[編集] after headings"),
    (re.compile(r"\S ?†[ \t]*(?:\n|$)"), 60, "† after headings"),
    (re.compile(r"Last-modified: \d"), 45, "Last-modified line"),
    (re.compile(r"(?:^|\n)[^|\n]+ \|[ \t]*(?:\n|$)"), 30, "cells that end in a bar"),
    (re.compile(r"(?:^|\n)[ \t]*[•◦] \S"), 30, "rendered bullets"),
    (re.compile(r"(?:^|\n)- \S"), 20, "hyphen bullets"),
)


def _detect(text: str, name: str) -> Guess:
    sample = text[:20_000]
    seen = [(worth, label) for sign, worth, label in _SIGNS if sign.search(sample)]
    score = min(90, 5 + sum(worth for worth, _ in seen))
    return Guess(score, ", ".join(label for _, label in seen) or "no marks of any other format")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    page = Rendered(text, notes)
    page.feed(rendered_lines(text))
    document = Document(text, page.finish(), "rendered", title=page.title, date=page.date, diagnostics=notes)
    content_passes(document)
    return document


FORMAT = Format("rendered", "Rendered page as text", _detect, _parse)
