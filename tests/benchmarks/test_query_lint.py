"""The lint of a query takes time in proportion to its length."""

import contextlib
import time

import pytest

from ingest.store import QueryError
from ingest.store.lint import check_query


@pytest.mark.parametrize(
    "piece", ["a.", "1.", "a-", '\\"""', '"""x', "<a", "\u3000", "\n\u3000", "SERVICE#", "?a·", "a:\\"]
)
def test_reading_a_query_is_linear(piece: str) -> None:
    def seconds(size: int) -> float:
        started = time.process_time()
        with contextlib.suppress(QueryError):
            check_query("SELECT * { " + piece * (size // len(piece)))
        return time.process_time() - started

    small, large = min(seconds(10_000) for _ in range(3)), min(seconds(40_000) for _ in range(3))
    assert large < 8 * small + 0.1  # four times the text; a square would be sixteen
