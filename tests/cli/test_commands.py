"""The commands as a whole: help, exit codes, ingest, remove, derive, check, rules, demo."""

import json
import shutil
from pathlib import Path

import pytest

from explorer.cli.reference import REFERENCE, reference
from explorer.cli.sample import prepare_sample

COMMANDS = ["demo", "ingest", "remove", "explore", "query", "derive", "check", "rules", "export", "serve"]
CASES = Path(__file__).parent.parent.parent / "ontology" / "cases" / "dm.yaml"


def test_the_reference_is_what_the_help_says():
    assert REFERENCE.read_text("utf-8") == reference(), "run: python -m explorer.cli.reference"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(saitei, command):
    code, out, _ = saitei(command, "--help")
    assert code == 0
    assert f"saitei {command}" in out
    assert " / " in out  # Japanese and English


def test_wrong_use_is_2(saitei, tmp_path):
    assert saitei("query")[0] == 2
    assert saitei("no-such-command")[0] == 2
    assert saitei("export", "--format", "doc")[0] == 2
    code, _, err = saitei("ingest", tmp_path / "none", "--store", tmp_path / "s")
    assert code == 2
    assert "no such file" in err
    assert not (tmp_path / "s").exists()
    code, _, err = saitei("ingest", tmp_path, "--game", "chess", "--store", tmp_path / "s")
    assert code == 2
    assert "dm" in err
    assert "Traceback" not in err


def test_ingest_report_remove(saitei, sample_wiki, tmp_path):
    wiki = tmp_path / "wiki"
    wiki.mkdir()
    for name in ("ゴッド", "退化", "セル"):
        shutil.copy(sample_wiki / "dm" / f"{name}.txt", wiki)
    (wiki / "broken.txt").write_bytes(b"")
    store, report = tmp_path / "s", tmp_path / "r.json"
    code, out, err = saitei("ingest", wiki, "--store", store, "--report", report)
    assert out == ""
    entries = json.loads(report.read_text("utf-8"))
    assert {"ゴッド", "退化", "セル"} <= {e["page"] for e in entries}
    assert all(
        e["markup"] + e["extracted"] + e["uninterpreted"] == e["covered"] == e["characters"] for e in entries
    )
    assert "pages" in err
    code, _, err = saitei("remove", "ゴッド", "--store", store)
    assert code == 0
    code, _, err = saitei("remove", "ゴッド", "--store", store)
    assert code == 2
    assert "ゴッド" in err
    assert saitei("query", "pages-overview", "--store", store, "--format", "csv")[1].count("セル") == 1


def test_a_page_with_control_characters_and_scripts_is_ingested_and_harmless(saitei, tmp_path):
    wiki = tmp_path / "w"
    wiki.mkdir()
    (wiki / "a.txt").write_text(
        "*<script>alert(1)</script> [#a]\n\x1b[31m赤\u202e ゴッドのリンク。\n", "utf-8"
    )
    saitei("ingest", wiki, "--game", "dm", "--store", tmp_path / "s", "--quiet")
    code, out, _ = saitei("query", "pages-overview", "--store", tmp_path / "s")
    assert code == 0
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_derive_json_has_the_keys_of_the_contract(saitei):
    code, out, _ = saitei("derive", CASES, "--case", "dm-qa-01a", "--format", "json")
    assert code in (0, 1)
    (entry,) = json.loads(out)
    assert {
        "case",
        "status",
        "as_of",
        "verdict",
        "expected_verdict",
        "conditional_on",
        "outcomes",
        "holds",
        "unanswered",
    } <= set(entry)
    assert (entry["case"], entry["status"]) == ("dm-qa-01a", "run")
    assert all({"predicate", "args", "expected", "actual", "ok"} <= set(h) for h in entry["holds"])


def test_derive_exits_1_when_an_expected_fact_fails(saitei, tmp_path):
    import yaml

    data = yaml.safe_load(CASES.read_text("utf-8"))
    data["cases"] = [c for c in data["cases"] if c["id"] == "dm-qa-01a"]
    file = tmp_path / "x.yaml"
    file.write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    good = saitei("derive", file, "--format", "json")[0]
    (fact,) = data["cases"][0]["expected"]["holds"][0].values()
    key = next(k for k, v in fact.items() if isinstance(v, bool))
    fact[key] = not fact[key]
    file.write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    code, out, _ = saitei("derive", file, "--format", "json")
    assert good == 0
    assert code == 1
    assert [h["ok"] for h in json.loads(out)[0]["holds"]].count(False) == 1


def test_derive_text_diff_and_errors(saitei, tmp_path):
    code, out, _ = saitei("derive", CASES, "--case", "dm-qa-01a", "--lang", "en")
    assert code == 0
    assert "dm-qa-01a" in out
    code, out, _ = saitei(
        "derive", CASES, "--case", "dm-qa-01a", "--diff", "2020-01-01", "2022-01-01", "--format", "json"
    )
    assert code == 0
    assert json.loads(out)[0]["days"] == ["2020-01-01", "2022-01-01"]
    for arguments, said in (
        (["--case", "nothing"], "no case"),
        (["--as-of", "soon"], "YYYY-MM-DD"),
        (["--case", "dm-qa-01a", "--without", "999.9z"], "999.9z"),
    ):
        code, _, err = saitei("derive", CASES, *arguments)
        assert code == 2, arguments
        assert said in err
    (tmp_path / "bad.yaml").write_text("meta: {game: dm}\ncases: 3\n", "utf-8")
    code, _, err = saitei("derive", tmp_path / "bad.yaml")
    assert code == 2
    assert "bad.yaml:2:" in err
    assert "Traceback" not in err


def test_check_formats_and_exit_codes(saitei, sample_store):
    code, out, _ = saitei("check", "--store", sample_store, "--format", "json")
    assert code in (0, 1)
    found = json.loads(out)
    assert all(
        {"code", "kinds", "severity", "status", "title", "message", "locations", "fingerprint"} <= set(f)
        for f in found
    )
    assert saitei("check", "--store", sample_store, "--fail-on", "info")[0] == 1
    assert saitei("check", "--store", sample_store, "--fail-on", "never")[0] == 0
    code, _, err = saitei("check", "--store", sample_store, "--select", "ZZ99")
    assert code == 2
    assert "ZZ99" in err


def test_rules_lists_texts_models_rulings_and_cases(saitei, sample_store):
    code, out, _ = saitei("rules", "--store", sample_store, "--format", "json")
    assert code == 0
    by_key = {(r["game"], r["rule"]): r for r in json.loads(out)}
    rule = by_key["dm", "703.4e"]
    assert rule["versions"]
    assert rule["modelled"]
    assert rule["cases"]
    assert any(not r["modelled"] for r in by_key.values())
    assert "703.4e" in saitei("rules", "--store", sample_store)[1]


def test_the_sample_store_is_filled_once(tmp_path, monkeypatch, capsys):
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    place = prepare_sample(None)
    assert place is not None
    assert place.is_relative_to(tmp_path / "home")
    stamp = (place / "CURRENT").stat().st_mtime_ns
    assert prepare_sample(None) == place
    assert (place / "CURRENT").stat().st_mtime_ns == stamp
