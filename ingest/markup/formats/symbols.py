"""Pages with symbols for bullets and rows between bars (expert rules sites)."""

import re

from ingest.markup.lines import split_lines
from ingest.markup.passes import content_passes
from ingest.markup.registry import Format, Guess
from ingest.markup.symbols import Symbols
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT"]

_ITEM = re.compile(r"(?:^|[\s　|])[□◇◆■●○◎※](?=[^\s　|])|^[ 　]*・(?=[^\s　|])", re.M)
_DRAWING = re.compile(r"[┏┣┃┗┌├│└]")


def _detect(text: str, name: str) -> Guess:
    sample = text[:20_000]
    items = len(_ITEM.findall(sample))
    drawn = len(_DRAWING.findall(sample))
    lines = sample.count("\n") + 1
    score = 0
    if items >= 2 and items * 3 >= lines:
        score = 55 + min(items, 30)
    if drawn:
        score = max(score, 60)
    return Guess(score, f"{items} symbol bullets, {drawn} drawing characters in {lines} line(s)")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    symbols = Symbols(text, notes)
    symbols.feed(split_lines(text))
    document = Document(
        text, symbols.finish(), "symbols", title=symbols.title, date=symbols.date, diagnostics=notes
    )
    content_passes(document)
    return document


FORMAT = Format("symbols", "Symbol bullets and rows between bars", _detect, _parse)
