"""Comprehensive rules from a viewer that puts each linked term on a line of its own."""

import re

from ingest.markup.lines import split_lines
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document
from ingest.markup.viewer import Viewer

__all__ = ["FORMAT"]

_ALONE = re.compile(r"^[0-9]{3}\.(?:[0-9]{1,2}[a-z]{0,2}\.?)?[ \t]*$", re.M)
_CHAPTER = re.compile(r"^\d{1,3}\. \S[^\n。]{0,30}$", re.M)
_CRUMB = re.compile(r"\A(?:[^\n。]{1,30}\n){1,8}[-|>›»/]\n")


def _detect(text: str, name: str) -> Guess:
    sample = text[:20_000]
    alone = len(_ALONE.findall(sample))
    lines = [line for line in sample.split("\n") if line.strip()]
    short = sum(len(line) <= 14 for line in lines)
    broken = len(lines) >= 3 and short * 10 >= 7 * len(lines)
    score = 56 + min(10 * alone, 34) if alone and broken else 0
    if _CRUMB.search(sample[:400]):
        score = max(
            score,
            89 if broken and len(_CHAPTER.findall(sample)) > 2 else 55 if _CHAPTER.search(sample) else 35,
        )
    return Guess(score, f"{alone} rule numbers alone on a line, {short} of {len(lines)} lines short")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    rules = Viewer(text, notes)
    rules.feed(split_lines(text))
    return Document(
        text, rules.finish(), "rules-viewer", title=rules.title, date=rules.date, diagnostics=notes
    )


FORMAT = Format("rules-viewer", "Numbered rules, a term a line", _detect, _parse)
