import csv
import io
import json
from pathlib import Path

import pytest

from explorer.findings import FORMATS, to_json, write
from ontology.checking import (
    BaselineError,
    CheckError,
    SuppressionError,
    read_baseline,
    read_check,
    write_baseline,
)
from ontology.checks import load_checks, run_checks, select_checks
from tests.checks.graphs import Graph, page

RULE = "<https://saitei.example/id/dm/rule/703.4b>"
TEXT = "山札がない者は負ける。\n文面と違い実際は常に判定される。\n[[甲]] [[乙]] [[甲]]"


def link(name: str, slice_: str) -> str:
    iri = f"<https://saitei.example/id/dm/page/t/{name}>"
    return f'tcg:Link|{slice_}|tcg:linksTo {iri} ; tcg:targetTitle "{name}"'


@pytest.fixture
def graph() -> Graph:
    return Graph(
        page(
            "処理",
            TEXT,
            f'tcg:RuleVersion|山札がない者は負ける。|tcg:versionOf {RULE} ; skos:notation "703.4b"',
            f"tcg:PracticeRemark|文面と違い実際は常に判定される。|tcg:practiceDiffersFrom {RULE}",
            link("甲", "[[甲]]"),
            link("乙", "[[乙]]"),
        )
        + f'{RULE} skos:notation "703.4b" .'
    )


def test_a_remark_is_found_where_it_stands(graph: Graph) -> None:
    found = run_checks(graph, select=["TC0401"])
    assert [(f.code, f.locations[0].line, f.locations[0].column) for f in found] == [("TC0401", 2, 1)]
    place = found[0].locations[0]
    assert TEXT[place.start : place.end] == place.text
    assert "703.4b" in found[0].message.ja
    assert "{" not in found[0].message.ja + found[0].message.en + found[0].fix.ja


def test_links_without_a_page_are_one_line_with_a_count(graph: Graph) -> None:
    [found] = run_checks(graph, select=["K11"])
    assert (found.code, found.count, len(found.locations)) == ("TC1101", 2, 2)
    assert "2 件" in found.message.ja
    assert len(run_checks(graph, select=["K11"], group=False)) == 2


def test_fingerprints_survive_edits_elsewhere(graph: Graph) -> None:
    before = {f.fingerprint for f in run_checks(graph, group=False)}
    moved = Graph(
        page(
            "処理",
            "新しい前文。\n\n" + TEXT,
            f'tcg:RuleVersion|山札がない者は負ける。|tcg:versionOf {RULE} ; skos:notation "703.4b"',
            f"tcg:PracticeRemark|文面と違い実際は常に判定される。|tcg:practiceDiffersFrom {RULE}",
            link("甲", "[[甲]]"),
            link("乙", "[[乙]]"),
        )
    )
    assert {f.fingerprint for f in run_checks(moved, group=False)} == before


def test_unknown_selector_is_refused(graph: Graph) -> None:
    with pytest.raises(CheckError, match="TC7777"):
        run_checks(graph, select=["TC7777"])
    assert all("K4" in c.kinds for c in select_checks(load_checks(), ["K4"]))


def test_page_comment_suppresses_the_next_line_and_unused_ones_are_reported() -> None:
    text = "//saitei-ignore TC0401 運用は総合ルールの改訂待ち\n実際には違う扱い。\n//saitei-ignore TC0401 古い\n普通の文。"
    graph = Graph(page("処理", text, f"tcg:PracticeRemark|実際には違う扱い。|tcg:practiceDiffersFrom {RULE}"))
    found = run_checks(graph)
    assert [f.code for f in found] == ["TC9001"]
    assert found[0].locations[0].line == 3


def test_suppression_without_a_reason_does_nothing() -> None:
    text = "//saitei-ignore TC0401\n実際には違う扱い。"
    graph = Graph(page("処理", text, f"tcg:PracticeRemark|実際には違う扱い。|tcg:practiceDiffersFrom {RULE}"))
    assert sorted(f.code for f in run_checks(graph)) == ["TC0401", "TC9002"]


