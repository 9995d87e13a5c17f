"""Notices of change: wordings before and after, their periods, and a provision that changes its number."""

import pytest

from ontology.shapes import validate
from tests.extraction.conftest import Extracted, extract

NOTICES = {
    "quotes": "**703.4h（旧703.4i） [#r1]\n変更前（703.4i）\n>下のカードを再構築する。\n変更後（703.4h）\n>下のカードを組み直す。\n",
    "labels": "**703.4h（旧703.4i） [#r1]\n変更前：\n>下のカードを再構築する。\n変更後：\n>下のカードを組み直す。\n",
}


def notice(body: str) -> Extracted:
    return extract(
        f"*改訂のお知らせ [#n]\n2023年6月1日の改訂で、次のように改めました。\n\n{body}",
        title="改訂のお知らせ",
    )


@pytest.mark.parametrize("name", sorted(NOTICES))
def test_a_provision_keeps_its_rule_when_its_number_changes(name: str) -> None:
    page = notice(NOTICES[name])
    view = page.view
    old, new = view.of("RuleVersion")
    assert [view.value(v, "notation") for v in (old, new)] == ["703.4i", "703.4h"]
    assert (view.value(old, "validTo"), view.value(new, "validFrom")) == ("2023-05-31", "2023-06-01")
    assert view.values(new, "continues") == [old]
    assert view.values(new, "versionOf") == view.values(old, "versionOf")
    assert view.values(new, "versionOf")[0].endswith("/dm/rule/703.4i")
    [change] = view.of("ChangeNotice")
    assert (view.values(change, "before"), view.values(change, "after")) == ([old], [new])
    assert validate(page.result.quads) == []


def test_a_new_provision_continues_nothing() -> None:
    page = notice("**703.4q [#r1]\n変更前\n>(条文なし)\n変更後\n>新しい規則である。\n")
    [version] = page.view.of("RuleVersion")
    assert page.view.values(version, "continues") == []
    assert page.view.value(version, "validFrom") == "2023-06-01"


def test_a_table_of_changes() -> None:
    page = notice(
        "|~条文|~改訂前|~改訂後|h\n|511.1a|攻撃する。|攻撃してもよい。|\n|511.2|終わる。|続ける。|\n"
    )
    view = page.view
    found = [
        (
            view.value(v, "notation"),
            view.value(v, "plainText"),
            view.value(v, "validFrom"),
            view.value(v, "validTo"),
        )
        for v in view.of("RuleVersion")
    ]
    assert found == [
        ("511.1a", "攻撃する。", None, "2023-05-31"), ("511.1a", "攻撃してもよい。", "2023-06-01", None),
        ("511.2", "終わる。", None, "2023-05-31"), ("511.2", "続ける。", "2023-06-01", None),
    ]  # fmt: skip


NUMBERED = """総合ルール改訂のお知らせ（2021年9月3日）
2021年9月10日より、総合ルールを次の通り変更いたします。

■変更点1
【変更前】
801.4. 進化クリーチャーが離れる時、残りを組み直します。
【変更後】
801.4. 一番上のカードが離れる時、その下を組み直します。
801.4a すぐ下のカードが残ります。

■変更点2
703.4i（改訂前）下のカードは墓地に置かれる。
703.4i（改訂後）下のカードを組み直す。

■変更点3（新設）
703.4p 核を失ったカードは墓地に置かれる。

■変更点4（削除）
703.4q を削除します。
"""


def test_sides_that_hold_numbered_rules_begin_when_the_notice_says() -> None:
    view = extract(NUMBERED).view
    found = [
        (
            view.value(v, "notation"),
            (view.value(v, "plainText") or "")[:6],
            view.value(v, "validFrom"),
            view.value(v, "validTo"),
        )
        for v in view.of("RuleVersion")
    ]
    assert found == [
        ("801.4", "進化クリーチ", None, "2021-09-09"), ("801.4", "一番上のカー", "2021-09-10", None), ("801.4a", "すぐ下のカー", "2021-09-10", None),
        ("703.4i", "下のカードは", None, "2021-09-09"), ("703.4i", "下のカードを", "2021-09-10", None), ("703.4p", "核を失ったカ", "2021-09-10", None),
    ]  # fmt: skip


def test_a_table_whose_rows_name_their_side() -> None:
    page = notice("|旧|801.4|組み直す。|\n|新|801.4|組み替える。|\n|旧|801.5|―|\n|新|801.5|残す。|\n")
    view = page.view
    found = [
        (
            view.value(v, "notation"),
            view.value(v, "plainText"),
            view.value(v, "validFrom"),
            view.value(v, "validTo"),
        )
        for v in view.of("RuleVersion")
    ]
    assert found == [
        ("801.4", "組み直す。", None, "2023-05-31"),
        ("801.4", "組み替える。", "2023-06-01", None),
        ("801.5", "残す。", "2023-06-01", None),
    ]
