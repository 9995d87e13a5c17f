"""The text of a question as the phrases see it: folded, one character for each card; and what of it was not read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ingest.claims.asking import Asked
from ingest.claims.boards_table import CARD, BoardTable
from ingest.claims.sentences import fold

__all__ = ["CONTROL", "Told", "asked_spans", "tell", "unread_words"]

_FIRST = 0xE000
_FRAME = re.compile(
    r"という(?:理解|認識)で(?:合って|よろしい|正しい|いい|良い|よい)[^。]*|の(?:です|でしょう)か|[ぁ-ん]{1,4}か。?$"
)
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]+")
"""Characters that no scenario file may hold, and line ends: they are spaces here."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_NAMES = {"dm": re.compile(r"《([^《》]*)》"), "ygo": re.compile(r"「([^「」]*)」|《([^《》]*)》")}
_I = re.compile("(?:私|わたし|僕|俺|当方)(?=[のはがをにも])")
_BECOMES = re.compile("[にと]な(?:り(?!ま(?:す|せん)か)|っ|れ)")
"""Words of kana that are no filler: something becomes something."""
_FILLER = re.compile(
    r"【[^】]*】|(?<!\d)\d[.)]|[ぁ-ん、。()・:\s]|この|場合|自分|相手|効果|バトルゾーン|状態|状況|同じ|同|ターン中|ターン|時|際|それ|場|中"
)


@dataclass
class Told:
    """The text of a question with one character for each card."""

    text: str
    names: list[str] = field(default_factory=list)
    unnamed: set[int] = field(default_factory=set)

    def card(self, character: str) -> str:
        """Return the id of the card that a character stands for."""
        return f"c{ord(character) - _FIRST + 1}"

    def shown(self, text: str) -> str:
        """Return words with the names of the cards in them."""
        return "".join(f"《{self.names[ord(c) - _FIRST]}》" if "\ue000" <= c <= "\uf7ff" else c for c in text)


def tell(question: str, game: str, table: BoardTable) -> Told:
    """Return the text of a question; where it names no card, the things it speaks of are its cards."""
    names: list[str] = []

    def put(found: re.Match[str]) -> str:
        card = next(g for g in found.groups() if g is not None)
        if card not in names:
            names.append(card)
        return chr(_FIRST + names.index(card))

    text = (
        fold(_NAMES[game].sub(put, _PRIVATE.sub("〓", question)))
        .replace("「", "〔")
        .replace("」", "〕")
        .replace("?", "。")
        .replace("？", "。")
    )
    told = Told(_I.sub("自分", text), names)
    if not names:
        for word in table.unnamed:
            found = word.search(told.text)
            if found:
                told.unnamed.add(len(names))
                names.append(found.group())
                put_there = re.compile(f"({word.pattern})(?![\ue000-\uf7ff])")
                told.text = put_there.sub(rf"\g<1>{chr(_FIRST + len(names) - 1)}", told.text)
    return told


def asked_spans(told: Told, asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the words that ask: the claim, and the frame of the question around it."""
    spans = [m.span() for m in _FRAME.finditer(told.text)]
    said = asked.said.replace("「", "〔").replace("」", "〕")
    for number, name in enumerate(told.names):
        for shape in (f"《{name}》", f"〔{name}〕"):
            said = said.replace(shape, chr(_FIRST + number))
    at = told.text.rfind(fold(said)) if said else -1
    return [*spans, (at, at + len(fold(said)))] if at >= 0 else spans


def unread_words(told: Told, spans: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Return the runs of words that no phrase fitted."""
    covered = bytearray(len(told.text))
    for start, end in spans:
        covered[start:end] = b"\1" * (end - start)
    rest = "".join(" " if covered[i] else c for i, c in enumerate(told.text))
    rest = _BECOMES.sub("〈なる〉", rest)
    runs = (_FILLER.sub("", run) for run in re.split(r"[ 、。]+", rest))
    return tuple(told.shown(r) for r in runs if len(re.sub(CARD, "", r)) >= 2)
