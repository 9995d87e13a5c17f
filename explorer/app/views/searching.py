"""Search: names as you type, grouped by kind, and passages of the wiki text with what stands around them."""

import re
import unicodedata
from collections.abc import Iterable

import streamlit as st

from explorer.app import fields, markup, routes, show, tables
from explorer.app.data import passages
from explorer.app.data.base import Named
from explorer.app.data.search import Hit
from explorer.app.session import Session

__all__ = ["grouped", "render"]

_AROUND = 70
_LONGEST_SECTION = 4000


def grouped(hits: Iterable[Hit], session: Session, *, per_group: int) -> str:
    """Return hits as HTML, grouped by kind in the order of the best hit of each."""
    text = session.text
    groups: dict[str, list[Hit]] = {}
    for hit in hits:
        groups.setdefault(hit.thing.kind.key, []).append(hit)
    parts = []
    for found in groups.values():
        kind = found[0].thing.kind
        items = "".join(f"<li>{_hit(hit, session)}</li>" for hit in found[:per_group])
        more = len(found) - per_group
        rest = f'<li class="sai-muted">{markup.plain(text("search.more", n=more))}</li>' if more > 0 else ""
        parts.append(
            f'<section><h3>{markup.tagged(kind, text)} <span class="sai-muted">{len(found)}</span></h3>'
            f'<ul class="sai-list">{items}{rest}</ul></section>'
        )
    return f'<div class="sai-results">{"".join(parts)}</div>'


def _hit(hit: Hit, session: Session) -> str:
    shown = markup.chip(hit.thing, session.text)
    if hit.name and hit.name != hit.thing.label and hit.thing.kind.key != "ruling":
        shown += f' <span class="sai-muted">{markup.plain(hit.name)}</span>'
    return shown


def render(session: Session) -> None:
    """Show the search page for the parameter ``q``."""
    text = session.text
    st.title(text("search.title"))
    typed = fields.text_field(
        text("search.label"),
        parameter="q",
        placeholder=text("search.placeholder"),
        live="250ms",
        label_shown=False,
    ).strip()
    if not typed:
        st.info(text("search.teach"), icon=":material/lightbulb:")
        examples = "".join(
            f"<li>{markup.link(routes.href('search', lang=text.lang, q=q), q)}</li>"
            for q in _examples(session)
        )
        show.html(session, f'<ul class="sai-chips">{examples}</ul>', key="search-examples")
        return
    hits = session.index().find(typed)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.subheader(text("search.names", n=len(hits)))
        show.html(
            session,
            grouped(hits, session, per_group=25) if hits else markup.notice(text("search.none")),
            key="search-names",
        )
    with right:
        words = typed
        found = passages.find(session.store, session.passages(), words)
        if not found and hits and hits[0].thing.kind.key != "ruling":
            # What was typed in Latin letters or kana is written otherwise on the pages.
            words = hits[0].thing.label
            found = passages.find(session.store, session.passages(), words)
        st.subheader(text("search.passages", n=len(found)))
        if found and words != typed:
            st.caption(text("search.instead", q=typed, name=words))
        if not found:
            show.html(session, markup.notice(text("search.no_passages")), key="search-passages")
            return
        known = session.names([p.extract for p in found] + [p.page for p in found])
        items = "".join(_passage(passage, words, known, session) for passage in found)
        show.html(session, f'<div class="sai-results">{items}</div>', key="search-passages")
        tables.downloads(
            ["extract", "page", "line", "column", "text"],
            [[p.extract, known[p.page].label, p.line, p.column, p.text] for p in found],
            name="search",
            text=text,
        )


def _passage(passage: passages.Passage, typed: str, known: dict[str, Named], session: Session) -> str:
    text = session.text
    thing, page = known[passage.extract], known[passage.page]
    where = text("place.short", page=page.label, line=passage.line, column=passage.column)
    address = routes.href(
        "entity", lang=text.lang, id=routes.short_id(passage.page), at=f"{passage.start}-{passage.end}"
    )
    return (
        f'<div class="sai-card"><div>{markup.glyph(thing.kind)}'
        f"{markup.link(routes.entity_href(thing.iri, lang=text.lang), text(f'kind.{thing.kind.key}'))}"
        f' <span class="sai-muted">{markup.link(address, where)}</span></div>'
        f'<div class="sai-context">{marked(passage.text, typed)}</div>{_section(passage, typed, session)}</div>'
    )


def _section(passage: passages.Passage, typed: str, session: Session) -> str:
    """Return the section around a hit, folded: all of it, or of a very long one what stands around the hit."""
    if len(passage.section) <= len(passage.text):
        return ""
    start, end = 0, len(passage.section)
    if end > _LONGEST_SECTION:
        middle = max(0, passage.section.find(passage.text[:40]))
        start = max(0, min(middle - _LONGEST_SECTION // 3, end - _LONGEST_SECTION))
        end = start + _LONGEST_SECTION
    summary = markup.plain(session.text("search.section"))
    inner = marked(passage.section[start:end], typed, whole=True)
    cut = ("…" if start else "", "…" if end < len(passage.section) else "")
    return f'<details><summary>{summary}</summary><div class="sai-context">{cut[0]}{inner}{cut[1]}</div></details>'


def marked(words: str, typed: str, *, whole: bool = False) -> str:
    """Return text as HTML with what was searched marked; long texts are cut around the first hit unless `whole`."""
    pattern = _pattern(typed)
    first = pattern.search(words)
    if first and not whole and len(words) > 4 * _AROUND:
        start, end = max(0, first.start() - _AROUND), min(len(words), first.end() + 2 * _AROUND)
        words = ("…" if start else "") + words[start:end] + ("…" if end < len(words) else "")
    parts, position = [], 0
    for match in pattern.finditer(words):
        parts.append(markup.plain(words[position : match.start()]))
        parts.append(f"<mark>{markup.plain(match.group())}</mark>")
        position = match.end()
    return "".join(parts) + markup.plain(words[position:])


_SAME = ("竜龍", "エェヱ", "-‐‑‒–—−－", "~〜～")


def _pattern(typed: str) -> re.Pattern[str]:
    """Return what finds the typed words however a page writes them: width, 竜 and 龍, ウエポン and ウェポン, spaces."""
    alternatives = []
    for word in unicodedata.normalize("NFKC", typed).split():
        letters = []
        for char in word:
            same = next((group for group in _SAME if char in group), char)
            wide = "".join(chr(ord(c) + 0xFEE0) for c in same if "!" <= c <= "~")
            letters.append(f"[{re.escape(same + wide)}]")
        alternatives.append(r"\s?".join(letters))
    return re.compile("|".join(alternatives) or r"(?!)", re.IGNORECASE)


def _examples(session: Session) -> list[str]:
    """Return a few names that are in this graph, one a kind."""
    index = session.index()
    return index.samples(("rule", "card", "term"), each=2)
