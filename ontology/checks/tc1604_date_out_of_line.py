# ---
# code: TC1604
# kinds: [K16]
# severity: error
# status: real
# title:
#   ja: "つじつまの合わない日付"
#   en: "A date out of line"
# means:
#   ja: "改訂の日付がほかの所と数日だけ違うか、裁定の日付がそれを載せたページの日付より後です。"
#   en: "A revision date differs by a few days from that given elsewhere, or a ruling is dated after the page that quotes it."
# fix:
#   ja: "出典で日付を確かめてください。"
#   en: "Check the date in the source."
# message:
#   ja: "日付 {one} は {two} とつじつまが合いません。"
#   en: "The date {one} does not go with {two}."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -順番は入れ替えられない。（2021年3月18日改訂）
#       -札は一番下に入れる。（2021年3月16日改訂）
#       -下の札は見てもよい。（2021年3月16日改訂）
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -順番は入れ替えられない。（2022年4月8日改訂）
#       -札は一番下に入れる。（2021年3月16日改訂）
#       -下の札は見てもよい。（2021年3月16日改訂）
# ---
"""Revision dates that nearly agree, and rulings dated after the page that quotes them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from ontology.checking import Match, PageView, Span

__all__ = ["gather", "judge"]

_FULL = r"([0-9０-９]{4})年([0-9０-９]{1,2})月([0-9０-９]{1,2})日"
_TAG = re.compile(
    rf"{_FULL}(?:の|に)?(?:ルール)?(?:改訂|改定)|適用は{_FULL}|(?:登場|改訂|改定)[^。、\n]{{0,6}}{_FULL}|{_FULL}に(?:登場|導入|改訂)"
)
_AUTHOR = re.compile(r"^#author\(")
_NEAR = 16


@dataclass(frozen=True, slots=True)
class _Day:
    sort: str
    game: str
    day: date
    at: Span | str
    page_day: date | None


def gather(page: PageView) -> Iterator[_Day]:
    """Days given for revisions; days of rulings on pages whose own day is known from their author line."""
    for found in _TAG.finditer(page.text):
        parts = [g for g in found.groups() if g]
        if day := _day(*parts):
            yield _Day("revision", page.game, day, Span(page.iri, *found.span()), None)
    if page.date and _AUTHOR.match(page.text):
        edited = date.fromisoformat(page.date)
        for ruling in page.of("Ruling"):
            if ruled := ruling.one("rulingDate"):
                yield _Day("ruling", page.game, date.fromisoformat(ruled[:10]), ruling.iri, edited)


def _day(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def judge(days: Iterable[_Day]) -> Iterator[Match]:
    """Report a revision day that stands once beside a near one that stands at least twice; and late rulings."""
    places: dict[tuple[str, date], list[_Day]] = defaultdict(list)
    for one in days:
        if one.sort == "revision":
            places[(one.game, one.day)].append(one)
        elif one.page_day and one.day > one.page_day:
            yield Match((one.at,), {"one": one.day.isoformat(), "two": one.page_day.isoformat()})
    for (game, day), members in sorted(places.items()):
        near = [d for g, d in places if g == game and d != day and abs((d - day).days) <= _NEAR]
        for other in near:
            if len(members) == 1 and len(places[(game, other)]) >= 2:
                values = {"one": day.isoformat(), "two": other.isoformat()}
                yield Match((members[0].at, places[(game, other)][0].at), values)
