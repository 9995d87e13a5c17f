# ---
# code: TC1701
# kinds: [K17]
# severity: warning
# status: stale
# title:
#   ja: "「現在」と書かれた文"
#   en: "A sentence that says “at present”"
# means:
#   ja: "「現在」「判明している」「まだ分かっていない」など、時がたつと正しくなくなる書き方です。"
#   en: "The sentence speaks of the present, or of what is not known yet; it ages."
# fix:
#   ja: "「2020年2月現在」のように日付を入れるか、その後の情報で書き直してください。"
#   en: "Write the date (“as of February 2020”), or update the sentence."
# message:
#   ja: "「{words}」とありますが、ページの日付は {date} です。"
#   en: "It says “{words}”; the page is dated {date}."
# group_message:
#   ja: "「現在」など、古くなる書き方が {count} 件あります。"
#   en: "{count} sentences say “at present” or the like, without a date."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -現在、公式に確認されている札は次の通り。
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -現在の状態を参照する処理である。
# ---
"""“At present”, “known so far”: sentences that age."""

from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.cues import cue
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["check_page"]


def check_page(page: PageView) -> Iterator[Match]:
    """Yield sentences in force that speak of the present, or of what is not known yet, with the date of the page."""
    for passage in passages(page):
        if not passage.in_force or passage.role in ("question", "answer", "rule"):
            continue
        for _, sentence in sentences(passage.text):
            text = fold(sentence)
            found = cue("stale_now").search(text) or cue("open_point").search(text)
            if found:
                date = page.date or "日付なし"
                yield Match(
                    (passage.iri,),
                    {"words": found.group().rstrip("、はのでも"), "date": date},
                    cause=page.iri,
                )
                break
