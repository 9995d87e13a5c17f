# ---
# code: TC1103
# kinds: [K10, K11]
# severity: info
# status: wording
# title:
#   ja: "ページがあるのにリンクされていない"
#   en: "A page that is not linked"
# means:
#   ja: "言葉が使われ、その題のページもあるのに、このページのどこからもリンクされていません。"
#   en: "A word is used whose page exists, and nothing on this page links to it."
# fix:
#   ja: "最初に出てくる所に [[{title}]] とリンクを付けてください。"
#   en: "Link its first occurrence: [[{title}]]."
# message:
#   ja: "「{title}」のページがあるのに、リンクされていません。"
#   en: "“{title}” has a page that is not linked here."
# group_message:
#   ja: "ページがあるのにリンクされていない言葉が {count} 件あります（{examples}）。"
#   en: "{count} words have pages that are not linked ({examples})."
# example:
#   - 甲: |2
#       *甲
#       **ルール
#       -[[獣]]が離れたら、積み替えが行われる。
#     積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。
# look_alike:
#   - 甲: |2
#       *甲
#       **ルール
#       -[[獣]]が離れたら、[[積み替え]]が行われる。
#     積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。
# ---
"""Words that have a page, on pages that link to others but not to it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from sys import intern

from ontology.checking import Match, PageView, Span

__all__ = ["gather", "judge"]


@dataclass(frozen=True, slots=True)
class _Page:
    iri: str
    game: str
    title: str
    text: str
    spans: tuple[tuple[int, int], ...]
    links: frozenset[str]


def gather(page: PageView) -> Iterator[_Page]:
    """Title, links and, where there are links at all, the text of the statements."""
    links = frozenset(intern(t) for link in page.of("Link") if (t := link.one("targetTitle")))
    spans = tuple((e.start, e.end) for e in page.of("Statement")) if links else ()
    yield _Page(page.iri, page.game, page.title.strip(), page.text if links else "", spans, links)


def judge(pages: Iterable[_Page]) -> Iterator[Match]:
    """Look for titles, the longest first, and report those that the page does not link to."""
    everything = list(pages)
    titles: dict[str, dict[str, list[_Page]]] = defaultdict(lambda: defaultdict(list))
    known: set[tuple[str, str]] = set()
    for page in everything:
        if len(page.title) > 1 and not page.title.startswith("《") and (page.game, page.title) not in known:
            known.add((page.game, page.title))
            titles[page.game][page.title[:2]].append(page)
    for heads in titles.values():
        for found in heads.values():
            found.sort(key=lambda p: -len(p.title))
    for page in everything:
        seen: set[str] = set()
        for start, end in page.spans:
            yield from _unlinked(page, start, end, titles[page.game], seen)


def _unlinked(
    page: _Page, start: int, end: int, heads: dict[str, list[_Page]], seen: set[str]
) -> Iterator[Match]:
    at = start
    while at < end - 1:
        target = next(
            (t for t in heads.get(page.text[at : at + 2], ()) if page.text.startswith(t.title, at)), None
        )
        if target is None:
            at += 1
            continue
        stop = at + len(target.title)
        if (
            target.iri != page.iri
            and target.iri not in seen
            and not any(target.title in k for k in page.links)
        ):
            seen.add(target.iri)
            place = Span(page.iri, at, stop)
            yield Match((place,), {"title": target.title}, cause=page.iri, key=f"{page.iri} {target.iri}")
        at = stop
