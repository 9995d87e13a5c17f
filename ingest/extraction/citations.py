"""Rule numbers in running text, in the spellings people use, and not what merely looks like one.

A number is three digits, a point and a sub-number (``703.4``), with up to two letters (``703.4e``) and up to
two further levels (``703.4e.1``, ``703.4e-1``). Read alike: full-width digits and brackets, a colon or raised dot for the
point where a letter or the name of the rules settles it, ``703.4e条`` and ``第703条の4e``, several numbers
after one name, letters that continue a number (``703.4a、b``), numbers side by side (``703.4k/703.4l``), ranges of letters (``703.4a〜n``), bold inside
(the running text has no markup). A section alone (``703``) counts only beside the name of the rules or 条.
Not read: dates, versions, costs, powers, amounts with a unit.
"""

import re
from typing import NamedTuple

__all__ = ["Citation", "find_citations", "normal_number"]


class Citation(NamedTuple):
    """A cited number (``703.4e``) and its span in the running text."""

    number: str
    start: int
    end: int


_ANY = re.compile(r"[1-9]\d\d")
_NAME = r"(?:総合(?:ゲーム)?ルール|総則|ルールブック|ルール|条文|規則|CR|Comprehensive Rules?)"
_UNIT = r"(?! ?(?:版|年|月|日|円|枚|体|つ|個|点|回|倍|ターン|万|秒|分|時|人|ページ|頁|MB|GB|KB|cm|mm|kg|%|度|円|名|位|階|歳|ドル|ユーロ|パーセント|ポイント|(?:ヘクト|キロ|センチ|ミリ|メガ)?(?:パスカル|メートル|グラム|リットル|ヘルツ|ボルト|ワット|バイト)))"
_NO_SLASH = r"/\d(?!\d\d[.:]\d)"
"""What a number is followed by that is no rule: ``31.5/80``; but two rules may stand beside each other."""

_LEVELS = (
    r"(?P<sub>\d{1,2})(?P<letters>[a-zA-Z]{0,2})(?P<more>(?:(?:[.．]|(?<=[a-zA-Z])-)\d{1,2}[a-z]?){0,2})"
)
_PLAIN = re.compile(
    rf"(?<![\d.,:/A-Za-z])(?<![A-Za-z]-)(?P<section>[1-9]\d{{2}})\.{_LEVELS}(?![\dA-Za-z]|:\d|{_NO_SLASH})"
    + _UNIT
)
_NAMED = re.compile(
    rf"{_NAME}(?:第|[ 　:「『(\[【〔・の]|本文|のうち|では){{0,3}}(?P<section>[1-9]\d{{2}})(?: ?[.:・] ?{_LEVELS})?(?![\dA-Za-z]|[.:]\d|{_NO_SLASH})"
    + _UNIT
)
_COLON = re.compile(
    r"(?<![\d.,:/A-Za-z])(?P<section>[1-9]\d{2})[:・](?P<sub>\d{1,2})(?P<letters>[a-z]{1,2})(?P<more>)(?![\dA-Za-z]|[/:]\d)"
)
_ARTICLE = re.compile(
    r"第?(?<![\d.,])(?P<section>[1-9]\d{2})(?:[.:](?P<sub1>\d{1,2})(?P<letters1>[a-zA-Z]{0,2}))?条"
    r"(?:(?:の|第|,)?(?P<sub2>\d{1,2})(?:項|号)?(?:の)?(?P<letters2>[a-zA-Z]{0,2}))?(?![\dA-Za-z])(?!項? ?(?:版|年|枚|体))"
)
_FOLLOW_SECTION = re.compile(
    r" ?(?:[、,/と・]|および|及び|又は|または) ?(?P<section>[1-9]\d{2})(?![\d.])"
    + _UNIT
    + r"(?= ?(?:条|[)\]】〕」』、,。]|$))"
)
_FOLLOW_LETTER = re.compile(r" ?(?:[、,/・]|と|や|および|及び) ?(?P<letter>[a-z])(?![A-Za-z0-9.])")
_FOLLOW_NUMBER = re.compile(
    rf" ?/ ?(?P<section>[1-9]\d{{2}})\.{_LEVELS}(?![\dA-Za-z]|:\d|{_NO_SLASH})" + _UNIT
)
_MEASURED = re.compile(
    r"(?:コスト|パワー|[攻守](?:撃|備)力|レベル|バージョン|[Vv]er(?:sion)?\.?|約|およそ|平均|最高|最低|最大|最小|合計|価格|値段|勝率|打率|温度|気温)[ :]?$"
)
"""Before a number without a letter: it counts or measures something."""

