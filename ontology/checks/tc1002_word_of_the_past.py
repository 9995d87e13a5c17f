# ---
# code: TC1002
# kinds: [K10, K11]
# severity: info
# status: wording
# title:
#   ja: "旧ルールの言葉へのリンク"
#   en: "A link to a word of the old rules"
# means:
#   ja: "あるページでは旧ルールの説明にしか使われない言葉に、別のページがリンクしています。"
#   en: "A page uses this word for old rules only, while another page links to it."
# fix:
#   ja: "リンクを「{title}」に変えるか、並べて書いてください。"
#   en: "Link to “{title}” instead, or to both."
# message:
#   ja: "「{word}」は、「{title}」のページでは旧ルールの説明にしか使われていません。"
#   en: "On the page “{title}” the word “{word}” is used for old rules only."
# example:
#   - 積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。
#       **過去のルール（2019年3月15日以前のもの）
#       #region(過去のルール（2019年3月15日以前のもの）)
#       -逆行した獣は召喚酔いする。
#       -逆行するとき、下の札を選ぶ。
#       #endregion
#     乙: |2
#       *乙
#       **ルール
#       -上の札が離れたら、下の札が残る。
#       --[[逆行]]のページを参照。
# look_alike:
#   - 積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。逆行とも呼ぶ。
#       **過去のルール（2019年3月15日以前のもの）
#       #region(過去のルール（2019年3月15日以前のもの）)
#       -逆行した獣は召喚酔いする。
#       -逆行するとき、下の札を選ぶ。
#       #endregion
#     乙: |2
#       *乙
#       **ルール
#       -上の札が離れたら、下の札が残る。
#       --[[逆行]]のページを参照。
# ---
"""A word that a page uses only for old rules, while others still link to it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView, Span
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_WORD = re.compile(r"[一-龥]{2,6}")


@dataclass(frozen=True, slots=True)
class _Said:
    sort: str
    game: str
    page: str
    title: str
    word: str
    iri: str
    at: Span | None


def gather(page: PageView) -> Iterator[_Said]:
    """Words used at least twice in old statements of a page and never in its present ones; links; titles."""
    old: dict[str, list[tuple[str, int]]] = defaultdict(list)
    present: list[str] = []
    for passage in passages(page, questions=True):
        if passage.in_force:
            present.append(passage.text)
            continue
        for found in _WORD.finditer(passage.text):
            old[found.group()].append((passage.iri, found.start()))
    now = "\n".join([page.title, *present])
    for word, places in sorted(old.items()):
        if len(places) >= 2 and word not in now:
            at = page.text.find(word)
            span = Span(page.iri, at, at + len(word)) if at >= 0 else None
            yield _Said("old", page.game, page.iri, page.title, word, places[0][0], span)
    for link in page.of("Link"):
        yield _Said("link", page.game, page.iri, page.title, link.one("targetTitle") or "", link.iri, None)


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report the old word with the links to it on pages that also speak of the page of the new word."""
    everything = list(said)
    links: dict[tuple[str, str], list[_Said]] = defaultdict(list)
    for one in everything:
        if one.sort == "link":
            links[(one.game, one.word)].append(one)
    for old in (s for s in everything if s.sort == "old"):
        others = [k for k in links.get((old.game, old.word), []) if k.page != old.page]
        if others and old.at is not None:
            yield Match(
                (others[0].iri, old.at),
                {"word": old.word, "title": old.title},
                key=f"{old.game} {old.word} {old.title}",
            )
