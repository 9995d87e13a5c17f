"""Ingest: the same quads in any order and on any number of workers, only what changed is read again."""

import random
import re
import shutil
from pathlib import Path

import pyoxigraph as ox
import pytest

from ingest.pipeline import PageNotFound, ingest_paths, remove_pages
from ingest.store import CARDS_GRAPH, VOCABULARY_GRAPH, open_store
from ingest.text_index import open_text_index
from tests.store.wiki import write_wiki

PAGES = 15
TCG = "PREFIX tcg: <https://saitei.example/tcg#> PREFIX dcterms: <http://purl.org/dc/terms/> "


def quads(store) -> set[ox.Quad]:
    return set(store.quads())


def fresh(*paths: Path, workers: int = 1, **options) -> set[ox.Quad]:
    with open_store(":memory:") as store:
        ingest_paths(store, [str(p) for p in paths], workers=workers, game="dm", site="w", **options)
        return quads(store)


def check_merge(store) -> None:
    named = store.select("SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?s ?p ?o { GRAPH ?g { ?s ?p ?o } } }")
    assert store.select("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }") == named


@pytest.fixture
def wiki(tmp_path):
    folder = tmp_path / "w"
    write_wiki(folder, PAGES, size=1)
    return folder


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "store") as opened:
        yield opened


def ingest(store, *paths, **options):
    return ingest_paths(store, [str(p) for p in paths], game="dm", site="w", **options)


def test_any_order_and_any_number_of_workers(wiki, tmp_path):
    files = sorted(wiki.glob("*.txt"))
    once = fresh(wiki)
    shuffled = files[:]
    random.Random(2).shuffle(shuffled)
    assert fresh(*shuffled) == once
    assert fresh(wiki, workers=3) == once
    with open_store(tmp_path / "two") as store:  # in two halves, the second changing the names of the first
        ingest(store, *shuffled[:7])
        result = ingest(store, *shuffled[7:])
        assert result.reread > 0
        # where a page comes from is told by folder and file, whichever way it was named
        assert quads(store) == once
        check_merge(store)


def test_ingesting_twice_changes_nothing(store, wiki):
    first = ingest(store, wiki)
    assert (first.pages, first.changed, first.skipped) == (PAGES, PAGES, 0)
    before, revision = quads(store), store.revision
    second = ingest(store, wiki)
    assert (second.changed, second.reread, second.unchanged) == (0, 0, PAGES)
    assert quads(store) == before
    assert store.revision == revision
    assert second.report == first.report
    third = ingest(store, wiki, force=True)
    assert third.changed == PAGES
    assert quads(store) == before


def test_only_changed_pages_are_read_again(store, wiki):
    ingest(store, wiki)
    page = wiki / "p000004.txt"
    page.write_text(page.read_text("utf-8").replace("ことはない", "ことなどない", 1), "utf-8")
    result = ingest(store, wiki)
    assert (result.changed, result.reread, result.unchanged) == (1, 0, PAGES - 1)
    assert quads(store) == fresh(wiki)
    check_merge(store)


def test_pages_that_know_a_new_name_are_read_again(store, wiki):
    ingest(store, wiki)
    page = wiki / "p000000.txt"
    text = page.read_text("utf-8")
    page.write_text(text + "\n[[アンタップ可能状態]]を参照。破壊される\n", "utf-8")
    other = wiki / "p000001.txt"
    other.write_text(other.read_text("utf-8") + "\nアンタップ可能状態ではない。\n", "utf-8")
    ingest(store, other)
    result = ingest(store, page)
    assert (result.changed, result.reread) == (1, 1)
    assert quads(store) == fresh(wiki)
    page.write_text(text, "utf-8")
    result = ingest(store, page)
    assert result.reread == 1
    assert quads(store) == fresh(wiki)


def test_lost_ledger_and_text_index_are_made_again(store, wiki, tmp_path):
    ingest(store, wiki)
    before = quads(store)
    shutil.rmtree(store.index_folder)
    result = ingest(store, wiki / "p000003.txt")
    assert result.changed == 1
    assert quads(store) == before
    assert ingest(store, wiki).changed == PAGES - 1
    assert quads(store) == before


def test_prune_and_remove(store, wiki):
    ingest(store, wiki)
    (wiki / "p000005.txt").unlink()
    (wiki / "p000006.txt").unlink()
    kept = ingest(store, wiki)
    assert kept.removed == 0
    assert ingest(store, wiki, prune=True).removed == 2
    assert quads(store) == fresh(wiki)
    title = "用語0"
    assert remove_pages(store, [title])
    (wiki / "p000001.txt").unlink()
    assert quads(store) == fresh(wiki)
    check_merge(store)
    with pytest.raises(PageNotFound, match="no page"):
        remove_pages(store, [title])


