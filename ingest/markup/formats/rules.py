"""Comprehensive rules as text (from a PDF), and notices of rule changes."""

import re

from ingest.markup.numbered import CHANGE_MARK, Numbered, clause_lines
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT"]

_CLAUSE = re.compile(
    r"(?:^|(?<=[。)）] ))[ \t　]*[0-9０-９]{3}[.．][0-9０-９]{1,2}(?:[a-z]{1,2}|[A-Z])?[.．]?[ 　]\S", re.M
)
_SECTION = re.compile(r"^[0-9０-９]{3}[.．][ 　]\S", re.M)
_CHANGE = re.compile(rf"^[ 　]*{CHANGE_MARK.pattern}", re.M)
_CONTENTS = re.compile(r"[.．…]{6,} ?\d")
_PAGE_NUMBER = re.compile(r"\A\(\d{1,4}\)\s*\n")
_NOTICE = re.compile(
    r"変更点[（(]\d{4}|(?:ルール|総則|規則)[^\n。]{0,12}(?:改定|改訂|変更)の?(?:お知らせ|告知|について)"
)
_HEAD = re.compile(r"(?:Ver|ver|Version)\.? ?\d[\d.]*[\s\S]{0,40}?(?:更新|年)")


def _detect(text: str, name: str) -> Guess:
    sample = text[:20_000]
    clauses = len(_CLAUSE.findall(sample)) + len(_SECTION.findall(sample))
    changes = len(_CHANGE.findall(sample))
    score = min(85, 40 + 12 * clauses) if clauses else 0
    if changes:
        score = max(score, 75 if changes > 1 else 50)
    elif _NOTICE.search(sample[:200]):
        score = max(score, 67)
    if _CONTENTS.search(sample):
        score = max(score, 45)
    if _HEAD.search(sample[:600]):
        score = max(score + 10, 45)
    if _PAGE_NUMBER.match(sample):
        score = max(score, 20)
    return Guess(min(score, 88), f"{clauses} numbered clauses, {changes} before/after marks")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    rules = Numbered(text, notes)
    rules.feed(clause_lines(text))
    return Document(text, rules.finish(), "rules", title=rules.title, date=rules.date, diagnostics=notes)


FORMAT = Format("rules", "Numbered rules as text", _detect, _parse)
