# ---
# code: TC1004
# kinds: [K10]
# severity: info
# status: wording
# title:
#   ja: "二つの用語に同じ定義がある"
#   en: "One definition for two terms"
# means:
#   ja: "違う名前の用語に同じ定義が書かれています。新旧の名前か、別名と思われます。"
#   en: "Two terms have the same definition: an old and a new name, or an alias."
# fix:
#   ja: "一方を別名としてまとめ、いつからの名前かを書いてください。"
#   en: "Make one the alias of the other and say since when it is used."
# message:
#   ja: "「{terms}」に同じ定義が書かれています。"
#   en: "“{terms}” have the same definition."
# example:
#   - 逆行: |2
#       *逆行
#       逆行とは、獣の上の札だけを離れさせ、下の札を残す処理のこと。
#     積み替え: |2
#       *積み替え
#       積み替えとは、獣の上の札だけを離れさせ、下の札を残す処理のこと。
# look_alike:
#   - 逆行: |2
#       *逆行
#       逆行とは、獣の下の札だけを離れさせ、上の札を残す処理のこと。
#     積み替え: |2
#       *積み替え
#       積み替えとは、獣の上の札だけを離れさせ、下の札を残す処理のこと。
# ---
"""Two terms with the same definition."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_DEFINES = re.compile(r"^[-+]*(?P<term>[^、。「」()]{2,20}?)とは、?(?P<what>[^。]{12,}?)。?$")


@dataclass(frozen=True, slots=True)
class _Definition:
    game: str
    term: str
    what: str
    iri: str


def gather(page: PageView) -> Iterator[_Definition]:
    """Definitions by とは."""
    for passage in passages(page):
        for _, sentence in sentences(passage.text):
            found = _DEFINES.match(fold(sentence))
            if found and passage.in_force:
                yield _Definition(page.game, found["term"], found["what"], passage.iri)


def judge(definitions: Iterable[_Definition]) -> Iterator[Match]:
    """Report equal definitions of different terms."""
    same: dict[tuple[str, str], dict[str, _Definition]] = defaultdict(dict)
    for one in definitions:
        same[(one.game, one.what)].setdefault(one.term, one)
    for terms in same.values():
        if len(terms) > 1:
            found = [terms[t] for t in sorted(terms)]
            yield Match(tuple(d.iri for d in found[:4]), {"terms": "、".join(sorted(terms))})
