# ---
# code: TC1203
# kinds: [K10, K12]
# severity: info
# status: wording
# title:
#   ja: "見出しの印がそろっていない"
#   en: "Heading marks are not uniform"
# means:
#   ja: "同じ段の見出しに、印（■など）のあるものとないものがあります。"
#   en: "Some headings of one level carry a mark and some do not."
# fix:
#   ja: "印をそろえてください。"
#   en: "Give all of them the mark, or none."
# message:
#   ja: "見出しの印がそろっていません：{titles}"
#   en: "Heading marks differ: {titles}"
# example:
#   - game: ygo
#     甲: |2
#        付属魔法（スペルスピード１） 2006/7/5┏チェーン１：発動 ┗逆順処理チェーン１：効果 |
#       | ■条件 |
#       | □手札から出す。 □発動する。 |
#       | ■使い方 |
#       | □表にする。 □裏にする。 |
#       | 終わり方 |
#       | □墓地へ送る。 □手札に戻す。 |
# look_alike:
#   - game: ygo
#     甲: |2
#        付属魔法（スペルスピード１） 2006/7/5┏チェーン１：発動 ┗逆順処理チェーン１：効果 |
#       | ■条件 |
#       | □手札から出す。 □発動する。 |
#       | ■使い方 |
#       | □表にする。 □裏にする。 |
#       | ■終わり方 |
#       | □墓地へ送る。 □手札に戻す。 |
# ---
"""Sections of one level of which some carry a mark (■) and some do not."""

from collections import defaultdict
from collections.abc import Iterator

from ontology.checking import Extract, Match, PageView

__all__ = ["check_page"]

_MARKS = "■□◆◇●○▼▽★☆"


def check_page(page: PageView) -> Iterator[Match]:
    """Report the sections in the minority, once a page and level."""
    levels: dict[str, list[Extract]] = defaultdict(list)
    for section in page.of("Section"):
        if not section.is_a("Fold"):
            levels[section.one("level") or ""].append(section)
    for members in levels.values():
        marked = [s for s in members if _head(page, s)]
        plain = [s for s in members if not _head(page, s)]
        if len(marked) >= 2 and plain:
            few = plain if len(plain) <= len(marked) else marked
            titles = "、".join(s.one("title") or "" for s in few)
            yield Match(tuple(s.iri for s in few[:4]), {"titles": titles}, key=f"{page.iri} {titles}")


def _head(page: PageView, section: Extract) -> bool:
    """Whether the first line of the section carries a mark before its title."""
    title = section.one("title") or ""
    at = page.text.find(title.lstrip(_MARKS), section.start, section.end)
    return any(c in _MARKS for c in page.text[section.start : max(at, section.start)])
