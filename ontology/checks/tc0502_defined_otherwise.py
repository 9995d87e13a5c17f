# ---
# code: TC0502
# kinds: [K5]
# severity: warning
# status: real
# title:
#   ja: "定義と使い方の対象が違う"
#   en: "Defined for one class, used for another"
# means:
#   ja: "用語の定義が言う対象と、別の文がその用語で言う対象が違います。"
#   en: "What a definition covers and what another statement applies the term to are different."
# fix:
#   ja: "定義を広げる（狭める）か、二つの定義を一つにそろえてください。"
#   en: "Widen or narrow the definition, or make the two agree."
# message:
#   ja: "「{term}」の対象が、定義「{a}」と「{b}」とで違います（{extra}）。"
#   en: "“{term}” covers different things in “{a}” and in “{b}” ({extra})."
# example:
#   - 逆行: |2
#       *逆行
#       逆行とは、獣の上の札だけを取り除くこと。
#     乙: |2
#       *乙
#       -防具の上の札だけを取り除くことも、逆行である。
# look_alike:
#   - 逆行: |2
#       *逆行
#       逆行とは、獣の上の札だけを取り除くこと。
#     乙: |2
#       *乙
#       -獣の上の札だけを取り除く時に、逆行が起こる。
# ---
"""A term is defined for one class and used for another, or defined twice."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.claims import content_words
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_DEFINES = re.compile(
    r"^[-+]*(?P<term>[^、。「」()]{2,20}?)とは、?(?P<what>[^。]+?)(?:のこと)?(?:である|です|をいう|を指す)?。?$"
)
_ALSO = re.compile(r"(?:[時際合]も|ことも|処理も|でも|にも|ものも)、|に限って|だけに|にのみ|に限られ")
_NARROWS = re.compile(r"に限って|だけに|にのみ|に限られ")
_NAMES_IT = re.compile(r"(?P<rest>.*?)(?:を|も)、?(?P<term>[^、。]{2,20}?)(?:という|と呼ぶ)")

_NAMES_TOO = re.compile(
    r"^[-+]*(?P<what>[^。]*?こと)(?:も|もまた)、?(?P<term>[^、。]{2,20}?)(?:という|と呼ぶ|と呼ばれる|である)。?$"
)


@dataclass(frozen=True, slots=True)
class _Said:
    defines: bool
    game: str
    page: str
    term: str
    iri: str
    words: frozenset[str]
    sentence: str
    marked: bool


def gather(page: PageView) -> Iterator[_Said]:
    """Definitions by とは, and sentences that widen or narrow what they speak of."""
    for passage in passages(page):
        if passage.role != "statement" or not passage.in_force:
            continue
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            found = _DEFINES.match(text)
            if found:
                words = content_words(found["what"])
                yield _Said(
                    True, page.game, page.iri, found["term"], passage.iri, words, sentence.strip(), False
                )
            elif named := _NAMES_TOO.match(text):
                words = content_words(named["what"])
                yield _Said(
                    False, page.game, page.iri, named["term"], passage.iri, words, sentence.strip(), False
                )
            elif _ALSO.search(text) and not _NAMES_IT.search(text):
                yield _Said(
                    False, page.game, page.iri, text, passage.iri, content_words(text), sentence.strip(), True
                )


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report what speaks of the defined term with a class of its own where the definition has another."""
    everything = list(said)
    definitions = [s for s in everything if s.defines]
    for definition in definitions:
        own = content_words(definition.term)
        for other in everything:
            if other.iri == definition.iri or other.game != definition.game or other.page == definition.page:
                continue
            if other.defines:
                if other.term != definition.term or other.iri < definition.iri:
                    continue
            elif not other.marked:
                if other.term != definition.term:
                    continue
            elif definition.term not in other.term or own <= definition.words:
                continue
            extra = other.words - definition.words - own
            lacks = definition.words - other.words - own
            common = (definition.words & other.words) - own
            near = len(common) >= len(lacks) - 1 or (common and _NARROWS.search(other.term))
            if extra - {"限"} and lacks and common and near:
                shown = "、".join(sorted(extra))
                yield Match(
                    (definition.iri, other.iri),
                    {"term": definition.term, "a": definition.sentence, "b": other.sentence, "extra": shown},
                )
