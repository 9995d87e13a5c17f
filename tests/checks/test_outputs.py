"""Every output is opened by a tool that is not ours, with all findings of the sample wiki."""

import csv
import io
import json
import re
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from selectolax.lexbor import LexborHTMLParser

from explorer.findings import write
from ingest.markup import parse
from ingest.markup.tree import Kind
from ontology.checking import Finding
from ontology.checks import run_checks
from tests.checks.wiki import graph_of, sample_wiki

SCHEMA = Path(__file__).with_name("sarif-2.1.0-rtm.5.json")


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    found = run_checks(graph_of(sample_wiki(Path(__file__).parents[2] / "ingest" / "sample")))
    assert len(found) > 15
    return found


def written(findings: list[Finding], name: str, lang: str = "ja") -> str:
    out = io.StringIO()
    write(findings, name, lang, out, show_info=True)
    return out.getvalue()


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_sarif_is_valid_by_the_official_schema(findings: list[Finding], lang: str) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    log = json.loads(written(findings, "sarif", lang))
    jsonschema.validators.validator_for(schema)(schema).validate(log)
    assert len(log["runs"][0]["results"]) == len(findings)
    broken = {**log, "version": "9.9"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validators.validator_for(schema)(schema).validate(broken)


def test_csv_has_one_row_a_finding(findings: list[Finding]) -> None:
    rows = list(csv.DictReader(io.StringIO(written(findings, "csv"))))
    assert [r["fingerprint"] for r in rows] == [f.fingerprint for f in findings]
    assert all(len(r) == len(rows[0]) and None not in r for r in rows)


def test_html_parses_and_asks_for_nothing(findings: list[Finding]) -> None:
    tree = LexborHTMLParser(written(findings, "html"))
    assert len(tree.css("article")) == len(findings)
    assert not tree.css("[src], link[href], [href^=http]")


def test_pukiwiki_page_is_read_as_a_list(findings: list[Finding]) -> None:
    text = written(findings, "pukiwiki")
    document = parse(text, format="pukiwiki")
    assert document.joined() == text
    first_level = [n for n in document.root.find(Kind.ITEM) if n.attrs.get("level") == "1"]
    assert len(first_level) == len(findings)


def test_github_annotations_are_one_line_each(findings: list[Finding]) -> None:
    lines = written(findings, "github").splitlines()
    assert len(lines) == len(findings)
    pattern = r"::(error|warning|notice) file=[^,:]*,line=\d+,col=\d+,title=[^,:]*::.+"
    assert all(re.fullmatch(pattern, line) for line in lines)


def test_text_is_one_line_a_finding(findings: list[Finding]) -> None:
    lines = written(findings, "text").splitlines()
    assert len(lines) == len(findings)
    assert all(re.match(r".+:\d+:\d+: \S+ [A-Z]{2}\d{4} ", line) for line in lines)
