"""Provisions that change their number: which pages say so, and which provision a number stands for on a day.

A number is not a rule: ``703.4h`` may be another provision in the next edition of the rules. Pages say so in tables
(旧番号 beside 新番号), in lines (``旧 509.4 → 新 509.5``, ``510.7bは510.8bに移った``) and in headings
(``703.4h（旧703.4i）``). What the pages of a corpus say together is part of its names, so that the result does not
depend on the order of the pages.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from ingest.extraction.citations import normal_number
from ingest.extraction.flow import fold_text
from ingest.markup.dates import find_date
from ingest.markup.tree import Document, Kind, Node

__all__ = [
    "Move",
    "Renumbering",
    "announces",
    "edition_day",
    "edition_of",
    "edition_read",
    "effective_date",
    "find_moves",
    "may_move",
    "moves_of",
    "table_moves",
]

_N = r"[1-9]\d{2}\.\d{1,2}[A-Za-z]{0,2}(?:[.\-]\d{1,2})?"
_END = r"(?![\dA-Za-z])"
_OLD, _NEW = r"(?:旧|元の?|改[訂定正]前(?:の)?|変更前(?:の)?)", r"(?:新|改[訂定正]後(?:の)?|変更後(?:の)?)"
_LINES = (
    re.compile(rf"{_OLD}?(?:番号)?[ :]*(?P<old>{_N})条?(?:[^\d\n。]{{0,24}}?[ )」])?(?:[→⇒⇨➡]|[-=]>)[ ]*{_NEW}?(?:番号)?[ :]*(?P<new>{_N}){_END}"),
    re.compile(
        rf"{_OLD}?[ ]*(?P<old>{_N})(?:条)?(?:は|が|を)、? ?{_NEW}? ?(?P<new>{_N})(?:条)?(?:に|へ|と)(?:番号が|番号を)?、?(?:移|変わ|変更|改(?:め|番)|繰り|ずれ|なっ|なり|なる|振り直)"
    ),
    re.compile(rf"(?P<new>{_N})[ ]*\((?:旧|元|以前の?|改[訂定正]前は?)(?:番号)?[ :]*(?P<old>{_N})\)"),
)  # fmt: skip
_SAYS = re.compile(r"番号|条番|旧|新|移動|移り|移っ|改番|繰り[上下]|変更|改[訂定正]|対応")
_ARROW = re.compile(r"[→⇒⇨➡]|[-=]>")
_HEAD = re.compile(
    r"^(?:(?P<old>旧|元の?|以前の?|変更前の?|改[訂定正]前の?)|(?P<new>新|変更後の?|改[訂定正]後の?|現在の?|現行の?))(?:しい)?"
    r"(?:条文|条|ルール|規則|項目)?(?:の)?(?:番号|No\.?|条|項)?$"
)
_QUICK = re.compile(r"[1-9１-９][0-9０-９]{2}[.．][0-9０-９]")
_NUMBER = re.compile(rf"^{_N}\.?$")
_ANY = re.compile(_N)
_VERSION = re.compile(r"(?:[Vv]er(?:sion)?\.? ?|第)(?P<version>\d+\.\d+(?:\.\d+)?)(?:版)?")
_WEEKDAY = r"(?:\([日月火水木金土](?:曜日?)?\))?"
_CHANGE = r"(?:改訂|改定|改正|変更|施行|適用|改め)"
_EFFECTIVE = re.compile(
    _WEEKDAY
    + rf"(?:(?:より|から|付で|付けで|以降|をもって)[^。\n]{{0,40}}{_CHANGE}|(?:に|付(?:け)?で)?(?:発効|施行))"
)
_REVISED = re.compile(rf"[^。\n]{{0,30}}{_CHANGE}")
_BASED = re.compile(
    r"総合(?:ゲーム)?ルール[^。\n]{0,12}?(?:[Vv]er(?:sion)?\.? ?|第)(?P<version>\d+\.\d+(?:\.\d+)?)[^。\n]{0,8}?(?:に(?:基づ|準拠|従|よ)|を(?:もと|元|基)に|時点)"
)
_RULES = re.compile(r"総合(?:ゲーム)?ルール|総則|ルールブック|公式ルール")


class Move(NamedTuple):
    """A provision that stood under `old` and stands under `new`; the span of the words that say so."""

    old: str
    new: str
    start: int
    end: int


def find_moves(folded: str, announced: bool) -> list[Move]:
    """Return the changes of number that a folded text states; `announced` where its surroundings speak of changes.

    An arrow alone may be an order of steps, so it counts only beside 旧 and the like, or where announced.

    >>> [m[:2] for m in find_moves("旧 509.4 → 新 509.5", False)]
    [('509.4', '509.5')]
    >>> find_moves("703.4c → 703.4d の順に調べる", False)
    []
    """
    if len(_ANY.findall(folded)) < 2:
        return []
    found: dict[int, Move] = {}
    for pattern in _LINES:
        for m in pattern.finditer(folded):
            old, new = normal_number(m["old"]), normal_number(m["new"])
            if old == new or (_ARROW.search(m[0]) and not (announced or "旧" in m[0] or "新" in m[0])):
                continue
            found.setdefault(m.start("old"), Move(old, new, m.start(), m.end()))
    return [found[at] for at in sorted(found)]


def number_columns(heads: list[str]) -> tuple[int, int] | None:
    """Return which columns of a table hold the earlier and the later numbers, by their folded heads; None if none do."""
    sides = [_HEAD.match(h.strip()) for h in heads]
    before = next((i for i, m in enumerate(sides) if m and m["old"]), None)
    after = next((i for i, m in enumerate(sides) if m and m["new"]), None)
    return None if before is None or after is None else (before, after)


def announces(titles: str) -> bool:
    """Whether the titles above a text speak of changes of numbers."""
    return _SAYS.search(titles) is not None


def is_number(folded: str) -> bool:
    """Whether a cell holds the number of a provision and nothing else."""
    return _NUMBER.match(folded.strip()) is not None


def edition_of(text: str) -> str | None:
    """Return the version of the rules document that a title names (``総合ルール Ver.1.44``), or None."""
    folded = fold_text(text)
    m = _VERSION.search(folded) if _RULES.search(folded) else None
    return m["version"] if m else None


def edition_read(document: Document, title: str) -> str | None:
    """Return the version of the rules document that a page is about: that of its title, or the one it is based on."""
    m = _BASED.search(fold_text(document.text[:2000]))
    return edition_of(title) or (m["version"] if m else None)


def edition_day(document: Document) -> str | None:
    """Return the day of the edition of the rules that a page is or announces: one it states, or that of the rules."""
    rules = document.format.startswith("rules")
    return _stated(document, None) or ((document.date or "")[:10] or None if rules else None)


def effective_date(document: Document, titled: str | None = None) -> str | None:
    """Return the day from which a notice holds.

    It is the day from which the notice says that it holds, else the one of its titles (`titled`), else the day on
    which it says that something was changed, else the day of the page.
    """
    stated = _stated(document, titled) or _said(document, _REVISED)
    return stated or (document.date or "")[:10] or None


def _stated(document: Document, titled: str | None) -> str | None:
    if titled is None and (own := find_date(fold_text(document.title or ""))):
        titled = own.iso
    return _said(document, _EFFECTIVE) or titled


def _said(document: Document, what: re.Pattern[str]) -> str | None:
    """The first date of a page that these words follow."""
    text, at = fold_text(document.text), 0
    while found := find_date(text, at):
        if what.match(text, found.end):
            return found.iso
        at = found.end
    return None


def may_move(text: str) -> bool:
    """Whether a page may say that provisions have moved: a quick look that spares most pages the search."""
    return _QUICK.search(text) is not None and _SAYS.search(text) is not None


def moves_of(document: Document, title: str) -> list[tuple[str, str, str]]:
    """Return (earlier number, later number, day) for every provision that a page says has moved."""
    if not may_move(document.text):
        return []
    found = list(_walk(document, document.root, title, None))
    day = effective_date(document) if found else None
    return [(old, new, at) for old, new, own in found if (at := own or day)]


def _walk(
    document: Document, node: Node, titles: str, day: str | None
) -> Iterator[tuple[str, str, str | None]]:
    """Moves with the day of the heading above them, where it has one."""
    for child in node.children:
        if child.kind in (Kind.SECTION, Kind.FOLD):
            own = child.attrs.get("title", "")
            dated = find_date(fold_text(own))
            above = f"{titles}\n{fold_text(own)}"
            inner = dated.iso if dated else day
            for move in find_moves(fold_text(own), announced=False):
                yield move.old, move.new, inner
            yield from _walk(document, child, above, inner)
        elif child.kind is Kind.TABLE:
            yield from ((old, new, day) for old, new, _ in table_moves(document, child))
        elif child.kind in (Kind.PARAGRAPH, Kind.ITEM, Kind.PREFORMATTED, Kind.RULE):
            own_text = fold_text(document.plain(child))
            for line in own_text.split("\n"):
                for move in find_moves(line, announces(titles)):
                    yield move.old, move.new, day
        elif child.kind not in (Kind.HEADING, Kind.QA):
            yield from _walk(document, child, titles, day)


def table_moves(document: Document, table: Node) -> Iterator[tuple[str, str, Node]]:
    """Yield (earlier number, later number, row) of a table of numbers."""
    rows = [r for r in table.find(Kind.ROW) if r.attrs.get("style") != "format"]
    if len(rows) < 2:
        return
    plain = [
        [fold_text(document.plain(c)).strip() for c in row.children if c.kind is Kind.CELL] for row in rows
    ]
    columns = number_columns(plain[0])
    if columns is None:
        return
    for row, cells in zip(rows[1:], plain[1:], strict=True):
        if len(cells) > max(columns) and all(is_number(cells[i]) for i in columns):
            old, new = (normal_number(cells[i]) for i in columns)
            if old != new:
                yield old, new, row


class Renumbering:
    """Which provision a number stands for, after the moves and editions that a corpus knows."""

    def __init__(self, moves: Mapping[str, set[str]], editions: Mapping[str, set[str]]) -> None:
        """`moves` as in `Names.moves`: number → ``to DAY NUMBER`` and ``from DAY NUMBER``; `editions`: version → days."""
        self._into: dict[str, list[tuple[str, str]]] = {}
        self._away: dict[str, list[str]] = {}
        for number, said in moves.items():
            for entry in sorted(said):
                direction, day, other = entry.split(" ")
                if direction == "from":
                    self._into.setdefault(number, []).append((day, other))
                else:
                    self._away.setdefault(number, []).append(day)
        self._editions = {version: min(days) for version, days in editions.items()}

    def __bool__(self) -> bool:
        """Whether any provision has moved."""
        return bool(self._into)

    def day_of(self, version: str | None) -> str | None:
        """Return the day of an edition of the rules document, where a page tells it."""
        return self._editions.get(version or "")

    def provision(self, number: str, day: str | None) -> str:
        """Return the key of the provision that stood under a number on a day (None: the number as first met).

        The key is the first number of the provision; a second provision under a number that was given up gets
        ``{number}~{day}``.
        """
        return number if day is None or not self._into else self._back(number, day, 0)

    def _back(self, number: str, day: str, depth: int) -> str:
        into = [m for m in self._into.get(number, ()) if m[0] <= day]
        away = [d for d in self._away.get(number, ()) if d <= day]
        if into and depth < 20:
            moved, earlier = max(into)
            if not any(d > moved for d in away):
                return self._back(earlier, _before(moved), depth + 1)
        if away:
            return f"{number}~{max(away)}"
        parent = re.match(r"(.+?)([a-z]{1,2}|\.\d{1,2})$", number)
        if parent and "." in parent[1] and parent[1] in self._into:
            stem = self._back(parent[1], day, depth + 1)
            return stem + parent[2] if "~" not in stem else number
        return number


def _before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
