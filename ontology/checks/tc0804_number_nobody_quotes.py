# ---
# code: TC0804
# kinds: [K8, K11]
# severity: warning
# status: gap
# title:
#   ja: "どこにも文面のない番号を挙げている"
#   en: "A cited number whose text is nowhere"
# means:
#   ja: "同じ群の他の番号の文面はあるのに、挙げられた番号の文面がどのページにもありません。番号の書き間違いか、引用漏れです。"
#   en: "Other members of the group are quoted in the wiki, this one nowhere: the number is wrong or its text is missing."
# fix:
#   ja: "番号を確かめ、正しければ文面を引用してください。"
#   en: "Check the number; if it is right, quote its text."
# message:
#   ja: "規則 {number} の文面がどこにもありません（あるのは {known}）。"
#   en: "The text of rule {number} is nowhere to be found (there are {known})."
# example:
#   - 例: |2
#       *甲
#       **一覧
#       -一つ目の決まりで、札は墓地に置かれる。(205.1a)
#       -二つ目の決まりで、札は手札に戻る。(205.1b)
#       -三つ目の決まりで、札は場に残る。(205.1c)
#       **説明
#       -詳しくは総合ルール 205.1g による。
# look_alike:
#   - 例: |2
#       *甲
#       **一覧
#       -一つ目の決まりで、札は墓地に置かれる。(205.1a)
#       -二つ目の決まりで、札は手札に戻る。(205.1b)
#       -三つ目の決まりで、札は場に残る。(205.1c)
#       **説明
#       -詳しくは総合ルール 205.1b による。
# ---
"""A cited number of a group whose other members are quoted, while it is not."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView

__all__ = ["gather", "judge"]

_MEMBER = re.compile(r"^(?P<group>[0-9]+(?:\.[0-9]+)*?)(?P<letter>\.[0-9]+|[a-z])$")


_NEARLY = 0.75


@dataclass(frozen=True, slots=True)
class _Number:
    quoted: bool
    game: str
    number: str
    iri: str


def gather(page: PageView) -> Iterator[_Number]:
    """Numbers quoted with a text, and numbers cited."""
    for version in page.of("RuleVersion"):
        yield _Number(True, page.game, (version.one("notation") or "").lower(), version.iri)
    for extract in page.of("Statement", "Ruling"):
        for number in extract.all("citedNumber"):
            yield _Number(False, page.game, number.lower(), extract.iri)


def judge(numbers: Iterable[_Number]) -> Iterator[Match]:
    """Report cited members missing from a group of which at least two members are quoted."""
    everything = list(numbers)
    quoted: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in everything:
        if one.quoted and (member := _MEMBER.match(one.number)):
            quoted[(one.game, member["group"])].add(member["letter"])
    for one in everything:
        member = _MEMBER.match(one.number)
        if one.quoted or member is None:
            continue
        letters = quoted[(one.game, member["group"])]
        if len(letters) >= 2 and member["letter"] not in letters and _documented(letters):
            known = "、".join(member["group"] + letter for letter in sorted(letters, key=_order))
            yield Match((one.iri,), {"number": one.number, "known": known})


def _order(letter: str) -> int:
    return int(letter[1:]) if letter[0] == "." else ord(letter) - ord("a") + 1


def _documented(letters: set[str]) -> bool:
    """Whether the wiki holds the group as a whole, or nearly: a few members quoted here and there show nothing."""
    return len(letters) >= _NEARLY * max(map(_order, letters))
