"""Rule numbers in the spellings that a public citation filter missed, and what only looks like one."""

import pytest

from ingest.extraction.citations import find_citations
from ingest.extraction.flow import Flow, fold_text
from ingest.markup import parse


def numbers(text: str) -> list[str]:
    return [c.number for c in find_citations(fold_text(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("総合ルール：703.4e", ["703.4e"]),
        ("703.4e：リンクは外れる", ["703.4e"]),
        ("総合ルール703:4e", ["703.4e"]),
        ("総合ルール703.4e、801.4aと114.6", ["703.4e", "801.4a", "114.6"]),
        ("703.4a、bと703.4c", ["703.4a", "703.4b", "703.4c"]),
        ("７０３．４ｅ", ["703.4e"]),
        ("（総合ルール７０３.４ｅ）", ["703.4e"]),
        ("【703.4e】〔801.4a〕［114.6］", ["703.4e", "801.4a", "114.6"]),
        ("703.4e条", ["703.4e"]),
        ("第703条の4e", ["703.4e"]),
        ("703条4項e", ["703.4e"]),
        ("114.6aa", ["114.6aa"]),
        ("703.4e.1と801.4.1a", ["703.4e.1", "801.4.1a"]),
        ("総合ルール812.3b-1、（703.4e－2）", ["812.3b-1", "703.4e-2"]),
        ("総合ルール703.4e-801.4c", ["703.4e"]),
        ("総合ルール703、801", ["703", "801"]),
        ("703.4a〜c", ["703.4a", "703.4b", "703.4c"]),
        ("200.3C 乙", ["200.3c"]),
        ("316.1. 甲。 316.2. 乙。", ["316.1", "316.2"]),
        ("総合ルール 703.4k/703.4lと801.1b", ["703.4k", "703.4l", "801.1b"]),
        ("コスト5、総合ルール 801.1の順", ["801.1"]),
        ("Ver.1.44の703.4nは703.4oに", ["703.4n", "703.4o"]),
    ],
)
def test_hard_spellings(text: str, found: list[str]) -> None:
    assert numbers(text) == found


def test_bold_inside() -> None:
    document = parse("*甲 [#a]\n-''703''.4eと総合ルール''801.4a''による。\n")
    assert [c.number for c in find_citations(Flow.of(document, document.root).folded)] == ["703.4e", "801.4a"]


@pytest.mark.parametrize(
    "text",
    [
        "総合ルール 1.50版", "総合ルール Ver.1.50", "2020年", "2021.9.7", "2021/11/19", "01.02.03", "7/7777777", "コスト(7)", "パワー703000",
        "703円", "123.45円", "ルール 100枚", "総合ルール2020", "10.5", "第7弾", "DMRP-703", "1703.4", "703.4倍", "コスト101.1軽減", "バージョン703.4", "平均 114.6だった", "GX12 131.5/80", "総合ルール 703.4/80", "12:30", "ルール 703枚", "500.5点",
    ],
)  # fmt: skip
def test_look_alikes(text: str) -> None:
    assert numbers(text) == []


def test_spans_are_those_of_the_numbers() -> None:
    text = fold_text("（総合ルール 703.4e）と801.4a条")
    assert [text[c.start : c.end] for c in find_citations(text)] == ["703.4e", "801.4a条"]
