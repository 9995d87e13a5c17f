# ---
# code: TC1001
# kinds: [K10]
# severity: info
# status: wording
# title:
#   ja: "表記の揺れ"
#   en: "One word in two spellings"
# means:
#   ja: "同じ語が二通りに書かれています。検索で片方しか見つかりません。"
#   en: "One word is written in two ways; a search finds only one of them."
# fix:
#   ja: "公式の表記にそろえ、引用文はそのままにしてください。"
#   en: "Use the official spelling; leave quotations as they are."
# message:
#   ja: "表記が揺れています：{forms}"
#   en: "Spellings differ: {forms}"
# group_message:
#   ja: "表記の揺れが {count} 組あります（{examples}）。"
#   en: "{count} words are spelt in more than one way ({examples})."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -ウエポンは戻る。
#       -一枚のウェポンは置かれる。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -ウエポンは戻る。
#       -一枚のウエポンは置かれる。
# ---
"""One word in two spellings."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ontology.checking import Match, PageView, Span
from ontology.checking.cues import cue_list, cue_table
from ontology.checking.japanese import fold, small_kana_fold

__all__ = ["gather", "judge"]

_KATAKANA = re.compile(r"[ァ-ヴー]{2,}(?:・[ァ-ヴー]{2,})*")
_OKURIGANA = re.compile(
    r"(?<![一-龥々])(?:(?P<a>[一-龥])[いきぎしちにびみりえけげせてねべめれ](?P<b>[一-龥])|(?P<c>[一-龥]{2}))"
    r"(?:わせ|[いきしちみりえけせめれ])(?=[のがはをにとや])"
)
"""A compound of two verbs as a noun, with or without the kana between its halves (取り消しの, 取消しの)."""
_MASK = re.compile(r"《[^《》]*》")


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    written: str
    game: str
    place: Span


def gather(page: PageView) -> Iterator[_Word]:
    """First place of each written form in the statements of a page, with the key that variants share."""
    text = _MASK.sub(lambda m: "　" * len(m.group()), page.text)
    seen: set[str] = set()
    for extract in page.of("Statement", "Ruling", "RuleVersion"):
        for found in _KATAKANA.finditer(text, extract.start, extract.end):
            word = found.group()
            if word not in seen:
                seen.add(word)
                yield _Word(
                    "kana:" + "".join(_long(part) for part in small_kana_fold(word).split("・")),
                    word,
                    page.game,
                    Span(page.iri, *found.span()),
                )
        for found in _OKURIGANA.finditer(text, extract.start, extract.end):
            word = found.group()
            key = (found["a"] or found["c"][0]) + (found["b"] or found["c"][1])
            if word not in seen:
                seen.add(word)
                yield _Word(f"okurigana:{key}", word, page.game, Span(page.iri, *found.span()))
        for pattern, kind in _patterns():
            for found in pattern.finditer(text, extract.start, extract.end):
                word, key = found.group(), kind + found["head"]
                if word not in seen:
                    seen.add(word)
                    yield _Word(key, word, page.game, Span(page.iri, *found.span()))


def _long(word: str) -> str:
    """A word without the long vowel that some write at its end and some do not."""
    return word[:-1] if word.endswith("ー") and len(word) > 3 else word


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(_compiled())


def _compiled() -> Iterator[tuple[re.Pattern[str], str]]:
    yield (
        re.compile(
            r"(?P<head>[一-龥][ぁ-ん]{1,2}[るた])(?:"
            + "|".join(cue_list("time_words"))
            + r")(?=[、にのは「])"
        ),
        "time:",
    )
    for number, group in enumerate(cue_table("spelling_groups")):
        yield re.compile(r"(?P<head>[一-龥][ぁ-ん]{1,2})(?:" + "|".join(group) + ")"), f"kanji{number}:"
    for number, name in enumerate(cue_list("document_names")):
        yield re.compile(f"(?P<head>){name}(?!改訂|本文)"), f"document{number}:"


def judge(words: Iterable[_Word]) -> Iterator[Match]:
    """Report keys that are written in more than one way, each way once."""
    forms: dict[tuple[str, str], dict[str, Span]] = defaultdict(dict)
    for word in words:
        forms[(word.game, word.key)].setdefault(fold(word.written), word.place)
    for (game, key), written in sorted(forms.items()):
        if len(written) > 1:
            shown = " / ".join(sorted(written))
            places = tuple(place for _, place in sorted(written.items()))[:4]
            yield Match(places, {"forms": shown}, cause=f"{game} spelling", key=f"{game} {key}")
