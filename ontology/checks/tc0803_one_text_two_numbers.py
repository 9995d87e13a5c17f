# ---
# code: TC0803
# kinds: [K8]
# severity: error
# status: real
# title:
#   ja: "同じ文面が違う番号で引用されている"
#   en: "One wording under two numbers"
# means:
#   ja: "同じ文面の規則が、二つの番号で引用されています。版による番号のずれか、番号の書き間違いです。"
#   en: "One wording is quoted under two numbers: either the numbers drifted between versions, or one is wrong."
# fix:
#   ja: "規則文書で番号を確かめ、版が違うなら版の日付を書いてください。"
#   en: "Check the number in the rules document; if the versions differ, date them."
# message:
#   ja: "同じ文面が {a} と {b} の二つの番号で引用されています。"
#   en: "One wording is quoted as {a} and as {b}."
# example:
#   - 甲: |2
#       *甲
#       **一覧
#       -組になった神の情報が合わなくなったら、組は解かれる。(703.4e)
#     乙: |2
#       *乙
#       **一覧
#       -組になった神の情報が合わなくなったら、組は解かれる。(703.4f)
# look_alike:
#   - 甲: |2
#       *甲
#       **一覧
#       -組になった神の情報が合わなくなったら、組は解かれる。(703.4e)
#     乙: |2
#       *乙
#       **一覧
#       -組になった神のうち1枚だけが場を離れることになる。(703.4f)
# ---
"""One wording quoted under two numbers."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ontology.checking import Match, PageView, Severity, Status
from ontology.checking.japanese import fold

__all__ = ["gather", "judge"]

_GROUP = re.compile(r"[a-z]+$")
_CITES = re.compile(r"[(（](?:総合(?:ゲーム)?ルール)?\s*([0-9]+(?:\.[0-9]+)*[a-z]?)[)）][。．]?$")
_TRIM = re.compile(r"[。、.,・\s]|[(][^()]*[0-9][a-z]?[)]$")


@dataclass(frozen=True, slots=True)
class _Version:
    iri: str
    game: str
    number: str
    text: str
    dated: tuple[str, ...]
    continues: tuple[str, ...]


def gather(page: PageView) -> Iterator[_Version]:
    """Quoted rules with a wording long enough to be no accident."""
    inside = {(v.start, v.end) for v in page.of("RuleVersion")}
    for statement in page.of("Statement"):
        found = _CITES.search(statement.plain.strip())
        if found and not any(statement.start <= a and b <= statement.end for a, b in inside):
            text = _TRIM.sub("", fold(statement.plain))
            if len(text) >= 10 and page.valid_to(statement) is None:
                yield _Version(statement.iri, page.game, found[1].lower(), text, ("cited",), ())
    for version in page.of("RuleVersion"):
        text = _TRIM.sub("", fold(version.plain))
        number = (version.one("notation") or "").lower()
        if number and len(text) >= 10:
            dated = tuple(version.all("validFrom") + version.all("validTo") + version.all("document"))
            yield _Version(version.iri, page.game, number, text, dated, tuple(version.all("continues")))


def judge(versions: Iterable[_Version]) -> Iterator[Match]:
    """Report equal wordings under different numbers, unless their dates or documents tell them apart."""
    buckets: dict[tuple[str, str], list[_Version]] = defaultdict(list)
    for version in versions:
        buckets[(version.game, version.text)].append(version)
    for members in buckets.values():
        numbers: dict[str, _Version] = {}
        for version in members:
            numbers.setdefault(version.number, version)
        for a, b in combinations(numbers.values(), 2):
            if a.iri in b.continues or b.iri in a.continues:
                continue
            cited = "cited" in (*a.dated, *b.dated)
            group = _GROUP.sub("", a.number) == _GROUP.sub("", b.number)
            dated = (a.dated != b.dated and not cited) or (cited and not group)
            yield Match(
                (a.iri, b.iri),
                {"a": a.number, "b": b.number},
                status=Status.RECONCILABLE if dated else Status.REAL,
                severity=Severity.INFO if dated else Severity.ERROR,
                reconciled_by="規則文書の版、またはきっかけと手順 / versions of the document, or trigger and procedure"
                if dated
                else None,
            )
