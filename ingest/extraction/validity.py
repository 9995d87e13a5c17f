"""When something holds: dates in titles and tags, with the precision at which they are given."""

import calendar
import re
from datetime import date, timedelta
from typing import NamedTuple

__all__ = [
    "ALWAYS",
    "Validity",
    "day_before",
    "label_period",
    "leading_validity",
    "tagged_validity",
    "title_validity",
]


class Validity(NamedTuple):
    """First and last day (ISO), None where open; `precision` is "month" or "year" where no day is given."""

    valid_from: str | None = None
    valid_to: str | None = None
    precision: str | None = None

    def within(self, outer: "Validity") -> "Validity":
        """Return this validity, with what it leaves open taken from the surroundings."""
        return Validity(
            self.valid_from or outer.valid_from,
            self.valid_to or outer.valid_to,
            self.precision or outer.precision,
        )


ALWAYS = Validity()

_DATE = (
    r"(?<!\d)(?P<year{0}>(?:19|20)\d{{2}})(?: ?年 ?(?:(?P<month{0}>\d{{1,2}}) ?月 ?(?:(?P<day{0}>\d{{1,2}}) ?日)?)?"
    r"|(?P<sep{0}>[./-])(?P<m{0}>\d{{1,2}})(?:(?P=sep{0})(?P<d{0}>\d{{1,2}}))?(?![\d]))(?:\([日月火水木金土](?:曜日?)?\))?"
)
_REVISED = r"(?:ルール|裁定|規則|総合ルール)?の?(?:改訂|改定|改正|変更|施行|適用|追加|制定)"
_UNTIL = re.compile(
    _DATE.format("")
    + r"(?:の(?:ルール|裁定)?(?:改訂|改定|変更))?(?P<rel>より前|よりも前|以前|まで|前(?!後)|未満)"
)
_SINCE = re.compile(_DATE.format("") + rf"(?:の)?(?:{_REVISED})?(?P<rel>以降|以後|から|より(?!前|も前)|付)")
_RANGE = re.compile(
    _DATE.format("1")
    + r" ?(?:から|より)? ?[~\-] ?"
    + _DATE.format("2")
    + r"(?:まで)?|"
    + _DATE.format("3")
    + r"から"
    + _DATE.format("4")
    + r"まで"
)
_TAG = re.compile(r"[(\[【〔](?P<body>[^()\[\]【】〔〕]{4,40})[)\]】〕]")
_TAGGED = re.compile(_DATE.format("") + rf"(?:付|より|から|の|に)?,?(?:{_REVISED})(?:後|分|版)?$")
_OPEN_TO = re.compile(r"^[~\-] ?" + _DATE.format("") + r"(?:まで)?$")
_OPEN_FROM = re.compile(_DATE.format("") + r" ?[~\-]$")


def _day(
    m: re.Match[str], n: str = "", *, last: bool = False, before: bool = False
) -> tuple[str | None, str | None]:
    """Return (ISO date, precision) of the date matched; a date that does not exist is None."""
    year = int(m[f"year{n}"])
    month_text, day_text = m[f"month{n}"] or m[f"m{n}"], m[f"day{n}"] or m[f"d{n}"]
    precision = None if day_text else "month" if month_text else "year"
    month = int(month_text) if month_text else (12 if last else 1)
    try:
        day = int(day_text) if day_text else (calendar.monthrange(year, month)[1] if last else 1)
        value = date(year, month, day)
    except (ValueError, calendar.IllegalMonthError):
        return None, None
    return (value - timedelta(days=1) if before else value).isoformat(), precision


def day_before(iso: str) -> str:
    """Return the day before a day (ISO)."""
    return (date.fromisoformat(iso[:10]) - timedelta(days=1)).isoformat()


def _period(folded: str) -> Validity | None:
    if m := _RANGE.search(folded):
        a, b = ("1", "2") if m["year1"] else ("3", "4")
        start, p1 = _day(m, a)
        end, p2 = _day(m, b, last=True)
        return Validity(start, end, p1 or p2)
    if m := _UNTIL.search(folded):
        earlier = ("前" in m["rel"] and m["rel"] != "以前") or m["rel"] == "未満"
        value, precision = _day(m, last=not earlier, before=earlier)
        return Validity(None, value, precision) if value else None
    if m := _SINCE.search(folded):
        value, precision = _day(m)
        return Validity(value, None, precision) if value else None
    return None


_ERA = re.compile(r"(令和|平成) ?(元|\d{1,2}) ?年")
_SHORT_YEAR = re.compile(r"(?<![\d./-])(\d{2})([./])(\d{2})\2(\d{2})(?![\d./-])")


def _full_years(folded: str) -> str:
    """``06.07.05`` as ``2006.07.05``: the year of this century; years of Japanese eras as years of our time."""
    if "令和" in folded or "平成" in folded:
        folded = _ERA.sub(
            lambda m: f"{(2018 if m[1] == '令和' else 1988) + (1 if m[2] == '元' else int(m[2]))}年", folded
        )
    return _SHORT_YEAR.sub(r"20\1\g<2>\3\g<2>\4", folded)


