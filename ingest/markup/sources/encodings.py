"""Bytes to text: UTF-8, UTF-16 with a mark, EUC-JP, EUC-JIS-2004, CP932; wrong bytes are placed, never fatal."""

import re
import unicodedata
from dataclasses import dataclass, field

from charset_normalizer import from_bytes

from ingest.markup.codes import diagnose
from ingest.markup.tree import Diagnostic

__all__ = ["ENCODINGS", "SourceText", "decode"]

ENCODINGS = ("utf-8", "euc_jp", "euc_jis_2004", "cp932")
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DECLARED = re.compile(
    rb"""(?:<\?xml[^>]{0,80}encoding=|<meta[^>]{0,80}charset=)["']?([A-Za-z0-9_.:-]{2,30})""", re.I
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
_KANA = re.compile(r"[ぁ-ゖァ-ヺー。、「」]")
_RARE = re.compile(r"[ｦ-ﾟ\x80-\xa0\ue000-\uf8ff\u0370-\u04ff]")
_SHOWN = 20  # diagnostics of one kind for one page; a wrong encoding would give thousands


@dataclass(slots=True, frozen=True)
class SourceText:
    """Decoded text of a source: what offsets count in. A byte order mark is no part of it."""

    text: str
    encoding: str
    reason: str
    title_hint: str | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)


def decode(data: bytes, *, encoding: str | None = None, title_hint: str | None = None) -> SourceText:
    """Decode a page; raises LookupError for an `encoding` that Python does not know, never for the bytes."""
    if encoding is not None:
        label = encoding.lower().replace("-", "_")
        for mark, marked in _BOMS:
            if data.startswith(mark) and (
                marked.replace("-", "_") == label or label in ("utf8", "utf_16", "utf16")
            ):
                return _finish(data[len(mark) :], marked, "named by the caller", title_hint)
        return _finish(data, encoding, "named by the caller", title_hint)
    for mark, marked in _BOMS:
        if data.startswith(mark):
            return _finish(data[len(mark) :], marked, "byte order mark", title_hint)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        guessed, reason = _guess(data)
        return _finish(data, guessed, reason, title_hint)
    return SourceText(text, "utf-8", "valid UTF-8", title_hint, _controls(text))


def _guess(data: bytes) -> tuple[str, str]:
    """The encoding that reads the bytes with the fewest errors, and most like Japanese."""
    declared = _DECLARED.search(data[:1024])
    if declared:
        name = declared[1].decode("ascii").lower().replace("x-sjis", "cp932").replace("shift_jis", "cp932")
        try:
            data.decode(name)
        except (LookupError, UnicodeDecodeError):
            pass
        else:
            return name, "declared by the page"
    best: tuple[float, str, int] | None = None
    for name in ENCODINGS:
        try:
            text, wrong = data.decode(name), 0
        except UnicodeDecodeError:
            text = data.decode(name, errors="replace")
            wrong = text.count("\ufffd")
        size = max(len(text), 1)
        like = len(_KANA.findall(text)) - 3 * len(_RARE.findall(text))
        score = like / size - 6 * wrong / size
        if best is None or score > best[0]:
            best = (score, name, wrong)
    assert best is not None  # noqa: S101 - ENCODINGS is not empty
    if best[0] < -1 and (match := from_bytes(data[:200_000]).best()) is not None:
        return match.encoding, "guessed by charset-normalizer"
    return best[1], f"reads most like Japanese as {best[1]}, {best[2]} wrong byte sequence(s)"


def _finish(data: bytes, encoding: str, reason: str, title_hint: str | None) -> SourceText:
    notes: list[Diagnostic] = []
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        genuine = data.count("\ufffd".encode()) if encoding.startswith("utf") else 0
        text = data.decode(encoding, errors="replace")
        at, seen = text.find("\ufffd"), 0
        while at >= 0 and seen < _SHOWN + genuine:
            notes.append(diagnose("MK001", at, encoding))
            seen += 1
            at = text.find("\ufffd", at + 1)
    if notes and not reason.startswith(("named", "byte")):
        notes.append(diagnose("MK004", 0, f"{encoding}, {reason}"))
    return SourceText(text, encoding, reason, title_hint, notes + _controls(text))


def _controls(text: str) -> list[Diagnostic]:
    notes = []
    for m in _CONTROL.finditer(text):
        notes.append(diagnose("MK003", m.start(), f"U+{ord(m[0]):04X} {unicodedata.name(m[0], '')}".strip()))
        if len(notes) == _SHOWN:
            break
    return notes
