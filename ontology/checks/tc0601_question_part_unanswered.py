# ---
# code: TC0601
# kinds: [K6]
# severity: warning
# status: gap
# title: {ja: 質問の一部に答えていない, en: A question asks more than its answer treats}
# means:
#   ja: 質問がいくつかのものを並べて尋ねているのに、答えがそのうちのいくつかにしか触れていません。
#   en: The question lists several things and the answer treats only some of them.
# fix:
#   ja: 出典に残りの答えがあれば書き足し、なければ「不明」と明記してください。
#   en: Add the missing part from the source, or say that it is unanswered.
# message:
#   ja: 質問は「{asked}」を尋ねていますが、答えは「{missing}」に触れていません。
#   en: The question asks about “{asked}”; the answer does not treat “{missing}”.
# example: |
#   *よくある質問
#   Q.獣が離れた時、組み付けたクロスギア、持たせたウエポン、まとったオーラはそれぞれどこへ行きますか？
#   A.クロスギアはその場に残り、ウエポンは超次元ゾーンへ戻ります。
#   引用元（2022.4.8）
# look_alike: |
#   *よくある質問
#   Q.獣が離れた時、組み付けたクロスギア、持たせたウエポンはそれぞれどこへ行きますか？
#   A.クロスギアはその場に残り、ウエポンは超次元ゾーンへ戻ります。
#   引用元（2022.4.8）
# ---
"""Questions whose list of things is longer than what the answer treats."""

from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import coordinated_items, fold, mentions, sentences

__all__ = ["check_page"]


def check_page(page: PageView) -> Iterator[Match]:
    """Compare the list in the question with the words of the answer."""
    for ruling in page.of("Ruling"):
        question, answer = ruling.one("question") or "", ruling.one("answer") or ""
        if fold(answer).startswith(("はい", "いいえ")):
            # a yes or no answers for all that was listed, unless its own sentence names only some of them
            answer = next((text for _, text in sentences(answer)), "")
        items = coordinated_items(question)
        if len(items) < 2:
            continue
        missing = [item for item in items if not mentions(answer, item)]
        if missing and len(missing) < len(items):
            yield Match((ruling.iri,), {"asked": "、".join(items), "missing": "、".join(missing)})
