"""Provisions that move to another number: how pages say so, and which provision a number stands for on a day."""

import pytest

from ingest.extraction.names import Names
from ingest.extraction.page import collect_names, extract_page
from ingest.extraction.renumbering import Renumbering, find_moves
from ingest.markup import parse
from ontology.shapes import validate
from tests.extraction.conftest import extract
from tests.extraction.corpus import View

NOTICE = """#author("2023-12-20T00:00:00+09:00","","")
*総合ルール Ver.1.45 での変更点 [#n]
2023年12月22日発効の総合ルール Ver.1.45 で、番号が変わった。

**番号の移動 [#m]
|~旧番号|~新番号|~内容|h
|801.5|801.6|灯台の規則|
|703.4i|703.4h|組み直し|

-旧 509.4 → 新 509.5
-510.7bは510.8bに移った。
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("旧 509.4 → 新 509.5", [("509.4", "509.5")]),
        ("510.7bは510.8bに移った。", [("510.7b", "510.8b")]),
        ("801.5が801.6に繰り下がる。", [("801.5", "801.6")]),
        ("801.6(旧801.5)", [("801.5", "801.6")]),
        ("旧801.5条⇒新801.6条、旧802.1⇒新802.2", [("801.5", "801.6"), ("802.1", "802.2")]),
        ("703.4c → 703.4d の順に調べる。", []),
        ("703.4cは703.4dより先に働く。", []),
        ("703.4cと703.4dを比べる。", []),
        ("2023.4.1 → 2023.5.1", []),
        ("旧 509.4 → 新 509.4", []),
    ],
)
def test_lines_that_say_so(text: str, found: list[tuple[str, str]]) -> None:
    assert [m[:2] for m in find_moves(text, announced=False)] == found


def test_an_arrow_alone_counts_where_the_surroundings_speak_of_numbers() -> None:
    assert [m[:2] for m in find_moves("801.5 → 801.6", announced=True)] == [("801.5", "801.6")]


def test_moves_are_versions_without_wording_that_continue_each_other() -> None:
    page = extract(NOTICE)
    view = page.view
    tied = {
        (
            view.value(v, "notation"),
            view.value(o, "notation"),
            view.value(v, "validFrom"),
            view.value(o, "validTo"),
        )
        for v in view.of("RuleNumber")
        for o in view.values(v, "continues")
    }
    assert tied == {
        (new, old, "2023-12-22", "2023-12-21")
        for old, new in (("801.5", "801.6"), ("703.4i", "703.4h"), ("509.4", "509.5"), ("510.7b", "510.8b"))
    }
    for version in view.of("RuleNumber"):
        for earlier in view.values(version, "continues"):
            assert view.values(version, "versionOf") == view.values(earlier, "versionOf")
    assert len(view.of("ChangeNotice")) == 4
    assert validate(page.result.quads) == []


def cited(text: str, *, others: str = NOTICE, more: str = "*乙 [#a]\n乙のこと。\n") -> list[str]:
    """Keys of the rules that a page cites, read beside a notice."""
    documents = [parse(text), parse(others), parse(more)]
    names = Names.merged((collect_names(d, "dm", title=d.title or "甲") for d in documents), "dm")
    result = extract_page(documents[0], game="dm", site="t", title=documents[0].title or "甲", names=names)
    assert validate(result.quads) == []
    view = View(result.quads)
    keys = {v.rsplit("/", 1)[-1] for s in view.of("Statement", "Ruling") for v in view.values(s, "cites")}
    return sorted(keys)


def test_a_number_is_resolved_by_the_day_of_its_page() -> None:
    before, after = "2023-01-01", "2024-01-01"
    page = '#author("{}T00:00:00+09:00","","")\n*灯台 [#a]\n灯台とは、目印のこと。\n-灯を消す。詳しくは総合ルール {}による。\n'
    assert cited(page.format(before, "703.4h")) == ["703.4h"]
    assert cited(page.format(after, "703.4h")) == ["703.4i"]
    assert cited(page.format(before, "703.4i")) == ["703.4i"]
    assert cited(page.format(after, "703.4i")) == ["703.4i~2023-12-22"]
    assert cited(page.format(after, "801.6a")) == ["801.5a"]
    assert cited(page.format(after, "801.7")) == ["801.7"]
    assert cited("*灯台 [#a]\n灯台とは、目印のこと。\n-灯を消す。詳しくは総合ルール 703.4hによる。\n") == [
        "703.4h"
    ]


def test_a_number_is_resolved_by_the_edition_that_its_page_names() -> None:
    page = '#author("2025-01-01T00:00:00+09:00","","")\n*灯台 [#a]\nこの頁は総合ルール Ver.1.31に基づく。\n-灯を消す。詳しくは総合ルール 703.4hによる。\n'
    edition = "*総合ルール Ver.1.31 [#a]\n2021年3月1日発効。\n"
    assert cited(page) == ["703.4i"]  # nothing tells the day of that edition
    assert cited(page, others=NOTICE, more=edition) == ["703.4h"]
    titled = page.replace("*灯台 [#a]", "*総合ルール Ver.1.31 の灯台 [#a]").replace(
        "この頁は総合ルール Ver.1.31に基づく。", "目印。"
    )
    assert cited(titled, more=edition) == ["703.4h"]


def test_a_former_rule_in_a_fold_and_a_ruling_count_by_their_own_days() -> None:
    page = '#author("2024-05-01T00:00:00+09:00","","")\n*灯台 [#a]\n灯台とは、目印のこと。\n\n#region(2023年6月30日までのルール){{\n-灯を消す。総合ルール 703.4hによる。\n}}\n'
    assert cited(page) == ["703.4h"]
    ruling = '#author("2024-05-01T00:00:00+09:00","","")\n*灯台の質問 [#a]\n\n>Q.灯は消えますか?\nA.はい、総合ルール 703.4hにより消えます。(2023.5.1)\n'
    assert cited(ruling) == ["703.4h"]
    assert cited(ruling.replace("2023.5.1", "2024.2.1")) == ["703.4i"]


def test_chains_of_moves_and_numbers_used_again() -> None:
    said = {
        "801.5": {"to 2020-01-01 801.6", "from 2022-01-01 801.9"},
        "801.6": {"from 2020-01-01 801.5", "to 2021-01-01 801.7"},
        "801.7": {"from 2021-01-01 801.6"},
        "801.9": {"to 2022-01-01 801.5"},
    }
    moves = Renumbering(said, {"1.2": {"2021-05-05", "2021-04-04"}})
    assert moves.provision("801.7", "2021-06-01") == "801.5"
    assert moves.provision("801.6", "2020-06-01") == "801.5"
    assert moves.provision("801.6", "2021-06-01") == "801.6~2021-01-01"
    assert moves.provision("801.5", "2019-01-01") == "801.5"
    assert moves.provision("801.5", "2021-01-01") == "801.5~2020-01-01"
    assert moves.provision("801.5", "2022-06-01") == "801.9"
    assert moves.provision("801.5", None) == "801.5"
    assert moves.day_of("1.2") == "2021-04-04"


def test_sides_in_lines_and_items() -> None:
    page = extract(
        "*総合ルール改訂 [#n]\n2023年6月1日から、次のように改訂します。\n\n**301.5a [#a]\n旧:灯を消す。\n新:灯をすぐに消す。\n\n**302.1b [#b]\n-変更前：札を置く。\n-変更後：札を伏せて置く。\n"
    )
    view = page.view
    assert [
        (view.value(v, "notation"), view.value(v, "plainText"), view.value(v, "validFrom"), view.value(v, "validTo"))
        for v in view.of("RuleVersion")
    ] == [
        ("301.5a", "灯を消す。", None, "2023-05-31"), ("301.5a", "灯をすぐに消す。", "2023-06-01", None),
        ("302.1b", "札を置く。", None, "2023-05-31"), ("302.1b", "札を伏せて置く。", "2023-06-01", None),
    ]  # fmt: skip


def test_a_notice_as_text() -> None:
    page = extract(
        "総合ルール改訂のお知らせ\n2022年10月21日付で総合ルールを改訂します。\n■802.3（新設）\n灯は1ターンに1回まで点ける。\n■番号の変更\n802.4 ⇒ 802.5\n802.4a ⇒ 802.5a\n"
    )
    view = page.view
    [new] = [v for v in view.of("RuleVersion") if v not in view.of("RuleNumber")]
    assert (view.value(new, "notation"), view.value(new, "validFrom")) == ("802.3", "2022-10-21")
    assert {
        (view.value(v, "notation"), view.value(o, "notation"))
        for v in view.of("RuleNumber")
        for o in view.values(v, "continues")
    } == {("802.5", "802.4"), ("802.5a", "802.4a")}
    assert validate(page.result.quads) == []
