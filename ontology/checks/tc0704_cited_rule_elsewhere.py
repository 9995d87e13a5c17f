# ---
# code: TC0704
# kinds: [K7]
# severity: warning
# status: gap
# title:
#   ja: "挙げた規則が結論を支えていない"
#   en: "The cited rule does not speak of the matter"
# means:
#   ja: "裁定の挙げる規則は別のことを定めていて、同じことを定める規則がほかにあります。"
#   en: "The rule a ruling cites is about something else, while another rule is about its matter."
# fix:
#   ja: "{better} を挙げるべきかどうかを確かめてください。"
#   en: "See whether {better} should be cited instead."
# message:
#   ja: "挙げられた規則 {cited} はこの質問のことを定めていません。{better} ではありませんか。"
#   en: "Rule {cited} does not speak of this question; should it be {better}?"
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

__all__ = ["gather", "judge"]


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


def judge(texts: Iterable[_Text]) -> Iterator[Match]:
    """Report rulings none of whose cited rules shares two words with them, where another rule shares most of its own."""
    everything = list(texts)
    rules = [t for t in everything if t.rule and len(t.words) >= 3]
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
            yield Match((ruling.iri,), {"cited": ruling.number, "better": best.number})
