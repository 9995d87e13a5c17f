"""HTML pages of wikis and rules sites."""

import re

from ingest.markup.dates import find_date
from ingest.markup.html_tree import HtmlPage
from ingest.markup.passes import content_passes
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT"]

_START = re.compile(r"\s*(?:<!doctype html|<\?xml[^>]*>\s*<!doctype html|<html[\s>])", re.I)
_MODIFIED = re.compile(
    r"(?:Last-modified|最終更新(?:日時?)?|最終変更)\s*(?:</[a-z]+>\s*)?[:：]?\s*(?:<[a-z][^<>]*>\s*)?", re.I
)
_TAG = re.compile(r"</?(?:p|div|h[1-6]|ul|ol|li|table|tr|td|body|head|br|a|span|html)(?:\s[^<>]*)?/?>", re.I)


def _detect(text: str, name: str) -> Guess:
    if _START.match(text):
        return Guess(98, "begins as an HTML page")
    tags = len(_TAG.findall(text[:20_000]))
    closing = text.count("</", 0, 20_000)
    score = 92 if tags >= 6 and closing >= 2 and text.lstrip().startswith("<") else 50 if tags >= 10 else 0
    return Guess(score, f"{tags} HTML tags")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    page = HtmlPage(text, notes)
    root = page.parse()
    changed = _MODIFIED.search(text)
    date = find_date(text, changed.end(), changed.end() + 24) if changed else None
    document = Document(
        text, root, "html", title=page.title, date=date.iso if date else None, diagnostics=notes
    )
    content_passes(document)
    return document


FORMAT = Format("html", "HTML page", _detect, _parse)
