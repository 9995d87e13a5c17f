"""Dates and rule numbers in the notations of real pages."""

import pytest

from ingest.markup.dates import find_date, find_dates
from ingest.markup.numbers import find_numbers, normal_number


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2021年3月16日", "2021-03-16"),
        ("2001 年 2月 3日", "2001-02-03"),
        ("引用元（2021.9.7）", "2021-09-07"),
        ("2021.11.19", "2021-11-19"),
        ("2006/7/5┏", "2006-07-05"),
        ("2001-02-03 (土) 04:05:06", "2001-02-03"),
        ("2020-02-18T11:16:23+09:00", "2020-02-18"),
        ("(01.02.03)", "2001-02-03"),
        ("(11/02/13)", "2011-02-13"),
        ("２０２１年３月１６日", "2021-03-16"),
        ("■2001/02/03", "2001-02-03"),
    ],
)
def test_dates(written: str, iso: str) -> None:
    found = find_date(written)
    assert found is not None
    assert found.iso == iso
    assert written[found.start : found.end].strip("()（）") != ""


@pytest.mark.parametrize(
    "written",
    ["703.4", "1.50", "2021.13.7", "2014年1月以前", "120.3.4", "3/4", "99.99.99", "2021.9", "12/34/56"],
)
def test_what_is_no_date(written: str) -> None:
    assert find_date(written) is None


def test_several_dates() -> None:
    assert [d.iso for d in find_dates("2021年3月16日に、また2022年4月8日に")] == ["2021-03-16", "2022-04-08"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("（総合ルール 703.4e）", ["703.4e"]),
        ("(703.4c)", ["703.4c"]),
        ("総合ルール ７０３.４ｅ", ["703.4e"]),
        ("総合ルール 305.3. 310.8.", ["305.3", "310.8"]),
        ("200.3C と 200.3b", ["200.3c", "200.3b"]),
        ("703.4eと801.4c、703.4e", ["703.4e", "801.4c"]),
        ("110.5に従う", ["110.5"]),
        ("総合ルール 1.50版", []),
        ("2020.12.3", []),
        ("パワー1703.4", []),
        ("Ver.1.17", []),
    ],
)
def test_numbers(text: str, numbers: list[str]) -> None:
    assert find_numbers(text) == numbers


def test_numbers_are_normalised() -> None:
    assert normal_number(" ７０３．４Ｅ. ") == "703.4e"