def title_validity(folded: str) -> Validity:
    """Return the period that a title of a fold or section states, e.g. ``過去のルール(2021年3月15日以前のもの)``.

    A date that a title gives without saying from or until when (a dated revision, say) states no period, except
    that ``…の改訂`` in a title begins one.
    """
    folded = _full_years(folded)
    if period := _period(folded):
        return period
    m = _TAGGED.search(folded.strip().rstrip(")]】"))
    if m:
        value, precision = _day(m)
        return (
            ALWAYS if precision == "year" else Validity(value, None, precision)
        )  # 2021年の変更: what it lists has its own days
    return tagged_validity(folded)


def tagged_validity(folded: str) -> Validity:
    """Return the period of bracketed tags in a statement: ``(2021年3月16日ルール改訂)``, ``(〜2014年1月)``."""
    if "年" not in folded and not any(c in folded for c in "/.-"):
        return ALWAYS
    result = ALWAYS
    folded = _full_years(folded)
    for tag in _TAG.finditer(folded):
        body = tag["body"].strip()
        if m := _TAGGED.search(body):
            value, precision = _day(m)
            result = Validity(value, None, precision).within(result)
        elif m := _OPEN_TO.match(body):
            value, precision = _day(m, last=True)
            result = Validity(None, value, precision).within(result)
        elif m := _OPEN_FROM.search(body):
            value, precision = _day(m)
            result = Validity(value, None, precision).within(result)
        elif (period := _period(body)) and len(body) < 30:
            result = period.within(result)
    return result


_LABEL = re.compile(
    r"^[■●◆○・※【\[(<《『「\s]*(?:(?P<old>旧|以前の|過去の|当時の|昔の|変更前の|改訂前の|古い)|(?P<new>現在の|現行の?|新|今の|変更後の|改訂後の))?(?:公式)?(?:裁定|ルール|処理|扱い|仕様|規則)(?![^()\[【:：』」】》>\s])(?P<rest>.{0,32})$"
)


def label_period(folded: str) -> tuple[Validity, bool] | None:
    """Return the period of a line that only labels what follows it, and whether it labels what is no longer so.

    ``旧裁定(〜2021年3月15日)``, ``現在の裁定``; None for any other line.
    """
    line = folded.strip()
    m = _LABEL.match(line) if len(line) <= 48 and "。" not in line else None
    if not m:
        return None
    rest = m["rest"].strip("()[]【】:： ")
    found = title_validity(line).within(tagged_validity(f"({rest})"))
    if not (m["old"] or m["new"]) and found == ALWAYS:
        return None
    if (
        found == ALWAYS
        and m["rest"].strip("』」】》>)]:： ")
        and not _DATED_REST.fullmatch(m["rest"].strip())
    ):
        return None
    if found == ALWAYS and (dated := _DATED_REST.fullmatch(m["rest"].strip())) and m["new"]:
        found = Validity(*_day(dated)[:1], None, _day(dated)[1])
    return found, m["old"] is not None


_DATED_REST = re.compile(r"[(\[【:： ]*" + _DATE.format("") + r"[)\]】]*")
_LEADING = re.compile(
    r"^(?:なお|また|ちなみに|以前|かつて)?[、,]?"
    + _DATE.format("")
    + r"(?:の(?:ルール|裁定)?(?:改訂|改定|変更))?(?P<rel>より前|以前|まで|以降|以後|から|より|当時)(?:の(?:裁定|ルール|処理|扱い|仕様|規則)(?=で?は))?(?:は|に|には|では|[、,])(?![^。]{0,3}(?:19|20)\d\d年)"
)


_BY_REVISION = re.compile(
    r"^(?:なお|また|ちなみに)?[、,]?"
    + _DATE.format("")
    + rf"(?:に行われた|の|付けの|発効の)?{_REVISED}(?:により|によって|に伴い|にともない|で|を受けて|以降|以後|から|後)(?:は)?[、,]?(?=.*(?:る|う|く|す|つ|ぬ|む|ぶ|ぐ|い|だ|です|ます|ません)[。)]*$)",
    re.S,
)
"""``2022年4月8日のルール改訂により、…``, told in the present: what follows holds from that day."""

_LEADING_RANGE = re.compile(
    r"^(?:なお|また|ちなみに|以前|かつて)?[、,]?(?:"
    + _RANGE.pattern
    + r")(?:の間|の期間)?(?:は|に|には|では|[、,])"
)


def leading_validity(folded: str) -> Validity:
    """Return the period that a clause begins with: ``2014年1月以前は…``."""
    folded = _full_years(folded)
    if (span := _LEADING_RANGE.match(folded)) and (period := _period(span[0])):
        return period
    m = _LEADING.match(folded)
    if m is None and (revised := _BY_REVISION.match(folded)):
        value, precision = _day(revised)
        return Validity(value, None, precision) if value else ALWAYS
    if not m or m["rel"] == "当時":
        return ALWAYS
    return _period(m[0]) or ALWAYS
