# ---
# code: TC0806
# kinds: [K2, K8]
# severity: info
# status: wording
# title:
#   ja: "時期に合わない文面の引用"
#   en: "A wording quoted out of its time"
# means:
#   ja: "裁定の日付より後の文面、または今は変わっている文面が引用されています。"
#   en: "A wording is quoted that came into force after the ruling, or that is no longer in force."
# fix:
#   ja: "いつの文面かを書くか、時期に合う文面に直してください。"
#   en: "Say of which date the wording is, or quote the one in force then."
# message:
#   ja: "規則 {number} の引用が時期より{what}文面です（{a} / {b}）。"
#   en: "The quoted text of rule {number} is not that of its time ({a} / {b})."
# example:
#   - 質問: |2
#       *質問
#       Q.積み替えで残った獣は、新たに酔いますか？
#       A.いいえ、酔いません。
#       |
#       +
#       | | （総合ルール 205.3c）
#       | - 205.3c
#       - 積み替えで残った札が獣なら、新たに酔わないものとする。
#       |
#       引用元（2021.9.7）
#     改訂のお知らせ: |2
#       #author("2022-04-08T12:00:00+09:00","","")
#       *改訂のお知らせ
#       **205.3c
#       改訂前
#       >積み替えで残った獣は、新たに酔わないものとする。
#       改訂後
#       >積み替えで残った札が獣なら、新たに酔わないものとする。
#       -適用は2022年4月8日から。
# look_alike:
#   - 質問: |2
#       *質問
#       Q.積み替えで残った獣は、新たに酔いますか？
#       A.いいえ、酔いません。
#       |
#       +
#       | | （総合ルール 205.3c）
#       | - 205.3c
#       - 積み替えで残った札が獣なら、新たに酔わないものとする。
#       |
#       引用元（2022.9.7）
#     改訂のお知らせ: |2
#       #author("2022-04-08T12:00:00+09:00","","")
#       *改訂のお知らせ
#       **205.3c
#       改訂前
#       >積み替えで残った獣は、新たに酔わないものとする。
#       改訂後
#       >積み替えで残った札が獣なら、新たに酔わないものとする。
#       -適用は2022年4月8日から。
# ---
"""A quoted wording that is newer than the ruling above it, or older than the rule in force."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView, Severity, Status
from ontology.checking.japanese import fold

__all__ = ["gather", "judge"]

_CITES = re.compile(r"[(（](?:総合(?:ゲーム)?ルール)?\s*([0-9]+(?:\.[0-9]+)*[a-z]?)[)）][。．]?$")
_TRIM = re.compile(r"[。、.,・\s]|''|[(][^()]*[0-9][a-z]?[)]$")


@dataclass(frozen=True, slots=True)
class _Quote:
    game: str
    number: str
    iri: str
    text: str
    start: str
    end: str
    ruled: str
    page_date: str


def gather(page: PageView) -> Iterator[_Quote]:
    """Rule texts with their dates and the date of the ruling that quotes them; statements that end in a number."""
    rulings = {r.iri: r.one("rulingDate") or "" for r in page.of("Ruling")}
    for v in page.of("RuleVersion"):
        ruled = next((rulings[q] for q in v.all("quotedIn") if q in rulings), "")
        number, text = (v.one("notation") or "").lower(), _TRIM.sub("", fold(v.plain))
        start, end = v.one("validFrom") or "", page.valid_to(v) or ""
        yield _Quote(page.game, number, v.iri, text, start, end, ruled, page.date or "")
    for s in page.of("Statement"):
        found = _CITES.search(s.plain.strip())
        if found and page.valid_to(s) is None:
            text = _TRIM.sub("", fold(s.plain))
            yield _Quote(page.game, found[1].lower(), s.iri, text, "", "", "", page.date or "")


def judge(quotes: Iterable[_Quote]) -> Iterator[Match]:
    """Compare undated quotes with the dated wordings of a change notice."""
    rules: dict[tuple[str, str], list[_Quote]] = defaultdict(list)
    for quote in quotes:
        rules[(quote.game, quote.number)].append(quote)
    for members in rules.values():
        for quote in (q for q in members if not q.start and not q.end):
            for version in members:
                if version.text != quote.text or version.iri == quote.iri:
                    continue
                if quote.ruled and version.start > quote.ruled:
                    yield _newer(quote, version)
                elif (
                    version.end and not quote.ruled and (not quote.page_date or quote.page_date > version.end)
                ):
                    now = next((m for m in members if m.start > version.end), None)
                    if now is not None:
                        yield _older(quote, version, now)


def _newer(quote: _Quote, version: _Quote) -> Match:
    return Match(
        (quote.iri, version.iri),
        {"number": quote.number, "a": quote.ruled, "b": version.start, "what": "新しい"},
    )


def _older(quote: _Quote, version: _Quote, now: _Quote) -> Match:
    return Match(
        (quote.iri, now.iri),
        {"number": quote.number, "a": quote.page_date, "b": version.end, "what": "古い"},
        status=Status.STALE,
        severity=Severity.WARNING,
    )
