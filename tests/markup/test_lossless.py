"""Whatever the text, the leaves of its tree join to it: 10,000 pages of markup soup."""

import pytest
from hypothesis import HealthCheck, given, settings

from ingest.markup import known_formats, parse
from tests.markup.soup import hold, pages

FORMATS = sorted(known_formats())
EACH = 10_000 // len(FORMATS) + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_soup_is_lossless_in_every_format(name: str) -> None:
    seen = 0

    @settings(
        max_examples=EACH,
        deadline=2000,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(pages)
    def run(text: str) -> None:
        nonlocal seen
        seen += 1
        hold(parse(text, format=name), text)

    run()
    assert seen >= EACH


@settings(max_examples=300, deadline=2000, database=None, derandomize=True)
@given(pages)
def test_soup_is_lossless_in_the_detected_format(text: str) -> None:
    document = parse(text)
    assert document.format in FORMATS
    assert document.reason or not text.strip()
    hold(document, text)
