"""PukiWiki source with its newlines."""

import re

from ingest.markup.lines import split_lines
from ingest.markup.passes import content_passes
from ingest.markup.pukiwiki_blocks import Blocks
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT", "evidence"]

_SIGNS = (
    (re.compile(r"^#author\(", re.M), 60, "#author line"),
    (re.compile(r"^\*{1,3}[^*\n]+\[#\w[\w-]*\]", re.M), 60, "heading with an anchor"),
    (re.compile(r"^\*{1,3}[^\s*\d][^\n]*\n(?=[\s\S])", re.M), 25, "heading mark *"),
    (re.compile(r"^-{1,3}[^\s\-\d|]", re.M), 15, "list mark without a space"),
    (re.compile(r"\A(?:\*{1,3}[^\s*]|\|[~>]|#a(?:u(?:t(?:h(?:o(?:r)?)?)?)?)?\Z)"), 20, "block mark at the very beginning"),
    (re.compile(r"\[\[[^\[\]|\n]{1,100}>[^\[\]|\n]{1,200}\]\]"), 40, "[[alias>page]]"),
    (re.compile(r"^#(?:region|endregion|contents|freeze|norelated|include|ref|fold)\w*", re.M), 40, "block plugin"),
    (re.compile(r"&(?:ruby|color|size|aname|ref)\([^)\n]{0,80}\)"), 40, "&plugin()"),
    (re.compile(r"\[\[引用元:https?:"), 30, "[[name:address]]"),
    (re.compile(r"(?:COLOR|BGCOLOR|SIZE)\([^)\n]{1,20}\):"), 40, "COLOR():"),
    (re.compile(r"^\|(?:[^\n]*)\|[hfc]?$", re.M), 15, "table row between bars"),
    (re.compile(r"^-{1,3}\[\[|^\+{1,3}\[\[|^>{1,3}Q[.．]", re.M), 25, "list of links or quoted question"),
    (re.compile(r"&br;"), 25, "&br;"),
    (re.compile(r"^//", re.M), 10, "comment"),
    (re.compile(r"~$", re.M), 15, "~ at a line end"),
)  # fmt: skip


def evidence(text: str) -> tuple[int, list[str]]:
    """Sum the signs of PukiWiki in a text: score and what was seen."""
    sample = text[:20_000]
    score, seen = 0, []
    for sign, worth, label in _SIGNS:
        if sign.search(sample):
            score += worth
            seen.append(label)
    return min(score, 90), seen


def _detect(text: str, name: str) -> Guess:
    score, seen = evidence(text)
    if score and "\n" not in text.strip() and len(text) > 100:
        score -= 10
    return Guess(score, "PukiWiki marks: " + ", ".join(seen[:4]))


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    blocks = Blocks(text, notes)
    blocks.feed(split_lines(text))
    document = Document(
        text, blocks.finish(), "pukiwiki", title=blocks.title, date=blocks.date, diagnostics=notes
    )
    content_passes(document)
    return document


FORMAT = Format("pukiwiki", "PukiWiki source", _detect, _parse)
