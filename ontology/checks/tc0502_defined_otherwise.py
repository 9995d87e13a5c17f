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
_HELD = re.compile(
    r"(?P<place>[一-龥ァ-ヴー]*?(?:手札|墓地|山札|デッキ|ゾーン|フィールド|場|シールド))(?:上|内|にある|に存在する)?の(?P<noun>[一-龥ァ-ヴー]+)(?P<end>も(?!の)|を|が|は)"
)
_NARROWS = re.compile(r"に限って|だけに|にのみ|に限られ")
_NAMES_IT = re.compile(r"(?P<rest>.*?)(?:を|も)、?(?P<term>[^、。]{2,20}?)(?:という|と呼ぶ)")

_NAMES_TOO = re.compile(
    r"^[-+]*(?P<what>[^。]*?こと)(?:も|もまた)、?(?P<term>[^、。]{2,20}?)(?:という|と呼ぶ|と呼ばれる|である)。?$"
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A definition, or a sentence that widens or narrows one; `term` is the term, of a `marked` one its whole text."""

    defines: bool
    game: str
    page: str
    term: str
    iri: str
    words: frozenset[str]
    sentence: str
    marked: bool
    held: tuple[str, str] | None = None


def gather(page: PageView) -> Iterator[_Said]:
    """Definitions by とは, and sentences that widen or narrow what they speak of."""
    for passage in passages(page):
        if passage.role != "statement" or not passage.in_force:
            continue
        for _, sentence in sentences(passage.text):
            text, shown = fold(sentence), sentence.strip()
            where = (page.game, page.iri)
            if found := _DEFINES.match(text):
                words, held = content_words(found["what"]), _held(found["what"])
                yield _Said(True, *where, found["term"], passage.iri, words, shown, False, held)
            elif named := _NAMES_TOO.match(text):
                words = content_words(named["what"])
                yield _Said(False, *where, named["term"], passage.iri, words, shown, False)
            elif _ALSO.search(text) and not _NAMES_IT.search(text):
                yield _Said(False, *where, text, passage.iri, content_words(text), shown, True)
            elif (also := _held(text)) and f"{also[1]}も" in text:
                yield _Said(False, *where, text, passage.iri, content_words(text), shown, True, also)


def _held(text: str) -> tuple[str, str] | None:
    """The first place and thing of a text (手札のモンスター)."""
    found = _HELD.search(text)
    return (found["place"], found["noun"]) if found else None


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report what speaks of the defined term with a class of its own where the definition has another."""
    everything = list(said)
    terms: dict[tuple[str, str], list[_Said]] = {}
    for definition in everything:
        if definition.defines:
            terms.setdefault((definition.game, definition.term), []).append(definition)
    beginnings: dict[str, set[str]] = {}
    for _, term in terms:
        beginnings.setdefault(term[:2], set()).add(term)
    for other in everything:
        named = {other.term} if not other.marked else set(_terms_in(other.term, beginnings))
        for term in sorted(named):
            for definition in terms.get((other.game, term), ()):
                if other.iri == definition.iri or other.page == definition.page:
                    continue
                if other.defines and other.iri < definition.iri:
                    continue
                if extra := _extra(definition, other):
                    places = (definition.iri, other.iri)
                    values = {"term": definition.term, "a": definition.sentence, "b": other.sentence}
                    yield Match(places, {**values, "extra": extra})


def _terms_in(text: str, beginnings: dict[str, set[str]]) -> Iterator[str]:
    for at in range(len(text) - 1):
        for term in beginnings.get(text[at : at + 2], ()):
            if text.startswith(term, at):
                yield term


def _extra(definition: _Said, other: _Said) -> str | None:
    """What the other sentence speaks of and the definition does not, where both speak of one kind of thing."""
    own = content_words(definition.term)
    if other.held:  # the same thing in another place
        (place, noun), (known_place, known_noun) = other.held, definition.held or ("", "")
        if noun == known_noun and not known_place.endswith(place) and not place.endswith(known_place):
            return f"{place}の{noun}"
        return None
    if other.marked and own <= definition.words:
        return None
    extra = other.words - definition.words - own
    lacks = definition.words - other.words - own
    common = (definition.words & other.words) - own
    near = len(common) >= len(lacks) - 1 or (common and _NARROWS.search(other.term))
    return "、".join(sorted(extra)) if extra - {"限"} and lacks and common and near else None