def test_prune_of_everything_needs_force(store, wiki, tmp_path):
    ingest(store, wiki)
    before = quads(store)
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "x.txt").write_bytes(b"")
    result = ingest_paths(store, [str(tmp_path / "empty" / "x.txt")], game="dm", site="w", prune=True)
    assert len(quads(store)) >= len(before) or result.problems


def test_the_same_title_twice_in_a_site_is_an_error(store, wiki):
    (wiki / "zz.txt").write_text((wiki / "p000001.txt").read_text("utf-8"), "utf-8")
    result = ingest(store, wiki)
    (problem,) = [p for p in result.problems if p.code == "IN105"]
    assert problem.file.endswith("zz.txt")
    assert "用語0" in problem.message
    assert result.failed
    assert result.skipped == 1
    (wiki / "zz.txt").unlink()
    assert quads(store) == fresh(wiki)
    with open_store(":memory:") as other:  # two sites are two pages
        ingest_paths(other, [str(wiki / "p000001.txt")], game="dm", site="a")
        second = ingest_paths(other, [str(wiki / "p000001.txt")], game="dm", site="b")
        assert not second.failed, second.problems
        assert len([g for g in other.graphs() if "/page/" in g]) == 2


def test_a_page_that_loses_its_rulings_is_kept(store, wiki):
    ingest(store, wiki)
    before = quads(store)
    page = wiki / "p000002.txt"
    page.write_text("\n".join(page.read_text("utf-8").splitlines()[:5]) + "\n", "utf-8")
    result = ingest(store, wiki)
    (problem,) = [p for p in result.problems if p.code == "IN106"]
    assert "there were 1" in problem.message
    assert result.failed
    assert quads(store) == before
    assert ingest(store, wiki).failed  # and it is tried again
    assert not ingest(store, wiki, force=True).failed
    assert quads(store) == fresh(wiki)


def test_a_failing_page_is_reported_and_the_others_go_on(store, wiki, monkeypatch):
    from ingest.pipeline import work

    real = work.extract_page

    def broken(document, **options):
        if options["title"] == "用語3":
            raise RuntimeError("boom")
        return real(document, **options)

    monkeypatch.setattr(work, "extract_page", broken)
    result = ingest(store, wiki)
    assert (result.skipped, result.changed) == (1, PAGES - 1)
    (problem,) = [p for p in result.problems if p.code == "IN103"]
    assert "boom" in problem.message
    assert problem.file.endswith("p000010.txt")
    monkeypatch.undo()
    assert ingest(store, wiki).changed == 1
    assert quads(store) == fresh(wiki)


def test_report_has_the_numbers_of_every_page(store, wiki):
    result = ingest(store, wiki)
    assert len(result.report) == PAGES
    for entry in result.report:
        text = Path(entry["path"]).read_text("utf-8")
        assert entry["characters"] == sum(not c.isspace() for c in text) == entry["covered"]
        assert entry["markup"] + entry["extracted"] + entry["uninterpreted"] == entry["covered"]
        assert set(entry) == {
            "page", "path", "game", "format", "encoding", "characters", "markup", "extracted",
            "uninterpreted", "covered", "counts", "diagnostics",
        }  # fmt: skip
    assert sum(e["counts"]["rulings"] for e in result.report if "rulings" in e["counts"]) == PAGES // 3


def test_graphs_of_the_project_and_the_text_index(store, wiki):
    ingest(store, wiki)
    assert VOCABULARY_GRAPH in store.graphs()
    assert next(store.quads(VOCABULARY_GRAPH))
    with_cards = any(True for _ in store.quads(CARDS_GRAPH))
    assert with_cards == (CARDS_GRAPH in store.graphs())
    index = open_text_index(store)
    found = index.search("用語3", limit=None)
    assert {h.kind for h in found} >= {"Page", "Term"}
    texts = store.select(
        TCG + "SELECT DISTINCT ?t { GRAPH ?g { ?s tcg:plainText ?t . FILTER(CONTAINS(?t, '破壊')) } }"
    )
    assert {h.text for h in index.search("破壊", limit=None)} >= {t for (t,) in texts}
    index.close()
    page = wiki / "p000001.txt"
    page.write_text(page.read_text("utf-8") + "\n-まったく新しい語句がある。\n", "utf-8")
    ingest(store, wiki)
    index = open_text_index(store)
    assert index.search("まったく新しい語句")
    index.close()


def test_games_are_told_by_their_words(store, sample_wiki, tmp_path):
    folder = tmp_path / "mixed"
    shutil.copytree(sample_wiki / "dm", folder / "a")
    shutil.copytree(sample_wiki / "ygo", folder / "b")
    result = ingest_paths(store, [str(folder)])
    for entry in result.report:
        if entry["format"] is not None:
            assert entry["game"] == ("dm" if "/a/" in entry["path"] else "ygo"), entry["page"]


