# ---
# code: TC1602
# kinds: [K16]
# severity: error
# status: real
# title:
#   ja: "同じ裁定・改訂の日付が違う"
#   en: "One ruling or revision with two dates"
# means:
#   ja: "同じ質問の裁定、または同じきっかけの改訂に、違う日付が書かれています。"
#   en: "One ruling, or a revision with one cause, is given two dates."
# fix:
#   ja: "出典で日付を確かめてください。"
#   en: "Check the date in the source."
# message:
#   ja: "同じ裁定・改訂の日付が {one} と {two} で違います。"
#   en: "One ruling or revision is dated {one} and {two}."
# example:
#   - 甲: |2
#       *甲
#       **ルール
#       -星型の登場により2021年3月16日にルール改訂が行われた。
#     乙: |2
#       *乙
#       **歴史
#       -星型の登場により2021年3月18日にルールの改訂があった。
# look_alike:
#   - 甲: |2
#       *甲
#       **ルール
#       -星型の登場により2021年3月16日にルール改訂が行われた。
#     乙: |2
#       *乙
#       **歴史
#       -種型の登場により2022年4月8日にルールの改訂があった。
# ---
"""One ruling or one revision with two dates."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ontology.checking import Match, PageView
from ontology.checking.claims import content_words
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages
from ontology.checking.verdicts import alike, question_shape

__all__ = ["gather", "judge"]

_DATE = re.compile(r"([0-9]{4})[年./](?:([0-9]{1,2})[月./](?:([0-9]{1,2})日?)?)")
_CHANGE = re.compile(r"改訂|改定|変更|施行|適用開始")
_CAUSE = re.compile(r"([一-龥ァ-ヴー・]{2,})の?(?:登場|導入|追加|発売|開始)")


@dataclass(frozen=True, slots=True)
class _Dated:
    sort: str
    game: str
    key: str
    text: str
    date: str
    iri: str


def gather(page: PageView) -> Iterator[_Dated]:
    """Rulings with question and date; revisions with their cause and date."""
    for ruling in page.of("Ruling"):
        masked, _, names = question_shape(ruling.one("question") or "")
        if date := ruling.one("rulingDate"):
            key = f"{ruling.one('verdict')} {'、'.join(sorted(names))} {len(masked) // 40}"
            yield _Dated("ruling", page.game, key, fold(ruling.one("question") or ""), date, ruling.iri)
    for passage in passages(page):
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            if not _CHANGE.search(text):
                continue
            for cause, date in _revisions(text):
                yield _Dated("revision", page.game, cause, cause, date, passage.iri)


def _revisions(text: str) -> Iterator[tuple[str, str]]:
    """Pairs of a cause and the date that follows it within its clause."""
    whole = len(list(_CAUSE.finditer(text))) == 1 == len(list(_DATE.finditer(text)))
    for clause in [text] if whole else re.split("、", text):
        cause, date = _CAUSE.search(clause), _DATE.search(clause)
        if cause and date and date[3] and len(content_words(clause)) >= 2:
            yield cause[1], f"{date[1]}-{int(date[2]):02}-{int(date[3]):02}"


def judge(dated: Iterable[_Dated]) -> Iterator[Match]:
    """Report equal questions and equal causes with different dates."""
    buckets: dict[tuple[str, str, str], dict[tuple[str, str], _Dated]] = defaultdict(dict)
    for one in dated:
        buckets[(one.sort, one.game, one.key)].setdefault((one.date, one.iri), one)
    for members in buckets.values():
        for a, b in combinations(members.values(), 2):
            if (
                a.date != b.date
                and a.iri != b.iri
                and (a.text == b.text or alike(a.text, b.text, least=0.97))
            ):
                first, second = sorted((a.date, b.date))
                yield Match((a.iri, b.iri), {"one": first, "two": second})
