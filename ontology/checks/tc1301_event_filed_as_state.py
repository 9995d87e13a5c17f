# ---
# code: TC1301
# kinds: [K13]
# severity: info
# status: reconcilable
# title:
#   ja: "文面と分類が合わない"
#   en: "Wording and class do not fit"
# means:
#   ja: "「状態」の分類に出来事の書き方（なった、置かれた）の規則が、または「出来事」の分類に状態の書き方の規則があります。"
#   en: "A rule worded as an event is filed under states, or the other way round."
# fix:
#   ja: "分類の理由（実際の扱いなど）を書くか、正しい分類に移してください。"
#   en: "Give the reason for the class, or move the rule."
# message:
#   ja: "規則 {number} は「{title}」に分類されていますが、文面は{cls}の書き方と合いません。"
#   en: "Rule {number} is filed under “{title}”, but is not worded so."
# group_message:
#   ja: "文面と分類が合わない規則が {count} 件あります。"
#   en: "{count} rules are filed in a class that their wording does not fit."
# example:
#   - 例: |2
#       *甲
#       **現在の状態を参照するもの
#       -山札がなくなった者は負けとなる。(703.4b)
# look_alike:
#   - 例: |2
#       *甲
#       **現在の状態を参照するもの
#       -力が 0 以下の獣は壊される。(703.4c)
#       **直近のイベントを参照するもの
#       -戦いに負けた獣は壊される。(703.4d)
# ---
"""A rule worded as an event stands under states, or a rule worded as a state under events."""

import re
from collections.abc import Iterator

from ontology.checking import Extract, Match, PageView
from ontology.checking.cues import cue
from ontology.checking.japanese import fold

__all__ = ["check_page"]

_EVENT = re.compile(r"[たっ](?:時|とき|後|[一-龥ァ-ヴー])|(?:時|とき|際)、|受け|んだ")
_QUOTED = re.compile("「[^」]*」|[(][^()]*[)]")


def check_page(page: PageView) -> Iterator[Match]:
    """Compare the wording of rules with the title of the section they are filed under."""
    for rule in page.of("Statement", "RuleVersion"):
        if page.valid_to(rule) is not None or rule.all("parentStatement") or rule.is_a("Section"):
            continue
        if rule.is_a(
            "PracticeRemark", "ExampleStatement", "PointerStatement", "Gloss", "NavigationStatement"
        ):
            continue
        if not (rule.is_a("RuleVersion") or rule.one("marker")):
            continue
        titles = [fold(t) for t in page.section_titles(rule)[:1]]
        text = _QUOTED.sub("", fold(rule.plain))
        for title in titles:
            is_state, is_event = (
                bool(cue("state_title").search(title)),
                bool(cue("event_title").search(title)),
            )
            if is_state and not is_event and cue("event_words").search(text) and not _covered(page, rule):
                remark = _remark(page, rule)
                yield Match(
                    (rule.iri,) if remark is None else (rule.iri, remark.iri),
                    {
                        "title": title,
                        "number": rule.one("citedNumber") or rule.one("notation") or "",
                        "cls": "状態",
                    },
                    cause=page.iri,
                    reconciled_by="実際の扱いの注記 / remark on practice" if remark else None,
                )
            elif is_event and not is_state and cue("state_words").search(text) and not _EVENT.search(text):
                number = rule.one("citedNumber") or rule.one("notation") or ""
                yield Match((rule.iri,), {"title": title, "number": number, "cls": "出来事"}, cause=page.iri)


def _covered(page: PageView, rule: Extract) -> bool:
    """Whether a version is the text of a statement that is looked at itself."""
    return rule.is_a("RuleVersion") and any(
        s.start <= rule.start and rule.end <= s.end for s in page.of("Statement")
    )


def _remark(page: PageView, rule: Extract) -> Extract | None:
    """The remark that the rule is handled otherwise in practice."""
    rules = set(rule.all("cites")) | set(rule.all("versionOf"))
    return next((r for r in page.of("PracticeRemark") if rules & set(r.all("practiceDiffersFrom"))), None)
