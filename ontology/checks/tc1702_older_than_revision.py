# ---
# code: TC1702
# kinds: [K2, K17]
# severity: warning
# status: stale
# title:
#   ja: "改訂より古いページ"
#   en: "A page older than a revision"
# means:
#   ja: "ページの日付の後に、そこで扱う処理のルールが改訂されています。"
#   en: "The rules of a process the page speaks of were revised after the page was last edited."
# fix:
#   ja: "改訂後のルールに照らして読み直し、確かめた日付を残してください。"
#   en: "Re-read the page against the revised rules and note the date."
# message:
#   ja: "「{term}」は {revised} に改訂されましたが、このページは {date} のものです。"
#   en: "“{term}” was revised on {revised}; this page is of {date}."
# example:
#   - 甲: |2
#       #author("2020-03-04T10:20:30+09:00","","")
#       *甲
#       **ルール
#       -上の札が離れたら、積み替えが行われる。
#     積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。星型の登場により2021年3月16日にルール改訂が行われた。
# look_alike:
#   - 甲: |2
#       #author("2022-03-04T10:20:30+09:00","","")
#       *甲
#       **ルール
#       -上の札が離れたら、積み替えが行われる。
#     積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。星型の登場により2021年3月16日にルール改訂が行われた。
# ---
"""A page that speaks of a process whose rules were revised after the page was last edited."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView, Span
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_DATE = re.compile(r"([0-9]{4})年([0-9]{1,2})月([0-9]{1,2})日")
_REVISED = re.compile(r"改訂|改定|ルール変更|裁定変更")


@dataclass(frozen=True, slots=True)
class _Said:
    sort: str
    game: str
    page: str
    title: str
    date: str
    text: str
    at: str


def gather(page: PageView) -> Iterator[_Said]:
    """Revision dates told on the page of a term (the newest only), and dated pages with their text."""
    newest: tuple[str, str] | None = None
    for passage in passages(page):
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            if passage.in_force and _REVISED.search(text):
                for year, month, day in _DATE.findall(text):
                    date = f"{year}-{int(month):02}-{int(day):02}"
                    newest = max(newest, (date, passage.iri)) if newest else (date, passage.iri)
    if newest and len(page.title) > 1:
        yield _Said("revised", page.game, page.iri, page.title, newest[0], "", newest[1])
    if page.date:
        yield _Said("page", page.game, page.iri, page.title, page.date, page.text, page.iri)


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report dated pages that mention a term revised later."""
    everything = list(said)
    newest: dict[tuple[str, str], _Said] = {}
    for change in (s for s in everything if s.sort == "revised"):
        known = newest.setdefault((change.game, change.title), change)
        if known.date < change.date:
            newest[(change.game, change.title)] = change
    revised: dict[str, list[_Said]] = {}
    for change in newest.values():
        revised.setdefault(change.title[:2], []).append(change)
    for old in (s for s in everything if s.sort == "page"):
        pairs = {old.text[at : at + 2] for at in range(len(old.text) - 1)}
        for change in (c for head in sorted(revised.keys() & pairs) for c in revised[head]):
            if change.game != old.game or change.page == old.page or old.date >= change.date:
                continue
            at = old.text.find(change.title)
            if at >= 0:
                yield Match(
                    (Span(old.page, at, at + len(change.title)), change.at),
                    {"term": change.title, "date": old.date, "revised": change.date},
                    key=f"{old.page} {change.page} {change.date}",
                )
