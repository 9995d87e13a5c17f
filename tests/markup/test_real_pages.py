"""The three real pages have exactly the structure that was counted by hand."""

import os
from collections import Counter
from pathlib import Path

import pytest

from ingest.markup import Document, Kind, parse

PAGES = os.environ.get("SAITEI_PAGES")
pytestmark = [
    pytest.mark.real_pages,
    pytest.mark.skipif(not PAGES, reason="SAITEI_PAGES does not name the folder of the real pages"),
]


def read(prefix: str) -> Document:
    [path] = Path(PAGES or "").glob(f"{prefix}_*.txt")
    return parse(path.read_text(encoding="utf-8"), name=path.name)


def line(document: Document, offset: int) -> int:
    return document.position(offset)[0]


@pytest.fixture(scope="module")
def rendered() -> Document:
    return read("000")


@pytest.fixture(scope="module")
def flat() -> Document:
    return read("002")


@pytest.fixture(scope="module")
def symbols() -> Document:
    return read("003")


@pytest.mark.parametrize(
    ("prefix", "form", "title", "date"),
    [
        ("000", "rendered", "再構築", None),
        ("002", "pukiwiki-flat", "状況起因処理", "2020-02-18"),
        ("003", "symbols", "装備魔法（スペルスピード１）", "2006-07-05"),
    ],
)
def test_format_title_date_and_losslessness(prefix: str, form: str, title: str, date: str | None) -> None:
    document = read(prefix)
    assert (document.format, document.title, document.date) == (form, title, date)
    assert document.reason
    assert document.joined() == document.text


def test_rendered_headings_and_bullets(rendered: Document) -> None:
    headings = [(line(rendered, n.start), n.attrs["level"]) for n in rendered.root.find(Kind.HEADING)]
    assert headings == [
        (1, "1"), (5, "2"), (16, "2"), (17, "2"), (22, "3"), (27, "3"), (31, "2"), (32, "2"), (33, "2"),
    ]  # fmt: skip
    assert [line(rendered, n.start) for n in rendered.root.find(Kind.ITEM)] == [
        *range(6, 16),
        23,
        25,
        26,
        28,
        29,
    ]


def test_rendered_fold_has_its_extent_and_the_title_above(rendered: Document) -> None:
    [fold] = rendered.root.find(Kind.FOLD)
    assert (line(rendered, fold.start), line(rendered, fold.end)) == (18, 30)
    heading = next(n for n in rendered.root.find(Kind.HEADING) if line(rendered, n.start) == 17)
    assert fold.attrs["title"] == rendered.plain(heading)
    assert "2021年3月15日" in fold.attrs["title"]


def test_rendered_rule_boxes_belong_to_the_answer_above(rendered: Document) -> None:
    boxes = {
        index: [(r.attrs["number"], line(rendered, box.start), line(rendered, box.end)) for box in qa.find(Kind.RULE_BOX) for r in box.find(Kind.RULE)]
        for index, qa in enumerate(rendered.root.find(Kind.QA), 1)
    }  # fmt: skip
    assert {k: v for k, v in boxes.items() if v} == {
        2: [("703.4e", 40, 45)],
        3: [("801.4c", 49, 54)],
        4: [("801.1b", 58, 63)],
        11: [("801.4a", 93, 98)],
    }
    for box in rendered.root.find(Kind.RULE_BOX):
        [rule] = box.find(Kind.RULE)
        text = [n for n in rule.children if n.kind is Kind.PARAGRAPH]
        assert len(text) == 1
        assert rendered.plain(text[0]).endswith("。")


