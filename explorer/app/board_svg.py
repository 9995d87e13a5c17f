"""A board as SVG: colours follow the theme, texts are escaped, every card has a title for screen readers."""

from explorer.app.board import Board, CardPicture, Row, Stack
from explorer.app.i18n import Texts
from explorer.app.markup import plain

__all__ = ["drawn"]

_W, _H, _PEEK = 132, 92, 26  # a card; the strip that a card shows below the one on top of it
_GAP, _LINK, _LEFT, _TOP = 22, 44, 10, 26
_COLUMNS = 640  # rows break so that a board stays readable on a phone
_LINE = 8.5  # full-width characters on a line of a card


def drawn(board: Board, text: Texts, *, title: str) -> str:
    """Return the board as SVG for use inside the page."""
    if board.empty:
        return f'<p class="sai-muted">{plain(text("board.empty"))}</p>'
    y = 4.0
    width = 200.0
    parts: list[str] = []
    for row in board.rows:
        inner, used, height = _row(row, y, text)
        parts.append(inner)
        width = max(width, used)
        y += height
    return (
        f'<div class="sai-scroll" tabindex="0" role="group" aria-label="{plain(title)}"><svg class="sai-board" role="img" aria-label="{plain(title)}" viewBox="0 0 {width:.0f} {y:.0f}" '
        f'width="{width:.0f}" height="{y:.0f}" xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg></div>'
    )


def _row(row: Row, y: float, text: Texts) -> tuple[str, float, float]:
    """Draw one zone; returns (svg, width, height)."""
    head = f"{text.get(f'player.{row.player}', row.player)}：{text.get(f'zone.{row.zone}', row.zone)}"
    parts = [f'<text x="{_LEFT}" y="{y + 16}" class="sai-b-zone">{plain(head)}</text>']
    x, line_y, tallest, widest = float(_LEFT), y + _TOP, 0.0, _LEFT + 20 + 14.5 * sum(map(_size, head))
    for group in row.groups:
        group_width = len(group) * _W + (len(group) - 1) * _LINK
        if x > _LEFT and x + group_width > _COLUMNS:
            line_y += tallest + _GAP
            x, tallest = float(_LEFT), 0.0
        if len(group) > 1:
            high = max(_height(stack) for stack in group)
            parts.append(
                f'<rect x="{x - 6}" y="{line_y - 6}" width="{group_width + 12}" height="{high + 12}" rx="12" '
                'class="sai-b-group"/>'
            )
        for place, stack in enumerate(group):
            parts.append(_stack(stack, x, line_y, text))
            if place < len(group) - 1:
                middle = line_y + _H / 2
                parts.append(
                    f'<line x1="{x + _W}" y1="{middle}" x2="{x + _W + _LINK}" y2="{middle}" class="sai-b-link"/>'
                    f'<text x="{x + _W + _LINK / 2}" y="{middle - 8}" class="sai-b-small" text-anchor="middle">'
                    f"{plain(text('board.link'))}</text>"
                )
            x += _W + (_LINK if place < len(group) - 1 else _GAP)
            tallest = max(tallest, _height(stack))
        widest = max(widest, x)
    return "".join(parts), widest, line_y + tallest + 14 - y


def _height(stack: Stack) -> float:
    return _H + _PEEK * (len(stack.cards) - 1) + 20 * len(stack.attached)


def _stack(stack: Stack, x: float, y: float, text: Texts) -> str:
    """Draw a stack from the bottom up, so that the top card covers the others but for a strip."""
    parts = []
    for depth in range(len(stack.cards) - 1, 0, -1):
        card = stack.cards[depth]
        top = y + _PEEK * depth
        parts.append(
            f"<g><title>{plain(text('board.under', name=card.label))}</title>"
            f'<rect x="{x}" y="{top}" width="{_W}" height="{_H}" rx="8" class="sai-b-under"/>'
            f'<text x="{x + 8}" y="{top + _H - 8}" class="sai-b-small">{plain(_cut(card.label, 10.5))}</text></g>'
        )
    parts.append(_card(stack.cards[0], x, y, text))
    bottom = y + _H + _PEEK * (len(stack.cards) - 1)
    for place, label in enumerate(stack.attached):
        parts.append(
            f'<text x="{x + 4}" y="{bottom + 16 + 20 * place}" class="sai-b-small">'
            f"{plain(text('board.attached', name=_cut(label, 9)))}</text>"
        )
    return "".join(parts)


def _card(card: CardPicture, x: float, y: float, text: Texts) -> str:
    title = card.label + (f"（{'、'.join(card.notes)}）" if card.notes else "")
    if card.face_down:
        title = text("board.face_down", name=title)
    if card.tapped:
        title = text("board.tapped", name=title)
    css = "sai-b-card" + (" sai-b-down" if card.face_down else "")
    out = [f"<g><title>{plain(title)}</title>"]
    out.append(f'<rect x="{x}" y="{y}" width="{_W}" height="{_H}" rx="8" class="{css}"/>')
    for row, words in enumerate(_lines(card.label, _LINE, 3)):
        out.append(f'<text x="{x + 8}" y="{y + 20 + 17 * row}" class="sai-b-name">{plain(words)}</text>')
    notes = _cut("・".join(card.notes), 10.5)
    if card.tapped:
        notes = f"⤵ {notes}"
    out.append(f'<text x="{x + 8}" y="{y + _H - 9}" class="sai-b-small">{plain(notes)}</text></g>')
    return "".join(out)


def _size(char: str) -> float:
    return 1.0 if ord(char) > 0x2E7F else 0.56


def _cut(label: str, width: float) -> str:
    used = 0.0
    for place, char in enumerate(label):
        used += _size(char)
        if used > width:
            return label[: place - 1] + "…"
    return label


def _lines(label: str, width: float, most: int) -> list[str]:
    lines, line, used = [], "", 0.0
    for char in label:
        if used + _size(char) > width and line:
            lines.append(line)
            line, used = "", 0.0
        line += char
        used += _size(char)
    lines.append(line)
    return lines if len(lines) <= most else [*lines[: most - 1], _cut("".join(lines[most - 1 :]), width)]
