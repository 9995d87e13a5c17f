"""Small builders of HTML; every value that comes from the graph is escaped here."""

from collections.abc import Iterable, Sequence
from html import escape

from explorer.app.data.base import Named
from explorer.app.i18n import Texts
from explorer.app.kinds import Kind
from explorer.app.routes import entity_href

__all__ = [
    "brief",
    "chip",
    "code",
    "fixed",
    "glyph",
    "link",
    "linked_list",
    "notice",
    "plain",
    "table",
    "tagged",
]

_SHAPES = {
    "dot": '<circle cx="8" cy="8" r="6"/>',
    "diamond": '<path d="M8 1 15 8 8 15 1 8Z"/>',
    "star": '<path d="M8 .8 10.2 5.6 15.4 6.2 11.5 9.7 12.6 14.9 8 12.3 3.4 14.9 4.5 9.7.6 6.2 5.8 5.6Z"/>',
    "square": '<rect x="2" y="2" width="12" height="12"/>',
    "triangle": '<path d="M8 1.5 15 14 1 14Z"/>',
    "triangleDown": '<path d="M1 2 15 2 8 14.5Z"/>',
    "hexagon": '<path d="M4.5 2h7L15 8l-3.5 6h-7L1 8Z"/>',
    "box": '<rect x="1" y="4" width="14" height="8" rx="2"/>',
    "ellipse": '<ellipse cx="8" cy="8" rx="7" ry="4.5"/>',
}


def plain(text: str) -> str:
    """Return text with the characters that mean something in HTML escaped."""
    return escape(text, quote=True)


def fixed(text: str) -> str:
    """Return text that is never broken over lines: dates, numbers."""
    return f'<span class="sai-fixed">{plain(text)}</span>'


def brief(text: str, most: int = 14) -> str:
    """Return the text of a table cell: unbroken where it is short, so that narrow columns stay readable."""
    return fixed(text) if len(text) <= most else plain(text)


def glyph(kind: Kind) -> str:
    """Return the mark of a kind as inline SVG."""
    fill = "none" if kind.hollow else kind.colour
    width = 2.2 if kind.hollow else 1
    return (
        f'<svg class="sai-glyph" viewBox="0 0 16 16" aria-hidden="true" fill="{fill}" '
        f'stroke="{kind.colour}" stroke-width="{width}">{_SHAPES[kind.shape]}</svg>'
    )


def tagged(kind: Kind, text: Texts) -> str:
    """Return mark and name of a kind."""
    return f'<span class="sai-kind">{glyph(kind)}{plain(text(f"kind.{kind.key}"))}</span>'


def link(address: str, label: str, *, title: str = "", css: str = "") -> str:
    """Return a link inside the app; `label` is text."""
    extra = f' title="{plain(title)}"' if title else ""
    extra += f' class="{css}"' if css else ""
    return f'<a data-go href="{plain(address)}"{extra}>{plain(label)}</a>'


def chip(thing: Named, text: Texts, *, label: str | None = None) -> str:
    """Return mark and linked label of a thing; the full label is in the tooltip."""
    shown = label or thing.short
    kind = text(f"kind.{thing.kind.key}")
    return (
        f'<span class="sai-chip">{glyph(thing.kind)}<span class="sai-hidden">{plain(kind)} </span>'
        f"{link(entity_href(thing.iri, lang=text.lang), shown, title=f'{kind}: {thing.label}')}</span>"
    )


def linked_list(things: Iterable[Named], text: Texts, *, css: str = "sai-chips") -> str:
    """Return a list of linked things."""
    items = "".join(f"<li>{chip(thing, text)}</li>" for thing in things)
    return f'<ul class="{css}">{items}</ul>'


def code(text: str) -> str:
    """Return text in the code font."""
    return f"<code>{plain(text)}</code>"


def notice(text: str, *, kind: str = "info") -> str:
    """Return a boxed remark; `kind` is ``info`` or ``warn``."""
    return f'<div class="sai-notice sai-{kind}" role="note">{plain(text)}</div>'


def table(
    heads: Sequence[str],
    body: Iterable[Sequence[str]],
    *,
    caption: str,
    sortable: bool = True,
    wide: bool = False,
) -> str:
    """Return a table; cells are HTML already, `heads` and `caption` are text. Columns sort by a click."""

    def head(name: str) -> str:
        inner = f'<button type="button">{plain(name)}</button>' if sortable else plain(name)
        return f'<th scope="col"{" aria-sort=none" if sortable else ""}>{inner}</th>'

    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
    css = "sai-table sai-wide" if wide else "sai-table"
    return (
        f'<div class="sai-scroll" tabindex="0" role="region" aria-label="{plain(caption)}"><table class="{css}">'
        f'<caption class="sai-hidden">{plain(caption)}</caption>'
        f"<thead><tr>{''.join(head(name) for name in heads)}</tr></thead><tbody>{lines}</tbody></table></div>"
    )
