"""Rulings read into cases, as triples: what the reasoner runs where no person has written a case.

A reading that is certain becomes `tcg:readCase` (a case of the scenario format, as JSON); one that is not, and its
draft if there is one, `tcg:draftCase` with the reasons as `tcg:readDoubt`. `tcg:readPhrase` are the phrases that were
read, numbered in the order of the text. Nothing of other pages goes into a reading.
"""

import json
import re
from collections.abc import Iterator
from urllib.parse import unquote

from ingest.claims.boards import BoardReading, read_board
from ingest.claims.graph import objects
from ontology.namespaces import PREFIXES

__all__ = ["case_name", "reading_lines"]

_TCG = PREFIXES["tcg"]
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
_UNFIT = re.compile(r"[^\w\-]+")


def case_name(ruling: str) -> str:
    """Return the id that the case of a ruling has when it is read automatically."""
    return "read-" + _UNFIT.sub("-", unquote(ruling).rsplit("/", 1)[-1]).strip("-")


def reading_lines(ntriples: str, game: str) -> Iterator[str]:
    """Yield lines of N-Triples with the readings of the rulings of a page; `ntriples` are its triples, a line each."""
    if f"<{_TCG}question>" not in ntriples:
        return
    found: dict[str, dict[str, str]] = {}
    for name in ("question", "answer", "rulingDate"):
        for subject, value in objects(ntriples, f"<{_TCG}{name}>"):
            if literal := _LITERAL.match(value):
                found.setdefault(subject, {}).setdefault(name, json.loads(literal.group(), strict=False))
    for subject in sorted(found):
        about = found[subject]
        if "question" in about and "answer" in about:
            reading = read_board(
                about["question"],
                about["answer"],
                game=game,
                date=about.get("rulingDate"),
                name=case_name(subject.strip("<>")),
                ruling=subject.strip("<>"),
            )
            yield from _lines(subject, reading)


def _lines(subject: str, reading: BoardReading) -> Iterator[str]:
    if reading.case is not None:
        kind = "readCase" if reading.confidence == "high" else "draftCase"
        yield _line(subject, kind, json.dumps(reading.case, ensure_ascii=False))
    for number, (phrase, words) in enumerate(reading.phrases, 1):
        yield _line(subject, "readPhrase", f"{number:02} {phrase}: {' '.join(words.split())}")
    rest = [" ".join(words.split()) for words in reading.unread]
    unread = [f"読めない語: {words} / words not read: {words}" for words in rest]
    for doubt in dict.fromkeys([*unread, *reading.doubts]):
        yield _line(subject, "readDoubt", doubt)


def _line(subject: str, name: str, value: str) -> str:
    return f"{subject} <{_TCG}{name}> {json.dumps(value, ensure_ascii=False)} .\n"
