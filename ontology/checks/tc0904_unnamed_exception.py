# ---
# code: TC0904
# kinds: [K9, K17]
# severity: info
# status: gap
# title:
#   ja: "名前の挙がっていない例外"
#   en: "An exception without a name"
# means:
#   ja: "例外があると書かれていますが、何が例外なのかが一つも挙げられていません。"
#   en: "An exception is announced, but none is named."
# fix:
#   ja: "例外になるカードや処理を、出典とともに挙げてください。"
#   en: "Name the exceptions, with their source."
# message:
#   ja: "「{words}」とありますが、何が例外かが書かれていません。"
#   en: "It says “{words}” and does not name the exceptions."
# group_message:
#   ja: "例外の名前が挙がっていない文が {count} 件あります。"
#   en: "{count} statements announce exceptions without naming any."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -獣は場に残る。（一部除く）
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -獣は場に残る。（《黒い獣》を除く）
# ---
"""An exception is announced and none is named."""

from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.cues import cue
from ontology.checking.japanese import bracketed, fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]


def check_page(page: PageView) -> Iterator[Match]:
    """Yield sentences in force with such a cue and no name in brackets."""
    for passage in passages(page):
        if not passage.in_force or passage.role in ("question", "answer"):
            continue
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            found = cue("unnamed_exception").search(text)
            if found and not bracketed(sentence) and "「" not in sentence:
                yield Match(
                    (passage.iri,), {"words": found.group(), "text": sentence.strip()}, cause=page.iri
                )
                break
