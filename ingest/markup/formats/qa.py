"""Pages of questions and answers as plain text."""

import re

from ingest.markup.passes import content_passes
from ingest.markup.qa_text import QuestionText, question_lines
from ingest.markup.registry import Format, Guess
from ingest.markup.tree import Diagnostic, Document

__all__ = ["FORMAT"]

_Q = re.compile(
    r"(?:^|(?<=[。?？|]))[ \t　]*[QＱ]\d{0,3}[.．:：]|^[QＱ](?:\d{1,3}[ 　]+(?=\S)|\d{0,3}[ 　]*$)", re.M
)
_A = re.compile(
    r"(?:^|(?<=[。?？]))[ \t　]*[AＡ]\d{0,3}[.．:：]|^[AＡ](?:\d{1,3}[ 　]+(?=\S)|\d{0,3}[ 　]*$)", re.M
)
_BULLET = re.compile(r"^[ \t　]*[・□◇◆●○※](?=\S)", re.M)
_RENDERED = re.compile(r"^- (?=\S)", re.M)
_DATED = re.compile(r"[?？][(（]\d{2,4}[./年]\d{1,2}[./月]\d{1,2}")
_TITLE = re.compile(
    r"^[^\n。*#|\-][^\n。]{0,30}(?:に関する質問|[QＱ][&＆][AＡ]|よくある質問)[^\n。]{0,20}$", re.M
)


def _detect(text: str, name: str) -> Guess:
    sample = text[:20_000]
    questions, answers, dated = (len(p.findall(sample)) for p in (_Q, _A, _DATED))
    lines = sample.count("\n") + 1
    found = questions + dated
    score = 0
    if found:
        score = 40 + min(20, 4 * (found + answers)) + (10 if (found + answers) * 4 >= lines else 0)
        if len(_BULLET.findall(sample)) >= found + answers:
            score -= 20  # a page of another kind that ends with some questions
        first = _Q.search(sample)
        if first and _RENDERED.search(sample, 0, first.start()):
            score = min(score, 20)  # a rendered page: its rules come first, as a list, then the questions
    elif _TITLE.search(sample[:200]):
        score = 30
    return Guess(score, f"{found} questions and {answers} answers in {lines} line(s)")


def _parse(text: str) -> Document:
    notes: list[Diagnostic] = []
    page = QuestionText(text, notes)
    page.feed(question_lines(text))
    document = Document(text, page.finish(), "qa", title=page.title, date=page.date, diagnostics=notes)
    content_passes(document)
    return document


FORMAT = Format("qa", "Questions and answers as text", _detect, _parse)
