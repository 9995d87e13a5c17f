# ---
# code: TC1102
# kinds: [K11]
# severity: warning
# status: gap
# title:
#   ja: "参照先のページがない"
#   en: "“See the page” without a page"
# means:
#   ja: "「〜のページを参照」「類似例」で挙げられたページが取り込まれていません。"
#   en: "The page that readers are sent to is not among the pages read."
# fix:
#   ja: "ページを作るか、参照先の内容をここに書いてください。"
#   en: "Write the page, or say here what it would say."
# message:
#   ja: "参照先「{title}」のページがありません。"
#   en: "There is no page “{title}” to see."
# group_message:
#   ja: "参照先のページがない所が {count} 件あります（{examples}）。"
#   en: "{count} pointers lead to no page ({examples})."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -札は戻る。詳しくは《黒い獣》の頁を参照。
# look_alike:
#   - 甲: |2
#       *甲
#       **ルール
#       -札は戻る。詳しくは《黒い獣》の頁を参照。
#     《黒い獣》: |2
#       *《黒い獣》
#       強い獣である。
# ---
"""“See the page of X” where there is no such page."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView, Span
from ontology.namespaces import fold_name

__all__ = ["gather", "judge"]

_PLAIN = re.compile(r"(?<!\])(?P<title>[一-龥ァ-ヴー・A-Za-z0-9]{2,})の(?:ページ|頁|項)(?:を|も)?参照")
_QUOTED = re.compile(r"(?<!\])「(?P<title>[^「」\n]{2,30})」の(?:ページ|頁|項目|項|記事)(?:を|も)?参照")
_HERE = re.compile(r"^(?:この|その|上記|下記|以下|別|他|各|該当|関連|前述|同|次)")
_POINTER = re.compile(r"《([^《》\n]+)》(?:の(?:頁|ページ|項)|を参照)|類似例[：:][^\n]*?《([^《》\n]+)》")


@dataclass(frozen=True, slots=True)
class _Said:
    game: str
    title: str
    place: Span | None


def gather(page: PageView) -> Iterator[_Said]:
    """Titles of pages, and pointers that are not links."""
    yield _Said(page.game, fold_name(page.title), None)
    for found in _POINTER.finditer(page.text):
        group = 1 if found[1] else 2
        if page.text[max(0, found.start(group) - 3) : found.start(group)].startswith("[["):
            continue
        yield _Said(page.game, found[group], Span(page.iri, found.start(group), found.end(group)))
    linked = {link.one("targetTitle") for link in page.of("Link")}
    for found in (*_PLAIN.finditer(page.text), *_QUOTED.finditer(page.text)):
        title = found["title"]
        if (
            title not in linked
            and not _HERE.match(title)
            and page.text[found.start() - 1 : found.start()] not in "]》」"
        ):
            yield _Said(page.game, title, Span(page.iri, found.start("title"), found.end("title")))


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report pointers whose page is missing."""
    everything = list(said)
    titles = {(s.game, s.title) for s in everything if s.place is None}
    for one in everything:
        if one.place is not None and (one.game, fold_name(one.title)) not in titles:
            key = f"{one.place.page} {one.title}"
            yield Match((one.place,), {"title": one.title}, cause="pointers", key=key)
