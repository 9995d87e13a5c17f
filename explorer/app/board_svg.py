"""A board as a card table in SVG: colours follow the theme, texts are escaped, every card has a title.

The fields of the two players meet in the middle; hands and piles lie behind them. Cards of one object lie on each
other, linked objects side by side, tapped cards lie sideways, face-down cards show their back, and a line leads from
what is attached to what it is attached to. Lengths are in pixels.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from explorer.app.board import Board, Row, Stack
from explorer.app.board_card import HEIGHT, PEEK, WIDTH, Spot, drawn_card, drawn_under, fitted, letters
from explorer.app.i18n import Texts
from explorer.app.markup import plain

__all__ = ["drawn"]

_GAP, _LINK, _PAD, _HEAD, _STRIP = 12, 34, 10, 24, 21
_COLUMNS = 372  # rows break here: a board fits a phone, and two stand side by side on a desk


@dataclass
class _Canvas:
    """What was drawn so far, and where each card lies: its middle."""

    text: Texts
    marked: Collection[str]
    parts: list[str] = field(default_factory=list)
    spots: dict[str, tuple[float, float]] = field(default_factory=dict)
    ties: list[tuple[str, str]] = field(default_factory=list)
    rows: dict[str, tuple[str, str]] = field(default_factory=dict)


def drawn(board: Board, text: Texts, *, title: str, marked: Collection[str] = ()) -> str:
    """Return the board as SVG for use inside the page; the cards in `marked` (ids) get a thick frame."""
    if board.empty:
        return f'<p class="sai-muted">{plain(text("board.empty"))}</p>'
    zones = {
        card.id: (row.player, row.zone)
        for row in board.rows
        for group in row.groups
        for stack in group
        for card in stack.cards
    }
    canvas = _Canvas(text, marked, rows=zones)
    widest = max(_measured(row, canvas)[0] for row in board.rows)
    y, width, line_x, line_high = 4.0, 220.0, 0.0, 0.0
    former: Row | None = None
    for row in board.rows:
        wide, high = _measured(row, canvas)
        wide = max(widest, 214.0) if row.field else wide
        beside = former is not None and former.player == row.player and not (former.field or row.field)
        if not beside or line_x + wide > _COLUMNS + 2 * _PAD:
            y, line_x, line_high = y + line_high, 0.0, 0.0
            if former is not None and former.player != row.player:
                canvas.parts.append(
                    f'<line x1="4" y1="{y + 3}" x2="9999" y2="{y + 3}" class="sai-b-middle"/>'
                )
                y += 10
        _zone(row, line_x, y, wide, high, canvas)
        line_x += wide + 6
        width, line_high, former = max(width, line_x), max(line_high, high + 6), row
    y += line_high
    ties = "".join(_tie(one, other, canvas) for one, other in canvas.ties)
    view = f'viewBox="0 0 {width:.0f} {y:.0f}" width="{width:.0f}" height="{y:.0f}"'
    return (
        f'<div class="sai-scroll" tabindex="0" role="group" aria-label="{plain(title)}">'
        f'<svg class="sai-board" role="img" aria-label="{plain(title)}" {view} '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(canvas.parts)}{ties}</svg></div>'
    )


def _label(row: Row, text: Texts) -> str:
    return f"{text.get(f'player.{row.player}', row.player)}：{text.get(f'zone.{row.zone}', row.zone)}"


def _hung(stack: Stack, canvas: _Canvas) -> list[tuple[str, str, str]]:
    """Return what is attached to a stack and has no place of its own in another zone, where a line leads to it."""
    here = canvas.rows.get(stack.cards[0].id)
    return [said for said in stack.attached if canvas.rows.get(said[0], here) == here]


def _spots(row: Row, canvas: _Canvas) -> tuple[list[list[Spot]], float, float]:
    """Lay out the stacks of a zone from its top left; returns them by group, the width used and the height."""
    x, y, tallest, widest = 0.0, 0.0, 0.0, 0.0
    groups: list[list[Spot]] = []
    for group in row.groups:
        sizes = [_size(row, stack.cards[0].tapped) for stack in group]
        wide = sum(w for w, _ in sizes) + (len(group) - 1) * _LINK
        high = max(
            h + PEEK * (len(s.cards) - 1) + _STRIP * len(_hung(s, canvas))
            for (_, h), s in zip(sizes, group, strict=True)
        )
        if x > 0 and x + wide > _COLUMNS:
            x, y, tallest = 0.0, y + tallest + _GAP, 0.0
        spots = []
        for (w, h), stack in zip(sizes, group, strict=True):
            spots.append(Spot(stack, x, y, w, h))
            x += w + _LINK
        x += _GAP - _LINK
        tallest, widest = max(tallest, high), max(widest, x - _GAP)
        groups.append(spots)
    return groups, widest, y + tallest


def _size(row: Row, tapped: bool) -> tuple[float, float]:
    high = HEIGHT if row.field else HEIGHT * 0.62  # in hands and piles cards lie over each other
    return (high, WIDTH) if tapped else (WIDTH, high)


def _measured(row: Row, canvas: _Canvas) -> tuple[float, float]:
    _, wide, high = _spots(row, canvas)
    head = 12.5 * letters(_label(row, canvas.text))
    return max(wide, head, 86.0) + 2 * _PAD, max(high, 26.0) + _HEAD + _PAD


def _zone(row: Row, x: float, y: float, wide: float, high: float, canvas: _Canvas) -> None:
    """Draw one zone with all that lies in it."""
    out = canvas.parts
    css = "sai-b-field" if row.field else "sai-b-pile"
    out.append(f'<rect x="{x + 1}" y="{y}" width="{wide - 2}" height="{high}" rx="10" class="{css}"/>')
    label = plain(_label(row, canvas.text))
    out.append(f'<text x="{x + _PAD}" y="{y + 17}" class="sai-b-zone">{label}</text>')
    if not row.groups:
        none = plain(canvas.text("board.none"))
        out.append(f'<text x="{x + _PAD}" y="{y + _HEAD + 15}" class="sai-b-small">{none}</text>')
    for spots in _spots(row, canvas)[0]:
        moved = [Spot(s.stack, s.x + x + _PAD, s.y + y + _HEAD, s.wide, s.high) for s in spots]
        _group(moved, canvas)


def _group(spots: Sequence[Spot], canvas: _Canvas) -> None:
    """Draw linked objects with the bar that joins them, or one object alone."""
    for spot in spots:
        _stack(spot, canvas)
    word = plain(canvas.text("board.link"))
    for left, right in pairwise(spots):
        middle = left.y + min(left.high, right.high) / 2
        x = left.x + left.wide
        canvas.parts.append(
            f'<rect x="{x - 6}" y="{middle - 7}" width="{_LINK + 12}" height="14" rx="7" class="sai-b-link">'
            f"<title>{word}</title></rect>"
            f'<text x="{x + _LINK / 2}" y="{middle - 11}" class="sai-b-tiny" text-anchor="middle">{word}</text>'
        )


def _stack(spot: Spot, canvas: _Canvas) -> None:
    """Draw a stack from the bottom up, so that the top card covers the others but for a strip."""
    cards = spot.stack.cards
    for depth in range(len(cards) - 1, 0, -1):
        canvas.parts.append(
            drawn_under(cards[depth], spot, depth, canvas.text, cards[depth].id in canvas.marked)
        )
    canvas.parts.append(drawn_card(cards[0], spot, canvas.text, cards[0].id in canvas.marked))
    for card in cards:
        canvas.spots[card.id] = (spot.x + spot.wide / 2, spot.y + spot.high / 2)
    y = spot.y + spot.high + PEEK * (len(cards) - 1) + 4
    hung = _hung(spot.stack, canvas)
    canvas.ties += [(said[0], cards[0].id) for said in spot.stack.attached if said not in hung]
    for card_id, label, how in hung:
        said = canvas.text("board.attached", name=label)
        manner = canvas.text.get(f"token.{how}", how)
        title = f"{said}（{manner}）" if manner else said
        css = "sai-b-hung sai-b-new" if card_id in canvas.marked else "sai-b-hung"
        canvas.parts.append(
            f'<g><title>{plain(title)}</title><rect x="{spot.x}" y="{y}" width="{spot.wide}" height="{_STRIP - 4}" '
            f'rx="5" class="{css}"/><text x="{spot.x + 5}" y="{y + 13}" class="sai-b-tiny">'
            f"{plain(fitted(said, (spot.wide - 8) / 10.5))}</text></g>"
        )
        y += _STRIP


def _tie(one: str, other: str, canvas: _Canvas) -> str:
    """Draw a line from an attached card to what it is attached to, where both lie on the table."""
    if one not in canvas.spots or other not in canvas.spots:
        return ""
    (x1, y1), (x2, y2) = canvas.spots[one], canvas.spots[other]
    bend = (y1 + y2) / 2
    return f'<path d="M{x1} {y1} C{x1} {bend} {x2} {bend} {x2} {y2}" class="sai-b-tie"/>'
