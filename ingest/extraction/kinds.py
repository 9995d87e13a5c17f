"""What kind of statement a sentence is, by cues kept in ``cues.toml``."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Kinds", "classify", "modality", "sentences"]

_TRAILING = re.compile(r"[ \n]*(?:\([^()]*\)|\[[^\[\]]*\])$")
"""Brackets at the end of a sentence (a tag, a remark): what kind of sentence it is stands before them."""

_LONGEST = 600
_CUES = Path(__file__).with_name("cues.toml")


class Kinds(NamedTuple):
    """Compiled cues: kinds in order of precedence, modalities, and other marks."""

    kinds: tuple[tuple[str, re.Pattern[str], str | None, str | None], ...]
    modality: tuple[tuple[str, re.Pattern[str]], ...]
    marks: dict[str, re.Pattern[str]]


@cache
def load_cues() -> Kinds:
    """Return the cues of ``cues.toml``, compiled; several patterns of a kind are alternatives."""
    data = tomllib.loads(_CUES.read_text("utf-8"))
    kinds = tuple(
        (c["kind"], re.compile("|".join(f"(?:{p})" for p in c["patterns"])), c.get("unless"), c.get("only"))
        for c in data["kind"]
    )
    modality_cues = tuple(
        (c["value"], re.compile("|".join(f"(?:{p})" for p in c["patterns"]))) for c in data["modality"]
    )
    marks = {name: re.compile(pattern) for name, pattern in data["marks"].items()}
    return Kinds(kinds, modality_cues, marks)


def classify(folded: str, setting: frozenset[str] = frozenset()) -> str | None:
    """Return the kind of a sentence (class name in ``tcg:``), or None where no cue tells it.

    The text is folded (`flow.fold_text`) and has no markup. `setting` says where it stands: "past" in a fold or
    section that holds up to a date, "ruled" in a list under a heading such as ルール; some cues hold only in, or
    not in, such a setting.
    """
    whole = text = _ends(folded.strip())
    while (bare := _TRAILING.sub("", text)) and bare != text:
        text = bare
    kind = _first_kind(text, setting)
    if kind is None and text != whole and (aside := _TRAILING.search(whole)):
        kind = _first_kind(aside[0].strip(" \n()[]"), setting)  # a name, with what it says in brackets
    return kind


def _first_kind(text: str, setting: frozenset[str]) -> str | None:
    for kind, pattern, unless, only in load_cues().kinds:
        if (
            (only is None or only in setting)
            and (unless is None or unless not in setting)
            and pattern.search(text)
        ):
            return kind
    return None


def _ends(text: str) -> str:
    """A sentence shows what it is at its beginning and its end; a very long one is cut in the middle."""
    return text if len(text) <= _LONGEST else text[: _LONGEST * 2 // 3] + text[-_LONGEST // 3 :]


def modality(folded: str) -> str | None:
    """Return "cannot", "must" or "may", or None. What is forbidden wins over what is required, that over leave."""
    text = _ends(folded)
    for value, pattern in load_cues().modality:
        if pattern.search(text):
            return value
    return None


def mark(name: str) -> re.Pattern[str]:
    """Return one of the marks of ``cues.toml`` by name."""
    return load_cues().marks[name]


_OPEN, _CLOSE = "「『（(【《", "」』）)】》"
_COMPLETE = re.compile(r"[。！？!?」』）)】》:：…―\]]\s*\Z")
_BREAK = re.compile(r"[。！？!?\n「『（(【《」』）)】》]|(?<=[等ど]) (?=[^\x00-\x7f])")


def sentences(text: str, breaks: frozenset[int] | None = None) -> list[tuple[int, int]]:
    """Return the spans of the sentences of a running text, without the white space between them.

    `breaks` are the offsets of the line breaks that end a sentence in any case (None: all); another end of a line ends
    one only where the line is complete, so that wrapping a line changes nothing.

    A full stop inside brackets or quotation marks ends nothing; brackets right after a full stop belong to
    the sentence before them. Brackets that are never closed are not counted.
    """
    unmatched = _unmatched(text)
    spans: list[tuple[int, int]] = []
    depth = 0
    start = 0
    for m in _BREAK.finditer(text):
        c, at = m[0], m.start()
        if at in unmatched:
            continue
        if c in _OPEN:
            depth += 1
        elif c in _CLOSE:
            depth -= 1
        elif (
            c == "\n"
            and breaks is not None
            and at not in breaks
            and not _COMPLETE.search(text, max(0, at - 3), at)
        ):
            continue
        elif depth == 0 or c == "\n":
            end = m.end()
            if c in "。！？!?":
                end = _brackets_after(text, end)
            if at >= start:
                spans.append((start, end))
                start = end
    spans.append((start, len(text)))
    return [s for s in (_trim(text, a, b) for a, b in spans) if s[1] > s[0]]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


_AFTER = re.compile(r"[ 　]?(?:\([^()\n]{0,60}\)|（[^（）\n]{0,60}）|\[\d+\])")


def _brackets_after(text: str, at: int) -> int:
    """Return the end of a bracket that follows a full stop at once: ``…外れる。(703.4e)``."""
    m = _AFTER.match(text, at)
    return m.end() if m else at


def _unmatched(text: str) -> set[int]:
    """Return the offsets of brackets that have no partner on their line."""
    stack: list[tuple[str, int]] = []
    waiting = dict.fromkeys(_OPEN, 0)  # so that a flood of closing brackets costs no search
    lone: set[int] = set()
    pairs = dict(zip(_CLOSE, _OPEN, strict=True))
    for i, c in enumerate(text):
        if c == "\n":
            lone.update(at for _, at in stack)
            stack.clear()
            waiting = dict.fromkeys(_OPEN, 0)
        elif c in _OPEN:
            stack.append((c, i))
            waiting[c] += 1
        elif c in pairs:
            if not waiting[pairs[c]]:
                lone.add(i)
                continue
            while stack:
                opening, at = stack.pop()
                waiting[opening] -= 1
                if opening == pairs[c]:
                    break
                lone.add(at)
    lone.update(at for _, at in stack)
    return lone
