"""Whatever the page, extraction ends, in time that grows with its length, and keeps its promises."""

import time

import pytest
from hypothesis import HealthCheck, example, given, settings

from ingest.extraction.names import Names, collect_names
from ingest.extraction.page import PageResult, extract_page
from ingest.markup import parse
from ontology.shapes import validate
from tests.extraction.corpus import View
from tests.markup.soup import pages


def read(text: str, game: str = "dm", *, format: str | None = None) -> PageResult:  # noqa: A002
    document = parse(text, format=format)
    return extract_page(
        document, game=game, site="s", title="頁", names=collect_names(document, game, title="頁")
    )


def hold(result: PageResult, text: str) -> None:
    assert result.markup + result.extracted + result.uninterpreted == sum(1 for c in text if not c.isspace())
    quads = result.quads
    assert len(set(quads)) == len(quads)
    view = View(quads)
    for s in view.facts:
        if (start := view.int(s, "start")) >= 0 and len(view.values(s, "start")) == 1:
            assert text[start : view.int(s, "end")] == view.value(s, "text")


@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_soup_is_extracted(game: str) -> None:
    @settings(
        max_examples=600,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(pages)
    @example("《\x00》[[\x1f]][[ ]]《　》「」")
    @example("*《\x00》 [#a]\n|\x00 R 火文明 (5)|\n|クリーチャー:\x00 3000|\n")
    @example("(703.4a〜z)(703.4a〜)第703条")
    def run(text: str) -> None:
        hold(read(text, game), text)

    run()


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(pages)
def test_soup_conforms_to_the_shapes(text: str) -> None:
    assert [v for v in validate(read(text).quads) if v.severity == "Violation"] == []


@pytest.mark.parametrize(
    "piece",
    [
        "《",
        "「",
        "(",
        "）",
        "「(",
        "《龍神ヘヴィ》",
        "[[能力]]",
        "703.4e、",
        "703.4a〜",
        "総合ルール",
        "ただし、",
        "の場合は、",
        "(2021年3月16日",
        "例えば、カードは残る。",
        "A",
        "カ",
        "場",
        "「あ",
        "》の「",
        "《x》の「",
        "Q.",
        "|",
        "・",
        "旧801.5→新801.6、",
        "801.5は",
        "703.4k/",
        "総合ルール Ver.1.45",
    ],
)
def test_time_grows_with_length(piece: str) -> None:
    """Twice as much of anything takes about twice as long, not four times."""
    sizes = (1500, 6000)
    spent = []
    for n in sizes:
        text = "*頁 [#a]\n-" + piece * n + "\n"
        document = parse(text, format="pukiwiki")
        names = collect_names(document, "dm", title="頁")
        best = min(_timed(document, names) for _ in range(2))
        spent.append(best)
    assert spent[1] < 0.02 or spent[1] / spent[0] < 4 * 2.2, spent


def _timed(document: object, names: Names) -> float:
    start = time.process_time()
    extract_page(document, game="dm", site="s", title="頁", names=names)  # type: ignore[arg-type]
    return time.process_time() - start
