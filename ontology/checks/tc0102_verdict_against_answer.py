# ---
# code: TC0102
# kinds: [K1]
# severity: error
# status: real
# title:
#   ja: "結論の一語と答えの文が食い違う"
#   en: "Verdict and answer disagree"
# means:
#   ja: "「はい」「いいえ」と、それに続く文の言うことが、質問に照らして反対です。"
#   en: "The yes or no of a ruling and the sentence after it say opposite things."
# fix:
#   ja: "出典の裁定を確かめ、結論の一語か文のどちらかを直してください。"
#   en: "Check the official ruling and correct the verdict or the sentence."
# message:
#   ja: "結論は「{verdict}」ですが、続く文「{answer}」はその反対です。"
#   en: "The verdict is “{verdict}”, but the sentence “{answer}” says the opposite."
# example:
#   - 例: |2
#       *よくある質問
#       Q.置かれたカードは、次のターンに攻撃できますか？
#       A.はい、攻撃できません。
#       引用元（2022.4.8）
# look_alike:
#   - 例: |2
#       *よくある質問
#       Q.置かれたカードは、次のターンに攻撃できますか？
#       A.いいえ、攻撃できません。
#       引用元（2022.4.8）
# ---
"""Rulings whose はい/いいえ does not fit the sentence that follows it."""

from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.verdicts import answer_agrees

__all__ = ["check_page"]


def check_page(page: PageView) -> Iterator[Match]:
    """Compare the predicate of the question with that of the answer."""
    for ruling in page.of("Ruling"):
        verdict = ruling.one("verdict")
        if verdict not in ("yes", "no"):
            continue
        question, answer = ruling.one("question") or "", ruling.one("answer") or ""
        if answer_agrees(question, answer, verdict) is False:
            word = {"yes": "はい", "no": "いいえ"}[verdict]
            yield Match((ruling.iri,), {"verdict": word, "answer": answer.strip()[:60]})
