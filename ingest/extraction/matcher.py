"""Longest match of many names in running text, in linear time.

Names are looked up by their first two characters; of the names that fit at a place the longest that respects
the word boundaries of its script wins, and the search goes on behind it. A name of one Chinese character
counts only where no other such character touches it (場 is not in 場合 or 登場), a name in katakana not
inside a longer katakana word (バトル not in バトルゾーン), a name in letters not inside a longer word.
"""

from collections.abc import Iterable, Iterator

__all__ = ["Matcher"]


def _is_kanji(c: str) -> bool:
    return "\u4e00" <= c <= "\u9fff" or c in "々〆"


def _is_katakana(c: str) -> bool:
    return "ァ" <= c <= "ヺ" or c == "ー"


def _is_letter(c: str) -> bool:
    return c.isascii() and c.isalnum()


class Matcher:
    """Finds names in folded text (see `flow.fold_text`)."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """Take (folded written form, value) pairs; of two values for one form the first wins."""
        self._value: dict[str, str] = {}
        lengths: dict[str, set[int]] = {}
        singles: set[str] = set()
        for form, value in names:
            if not form or form in self._value:
                continue
            self._value[form] = value
            if len(form) == 1:
                singles.add(form)
            else:
                lengths.setdefault(form[:2], set()).add(len(form))
        self._lengths = {pair: tuple(sorted(found, reverse=True)) for pair, found in lengths.items()}
        self._singles = singles

    def __len__(self) -> int:
        """Return the number of written forms."""
        return len(self._value)

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int, str]]:
        """Yield (start, end, value) of the names in ``text[start:end]``, left to right, without overlaps."""
        stop = len(text) if end is None else end
        lengths, values, singles = self._lengths, self._value, self._singles
        i = start
        while i < stop:
            for length in lengths.get(text[i : i + 2], ()):
                j = i + length
                if j <= stop and text[i:j] in values and self._bounded(text, i, j):
                    yield i, j, values[text[i:j]]
                    i = j
                    break
            else:
                if text[i] in singles and self._bounded(text, i, i + 1):
                    yield i, i + 1, values[text[i]]
                i += 1

    @staticmethod
    def _bounded(text: str, i: int, j: int) -> bool:
        before = text[i - 1] if i else ""
        after = text[j] if j < len(text) else ""
        first, last = text[i], text[j - 1]
        if j - i == 1 and _is_kanji(first):
            return not ((before and _is_kanji(before)) or (after and _is_kanji(after)))
        if before and (
            (_is_katakana(first) and _is_katakana(before)) or (_is_letter(first) and _is_letter(before))
        ):
            return False
        return not (
            after
            and ((_is_katakana(last) and _is_katakana(after)) or (_is_letter(last) and _is_letter(after)))
        )
