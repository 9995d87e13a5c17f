"""One card of a board as SVG: upright, lying sideways, face-down, or under another card."""

from dataclasses import dataclass

from explorer.app.board import CardPicture, Stack
from explorer.app.i18n import Texts
from explorer.app.markup import plain

__all__ = ["HEIGHT", "PEEK", "WIDTH", "Spot", "drawn_card", "drawn_under", "fitted", "letters"]

WIDTH, HEIGHT, PEEK = 100.0, 138.0, 22.0
"""A card, and the strip that a card shows below the one on top of it; in pixels."""
_NAME, _SMALL, _ROW = 12.5, 10.5, 15.5  # sizes of type, and a line of the name
_BAR = 20.0

_FAMILIES = {
    "spell": "spell",
    "equip_spell": "magic",
    "normal_spell": "magic",
    "quick_spell": "magic",
    "field_spell": "magic",
    "trap": "trap",
    "creature": "creature",
    "psychic_creature": "creature",
    "dragheart_creature": "creature",
    "monster": "creature",
}


@dataclass(frozen=True)
class Spot:
    """Where a stack lies: its upper left corner and the size of its top card."""

    stack: Stack
    x: float
    y: float
    wide: float
    high: float


def letters(label: str) -> float:
    """Return the width of a text in full-width characters."""
    return sum(1.0 if ord(char) > 0x2E7F else 0.56 for char in label)


def fitted(label: str, width: float) -> str:
    """Return a text that is no wider than `width` full-width characters, with an ellipsis where it was cut."""
    if letters(label) <= width:
        return label
    while label and letters(label) + 1 > width:
        label = label[:-1]
    return f"{label}…"


def _lines(label: str, width: float, most: int) -> list[str]:
    lines, line = [], ""
    for char in label:
        if line and letters(line + char) > width:
            # Words of Latin letters stay whole where they can; Japanese breaks anywhere.
            whole, space, word = line.rpartition(" ")
            split = bool(space) and char.isascii() and word.isascii()
            lines.append(whole if split else line)
            line = word if split else ""
        line += char
    lines.append(line)
    return lines if len(lines) <= most else [*lines[: most - 1], fitted("".join(lines[most - 1 :]), width)]


def _family(kind: str) -> str:
    if kind in _FAMILIES:
        return _FAMILIES[kind]
    return next(
        (family for end, family in (("spell", "magic"), ("trap", "trap")) if kind.endswith(end)), "other"
    )


def _titled(card: CardPicture, text: Texts) -> str:
    title = card.label + (f"（{'、'.join(card.notes)}）" if card.notes else "")
    if card.face_down:
        title = text("board.face_down", name=title)
    return text("board.tapped", name=title) if card.tapped else title


def drawn_card(card: CardPicture, spot: Spot, text: Texts, marked: bool) -> str:
    """Return the top card of a stack; `marked` draws its frame thick."""
    frame = " sai-b-new" if marked else ""
    x, y, wide, high = spot.x, spot.y, spot.wide, spot.high
    out = [f"<g><title>{plain(_titled(card, text))}</title>"]
    if card.face_down:
        out.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="7" class="sai-b-back{frame}"/>')
        out.append(
            f'<rect x="{x + 6}" y="{y + 6}" width="{wide - 12}" height="{high - 12}" rx="4" class="sai-b-rim"/>'
        )
        names = _lines(card.label, (wide - 26) / 11.5, 3)
        top = y + (high - 17 * (len(names) + 1)) / 2
        said = [text("board.back"), *names]
        plate = f'<rect x="{x + 9}" y="{top - 3}" width="{wide - 18}" height="{17 * len(said) + 5}" rx="4" class="sai-b-plate"/>'
        words = "".join(
            f'<text x="{x + wide / 2}" y="{top + 12 + 17 * row}" text-anchor="middle" class="sai-b-small">{plain(line)}</text>'
            for row, line in enumerate(said)
        )
        return "".join(out) + plate + words + "</g>"
    out.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="7" class="sai-b-card{frame}"/>')
    family = _family(card.kind)
    room = wide - _BAR if card.tapped else wide
    most = max(1, min(4, int((high - 34) // _ROW)))
    names = _lines(card.label, (room - 10) / _NAME, most)
    if card.tapped:  # turned clockwise, the head of the card is on the right
        right = x + wide - _BAR - 1
        out.append(
            f'<path d="M{right} {y + 1} h{_BAR - 6} q6 0 6 6 v{high - 14} q0 6 -6 6 h-{_BAR - 6} Z" class="sai-b-k sai-b-{family}"/>'
            f'<text transform="translate({right + 6} {y + high / 2}) rotate(90)" text-anchor="middle" class="sai-b-tiny sai-b-dark">'
            f"{plain(text('board.sideways'))}</text>"
        )
    else:
        bar = _ROW * len(names) + 7
        out.append(
            f'<path d="M{x + 1} {y + bar} V{y + 7} q0 -6 6 -6 h{wide - 14} q6 0 6 6 v{bar - 7} Z" class="sai-b-k sai-b-{family}"/>'
        )
    tone = "" if card.tapped else " sai-b-dark"
    out += [
        f'<text x="{x + 5}" y="{y + 16 + _ROW * row}" class="sai-b-name{tone}">{plain(words)}</text>'
        for row, words in enumerate(names)
    ]
    free = int((high - _ROW * len(names) - 12) // 13)
    notes = _lines("・".join(card.notes), (room - 10) / _SMALL, max(1, min(3, free))) if card.notes else []
    out += [
        f'<text x="{x + 5}" y="{y + high - 7 - 13 * (len(notes) - 1 - row)}" class="sai-b-tiny">{plain(words)}</text>'
        for row, words in enumerate(notes)
    ]
    return "".join(out) + "</g>"


def drawn_under(card: CardPicture, spot: Spot, depth: int, text: Texts, marked: bool) -> str:
    """Return a card that lies under others: only the strip below them is seen, with its name."""
    frame = " sai-b-new" if marked else ""
    y = spot.y + PEEK * depth
    bottom = y + spot.high
    return (
        f"<g><title>{plain(text('board.under', name=_titled(card, text)))}</title>"
        f'<rect x="{spot.x}" y="{y}" width="{spot.wide}" height="{spot.high}" rx="7" class="sai-b-under{frame}"/>'
        f'<text x="{spot.x + 5}" y="{bottom - 7}" class="sai-b-tiny">'
        f"{plain(fitted(card.label, (spot.wide - 8) / _SMALL))}</text></g>"
    )
