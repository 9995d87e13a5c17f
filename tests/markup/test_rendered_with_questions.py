"""A rendered page that ends in questions is a rendered page; a page of nothing but questions is not."""

import pytest

from ingest.markup import parse
from ingest.markup.tree import Kind

QUESTION = "Q.積んだ札は選べますか？\nA.いいえ、選べません。\n引用元（2020.10.2）\n"


@pytest.mark.parametrize("questions", [1, 6])
def test_rules_before_the_questions(questions: int) -> None:
    page = f"積み札\n下に置かれた札。\nルール\n- 積んだ札は選べない。\n公式Q＆A\n{QUESTION * questions}"
    document = parse(page, name="積み札")
    assert document.format == "rendered"
    assert sum(node.kind is Kind.QA for node in document.root.walk()) == questions
    assert any(node.kind is Kind.ITEM for node in document.root.walk())


def test_hyphens_in_an_answer() -> None:
    page = f"積み札の質問\n{QUESTION}Q.どれを選べますか？\nA.次のものです。\n- 上の札\n- 下の札\n"
    assert parse(page, name="積み札の質問").format == "qa"
