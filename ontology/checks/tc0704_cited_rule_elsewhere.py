# ---
# code: TC0704
# kinds: [K7]
# severity: warning
# status: gap
# title:
#   ja: "挙げた規則が結論を支えていない"
#   en: "The cited rule does not speak of the matter"
# means:
#   ja: "裁定の挙げる規則は別のことを定めています。同じことを定める規則がほかにあれば、それを示します。"
#   en: "The rule a ruling cites is about something else; where another rule is about its matter, that one is named."
# fix:
#   ja: "質問のことを定める規則の番号に直してください{better_ja}。"
#   en: "Cite the rule that speaks of the question{better_en}."
# message:
#   ja: "挙げられた規則 {cited} は、この質問のことを定めていません{better_ja}。"
#   en: "Rule {cited} does not speak of this question{better_en}."
# example:
#   - 例: |2
#       *よくある質問
#       Q.積み替えで残った獣の登場時の能力は誘発しますか？
#       A.いいえ、誘発しません。（総合ルール 205.1a）
#       引用元（2022.4.8）
#       **規則
#       -力が無い札は壊される。(205.1a)
#       -積み替えで残った獣の登場時の能力は誘発しない。(205.1b)
# look_alike:
#   - 例: |2
#       *よくある質問
#       Q.積み替えで残った獣の登場時の能力は誘発しますか？
#       A.いいえ、誘発しません。（総合ルール 205.1b）
#       引用元（2022.4.8）
#       **規則
#       -力が無い札は壊される。(205.1a)
#       -積み替えで残った獣の登場時の能力は誘発しない。(205.1b)
# ---
"""A ruling cites a rule that speaks of something else, while another rule speaks of its matter."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.claims import content_words
from ontology.checking.cues import cue_list

__all__ = ["gather", "judge"]


_PRINCIPLE = frozenset({"優先", "ルール", "規則"})
"""Words of the rules about rules, which are cited for anything."""


@dataclass(frozen=True, slots=True)
class _Text:
    rule: bool
    game: str
    iri: str
    number: str
    names: tuple[str, ...]
    words: frozenset[str]


def gather(page: PageView) -> Iterator[_Text]:
    """Rule texts, and rulings with what they cite."""
    for version in page.of("RuleVersion"):
        number = version.one("notation") or ""
        yield _Text(
            True,
            page.game,
            version.iri,
            number,
            tuple(version.all("versionOf")),
            content_words(version.plain),
        )
    for ruling in page.of("Ruling"):
        if cites := tuple(ruling.all("cites")):
            words = content_words((ruling.one("question") or "") + (ruling.one("answer") or ""))
            yield _Text(False, page.game, ruling.iri, "、".join(ruling.all("citedNumber")), cites, words)


def _said(text: _Text) -> frozenset[str]:
    """Its words; to move a card is one thing, whatever the verb."""
    return frozenset("移" if word in cue_list("moving_verbs") else word for word in text.words)


def judge(texts: Iterable[_Text]) -> Iterator[Match]:
    """Report rulings whose cited rules share no word with them, or less than another rule that shares most of its own."""
    everything = list(texts)
    rules = list(dict.fromkeys(t for t in everything if t.rule and len(t.words) >= 3))
    by_rule: dict[str, list[_Text]] = {}
    for rule in rules:
        for name in rule.names:
            by_rule.setdefault(name, []).append(rule)
    for ruling in everything:
        if ruling.rule or not all(by_rule.get(name) for name in ruling.names):
            continue
        cited = [rule for name in ruling.names for rule in by_rule[name]]
        if any(len(rule.words & ruling.words) >= 2 for rule in cited):
            continue
        better = [
            r
            for r in rules
            if r.game == ruling.game
            and len(r.words & ruling.words) >= 3
            and len(r.words & ruling.words) >= 0.7 * len(r.words)
        ]
        if better:
            best = max(better, key=lambda r: len(r.words & ruling.words))
            values = {"better_ja": f"（{best.number} が近い）", "better_en": f" ({best.number} comes close)"}
            yield Match((ruling.iri,), {"cited": ruling.number, **values})
        elif not any(_said(rule) & _said(ruling) or _PRINCIPLE & rule.words for rule in cited):
            yield Match((ruling.iri,), {"cited": ruling.number, "better_ja": "", "better_en": ""})
