# ---
# code: TC1201
# kinds: [K12]
# severity: warning
# status: gap
# title:
#   ja: "中身のない節"
#   en: "Empty section"
# means:
#   ja: "見出しだけがあって、その下に何も書かれていません。"
#   en: "A heading stands there with nothing under it."
# fix:
#   ja: "内容を書くか、見出しを消してください。"
#   en: "Write the content or delete the heading."
# message:
#   ja: "節「{title}」に中身がありません。"
#   en: "The section “{title}” is empty."
# group_message:
#   ja: "中身のない節が {count} 件あります（{examples}）。"
#   en: "{count} sections are empty ({examples})."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -札は戻る。
#       **その他
#       **参考
#       -[[乙]]
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -札は戻る。
#       **参考
#       -[[乙]]
# ---
"""Headings with nothing under them."""

import re
from collections.abc import Iterator

from ontology.checking import Extract, Match, PageView

__all__ = ["check_page"]

_BODY_ROW = 40

_MARKUP = re.compile(r"//[^\n]*|#(?:region|endregion|contents|br|clear)[^\n]*|[\s|+{}\-*■□◆]+|\[編集\]|†")


def check_page(page: PageView) -> Iterator[Match]:
    """Look at the text of each section after its heading; where a page has no lines, at what was extracted."""
    sections = page.of("Section")
    for section in sections:
        if section.one("level") == "1" or not _empty(page, section):
            continue
        if any(other is not section and section.start < other.start < section.end for other in sections):
            continue
        yield Match((section.iri,), {"title": section.one("title") or ""}, cause=page.iri)


def _empty(page: PageView, section: Extract) -> bool:
    first = page.text.rfind("\n", 0, section.start) + 1
    line, _, rest = page.text[first:].partition("\n")
    if "|" in line and len(rest.partition("\n")[0]) > _BODY_ROW:
        return False  # a title row of a table; the row after it is its body
    raw = page.text[section.start : section.end]
    heading, _, body = raw.partition("\n")
    title = section.one("title") or ""
    if "\n" in page.text and "|" not in heading and len(_MARKUP.sub("", heading)) <= len(title) + 16:
        return not _MARKUP.sub("", body)
    inside = (e for e in page.extracts if e is not section and not e.is_a("Section", "Mention"))
    return not any(section.start < e.start and e.end <= section.end for e in inside)
