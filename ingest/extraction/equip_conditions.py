"""What an Equip Spell asks of the monster it is equipped to, read from the words of its text.

``read_condition("戦士族以外のレベル4以下のモンスターにのみ装備可能")`` gives terms: what is asked for, its value, and
whether it is excluded. Terms of one kind are alternatives, terms of different kinds must all be met, unless the words
join them by または (``any_of``). Words that are neither a term nor filling leave the condition ``unread``: then nothing
can be said about targets.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from ontology.vocabulary import concept_by_label

__all__ = ["Condition", "Term", "read_condition"]


@dataclass(frozen=True)
class Term:
    """One thing asked of the monster.

    ``kind`` is ``Type``, ``Attribute``, ``CardType``, ``CardName``, ``NameSet``, ``Controller`` (``self`` or
    ``opponent``), ``MinLevel``, ``MaxLevel``, ``MinAttack``, ``MaxAttack``, ``MinDefense`` or ``MaxDefense``;
    ``value`` is the word of the text, or a number.
    """

    kind: str
    value: str | int
    excluded: bool = False


@dataclass(frozen=True)
class Condition:
    """All terms of a text; ``unread`` holds the words that were not understood."""

    terms: tuple[Term, ...]
    any_of: bool = False
    unread: str = ""


_ONLY = re.compile(
    r"(?P<what>[^。]{1,60}?(?:モンスター)?)(?:[1一]体)?(?:に)?(?:のみ|だけ)(?:に)?装備(?:可能|できる|する)?"
)
_NOT_BUT = re.compile(r"(?P<what>[^。]{1,60}?)(?:に)?しか装備(?:する(?:事|こと)[はが]?)?でき(?:ない|ません)")
_NEVER = re.compile(r"(?P<what>[^。]{1,60}?)に(?:は)?装備(?:する(?:事|こと)[はが]?)?でき(?:ない|ません)")
_HEAD = re.compile(r".*(?:[:;]|装備カードは、?|このカードは、?|装備モンスターは、?|装備魔法は、?|[①-⑳])")
_EXCEPT = re.compile(r"(?:の?モンスター)?以外")
_OR = re.compile(r"または|又は|もしくは|あるいは|か、?$|か(?=「|《)")
_LIST = re.compile(r"(?:モンスター)?(?:[・、/と]|及び|および|または|又は|もしくは|か、?)+")
_LEVEL = re.compile(
    r"(?:レベル|星|★)[がは]?(?P<a>\d{1,2})(?P<rel>以上|以下|未満)?(?:(?:から|かつ|[~〜])?(?:レベル|星)?(?P<b>\d{1,2})(?:以下|まで)?)?"
)
_POINTS = re.compile(
    r"(?:元々の)?(?P<stat>攻撃力|守備力)[がは]?(?P<n>\d{1,5})(?:ポイント)?(?P<rel>以上|以下|未満)?"
    r"(?:(?:から|かつ|[~〜])?(?P<b>\d{1,5})(?:ポイント)?(?:以下|まで))?"
)
_ATTRIBUTE = re.compile(r"(?P<list>[地水炎風光闇神](?:(?:[・、/と]|または|又は|か)[地水炎風光闇神])*)属性")
_SIDE = re.compile(
    r"(?<!持ち主が)(?<!持ち主は)(?P<who>自分|相手)"
    r"(?:の?フィールド(?:上)?|の?場|が?コントロールする|が?コントロールしている|(?=の?モンスター)|の(?=[^墓手デ除]*$))"
)
_NAME = re.compile(
    r"「(?P<name>[^「」]{1,30})」(?P<set>と(?:名の?[つ付]く|名[つ付]いた|名の[つ付]いた)|(?=モンスター(?!と)))?"
)
_BOX = re.compile(r"《(?P<name>[^《》]+)》")
_FILLING = re.compile(
    r"フィールド(?:上)?|場|表側(?:攻撃|守備)?表示|存在する|いる|モンスター|カード|[1-5一二三]体|名の?[つ付]いた|名の?[つ付]く|"
    r"または|又は|もしくは|あるいは|および|及び|以外|元々|である|属性|種族|ポイント|コントロールしている|コントロールする|かつ|"
    r"自分|相手|[のにでがはをとかや、・/上 　]"
)


@cache
def _races() -> re.Pattern[str]:
    """All types of monsters, the longest first (獣戦士族 before 戦士族)."""
    labels = sorted(concept_by_label("ygo", "MonsterTypes"), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, labels)))


@cache
def _kinds() -> re.Pattern[str]:
    """Card types of monsters, also in a list: 融合・儀式モンスター."""
    stems = sorted(
        (
            label.removesuffix("モンスター")
            for label in concept_by_label("ygo", "CardTypes")
            if label.endswith("モンスター") and label != "モンスター"
        ),
        key=len,
        reverse=True,
    )
    one = "|".join(map(re.escape, stems))
    return re.compile(rf"(?P<stem>{one})(?=(?:(?:[・、/]|または|か)(?:{one}))*モンスター)")


def read_condition(text: str) -> Condition | None:
    """Return the condition of a folded line of card text; None where it sets none."""
    for pattern, negative in ((_NOT_BUT, False), (_ONLY, False), (_NEVER, True)):
        if m := pattern.search(text):
            return _condition(_HEAD.sub("", m["what"]), negative)
    return None


def _condition(what: str, negative: bool) -> Condition | None:
    found = _sets(what, list(_excluded(what, sorted(_terms(what), key=lambda f: f[:2]))))
    unread = _left_over(what, found)
    if not found:
        # 装備できない alone may speak of anything; のみ装備可能 does ask for something.
        return None if negative or not unread else Condition((), unread=unread)
    terms = tuple(t for _, _, t in found)
    joined = _joined(what, found)
    if joined is None or _part_of_excluded(what, found):
        return Condition((), unread=what)
    if negative:
        return _denied(terms, joined)
    return Condition(terms, joined, unread)


def _terms(what: str) -> Iterator[tuple[int, int, Term]]:
    """Yield each term with its place; what stands inside a bracketed name is no term."""
    names = [(m.start(), m.end()) for m in (*_NAME.finditer(what), *_BOX.finditer(what))]
    for m in _NAME.finditer(what):
        yield m.start(), m.end(), Term("NameSet" if m["set"] is not None else "CardName", m["name"])
    for m in _BOX.finditer(what):
        yield m.start(), m.end(), Term("CardName", m["name"])
    outside = "".join("\0" if any(a <= i < b for a, b in names) else c for i, c in enumerate(what))
    for m in _races().finditer(outside):
        yield m.start(), m.end(), Term("Type", m[0])
    for m in _ATTRIBUTE.finditer(outside):
        for one in re.finditer("[地水炎風光闇神]", m["list"]):
            start = m.start() + one.start()
            yield start, m.end() if start + 1 == m.end("list") else start + 1, Term("Attribute", one[0])
    for m in _kinds().finditer(outside):
        yield m.start(), m.end(), Term("CardType", m["stem"] + "モンスター")
    for m in _SIDE.finditer(outside):
        yield m.start(), m.end(), Term("Controller", "self" if m["who"] == "自分" else "opponent")
    for m in _LEVEL.finditer(outside):
        yield from ((m.start(), m.end(), t) for t in _range("Level", int(m["a"]), m["rel"], m["b"]))
    for m in _POINTS.finditer(outside):
        stat = "Attack" if m["stat"] == "攻撃力" else "Defense"
        yield from ((m.start(), m.end(), t) for t in _range(stat, int(m["n"]), m["rel"], m["b"]))


def _range(stat: str, low: int, relation: str | None, high: str | None) -> Iterator[Term]:
    if high is not None:
        yield Term("Min" + stat, low)
        yield Term("Max" + stat, int(high))
        return
    if relation in (None, "以上"):
        yield Term("Min" + stat, low)
    if relation in (None, "以下"):
        yield Term("Max" + stat, low)
    if relation == "未満":
        yield Term("Max" + stat, low - 1)


def _excluded(what: str, found: list[tuple[int, int, Term]]) -> Iterator[tuple[int, int, Term]]:
    """Mark what 以外 excludes: the term before it, and the list of the same kind that the term ends."""
    marked: list[tuple[int, int, Term]] = []
    after: tuple[int, Term] | None = None
    for start, end, plain in reversed(found):
        listed = after is not None and after[1].excluded and after[1].kind == plain.kind
        by_list = listed and after is not None and _LIST.fullmatch(what[end : after[0]]) is not None
        term = replace(plain, excluded=by_list or _EXCEPT.match(what, end) is not None)
        marked.append((start, end, term))
        after = (start, term)
    yield from reversed(marked)


def _sets(what: str, found: list[tuple[int, int, Term]]) -> list[tuple[int, int, Term]]:
    """A name that is listed with a set is a set too: 「甲」または「乙」と名のついた."""
    result: list[tuple[int, int, Term]] = []
    after: tuple[int, Term] | None = None
    for start, end, plain in reversed(found):
        term = plain
        if (
            plain.kind == "CardName"
            and what[start] == "「"
            and after is not None
            and after[1].kind == "NameSet"
        ):
            term = replace(plain, kind="NameSet" if _LIST.fullmatch(what[end : after[0]]) else "CardName")
        result.append((start, end, term))
        after = (start, term)
    return result[::-1]


def _part_of_excluded(what: str, found: list[tuple[int, int, Term]]) -> bool:
    """Whether 以外 excludes several things taken together (機械族の効果モンスター以外), which is not modelled."""
    return any(
        other.excluded
        and not one.excluded
        and one.kind != "Controller"
        and what[end:start] in ("", "の", "・")
        for (_, end, one), (start, _, other) in pairwise(found)
    )


def _joined(what: str, found: list[tuple[int, int, Term]]) -> bool | None:
    """Whether terms of different kinds are alternatives; None where some are and others are not."""
    ways = set()
    for (_, end, one), (start, _, other) in pairwise(found):
        group = {"CardName": "Name", "NameSet": "Name"}
        same = group.get(one.kind, one.kind) == group.get(other.kind, other.kind)
        if start >= end and not same:
            ways.add(_OR.search(what[end:start]) is not None)
    if len(ways) == 2:
        return None
    return ways == {True}


def _denied(terms: tuple[Term, ...], any_of: bool) -> Condition:
    """Turn a condition into its contrary: not (A and B) is not A or not B."""
    turned = []
    for term in terms:
        stat = term.kind[3:]
        if term.kind.startswith("Min"):
            turned.append(Term("Max" + stat, int(term.value) - 1))
        elif term.kind.startswith("Max"):
            turned.append(Term("Min" + stat, int(term.value) + 1))
        elif term.kind == "Controller":
            turned.append(Term(term.kind, "opponent" if term.value == "self" else "self"))
        else:
            turned.append(replace(term, excluded=not term.excluded))
    several = len({t.kind for t in turned}) > 1
    return Condition(tuple(turned), several and not any_of)


def _left_over(what: str, found: list[tuple[int, int, Term]]) -> str:
    """Return what is neither a term nor filling."""
    rest = what
    for start, end, _ in reversed(found):
        rest = rest[:start] + "\0" * (end - start) + rest[end:]
    return _FILLING.sub("", rest.replace("\0", "")).strip()
