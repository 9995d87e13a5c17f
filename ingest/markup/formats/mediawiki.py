"""MediaWiki source, its inline markup read by mwparserfromhell."""

import re

from ingest.markup.mediawiki_blocks import MediaWiki
from ingest.markup.passes import content_passes
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT"]

_SIGNS = (
    (re.compile(r"^={2,6}[^=\n]+={2,6}[ \t]*$", re.M), 45, "== headings =="),
    (re.compile(r"\[\[[^\[\]\n|>]{1,200}\|[^\[\]\n]{1,200}\]\]"), 45, "[[page|shown]]"),
    (re.compile(r"\{\{[^{}\n|#(]{1,100}(?:\n?[ \t]*\||\}\})"), 35, "{{template}}"),
    (
        re.compile(r"\{\{[^{}\n|#(]{1,100}\n?[ \t]*\|[^{}|\n=]{1,60}=[^{}\n]*\n[ \t]*\|[^{}|\n=]{1,60}="),
        30,
        "named parameters",
    ),
    (re.compile(r"^\{\|", re.M), 40, "{| table"),
    (re.compile(r"^(?:\*+|#+|[;:]+) ?\[\[", re.M), 30, "list of links"),
    (re.compile(r"<ref[ >]|<nowiki>|</?(?:noinclude|onlyinclude|includeonly)>"), 45, "<ref>, <nowiki>"),
    (re.compile(r"\[\[(?:[Cc]ategory|カテゴリ|[Ff]ile|ファイル):"), 50, "[[Category:]]"),
    (re.compile(r"^#(?:REDIRECT|転送) *\[\[", re.I), 80, "redirect"),
    (re.compile(r"'''[^'\n]{1,80}'''"), 15, "'''bold'''"),
    (re.compile(r"\[\[[^\[\]\n>|]{1,100}\]\]"), 5, "[[links]]"),
)


def _detect(text: str, name: str) -> Guess:
    sample = text[:20_000]
    seen = [(worth, label) for sign, worth, label in _SIGNS if sign.search(sample)]
    score = min(90, sum(worth for worth, _ in seen))
    if name.endswith((".mediawiki", ".wikitext")):
        score += 40
    return Guess(score, "MediaWiki marks: " + ", ".join(label for _, label in seen[:4]))


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    page = MediaWiki(text, notes)
    document = Document(text, page.parse(), "mediawiki", title=page.title, diagnostics=notes)
    content_passes(document)
    return document


FORMAT = Format("mediawiki", "MediaWiki source", _detect, _parse)
