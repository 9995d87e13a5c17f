# ---
# code: TC0802
# kinds: [K8]
# severity: info
# status: reconcilable
# title:
#   ja: "一つの処理が二つの番号に書かれている"
#   en: "One process under two rule numbers"
# means:
#   ja: "一つの処理が、離れた番号の規則に分かれて書かれ、どのページも両方を挙げていません。"
#   en: "A process is ruled under numbers of different groups, and no page names them together."
# fix:
#   ja: "処理のページに、関係する番号をすべて挙げてください。"
#   en: "Name all the numbers on the page of the process."
# message:
#   ja: "「{term}」の規則は {numbers} に分かれていて、どのページも両方には触れていません。"
#   en: "The rules for “{term}” stand under {numbers}, and no page mentions both."
# example:
#   - 積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。
#       **ルール
#       -積み替えで残った札は、前からあったものとして扱う。(801.4c)
#     状態処理: |2
#       *状態処理
#       特定の状態で行う処理。
#       **一覧
#       -上の札だけが離れるとき、下の札について積み替えを行う。(703.4i)
# look_alike:
#   - 積み替え: |2
#       *積み替え
#       上の札だけが離れる時に行われる処理。
#       **ルール
#       -積み替えで残った札は、前からあったものとして扱う。(801.4c)
#       -上の札だけが離れるとき、下の札について積み替えを行う。(703.4i)
#     状態処理: |2
#       *状態処理
#       特定の状態で行う処理。
#       **一覧
#       -上の札だけが離れるとき、下の札について積み替えを行う。(703.4i)
# ---
"""A process that stands in rules of different groups which do not refer to each other."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold, sentences

__all__ = ["gather", "judge"]

_PROCESS = re.compile(r"(?:処理|手順)(?:のこと)?(?:である|です|をいう|を指す)?。?$")


@dataclass(frozen=True, slots=True)
class _Said:
    sort: str
    game: str
    page: str
    iri: str
    number: str
    text: str


def gather(page: PageView) -> Iterator[_Said]:
    """Titles of pages that define a process; rule texts with their numbers; numbers a page names."""
    first = next((e for e in page.of("Statement", "Definition") if e.plain), None)
    if first is not None:
        lead = fold(first.plain)
        if any(_PROCESS.search(fold(s)) for _, s in sentences(first.plain)[:1]) or _PROCESS.search(lead):
            yield _Said("process", page.game, page.iri, first.iri, "", fold(page.title))
    for version in page.of("RuleVersion"):
        number = version.one("notation") or ""
        if number and page.valid_to(version) is None:
            yield _Said("rule", page.game, page.iri, version.iri, number, fold(version.plain))


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report a process used by rules of two groups, one place of each."""
    everything = list(said)
    processes: dict[tuple[str, str], _Said] = {(s.game, s.text): s for s in everything if s.sort == "process"}
    rules = [s for s in everything if s.sort == "rule"]
    for (game, title), _process in sorted(processes.items()):
        groups: dict[str, _Said] = {}
        shown_on: dict[str, set[str]] = defaultdict(set)
        for rule in rules:
            if rule.game == game and title in rule.text:
                groups.setdefault(_group(rule.number), rule)
                shown_on[rule.page].add(_group(rule.number))
        if len(groups) < 2:
            continue
        ordered = [groups[g] for g in sorted(groups)]
        if any(set(groups) <= numbers for numbers in shown_on.values()):
            continue  # some page shows the numbers side by side
        shown = "、".join(r.number for r in ordered)
        yield Match(
            tuple(r.iri for r in ordered[:4]),
            {"term": title, "numbers": shown},
            reconciled_by=f"{shown}: きっかけと手順 / trigger and procedure",
            key=f"{game} {title}",
        )


def _group(number: str) -> str:
    return re.sub(r"[a-z]+$", "", number.lower())
