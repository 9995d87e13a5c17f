"""Text as the grammar sees it: folded, quotations masked, cut into sentences and clauses."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Sentence", "clauses", "fold", "sentences", "unmask"]

_NAMES = re.compile(r"《[^《》]*》|「[^「」]*」|『[^『』]*』")
_MARKS = re.compile(r"[”“\"]")
_NUMBER = re.compile(r"\([1-9]\d{2}\.\d{1,2}[a-z]*\)")
_STOP = re.compile(r"[。！？!?]+")
_LEAD = re.compile(r"^[\-+□◇◆■・※●○*|>\s]+")
_ENDS = "。！？!?)"
_FIRST = 0xE000
_PRIVATE = re.compile("[\ue000-\uf8ff]")
"""Characters that stand for names here; where a page holds them itself, they are no names."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A folded sentence without its full stop; every quoted name is one private-use character of `names`."""

    text: str
    names: tuple[str, ...]
    asks: bool
    inner: bool = False


def fold(text: str) -> str:
    """Return the text for matching: NFKC, no spaces, one kind of dash."""
    value = unicodedata.normalize("NFKC", text)
    return re.sub(r"\s+", "", re.sub("[‐‑‒–—−]", "-", value)).replace("～", "~").replace("〜", "~")


def sentences(text: str) -> list[Sentence]:
    """Cut a text into sentences. What stands in round brackets is read by itself, after the sentence around it."""
    names: list[str] = []

    def put(found: re.Match[str]) -> str:
        if found.group() not in names:
            names.append(found.group())
        return chr(_FIRST + names.index(found.group()) % 0x1800)

    masked = _NAMES.sub(put, _PRIVATE.sub("〓", unicodedata.normalize("NFC", text)))
    masked = _NUMBER.sub("", _MARKS.sub("", fold(masked)))
    outer, inner = _brackets(masked)
    known = tuple(names)
    return [*_cut(outer, known, False), *(s for part in inner for s in _cut(part, known, True))]


def _cut(text: str, names: tuple[str, ...], inner: bool) -> Iterator[Sentence]:
    at = 0
    for stop in [*_STOP.finditer(text), None]:
        piece = _LEAD.sub("", text[at : stop.start() if stop else len(text)])
        if piece:
            asks = bool(stop and ("?" in stop.group() or "？" in stop.group())) or piece.endswith("か")
            yield Sentence(piece, names, asks, inner)
        at = stop.end() if stop else len(text)


def _brackets(text: str) -> tuple[str, list[str]]:
    """Return the text without what is in round brackets, and the bracketed parts that are sentences.

    Those stand after a sentence or at the end of one; in the middle of a sentence brackets hold a remark on a word.
    """
    if "(" not in text:
        return text, []
    outer: list[str] = []
    inner: list[str] = []
    depth = start = 0
    for i, character in enumerate(text):
        if character == "(":
            start = start if depth else i + 1
            depth += 1
        elif character == ")" and depth:
            depth -= 1
            ends = text[i + 1 : i + 2]
            if not depth and (start < 2 or text[start - 2] in _ENDS or not ends or ends in _ENDS):
                inner.append(text[start:i])
        elif not depth:
            outer.append(character)
    if depth:
        outer.append(text[start:])
    return "".join(outer), inner


def clauses(text: str, breaks: re.Pattern[str]) -> list[str]:
    """Cut a sentence at its commas and after the soft breaks (a verb that goes straight on to the next)."""
    return [c for c in breaks.sub(lambda m: m.group() + "、", text).split("、") if c]


def unmask(text: str, names: tuple[str, ...]) -> str:
    """Put the quoted names back."""
    if not names:
        return text

    def back(found: re.Match[str]) -> str:
        number = ord(found.group()) - _FIRST
        return names[number] if number < len(names) else found.group()

    return _PRIVATE.sub(back, text)
