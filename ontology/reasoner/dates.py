"""Dates of rules and boards: intervals whose ends may be known to the month or the year only."""

import calendar
import datetime
import re
from dataclasses import dataclass
from typing import Literal

__all__ = ["Interval", "Truth", "date_number", "default_date", "parse_interval"]

Truth = Literal["yes", "no", "uncertain"]

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def _span(text: str) -> tuple[datetime.date, datetime.date]:
    """First and last day a date may mean (``2014-01`` is the whole month, ``2014`` the whole year)."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not a date: {text!r}; write YYYY-MM-DD, YYYY-MM or YYYY")
    year, month, day = match.groups()
    try:
        if day:
            exact = datetime.date(int(year), int(month), int(day))
            return exact, exact
        if month:
            last = calendar.monthrange(int(year), int(month))[1]
            return datetime.date(int(year), int(month), 1), datetime.date(int(year), int(month), last)
        return datetime.date(int(year), 1, 1), datetime.date(int(year), 12, 31)
    except ValueError:
        raise ValueError(f"no such day: {text!r}") from None


def date_number(text: str) -> int:
    """Return a day as an integer ``YYYYMMDD`` (the first day it may mean), the form the rules use.

    >>> date_number("2021-03-16")
    20210316
    """
    first = _span(text)[0]
    return first.year * 10000 + first.month * 100 + first.day


@dataclass(frozen=True)
class Interval:
    """When something is in force: first and last day, ``None`` = open; either end may be uncertain."""

    start: str | None = None
    end: str | None = None

    def covers(self, day: str) -> Truth:
        """Whether ``day`` lies inside; ``uncertain`` inside a month or year that is not narrowed down."""
        date = _span(day)[0]
        answers: list[Truth] = []
        if self.start is not None:
            first, last = _span(self.start)
            answers.append("no" if date < first else "yes" if date >= last else "uncertain")
        if self.end is not None:
            first, last = _span(self.end)
            answers.append("no" if date > last else "yes" if date <= first else "uncertain")
        if "no" in answers:
            return "no"
        return "uncertain" if "uncertain" in answers else "yes"

    def __str__(self) -> str:
        return f"{self.start or ''}..{self.end or ''}"


def parse_interval(text: str) -> Interval:
    """Read ``2021-03-16..``, ``..2021-03-15``, ``2014-01..2021-03-15`` or ``always``.

    Raises:
        ValueError: another form, or a day that does not exist.
    """
    if text.strip() == "always":
        return Interval()
    if ".." not in text:
        raise ValueError(f"not an interval: {text!r}; write FROM..TO with either end empty, or always")
    start, end = (part.strip() or None for part in text.split("..", 1))
    for part in (start, end):
        if part is not None:
            _span(part)
    return Interval(start, end)


def default_date(
    *,
    ruling_date: str | None,
    as_of: str | None,
    page_as_of: str | None,
    valid_from: str | None,
    valid_to: str | None,
    precision: str | None,
) -> str:
    """Return the day a case is run for when none is asked for (scenario format 6.9).

    The ruling date; else ``as_of`` of the case or its page where it lies within the validity; else the first
    day of the validity; else the day before its last day (before that month or year where the page gives no
    day). A case that has none of these is run for today's rules: 9999-12-31.
    """
    if ruling_date:
        return ruling_date
    inside = Interval(valid_from, valid_to)
    for candidate in (as_of or page_as_of,):
        if candidate and inside.covers(candidate) == "yes":
            return candidate
    if valid_from:
        return valid_from
    if valid_to:
        day = _span(valid_to)[0]
        if precision == "month":
            day = day.replace(day=1)
        elif precision == "year":
            day = day.replace(month=1, day=1)
        return (day - datetime.timedelta(days=1)).isoformat()
    return "9999-12-31"
