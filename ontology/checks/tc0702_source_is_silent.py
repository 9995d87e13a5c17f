# ---
# code: TC0702
# kinds: [K7, K17]
# severity: warning
# status: gap
# title:
#   ja: "規則に書かれていないと述べている"
#   en: "The page says that the rules are silent"
# means:
#   ja: "ページ自身が、根拠となる規則や公式の回答がないと述べています。"
#   en: "The page itself says that no rule or official answer supports what it states."
# fix:
#   ja: "その後に出た裁定や改訂がないかを確かめ、日付とともに書いてください。"
#   en: "Look for later rulings or revisions and note the date of the check."
# message:
#   ja: "規則・公式に書かれていないと述べています：「{sentence}」"
#   en: "The page says that the rules are silent: “{sentence}”"
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -札の能力でも起こる。総合ルールにはこのことの記載がない。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -札の能力でも起こる。総合ルールにはこのことの記載がある。
# ---
"""Statements that say that the rulebook or an official source is silent."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.cues import cue
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]

_QUOTED = re.compile(r"「[^「」]*」")


def check_page(page: PageView) -> Iterator[Match]:
    """Yield sentences in force that say so."""
    for passage in passages(page):
        if passage.in_force:
            for _, sentence in sentences(passage.text):
                if cue("source_silent").search(_QUOTED.sub("「」", fold(sentence))):
                    yield Match((passage.iri,), {"sentence": sentence.strip()}, cause=page.iri)
                    break