def test_the_manifest_names_games_and_titles(store, sample_wiki):
    result = ingest_paths(store, [str(sample_wiki)])
    pages = {g for g in store.graphs() if "/page/" in g}
    assert all("/page/sample/" in g for g in pages)
    assert {e["game"] for e in result.report} == {"dm", "ygo"}
    assert len(pages) + result.skipped == len(result.report)


def test_offsets_give_the_extracts_back(store, wiki):
    ingest(store, wiki)
    rows = store.select(
        TCG
        + "SELECT (COUNT(*) AS ?n) (SUM(IF(SUBSTR(?all, ?start + 1, ?end - ?start) = ?text, 1, 0)) AS ?same) {"
        " ?x tcg:start ?start ; tcg:end ?end ; tcg:text ?text ; tcg:onPage ?page . ?page tcg:text ?all }"
    )
    assert rows[0][0] == rows[0][1]
    assert int(rows[0][0]) > 300


def test_every_problem_code_is_documented():
    root = Path(__file__).parent.parent.parent / "ingest"
    code = "\n".join(p.read_text("utf-8") for p in (root / "pipeline").glob("*.py"))
    known = set(re.findall(r"\bIN\d{3}\b", code))
    documented = set(re.findall(r"^\| (IN\d{3}) ", (root / "docs" / "pipeline.md").read_text("utf-8"), re.M))
    assert known == documented


def test_what_breaks_a_shape_is_reported_at_its_place(store, wiki, monkeypatch):
    from ingest.pipeline import work

    real = work.extract_page

    def without_column(document, **options):
        result = real(document, **options)
        lines = result.ntriples.splitlines(keepends=True)
        statement = next(x.split(" ")[0] for x in lines if "tcg#plainText>" in x)
        result.ntriples = "".join(x for x in lines if not (x.startswith(statement) and "tcg#column>" in x))
        return result

    monkeypatch.setattr(work, "extract_page", without_column)
    result = ingest(store, wiki / "p000001.txt")
    problems = [p for p in result.problems if p.code == "IN201"]
    assert problems
    assert all(p.file.endswith("p000001.txt") and p.line > 0 for p in problems)
    assert "tcg#column" in problems[0].message
    assert result.failed


def test_links_that_lead_out_of_the_folder_are_not_read(store, wiki, tmp_path):
    (tmp_path / "secret.txt").write_text("*秘密のゴッド\n", "utf-8")
    (wiki / "out.txt").symlink_to(tmp_path / "secret.txt")
    (wiki / "inside.txt").symlink_to(wiki / "none.txt")
    result = ingest(store, wiki)
    assert result.skipped == 2
    assert {Path(p.file).name for p in result.problems if p.severity == "error"} == {"out.txt", "inside.txt"}
    assert not [g for g in store.graphs() if "%E7%A7%98%E5%AF%86" in g]


QA = """*港の質問 [#qa]

Q.《港の番人》は攻撃できますか?
A.はい、攻撃できます。
引用元(2021.9.7)
Q.《波の子》は攻撃できますか?
A.いいえ、攻撃できません。
引用元(2021.9.7)
"""


def test_rulings_keep_their_iris_when_a_page_is_corrected(store, tmp_path):
    folder = tmp_path / "w"
    folder.mkdir()
    page = folder / "qa.txt"
    page.write_text(QA.replace("《波の子》", "《彼の子》"), "utf-8")
    ingest(store, folder)
    asked = "SELECT ?r ?q { ?r a tcg:Ruling ; tcg:question ?q } ORDER BY ?q"
    before = {r for r, _ in store.select(TCG + asked)}
    page.write_text(QA, "utf-8")
    assert ingest(store, folder).changed == 1
    rows = store.select(TCG + asked)
    assert {r for r, _ in rows} == before
    assert [q for _, q in rows] == ["《波の子》は攻撃できますか?", "《港の番人》は攻撃できますか?"]
    stored = quads(store)
    (folder / "child.txt").write_text(
        "*《波の子》 [#a]\n|波の子 C 水文明 (2)|\n|クリーチャー:子 1000|\n", "utf-8"
    )
    assert ingest(store, folder).reread == 1  # a new page tells of the card: the page is read again
    assert {r for r, _ in store.select(TCG + asked)} == before
    ingest(store, folder, force=True)
    assert {r for r, _ in store.select(TCG + asked)} == before
    assert {q.subject for q in stored} <= {q.subject for q in quads(store)}


def test_titles_of_nothing_but_control_characters(store, tmp_path):
    folder = tmp_path / "w"
    folder.mkdir()
    (folder / "nul.txt").write_bytes(b"\xff\xfe\x00\x00")
    (folder / "\x01.txt").write_text("*\x02 [#a]\n本文とは、頁の中身のこと。\n", "utf-8")
    result = ingest(store, folder)
    assert result.skipped == 0
    titles = {t for (t,) in store.select(TCG + "SELECT ?t { ?p a tcg:Page ; dcterms:title ?t }")}
    assert titles == {"nul", "無題"}