_RANGE = re.compile(r" ?[~\-] ?(?:[1-9]\d{2}\.\d{1,2})?(?P<letter>[a-z])(?![A-Za-z0-9.])")


def normal_number(text: str) -> str:
    """Return a rule number in its normal form: ``703.4e``; capitals lowered, a final point dropped.

    >>> normal_number("200.3C."), normal_number("703.4")
    ('200.3c', '703.4')
    """
    return text.strip().rstrip(".").replace("．", ".").lower()


def _number(section: str, sub: str | None, letters: str | None, more: str | None = "") -> str:
    return normal_number(section + (f".{sub}{letters or ''}{more or ''}" if sub else ""))


def find_citations(folded: str) -> list[Citation]:
    """Return the rule numbers of a folded running text (see `flow.fold_text`), in order, without overlaps."""
    if not _ANY.search(folded):
        return []
    spans: dict[int, Citation] = {}
    for m in _NAMED.finditer(folded):
        number = _number(m["section"], m["sub"], m["letters"], m["more"])
        spans[m.start("section")] = Citation(number, m.start("section"), m.end())
    for m in _ARTICLE.finditer(folded):
        number = _number(m["section"], m["sub1"] or m["sub2"], m["letters1"] or m["letters2"])
        _keep(spans, Citation(number, m.start("section"), m.end()))
    for pattern in (_PLAIN, _COLON):
        for m in pattern.finditer(folded):
            if not m["letters"] and _MEASURED.search(folded, max(0, m.start() - 12), m.start()):
                continue
            _keep(
                spans, Citation(_number(m["section"], m["sub"], m["letters"], m["more"]), m.start(), m.end())
            )
    found: list[Citation] = []
    for citation in sorted(spans.values(), key=lambda c: (c.start, -c.end)):
        if found and citation.start < found[-1].end:
            continue
        found.append(citation)
        found.extend(_continued(folded, citation))
        while beside := _FOLLOW_NUMBER.match(folded, found[-1].end):
            number = _number(beside["section"], beside["sub"], beside["letters"], beside["more"])
            found.append(Citation(number, beside.start("section"), beside.end()))
    return found


def _keep(spans: dict[int, Citation], citation: Citation) -> None:
    """Keep the longer of two readings that begin at the same place."""
    old = spans.get(citation.start)
    if old is None or citation.end > old.end:
        spans[citation.start] = citation


def _continued(folded: str, citation: Citation) -> list[Citation]:
    """Numbers that lean on the one before: letters, ranges of letters, further sections."""
    more: list[Citation] = []
    stem, last = citation.number[:-1], citation.number[-1]
    at = citation.end
    if last.isalpha() and not citation.number[-2:-1].isalpha():
        m = _RANGE.match(folded, at)
        if m and last < m["letter"]:
            letters = [chr(c) for c in range(ord(last) + 1, ord(m["letter"]) + 1)]
            return [Citation(stem + letter, m.start("letter"), m.end("letter")) for letter in letters]
        while m := _FOLLOW_LETTER.match(folded, at):
            more.append(Citation(stem + m["letter"], m.start("letter"), m.end("letter")))
            at = m.end()
    elif "." not in citation.number:
        while m := _FOLLOW_SECTION.match(folded, at):
            more.append(Citation(m["section"], m.start("section"), m.end("section")))
            at = m.end()
    return more
