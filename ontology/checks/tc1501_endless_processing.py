# ---
# code: TC1501
# kinds: [K15]
# severity: info
# status: reconcilable
# title:
#   ja: "終わらない処理"
#   en: "A processing that may not end"
# means:
#   ja: "繰り返される処理の結果を、置換効果が元の状態のままにできるので、処理が終わらないことがあります。"
#   en: "A repeated processing can be replaced so that its own condition stays true: it may never end."
# fix:
#   ja: "終わらない場合の扱い（引き分け、処理を止めるなど）を、出典とともに書いてください。"
#   en: "Say what happens when it does not end, with the source."
# message:
#   ja: "繰り返しの処理「{again}」は、「{replaced}」により終わらないことがあります。"
#   en: "The repeated processing “{again}” may not end, because “{replaced}”."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -その状態が続くなら、もう一度処理を行う。
#       -獣は、破壊されるかわりに場にとどまることがある。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -その状態が続くなら、もう一度処理を行う。
#       -獣は、破壊されるかわりに手札へ戻ることがある。
# ---
"""A state is put right by a process that a replacement can leave undone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.cues import cue
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_AGAIN = re.compile(r"(?:もう一度|再び|繰り返し|くり返し|常に|し続け)[^。]*(?:処理|破壊|移動|判定|置かれ|行)")
_REPLACED = re.compile(
    r"(?:置換効果|かわりに|代わりに|置き換え)[^。]*(?:とどま|残|同じ状況|離れない|そのまま|手札に戻らない)"
)
_ENDS = re.compile(r"(?:無限ループ|止めて|終了|引き分け|一度だけ|1回だけ|[0-9]+回まで)")


@dataclass(frozen=True, slots=True)
class _Said:
    sort: str
    game: str
    page: str
    iri: str
    sentence: str


def gather(page: PageView) -> Iterator[_Said]:
    """Sentences that repeat a process, that let a replacement leave the state, and that say how it ends."""
    for passage in passages(page):
        if not passage.in_force or passage.role == "question":
            continue
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            for sort, pattern in (("again", _AGAIN), ("replaced", _REPLACED), ("ends", _ENDS)):
                if pattern.search(text) and not cue("history_mark").search(text):
                    yield _Said(sort, page.game, page.iri, passage.iri, sentence.strip())


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report a repeated process and a replacement that leaves its state; where the page tells the end, as settled."""
    pages: dict[str, dict[str, list[_Said]]] = {}
    for one in said:
        pages.setdefault(one.page, {"again": [], "replaced": [], "ends": []})[one.sort].append(one)
    for page, found in sorted(pages.items()):
        if found["again"] and found["replaced"]:
            again, replaced = found["again"][0], found["replaced"][0]
            ends = found["ends"][0] if found["ends"] else None
            places = [again.iri, replaced.iri, *([ends.iri] if ends else [])]
            yield Match(
                tuple(dict.fromkeys(places)),
                {"again": again.sentence, "replaced": replaced.sentence},
                reconciled_by=ends.sentence if ends else None,
                board="置換効果で同じ状態のまま残る / a replacement leaves the state as it was",
                key=page,
            )
