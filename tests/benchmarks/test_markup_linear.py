"""Time of the markup layer on floods, doubled up to 2 MB: at most 2.5 times as long each time."""

from time import process_time

import pytest

from ingest.markup import known_formats, parse
from tests.markup.floods import FLOODS, flood

MEGABYTE = 1_000_000
NAMED = [
    "nested lists",
    "open brackets",
    "open links with text",
    "pipes",
    "rows",
    "regions",
    "brace regions",
    "links",
]
ROUNDS = 2


def _seconds(text: str, form: str) -> float:
    times = []
    for _ in range(ROUNDS):
        begin = process_time()
        parse(text, format=form)
        times.append(process_time() - begin)
    return min(times)


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("form", ["pukiwiki", "pukiwiki-flat"])
def test_named_floods_up_to_two_megabytes(name: str, form: str) -> None:
    once, twice = _seconds(flood(name, MEGABYTE), form), _seconds(flood(name, 2 * MEGABYTE), form)
    print(f"\n{form} {name}: 1 MB {once:.2f} s, 2 MB {twice:.2f} s, ratio {twice / once:.2f}")
    assert twice <= 2.5 * once


@pytest.mark.parametrize("form", sorted(known_formats()))
def test_every_flood_in_every_format(form: str) -> None:
    slow = {}
    for name in FLOODS:
        once, twice = _seconds(flood(name, 50_000), form), _seconds(flood(name, 100_000), form)
        if twice > 2.5 * once and twice > 0.05:
            once, twice = _seconds(flood(name, 100_000), form), _seconds(flood(name, 200_000), form)
            if twice > 2.5 * once:
                slow[name] = (round(once, 3), round(twice, 3))
    assert slow == {}