def test_rendered_questions(rendered: Document) -> None:
    qas = list(rendered.root.find(Kind.QA))
    lines = [(line(rendered, q.start), line(rendered, q.end)) for q in qas]
    assert lines == [
        (34, 37), (38, 46), (47, 55), (56, 64), (65, 68), (69, 72), (73, 77), (78, 81), (82, 84), (85, 90), (91, 99), (100, 102),
    ]  # fmt: skip
    assert Counter(q.attrs["date"] for q in qas) == {
        "2021-09-07": 4,
        "2021-11-19": 4,
        "2022-04-08": 3,
        "2022-07-28": 1,
    }
    assert all(
        len(list(q.find(kind))) == 1 for q in qas for kind in (Kind.QUESTION, Kind.ANSWER, Kind.SOURCE_LINE)
    )
    verdicts = Counter(rendered.plain(a)[:2] for q in qas for a in q.find(Kind.ANSWER))
    assert (verdicts["いい"], verdicts["はい"]) == (6, 5)
    assert [i for i, q in enumerate(qas, 1) if list(q.find(Kind.SIMILAR))] == [7, 8]
    two_lines = [i for i, q in enumerate(qas, 1) for n in q.find(Kind.QUESTION) if "\n" in rendered.plain(n)]
    assert two_lines == [5, 6, 7, 10]


def test_flat_headings_with_anchors(flat: Document) -> None:
    headings = [(n.attrs["level"], n.attrs["anchor"]) for n in flat.root.find(Kind.HEADING)]
    assert headings == [
        ("1", "de0fa6e5"), ("2", "kc7a03b4"), ("3", "ye949162"), ("3", "bdcc3b87"), ("3", "p8a870f1"), ("2", "e6f33795"), ("2", "sb33d110"),
    ]  # fmt: skip


def test_flat_bullets_by_section(flat: Document) -> None:
    counts = {}
    for section in flat.root.find(Kind.SECTION):
        own = [n for part in section.children if part.kind is Kind.LIST for n in part.find(Kind.ITEM)]
        counts[section.attrs["anchor"]] = tuple(sum(n.attrs["level"] == level for n in own) for level in "12")
    assert counts == {
        "de0fa6e5": (1, 0), "kc7a03b4": (0, 0), "ye949162": (6, 10), "bdcc3b87": (6, 6), "p8a870f1": (2, 3), "e6f33795": (7, 0), "sb33d110": (2, 0),
    }  # fmt: skip
    assert sum(1 for _ in flat.root.find(Kind.PARAGRAPH)) == 3


def test_flat_links(flat: Document) -> None:
    links = list(flat.root.find(Kind.LINK))
    assert len(links) == 79
    assert len({n.attrs["target"] for n in links}) == 62
    assert sum("alias" in n.attrs for n in links) == 2
    assert sum(n.attrs["target"].startswith("《") for n in links) == 10


def test_flat_author(flat: Document) -> None:
    [author] = flat.root.find(Kind.AUTHOR)
    assert author.attrs["date"].startswith("2020-02-18T01:06")


def test_symbol_titles(symbols: Document) -> None:
    levels = Counter(n.attrs["level"] for n in symbols.root.find(Kind.HEADING))
    assert levels["1"] == 1
    assert levels["2"] == 8
    assert levels["3"] == 3
    marks = Counter(n.attrs.get("marker", "") for n in symbols.root.find(Kind.HEADING))
    assert (marks["■"], marks["◆"]) == (5, 3)


def test_symbol_items(symbols: Document) -> None:
    marks = Counter(n.attrs["marker"] for n in symbols.root.find(Kind.ITEM))
    assert marks == {"□": 24, "◇": 22, "・": 11, "◆": 2, "※": 2}
    assert sum(marks.values()) == 61


def test_symbol_chain_diagram(symbols: Document) -> None:
    [diagram] = symbols.root.find(Kind.DIAGRAM)
    steps = [(s.attrs.get("link_number"), s.attrs["phase"]) for s in diagram.find(Kind.DIAGRAM_STEP)]
    assert steps == [
        ("1", "activation"), ("2", "activation"), (None, "resolution"), ("2", "resolution"), ("1", "resolution"),
    ]  # fmt: skip
