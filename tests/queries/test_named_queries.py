"""The named queries over the sample wiki give what a person reads off its pages (`expected.yaml`)."""

from pathlib import Path

import pytest
import yaml

from ingest.pipeline import ingest_paths
from ingest.store import open_store
from ontology.queries import load_queries

EXPECTED = yaml.safe_load((Path(__file__).parent / "expected.yaml").read_text("utf-8"))
IN_ANY_ORDER = {"versions-of-a-rule", "statements-citing"}


@pytest.fixture(scope="module")
def store(sample_wiki):
    with open_store(":memory:") as opened:
        ingest_paths(opened, [str(sample_wiki)])
        yield opened


def answer(store, name, columns=None):
    query = load_queries()[name]
    table = store.table(query.bind(dict(query.example)))
    assert tuple(table.variables) == query.columns
    places = [table.variables.index(c) for c in columns or table.variables]
    return [[None if row[p] is None else row[p].value for p in places] for row in table.rows]


def test_every_query_has_a_hand_checked_answer():
    assert set(EXPECTED) == set(load_queries())
    checked = [n for n, e in EXPECTED.items() if e.get("rows") or e.get("has")]
    assert len(checked) >= 30
    assert all(e["read"] for e in EXPECTED.values())


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_answer(store, name):
    expected = EXPECTED[name]
    found = answer(store, name, expected["columns"])
    if "rows" in expected:
        if name in IN_ANY_ORDER:
            assert sorted(found) == sorted(expected["rows"])
        else:
            assert found == expected["rows"]
    for row in expected.get("has", []):
        assert row in found
    for row in expected.get("lacks", []):
        assert row not in found
    if "count" in expected:
        assert len(found) == expected["count"]


ONE = """*{title} [#top]
>Q.自分の進化クリーチャーの上の1枚だけが離れました。下のカードは残りますか?
A.はい、残ります。
#region2(([[総合ルール]] [[801.4a>総合ルール本文#a]])){{{{
:801.4a |再構築では、離れた進化クリーチャーのすぐ下のカードを見る。
}}}}
#region2(([[総合ルール]] [[703.4i>総合ルール本文#b]])){{{{
:703.4i |進化クリーチャーの上のカードだけがバトルゾーンを離れるときは、下のカードを再構築する。
}}}}
回答（2021.5.10）
"""


def test_queries_that_find_nothing_on_the_sample_find_it_on_a_page_that_has_it(store, sample_wiki, tmp_path):
    for title in ("質問集その一", "質問集その二"):
        (tmp_path / f"{title}.txt").write_text(ONE.format(title=title), "utf-8")
    with open_store(":memory:") as wider:
        ingest_paths(wider, [str(sample_wiki), str(tmp_path)], game=None)
        assert ["703.4i", "801.4a"] in answer(wider, "rules-cited-together", ["first", "second"])
        late = answer(wider, "rulings-before-a-later-version", ["date", "rule", "from"])
        assert ["2021-05-10", "801.4a", "2022-04-08"] in late
        assert len(answer(wider, "rulings-quoted-on-several-pages")) == 1
