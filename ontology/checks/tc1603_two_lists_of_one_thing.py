# ---
# code: TC1603
# kinds: [K16]
# severity: warning
# status: gap
# title:
#   ja: "同じ題の一覧の中身が違う"
#   en: "Two lists of one thing differ"
# means:
#   ja: "同じ題の一覧が二か所にあり、載っているものが違います。"
#   en: "Two lists under one title have different members."
# fix:
#   ja: "どちらが正しいかを確かめ、一か所にまとめてください。"
#   en: "See which is right, and keep one list."
# message:
#   ja: "一覧「{title}」の中身が違います（{members}）。"
#   en: "The lists “{title}” differ ({members})."
# example:
#   - 甲: |2
#       *甲
#       **進化の種類
#       -一段進化
#       -二段進化
#       -三段進化
#     乙: |2
#       *乙
#       **進化の種類
#       -一段進化
#       -二段進化
#       -四段進化
# look_alike:
#   - 甲: |2
#       *甲
#       **進化の種類
#       -一段進化
#       -二段進化
#       -三段進化
#     乙: |2
#       *乙
#       **進化の種類
#       -三段進化
#       -二段進化
#       -一段進化
# ---
"""Two lists under one heading whose members differ."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ontology.checking import Match, PageView
from ontology.checking.cues import cue
from ontology.checking.japanese import fold

__all__ = ["gather", "judge"]


@dataclass(frozen=True, slots=True)
class _List:
    game: str
    page: str
    title: str
    items: dict[str, str]


def gather(page: PageView) -> Iterator[_List]:
    """Sections that are nothing but a list of short names."""
    for section in page.of("Section"):
        title = fold(section.one("title") or "")
        inside = [e for e in page.extracts if e.is_a("Statement") and section.iri in e.all("isPartOf")]
        items = {fold(e.plain): e.iri for e in inside if e.one("marker") and 0 < len(fold(e.plain)) <= 12}
        if len(items) >= 3 and len(items) == len(inside) and not cue("common_title").fullmatch(title):
            yield _List(page.game, page.iri, title, items)


def judge(lists: Iterable[_List]) -> Iterator[Match]:
    """Compare lists of one title that share most members."""
    same: dict[tuple[str, str], list[_List]] = defaultdict(list)
    for one in lists:
        same[(one.game, one.title)].append(one)
    for members in same.values():
        for a, b in combinations(members, 2):
            left, right = a.items.keys() - b.items.keys(), b.items.keys() - a.items.keys()
            common = len(a.items.keys() & b.items.keys())
            if (left or right) and common >= 2 and common >= max(len(left), len(right)):
                places = [a.items[k] for k in sorted(left)[:2]] + [b.items[k] for k in sorted(right)[:2]]
                yield Match(tuple(places), {"title": a.title, "members": "、".join(sorted(left | right))})
