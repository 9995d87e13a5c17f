"""The sample wiki holds the facts it promises and is clean: no error in reading it, none in checking it."""

import re
from pathlib import Path

import pytest
import yaml

from ingest.markup import parse
from ingest.markup.tree import Severity
from ontology.checks import load_checks, run_checks
from tests.checks.wiki import graph_of

SAMPLE = Path(__file__).parents[2] / "ingest" / "sample"
PAGES = yaml.safe_load((SAMPLE / "manifest.yaml").read_text(encoding="utf-8"))["pages"]
TEXTS = {page["title"]: (SAMPLE / page["path"]).read_text(encoding="utf-8") for page in PAGES}


def test_the_manifest_lists_every_page_and_no_format() -> None:
    listed = {page["path"] for page in PAGES}
    assert listed == {str(p.relative_to(SAMPLE)) for p in SAMPLE.glob("*/*.txt")}
    assert len(PAGES) >= 14
    assert all(set(page) == {"game", "site", "title", "path"} for page in PAGES)
    assert all(Path(p["path"]).stem.replace("／", "/") == p["title"] for p in PAGES)


def test_the_rulings_carry_the_dates_and_verdicts_of_the_real_ones() -> None:
    text = TEXTS["再構築"]
    dates = re.findall(r"^引用元（(.+?)）$", text, re.M)
    verdicts = [a[:3] for a in re.findall(r"^A\.(.+)$", text, re.M)]
    assert dates == ["2021.9.7"] * 4 + ["2021.11.19"] * 4 + ["2022.4.8"] * 3 + ["2022.7.28"]
    assert ["いいえ" if v == "いいえ" else "はい" if v.startswith("はい") else "他" for v in verdicts] == [
        *("いいえ", "いいえ", "はい", "いいえ", "いいえ", "はい", "いいえ", "いいえ", "他"),
        *("はい", "はい", "はい"),
    ]
    assert "オーラ" in text.split("Q.")[9].split("A.")[0]
    assert "オーラ" not in text.split("Q.")[9].split("A.")[1]


def test_the_flat_page_is_one_line_with_rules_a_to_n() -> None:
    text = TEXTS["状況起因処理"]
    assert "\n" not in text
    assert sorted(re.findall(r"\(703\.4([a-z])\)", text)) == list("abcdefghijklmn")
    assert len(re.findall(r" \*{1,3}[^*[]+ \[#\w+\]", text)) == 7


def test_a_quoted_rule_has_one_wording_wherever_it_is_quoted() -> None:
    wording: dict[str, set[str]] = {}
    shapes = (
        r"&aname\(rule[\d_a-z]+\)\{([\d.a-z]+)\}; (.+)",  # the rules page
        r"^:([\d.a-z]+) \|(.+)",  # a quoted rule in a fold
        r"^\| - ([\d.a-z]+)\n- (.+)",  # a quoted rule of a rendered page
    )
    for title, text in TEXTS.items():
        if title == "状況起因処理":
            found = [(n, t) for t, n in re.findall(r" -((?:(?! -| \*).)+?)\((703\.4[a-z])\)", text)]
        else:
            found = [pair for shape in shapes for pair in re.findall(shape, text, re.M)]
        for number, words in found:
            wording.setdefault(number, set()).add(words.strip())
    assert len(wording) >= 20
    assert {number: texts for number, texts in wording.items() if len(texts) > 1} == {}
    assert sum(next(iter(wording["703.4e"])) in text for text in TEXTS.values()) >= 4


@pytest.mark.parametrize("title", TEXTS)
def test_a_page_is_read_without_an_error(title: str) -> None:
    document = parse(TEXTS[title], name=title)
    assert document.joined() == TEXTS[title]
    assert [d for d in document.diagnostics if d.severity is Severity.ERROR] == []


def test_no_finding_is_an_error() -> None:
    wiki = [(page["game"], page["title"], TEXTS[page["title"]]) for page in PAGES]
    findings = run_checks(graph_of(wiki), group=False, checks=load_checks())
    assert findings
    assert [f"{f.code} {f.message.ja}" for f in findings if f.severity == "error"] == []
