"""Wiki text as HTML: lines numbered, extracts marked in place, mentions and links leading on."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from explorer.app import markup
from explorer.app.data.base import Named
from explorer.app.data.pages import Extract
from explorer.app.i18n import Texts
from explorer.app.kinds import Kind, kind_named
from explorer.app.routes import entity_href

__all__ = ["context", "highlighted"]

# Kinds that contain other extracts: a mark at their start leads to them, their words stay plain.
_MARKED_AT_START = {"statement", "ruling", "rule_version", "section", "fold"}


def highlighted(
    text: str,
    extracts: Sequence[Extract],
    known: Mapping[str, Named],
    words: Texts,
    *,
    focus: tuple[int, int] | None = None,
    kinds: frozenset[str] = frozenset(),
    window: tuple[int, int] | None = None,
    first_line: int = 1,
    notes: Mapping[int, Sequence[str]] | None = None,
    flagged: Sequence[tuple[int, int]] = (),
) -> str:
    """Return page text as HTML.

    Args:
        text: the original text of the page.
        extracts: what was read from it, with spans in code points of `text`.
        known: labels and kinds of what the extracts lead to.
        words: texts of the reader's language.
        focus: a span that is marked, and given the id of the place to scroll to.
        kinds: keys of the kinds to show; all when empty.
        window: the span of `text` to show; all of it when None.
        first_line: number of the line in which the window begins.
        notes: HTML for the margin, by the place at which each note stands.
        flagged: spans that the notes speak of.
    """
    start, end = window or (0, len(text))
    spans = [
        e for e in extracts if e.mention and start <= e.start < e.end <= end and _wanted(e, kinds, known)
    ]
    pins: dict[int, list[Extract]] = {}
    for extract in extracts:
        marked = not extract.mention and extract.kind.key in _MARKED_AT_START
        if marked and start <= extract.start < end and (not kinds or extract.kind.key in kinds):
            pins.setdefault(extract.start, []).append(extract)
    inner = _outermost(spans)
    margin = {place: said for place, said in (notes or {}).items() if start <= place < end}
    wavy = _merged(flagged)
    cuts = {start, end, *pins, *margin}
    cuts |= {i + 1 for i in range(start, end) if text[i] == "\n"}
    for extract in inner:
        cuts |= {extract.start, extract.end}
    for span in [*wavy, *([focus] if focus else [])]:
        cuts |= {min(max(place, start), end) for place in span}
    edges = sorted(cut for cut in cuts if start <= cut <= end)
    line = first_line
    out: list[str] = [_number(line)]
    opened = False
    holders, flags = _Cursor([(e.start, e.end) for e in inner]), _Cursor(wavy)
    for left, right in pairwise(edges):
        if left > start and text[left - 1] == "\n":
            line += 1
            out.append(_number(line))
        out.extend(margin.get(left, ()))
        for extract in pins.get(left, []):
            out.append(_pin(extract, known, words))
        piece = markup.plain(text[left:right])
        holder = holders.around(left, right)
        if holder is not None:
            piece = _anchor(piece, inner[holder], known, words)
        if flags.around(left, right) is not None:
            piece = f'<span class="sai-flagged">{piece}</span>'
        if focus and focus[0] <= left and right <= focus[1]:
            place = "" if opened else ' id="sai-focus"'
            opened = True
            piece = f"<mark{place}>{piece}</mark>"
        out.append(piece)
    return "".join(out)


def context(
    text: str, extracts: Sequence[Extract], known: Mapping[str, Named], words: Texts, *, span: tuple[int, int]
) -> str:
    """Return the lines around a span, the span marked; long lines are cut near it."""
    room = 160
    start = max(text.rfind("\n", 0, span[0]) + 1, span[0] - room)
    end = text.find("\n", span[1])
    end = min(len(text) if end < 0 else end, span[1] + room)
    body = highlighted(
        text,
        extracts,
        known,
        words,
        focus=span,
        window=(start, end),
        first_line=text.count("\n", 0, start) + 1,
    )
    before = "…" if start and text[start - 1] != "\n" else ""
    after = "…" if end < len(text) and text[end] != "\n" else ""
    return f'<div class="sai-context">{before}{body}{after}</div>'


def _wanted(extract: Extract, kinds: frozenset[str], known: Mapping[str, Named]) -> bool:
    thing = known.get(extract.leads_to)
    return not kinds or (thing is not None and thing.kind.key in kinds)


def _outermost(spans: Sequence[Extract]) -> list[Extract]:
    """Return spans that do not lie in or across another one; anchors cannot nest."""
    kept: list[Extract] = []
    for extract in sorted(spans, key=lambda e: (e.start, -e.end, e.iri)):
        if not kept or extract.start >= kept[-1].end:
            kept.append(extract)
    return kept


class _Cursor:
    """Finds the span that covers a stretch; stretches are asked in order, spans lie in order and apart."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = spans
        self._at = 0

    def around(self, left: int, right: int) -> int | None:
        while self._at < len(self._spans) and self._spans[self._at][1] <= left:
            self._at += 1
        if (
            self._at == len(self._spans)
            or not self._spans[self._at][0] <= left < right <= self._spans[self._at][1]
        ):
            return None
        return self._at


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged


def _number(line: int) -> str:
    return f'<span class="sai-line" aria-hidden="true">{line}</span>'


def _title(kind: Kind, thing: Named | None, words: Texts) -> str:
    label = words(f"kind.{kind.key}")
    return f"{label}: {thing.label}" if thing else label


def _pin(extract: Extract, known: Mapping[str, Named], words: Texts) -> str:
    title = markup.plain(_title(extract.kind, known.get(extract.iri), words))
    address = markup.plain(entity_href(extract.iri, lang=words.lang))
    label = markup.plain(words(f"kind.{extract.kind.key}"))
    return (
        f'<a data-go class="sai-pin" href="{address}" title="{title}" aria-label="{label}">'
        f"{markup.glyph(extract.kind)}</a>"
    )


def _anchor(piece: str, extract: Extract, known: Mapping[str, Named], words: Texts) -> str:
    thing = known.get(extract.leads_to)
    kind = thing.kind if thing else kind_named("page")
    address = markup.plain(entity_href(extract.leads_to, lang=words.lang))
    title = markup.plain(_title(kind, thing, words))
    return f'<a data-go href="{address}" title="{title}" style="border-color:{kind.colour}">{piece}</a>'
