"""Readings and Latin letters: names are found by how they sound, in Hepburn's or the official spelling.

Kana and what is typed in Latin letters are brought into one rough key, in which spellings of the same sound are the
same (``shi`` and ``si``, ``ou`` and ``ō``, ``ji`` and ``zi``, ``v`` and ``b``); it serves to find, never to show.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import yaml

__all__ = ["latin_key", "readings", "sound_keys"]

_ROWS = {
    "": "アイウエオ", "k": "カキクケコ", "s": "サシスセソ", "t": "タチツテト", "n": "ナニヌネノ", "h": "ハヒフヘホ",
    "m": "マミムメモ", "r": "ラリルレロ", "g": "ガギグゲゴ", "z": "ザジズゼゾ", "d": "ダヂヅデド", "b": "バビブベボ",
    "p": "パピプペポ",
}  # fmt: skip
_KANA = {kana: row + vowel for row, line in _ROWS.items() for vowel, kana in zip("aiueo", line, strict=True)}
_KANA |= {
    "ヤ": "ya",
    "ユ": "yu",
    "ヨ": "yo",
    "ワ": "wa",
    "ヲ": "o",
    "ヰ": "i",
    "ヱ": "e",
    "ン": "n",
    "ヴ": "vu",
}
_KANA |= {"ヂ": "zi", "ヅ": "zu", "ッ": "", "ー": "", "ヮ": "wa", "ヵ": "ka", "ヶ": "ka"}
_SMALL = {"ャ": "ya", "ュ": "yu", "ョ": "yo", "ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o"}
_TO_KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}
_LATIN = re.compile(r"[a-z][a-z' \-.]*")
# From the spellings of Hepburn to those of the official system, longest first.
_SPELLINGS = (
    ("tchi", "tti"), ("tch", "tty"), ("shi", "si"), ("chi", "ti"), ("tsu", "tu"), ("fu", "hu"), ("dzu", "zu"), ("dji", "zi"),
    ("sh", "sy"), ("ch", "ty"), ("ji", "zi"), ("jy", "zy"), ("j", "zy"), ("di", "zi"), ("du", "zu"), ("v", "b"),
    ("dyu", "zyu"), ("dhu", "zyu"), ("dhi", "zi"), ("l", "r"), ("wo", "o"), ("we", "ue"), ("wi", "ui"),
)  # fmt: skip
_UNFINISHED = (("sy", "s"), ("ty", "t"), ("zy", "z"), ("hy", "h"), ("ts", "t"), ("c", "t"))
_JOINED = {
    "te": "t",
    "de": "z",
    "to": "t",
    "do": "z",
    "hu": "f",
    "vu": "b",
}  # ティ ti, ディ zi, トゥ tu, ドゥ zu, ファ fa, ヴァ ba
_MOST = 4
_LONGEST = 60


def latin_key(typed: str) -> str:
    """Return the key of a name typed in Latin letters, "" where other characters are in it.

    The last letters may be missing, as while typing: ``saikouch`` has a key that begins the key of 再構築.
    """
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", typed).casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char)).strip()
    if not _LATIN.fullmatch(plain):
        return ""
    key = re.sub(r"[' \-.]", "", plain)
    for hepburn, official in _SPELLINGS:
        key = key.replace(hepburn, official)
    key = _levelled(key)
    for end, begun in _UNFINISHED:
        if key.endswith(end):
            return key.removesuffix(end) + begun
    return key


def sound_keys(reading: str) -> list[str]:
    """Return the keys of a text in kana (Latin letters and digits may stand in it); none where a sound is unknown.

    There are two where words meet in a vowel: a reader may type them as one word or as two.
    """
    kana = unicodedata.normalize("NFKC", reading).translate(_TO_KATAKANA).casefold()
    words: list[list[str]] = [[]]
    for char in kana:
        out = words[-1]
        if char in _SMALL:
            out.append(_with_small(out.pop() if out else "", _SMALL[char]))
        elif char in _KANA:
            out.append(_KANA[char])
        elif char.isascii() and char.isalnum():
            out.append(char)
        elif char.isalpha() or char.isdigit():
            return []  # a character of which the reading is not known
        else:
            words.append([])
    parts = ["".join(word) for word in words]
    keys = {"".join(_levelled(part) for part in parts), _levelled("".join(parts))}
    return sorted(keys - {""})


def _with_small(before: str, small: str) -> str:
    """Join a small kana to the one before it: キャ is kya, チェ is tye (che), ウェ is ue."""
    if before in _JOINED:
        return _JOINED[before] + ("y" if before == "de" and small == "yu" else "") + small[-1]
    if len(before) > 1 and before.endswith("i"):
        return f"{before[:-1]}y{small[-1]}"
    return before + small


def _levelled(key: str) -> str:
    """Long vowels and double consonants become simple ones, m before another lip sound becomes n."""
    key = re.sub(r"m(?=[bpm])", "n", key.replace("v", "b"))
    key = re.sub(r"([b-df-hj-np-tv-z])\1+", r"\1", key)
    key = re.sub(r"o[uo]+|oh(?=[^aiueoy]|$)", "o", key)
    return re.sub(r"([aiueo])\1+", r"\1", key)


@cache
def _words() -> tuple[dict[str, tuple[str, ...]], int]:
    said = yaml.safe_load((Path(__file__).parent / "readings.yaml").read_text("utf-8"))
    table = {word: (read,) if isinstance(read, str) else tuple(read) for word, read in said.items()}
    return table, max(map(len, table))


def readings(name: str) -> list[str]:
    """Return readings of a name that consists of kana, Latin letters and words with a known reading; else none."""
    whole = unicodedata.normalize("NFKC", name)
    if len(whole) > _LONGEST:
        return []
    return list(dict.fromkeys(islice(_read(whole, 0), _MOST)))


def _read(name: str, start: int) -> Iterator[str]:
    if start == len(name):
        yield ""
        return
    table, longest = _words()
    char = name[start]
    if not unicodedata.name(char, "").startswith("CJK"):
        for rest in _read(name, start + 1):
            yield char + rest
        return
    for length in range(min(longest, len(name) - start), 0, -1):
        said = table.get(name[start : start + length], ())
        whole = [reading + rest for reading in said for rest in _read(name, start + length)]
        if whole:
            yield from whole  # the longest word is meant; shorter ones count where it leads nowhere
            return
