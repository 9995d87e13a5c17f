"""`saitei query`."""

import csv
import io
import json

import pytest

from ontology.queries import QueryFileError, load_queries, read_query


def test_the_query_of_the_readme(saitei, sample_store):
    code, out, err = saitei(
        "query", "rulings-citing-or-involving", "--param", "rule=703.4e", "--param", "card=龍神ヘヴィ",
        "--store", sample_store, "--format", "csv",
    )  # fmt: skip
    assert (code, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert rows
    assert set(rows[0]) == {"date", "verdict", "page", "line", "column", "question"}
    assert ("2021-09-07", "no") in {(r["date"], r["verdict"]) for r in rows}
    assert all(int(r["line"]) > 0 and int(r["column"]) > 0 for r in rows)


def test_table_for_people(saitei, sample_store):
    code, out, _ = saitei("query", "rulings-by-verdict", "--store", sample_store)
    assert code == 0
    assert "verdict" in out
    assert "yes" in out


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "xml"])
def test_formats(saitei, sample_store, form, tmp_path):
    file = tmp_path / "q.rq"
    file.write_text("SELECT ?t { ?p a tcg:Page ; dcterms:title ?t } ORDER BY ?t", "utf-8")
    code, out, _ = saitei("query", file, "--store", sample_store, "--format", form)
    assert code == 0
    assert "再構築" in out
    if form == "json":
        assert json.loads(out)["head"]["vars"] == ["t"]


def test_construct_as_turtle(saitei, sample_store, tmp_path):
    file = tmp_path / "q.rq"
    file.write_text("CONSTRUCT { ?p dcterms:title ?t } { ?p a tcg:Page ; dcterms:title ?t }", "utf-8")
    code, out, _ = saitei("query", file, "--store", sample_store)
    assert code == 0
    assert "@prefix dcterms:" in out
    code, _, err = saitei("query", file, "--store", sample_store, "--format", "csv")
    assert code == 2
    assert "turtle" in err


def test_errors_name_file_line_and_column(saitei, sample_store, tmp_path):
    file = tmp_path / "bad.rq"
    file.write_text("SELECT *\n{ ?s ?p }", "utf-8")
    code, out, err = saitei("query", file, "--store", sample_store)
    assert (code, out) == (2, "")
    assert err.startswith(f"{file}:2:")
    assert "Traceback" not in err
    code, _, err = saitei("query", "no-such-query", "--store", sample_store)
    assert code == 2
    assert "--list" in err


def test_b5_full_width_characters_are_named_with_their_mending(saitei, sample_store, tmp_path):
    """Public bug B5: a query typed with a Japanese input method."""
    file = tmp_path / "wide.rq"
    file.write_text("SELECT *　｛ ？s ?p 「城」 ｝", "utf-8")
    code, _, err = saitei("query", file, "--store", sample_store)
    assert code == 2
    assert err.startswith(f"{file}:1:9: 全角スペースが1行9桁にあります")
    assert 'SELECT * { ?s ?p "城" }' in err
    file.write_text('SELECT ?t { ?p dcterms:title ?t FILTER(CONTAINS(?t, "　「？｛")) } # ＃　', "utf-8")
    assert saitei("query", file, "--store", sample_store)[0] == 0


def test_updates_and_service_are_refused(saitei, sample_store, tmp_path):
    file = tmp_path / "q.rq"
    for text in (
        "DELETE WHERE { ?s ?p ?o }",
        "SELECT * { SERVICE <http://127.0.0.1:1> { ?s ?p ?o } }",
        "LOAD <file:///etc/passwd>",
    ):
        file.write_text(text, "utf-8")
        code, _, err = saitei("query", file, "--store", sample_store)
        assert code == 2
        assert "refused" in err


def test_b8_a_runaway_query_is_stopped(saitei, sample_store, tmp_path):
    """Public bug B8: an endless query."""
    file = tmp_path / "q.rq"
    file.write_text("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", "utf-8")
    code, out, err = saitei("query", file, "--store", sample_store, "--timeout", "0.3")
    assert (code, out) == (1, "")
    assert "stopped after 0.3 s" in err


def test_limit_reports_what_is_cut(saitei, sample_store, tmp_path):
    file = tmp_path / "q.rq"
    file.write_text("SELECT ?s { ?s ?p ?o }", "utf-8")
    code, out, err = saitei("query", file, "--store", sample_store, "--limit", "5", "--format", "csv")
    assert code == 0
    assert len(out.splitlines()) == 6
    assert "5" in err


def test_a_store_that_is_not_there(saitei, tmp_path):
    code, _, err = saitei("query", "pages-overview", "--store", tmp_path / "none")
    assert code == 2
    assert "saitei ingest" in err
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("x")
    code, _, err = saitei("query", "pages-overview", "--store", tmp_path / "notes")
    assert code == 2
    assert "--store" in err


def test_list(saitei):
    code, out, _ = saitei("query", "--list", "--lang", "en")
    assert code == 0
    assert "Terms without a definition" in out
    listed = json.loads(saitei("query", "--list", "--format", "json")[1])
    assert {q["name"] for q in listed} == set(load_queries())


def test_parameters_cannot_leave_their_place():
    query = load_queries()["versions-of-a-rule"]
    bound = query.bind({"rule": '703.4e" } { ?s ?p ?o } #\n\\'})
    assert '"703.4e\\" } { ?s ?p ?o } #\\n\\\\"' in bound
    with pytest.raises(QueryFileError, match="no parameter"):
        query.bind({"other": "x"})
    with pytest.raises(QueryFileError, match="needs a value"):
        query.bind({"rule": ""})
    with pytest.raises(QueryFileError, match="YYYY-MM-DD"):
        load_queries()["rulings-between"].bind({"from": "soon"})


def test_a_query_file_without_head_is_an_error():
    with pytest.raises(QueryFileError, match=r"x\.rq:1:1"):
        read_query("SELECT * { ?s ?p ?o }", "x")


@pytest.mark.parametrize("name", sorted(load_queries()))
def test_named_queries_run_and_give_the_columns_they_promise(name, sample_store):
    from ingest.store import open_store

    query = load_queries()[name]
    with open_store(sample_store, read_only=True) as store:
        table = store.table(query.sparql)
        assert tuple(table.variables) == query.columns
        bound = store.table(query.bind(query.example))
        assert tuple(bound.variables) == query.columns
        for parameter in query.parameters:
            if parameter.optional:
                store.table(query.bind({parameter.name: ""}))
    assert query.title_en != query.title_ja
    assert query.description_en
