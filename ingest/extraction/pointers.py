"""See-the-page remarks: which pages a statement points to."""

import re
from bisect import bisect_right

from ingest.extraction.flow import Flow
from ingest.extraction.mentions import Mention, Seen
from ingest.extraction.names import clean_name
from ingest.extraction.reader import PageReader
from ontology.namespaces import page_iri

__all__ = ["arrow_page", "pointed_pages"]

_SORTS = frozenset({"card", "name-set", "term"})
_POINTED = re.compile(
    r"(?:の)?(?:ページ|頁|項目?|節|記事|本文)?(?:も|を)?(?:の方を)?(?:参照|参考|見)|(?:ページ|頁|項)へ|については"
)
_UNNAMED = re.compile(
    r"(?P<title>[^、。「」『』【】→⇒⇨\s()（）はをがにで]{2,24})[】』」]?の(?:ページ|頁|項目?)(?:も|を)?(?:参照|見)"
)
_BETWEEN = re.compile(r"[\]\s》」、,・/とや及びおよび()（）「《のも]*")


def pointed_pages(reader: PageReader, flow: Flow, seen: Seen, start: int, end: int) -> list[str]:
    """Return the IRIs of the pages named right before 参照 and the like, joined by commas or と.

    A title that is no known name counts where it stands before のページ.
    """
    found: dict[str, None] = {}
    for m in _POINTED.finditer(flow.text, start, end):
        at = m.start()
        named = seen.between(max(start, m.start() - 200), m.start())
        for mention in reversed([x for x in named if x.found.sort in _SORTS]):
            if not _BETWEEN.fullmatch(flow.text[mention.to : max(at, mention.to)]):
                break
            found[_page(reader, _title(flow, mention))] = None
            at = mention.at
    if not found and (unnamed := _UNNAMED.search(flow.text, start, end)):
        found[_page(reader, unnamed["title"])] = None
    return list(found)


def arrow_page(reader: PageReader, flow: Flow, start: int, end: int) -> str | None:
    """Return the IRI of the page that an arrow at the end of a statement leads to: ``…する。→[[召喚酔い]]``."""
    for a, b, node in reversed(flow.links):
        if b > end or a < start:
            continue
        before, after = flow.text[max(start, a - 3) : a].rstrip(" 　(（"), flow.text[b:end]
        if (
            before[-1:] in ("→", "⇒", "⇨")
            and not after.strip(" 　。)）")
            and (target := node.attrs.get("target"))
        ):
            return _page(reader, target)
        return None
    return None


def _title(flow: Flow, mention: Mention) -> str:
    """The target of the link that a mention is, else the title that its name would have."""
    i = bisect_right(flow.links, mention.at, key=lambda link: link[0]) - 1
    if i >= 0 and flow.links[i][1] > mention.at and (target := flow.links[i][2].attrs.get("target")):
        return target
    return f"《{mention.shown}》" if mention.found.sort == "card" else mention.shown


def _page(reader: PageReader, title: str) -> str:
    return page_iri(reader.game, reader.site, clean_name(title) or "\ufffd")
