# ---
# code: TC0104
# kinds: [K1]
# severity: info
# status: reconcilable
# title:
#   ja: "反対に見えるが、別のことを述べている"
#   en: "Seemingly opposite, but about two different things"
# means:
#   ja: "同じ言葉を使って反対のことを述べているように見えますが、区別すべき二つの事柄です。"
#   en: "The statements use one word for two things that must be kept apart."
# fix:
#   ja: "どちらのことかが分かるように言葉を分けてください。"
#   en: "Use two words, so that a reader sees which of the two is meant."
# message:
#   ja: "「{a}」と「{b}」は反対に見えますが、{ja}"
#   en: "“{a}” and “{b}” look opposite; {en}"
# group_message:
#   ja: "反対に見えて両立する文の組が {count} 組あります（{examples}）。"
#   en: "{count} pairs of statements look opposite and are not ({examples})."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -残ったカードは、新たに出たものとして扱わない。
#       -残ったカードは、このターンに出たクリーチャーとして扱う。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -残ったカードは、新たに出たものとして扱わない。
#       -残ったカードは、前からあったものとして扱う。
# ---
"""Statements that seem to contradict each other and speak of two different things (see distinctions.yaml)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from ontology.checking import Match, PageView
from ontology.checking.check import CHECKS_FOLDER
from ontology.checking.claims import content_words
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]


@dataclass(frozen=True, slots=True)
class _Side:
    distinction: str
    side: str
    game: str
    page: str
    iri: str
    sentence: str
    words: frozenset[str]


@cache
def _distinctions() -> dict[str, dict[str, Any]]:
    entries = yaml.safe_load((CHECKS_FOLDER / "distinctions.yaml").read_text(encoding="utf-8"))
    return {
        entry["id"]: {**entry, "sides": {s: re.compile("|".join(entry[s])) for s in ("a", "b")}}
        for entry in entries
    }


def gather(page: PageView) -> Iterator[_Side]:
    """Sentences in force that use one side of a distinction; the first of each side and passage."""
    for passage in passages(page):
        if not passage.in_force:
            continue
        seen = set()
        for _, sentence in sentences(passage.text):
            folded, words = fold(sentence), None
            for name, entry in _distinctions().items():
                for side, pattern in entry["sides"].items():
                    if (name, side) not in seen and pattern.search(folded):
                        seen.add((name, side))
                        words = words if words is not None else content_words(sentence)
                        yield _Side(name, side, page.game, page.iri, passage.iri, sentence.strip(), words)


def judge(sides: Iterable[_Side]) -> Iterator[Match]:
    """Put the two sides together: on one page, or on pages that speak of the same thing."""
    found: dict[tuple[str, str], dict[str, list[_Side]]] = {}
    for one in sides:
        found.setdefault((one.distinction, one.game), {"a": [], "b": []})[one.side].append(one)
    for (name, _), both in sorted(found.items()):
        entry = _distinctions()[name]
        for a in both["a"]:
            for b in _counterparts(a, both["b"]):
                yield Match(
                    (a.iri, b.iri),
                    {"a": a.sentence, "b": b.sentence, "ja": entry["ja"], "en": entry["en"]},
                    cause=name,
                    reconciled_by=f"{entry['predicates'][0]} ≠ {entry['predicates'][1]}",
                    board=entry.get("board"),
                )


def _counterparts(a: _Side, others: list[_Side]) -> list[_Side]:
    """The other sides on the same page; where there are none, the nearest one elsewhere with two words in common."""
    here = [b for b in others if b.page == a.page and b.iri != a.iri]
    if here:
        return here
    scored = [(len(a.words & b.words), b) for b in others if b.iri != a.iri]
    best = max(scored, key=lambda pair: pair[0], default=(0, None))
    return [best[1]] if best[1] is not None and best[0] >= 2 else []
