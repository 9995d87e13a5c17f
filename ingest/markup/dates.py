"""Dates in the notations of wiki pages and rulings, as ISO 8601.

Known: ``2021年3月16日`` (with inner spaces, as PDF text has them), ``2021.9.7``, ``2006/7/5``, ``2001-02-03``,
``01.02.03`` and ``(11/02/13)`` (years of this century), the same in full-width digits, and date-times with an offset.
"""

import re
from typing import NamedTuple

__all__ = ["FoundDate", "find_date", "find_dates"]


class FoundDate(NamedTuple):
    """A date and where it was written."""

    iso: str
    start: int
    end: int


_WIDE = str.maketrans("０１２３４５６７８９．／－（）", "0123456789./-()")
_DATE = re.compile(
    r"(?<!\d)(?:"
    r"(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日"
    r"|(\d{4})([./-])(\d{1,2})\5(\d{1,2})(?![\d.]*\d)"
    r"|(\d\d)\.(\d\d)\.(\d\d)(?![\d.]*\d)"
    r"|(?<=\()(\d\d)/(\d\d)/(\d\d)(?=\))"
    r")"
)


def find_dates(text: str, start: int = 0, end: int | None = None) -> list[FoundDate]:
    """Return every full date in ``text[start:end]``, in order; impossible dates are passed over."""
    stop = len(text) if end is None else end
    plain = text[start:stop].translate(_WIDE)
    found = []
    for m in _DATE.finditer(plain):
        parts = [g for g in m.groups() if g is not None and g.isdigit()]
        year, month, day = (int(part) for part in parts)
        if year < 100:
            year += 2000
        if 1 <= month <= 12 and 1 <= day <= 31 and 1990 <= year <= 2100:
            found.append(FoundDate(f"{year:04d}-{month:02d}-{day:02d}", start + m.start(), start + m.end()))
    return found


def find_date(text: str, start: int = 0, end: int | None = None) -> FoundDate | None:
    """Return the first full date in ``text[start:end]``, or None."""
    found = find_dates(text, start, end)
    return found[0] if found else None