def test_sidecar(graph: Graph, tmp_path: Path) -> None:
    sidecar = tmp_path / "ignore.yaml"
    sidecar.write_text(
        "- {code: TC1101, text: 甲, reason: 作成中}\n- {code: TC0401, page: 別, reason: 古い}\n"
    )
    found = run_checks(graph, sidecar=sidecar)
    assert sorted(f.code for f in found) == ["TC0401", "TC1101", "TC9001"]
    assert [f.locations[0].text for f in found if f.code == "TC1101"] == ["[[乙]]"]
    sidecar.write_text("- {code: TC1101}\n")
    with pytest.raises(SuppressionError, match="entry 1"):
        run_checks(graph, sidecar=sidecar)


def test_baseline_holds_what_is_known_and_needs_a_reason(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    known = run_checks(graph, group=False)
    with pytest.raises(BaselineError, match="reason"):
        write_baseline(known, path, reason=" ")
    assert write_baseline(known, path, reason="既知") == len(known) > 0
    baseline = read_baseline(path)
    assert run_checks(graph, baseline=baseline) == []
    assert baseline.gone([]) == sorted(f.fingerprint for f in known)
    path.write_text(path.read_text().replace("既知", ""))
    with pytest.raises(BaselineError, match="reason"):
        read_baseline(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT ?at WHERE {}", "no front matter"),
        ("# ---\n# code: XX1\n# ---\n", "lacks kinds"),
        ("# ---\n# [\n# ---\n", "not YAML"),
    ],
)
def test_bad_check_files_say_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.rq"
    path.write_text(text)
    with pytest.raises(CheckError, match=message):
        read_check(path)


def test_pages_restrict_to_what_touches_them(graph: Graph) -> None:
    iri = "https://saitei.example/id/dm/page/t/処理"
    assert run_checks(graph, pages=[iri]) == run_checks(graph)
    assert run_checks(graph, pages=["https://saitei.example/id/dm/page/t/別"]) == []


@pytest.mark.parametrize("format_", sorted(FORMATS))
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_format_writes_findings_and_none(graph: Graph, format_: str, lang: str) -> None:
    for findings in (run_checks(graph), []):
        out = io.StringIO()
        write(findings, format_, lang, out)
        if findings:
            assert "TC0401" in out.getvalue()


def test_json_follows_the_contract(graph: Graph) -> None:
    keys = [
        "code",
        "kinds",
        "severity",
        "status",
        "title",
        "message",
        "locations",
        "reconciled_by",
        "board",
        "fingerprint",
    ]
    for entry in json.loads(json.dumps(to_json(run_checks(graph)))):
        assert list(entry)[: len(keys)] == keys
        assert {"page", "line", "column", "start", "end", "text"} <= set(entry["locations"][0])


def test_csv_cells_cannot_become_formulas() -> None:
    text = "=1+1 実際には違う"
    graph = Graph(page("=cmd", text, f"tcg:PracticeRemark|{text}|tcg:practiceDiffersFrom {RULE}"))
    out = io.StringIO()
    write(run_checks(graph), "csv", "ja", out)
    rows = list(csv.reader(io.StringIO(out.getvalue())))
    assert len(rows) == 2
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in rows[1])


def test_html_stands_alone_and_escapes() -> None:
    text = "<script>alert(1)</script>"
    graph = Graph(page("甲", text, f"tcg:PracticeRemark|{text}|tcg:practiceDiffersFrom {RULE}"))
    out = io.StringIO()
    write(run_checks(graph), "html", "ja", out)
    assert "<script>alert" not in out.getvalue()
    assert "http" not in out.getvalue()


def test_github_annotations_escape_their_separators(graph: Graph) -> None:
    out = io.StringIO()
    write(run_checks(graph), "github", "en", out)
    for line in out.getvalue().splitlines():
        assert line.startswith(("::error ", "::warning ", "::notice "))
        assert line.count("::") >= 2
