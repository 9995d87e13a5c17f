"""Rulings that are read into a case: in the store, run by the command line, corrected and given back."""

from pathlib import Path

import pytest

from explorer.cli import main
from ingest.claims.rulings import case_name, reading_lines
from ingest.pipeline import ingest_paths
from ingest.store import open_store
from ontology.checks import run_checks
from ontology.reasoner import load_scenarios
from ontology.reasoner.read_rulings import UnreadRuling, judge_read_rulings, read_rulings, readings_as_yaml
from ontology.reasoner.rulings import RulingResult, attached_cases

PAGE = """*裁定
Q.《砂の民》を進化元にした進化クリーチャー《空の王》の上のカードだけが墓地に置かれました。再構築は行われますか？
A.はい、行われます。
引用元（2022.5.9）

Q.クリーチャー《砂の民》のパワーが0になりました。《砂の民》は破壊されますか？
A.{second}
引用元（2022.5.9）

Q.自分の《砂の民》は手札に戻りますか？
A.はい、戻ります。
引用元（2022.5.9）
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    pages = tmp_path / "wiki"
    pages.mkdir()
    (pages / "裁定集.txt").write_text(PAGE.format(second="はい、破壊されます。"), encoding="utf-8")
    with open_store(tmp_path / "store") as made:
        ingest_paths(made, [str(pages)], game="dm")
    return tmp_path / "store"


def call(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capfd.readouterr()
    with pytest.raises(SystemExit) as ended:
        main([str(a) for a in arguments])
    out, err = capfd.readouterr()
    return int(ended.value.code or 0), out, err


def test_what_is_read_with_certainty_is_run_and_the_rest_is_listed(store: Path) -> None:
    with open_store(store, read_only=True) as graph:
        found = list(judge_read_rulings(graph))
    judged = [r for r in found if isinstance(r, RulingResult)]
    unread = [r for r in found if isinstance(r, UnreadRuling)]
    assert [r.agreement for r in judged] == ["agree", "agree"]
    assert all(r.read and "自動読取" in r.to_text("ja") and r.to_json()["read"]["phrases"] for r in judged)
    assert len(unread) == 1 and unread[0].reasons and unread[0].ok
    assert unread[0].to_json()["status"] == "not_read"
    assert "not read" in unread[0].to_text("en") and "読めず" in unread[0].to_text("ja")


def test_a_ruling_against_the_rules_is_found_by_the_check_as_well(tmp_path: Path) -> None:
    pages = tmp_path / "wiki"
    pages.mkdir()
    (pages / "裁定集.txt").write_text(PAGE.format(second="いいえ、破壊されません。"), encoding="utf-8")
    with open_store(tmp_path / "store") as made:
        ingest_paths(made, [str(pages)], game="dm")
        states = [r.agreement for r in judge_read_rulings(made) if isinstance(r, RulingResult)]
        found = [f for f in run_checks(made) if f.code == "TC0106"]
    assert sorted(states) == ["agree", "disagree"]
    assert len(found) == 1 and "自動読取" in found[0].message.ja and found[0].severity == "warning"


def test_a_person_corrects_a_reading_and_gives_it_back(
    store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "read.yaml"
    code, _, told = call(capfd, "derive", "--store", store, "--write-read", file, "--lang", "ja")
    text = file.read_text(encoding="utf-8")
    assert code == 0 and "裁定 3、読み取り 2" in told
    assert "# source-of: " in text and "# ?? " in text
    assert len(load_scenarios(file).cases) >= 2

    code, out, _ = call(capfd, "derive", "--store", store, "--rulings", "--lang", "ja")
    assert code == 0 and out.count("［自動読取］") == 2 and out.count("一致") == 2

    changed = text.replace("scope: top_card_only", "scope: whole_object").replace("to: graveyard", "to: hand")
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    code, _, told = call(capfd, "derive", file, "--attach", "--store", store, "--lang", "ja")
    assert code == 0 and "2 件を 2 件の裁定に添えた" in told and "下書きのまま" in told
    code, out, _ = call(capfd, "derive", "--store", store, "--rulings", "--lang", "ja")
    assert code == 1 and "［自動読取］" not in out and "不一致" in out

    with open_store(store, read_only=True) as graph:
        sure = {c.id for c in load_scenarios(file).cases if c.raw["confidence"] == "high"}
        assert {c.id for c in attached_cases(graph)} == sure and len(sure) == 2
    file.write_text(text, encoding="utf-8")
    assert call(capfd, "derive", file, "--attach", "--store", store)[0] == 0
    code, out, _ = call(capfd, "derive", "--store", store, "--rulings", "--lang", "ja")
    assert code == 0 and "不一致" not in out


def test_attaching_needs_a_store_and_files(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "derive", "--attach", "--rulings", "--store", store)[0] != 0
    assert call(capfd, "derive", "x.yaml", "--attach")[0] != 0


def test_a_store_without_rulings_gives_an_empty_file(tmp_path: Path) -> None:
    with open_store(":memory:") as graph:
        assert list(read_rulings(graph)) == []
    text = readings_as_yaml([], game="dm")
    assert load_scenarios(text).cases == ()


def test_readings_are_the_same_every_time_and_names_are_plain() -> None:
    tcg = "https://saitei.example/tcg#"
    lines = (
        f'<x:r/1> <{tcg}question> "《火\\n子》のパワーが0になりました。\\u2028《火\\n子》は破壊されますか？" .\n'
        f'<x:r/1> <{tcg}answer> "はい、\\"破壊\\"されます。" .\n'
    )
    made = list(reading_lines(lines, "dm"))
    assert made == list(reading_lines(lines, "dm")) and made
    assert all(line.endswith(" .\n") and line.count("\n") == 1 for line in made)
    assert case_name("https://saitei.example/id/dm/ruling/%E7%A0%82 x") == "read-砂-x"
