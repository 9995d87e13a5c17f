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
#        付属魔法（速さ２） 2007/8/9┏チェーン１：発動 ┗逆順処理チェーン１：効果 |
#       | ■条件 |
#       | □手札から出す。 □発動する。 |
#       | ■使い方 |
#       | □表にする。 □裏にする。 |
#       | 終わり方 |
#       | □墓地へ送る。 □手札に戻す。 |
# look_alike:
#   - game: ygo
#     甲: |2
#        付属魔法（速さ２） 2007/8/9┏チェーン１：発動 ┗逆順処理チェーン１：効果 |
#       | ■条件 |
#       | □手札から出す。 □発動する。 |
#       | ■使い方 |
#       | □表にする。 □裏にする。 |
#       | ■終わり方 |
#       | □墓地へ送る。 □手札に戻す。 |
# ---
"""Sections of one level of which some carry a mark (■) and some do not."""

from collections.abc import Iterator

from ontology.checking import Extract, Match, PageView

__all__ = ["check_page"]

_MARKS = "■□◆◇●○▼▽★☆"


def check_page(page: PageView) -> Iterator[Match]:
    """Report the sections in the minority, once a page; only headings that have their line to themselves count."""
    marked: list[Extract] = []
    plain: list[Extract] = []
    for section in page.of("Section"):
        line = _line(page, section)
        title = (section.one("title") or "").lstrip(_MARKS)
        if section.is_a("Fold") or section.one("level") == "1" or title not in line:
            continue
        rest = line.replace(title, "", 1).strip("| \t")
        if not rest:
            plain.append(section)
        elif set(rest) <= set(_MARKS):
            marked.append(section)
    if len(marked) >= 2 and plain:
        few = plain if len(plain) <= len(marked) else marked
        titles = "、".join(s.one("title") or "" for s in few)
        yield Match(tuple(s.iri for s in few[:4]), {"titles": titles}, key=f"{page.iri} {titles}")


def _line(page: PageView, section: Extract) -> str:
    """The line a section begins on."""
    first = page.text.rfind("\n", 0, section.start) + 1
    last = page.text.find("\n", section.start)
    return page.text[first : last if last >= 0 else len(page.text)]
