"""Speed of the PukiWiki parser beside mwparserfromhell on the same page in MediaWiki markup, in CPU time."""

from collections import Counter
from collections.abc import Callable
from statistics import median
from time import process_time

import mwparserfromhell
import pytest

from ingest.markup import Kind, parse
from tests.benchmarks.markup_pages import page

ROUNDS = 5


def _median_seconds(run: Callable[[], object]) -> float:
    run()
    times = []
    for _ in range(ROUNDS):
        begin = process_time()
        run()
        times.append(process_time() - begin)
    return median(times)


@pytest.mark.parametrize("links", [0.1, 0.25, 0.5])
def test_pukiwiki_is_as_fast_as_mwparserfromhell(
    links: float, record_property: Callable[[str, object], None]
) -> None:
    wiki, media = page(60_000, links=links)
    ours = parse(wiki, format="pukiwiki")
    theirs = mwparserfromhell.parse(media)
    kinds = Counter(n.kind for n in ours.root.walk())
    assert kinds[Kind.LINK] == len(theirs.filter_wikilinks()) > 500
    assert kinds[Kind.TABLE] == len(theirs.filter_tags(matches=lambda t: t.tag == "table")) > 5
    mine = len(wiki) / _median_seconds(lambda: parse(wiki, format="pukiwiki"))
    other = len(media) / _median_seconds(lambda: mwparserfromhell.parse(media))
    record_property("pukiwiki_characters_per_second", round(mine))
    record_property("mwparserfromhell_characters_per_second", round(other))
    print(
        f"\nlinks {links}: PukiWiki {mine / 1e6:.2f} M characters/s, mwparserfromhell {other / 1e6:.2f} M characters/s"
    )
    assert mine >= other
