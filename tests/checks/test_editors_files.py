"""What editors keep beside a wiki: suppressions beside the store, comments in pages, baselines over edits; exit codes."""

import json
from pathlib import Path

import pytest

from explorer.cli import main
from ingest.pipeline import ingest_paths
from ingest.store import open_store

PAGE = "*積み札\n**ルール\n-積み札は、[[束ね札]]に重ねて置く。\n**参考\n"


class Wiki:
    """A folder of pages, its store, and the command over it."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.pages, self.store, self.capture = folder / "pages", folder / "store", capture
        self.pages.mkdir()
        self.write(PAGE)

    def write(self, text: str) -> None:
        (self.pages / "積み札.txt").write_text(text, encoding="utf-8")
        with open_store(self.store) as store:
            ingest_paths(store, [str(self.pages)], game="dm")

    def check(self, *options: object) -> tuple[int, list[dict[str, object]], str]:
        self.capture.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["check", "--store", str(self.store), "--format", "json", *map(str, options)])
        out, err = self.capture.readouterr()
        code = ended.value.code
        return int(code or 0), json.loads(out) if out.strip() else [], err

    def codes(self, *options: object) -> list[str]:
        return sorted(str(f["code"]) for f in self.check(*options)[1])


@pytest.fixture
def wiki(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Wiki:
    monkeypatch.delenv("SAITEI_SUPPRESSIONS", raising=False)
    return Wiki(tmp_path, capsys)


def test_suppressions_beside_the_store_count_by_themselves(wiki: Wiki, tmp_path: Path) -> None:
    assert wiki.codes() == ["TC1101", "TC1201"]
    beside = tmp_path / "store.suppressions.yaml"
    beside.write_text(
        "- {code: TC1201, reason: 執筆中}\n- {code: TC0401, reason: 済んだ}\n", encoding="utf-8"
    )
    assert wiki.codes() == ["TC1101", "TC9001"]
    other = tmp_path / "other.yaml"
    other.write_text("- {code: TC1101, reason: 統合の予定}\n", encoding="utf-8")
    assert wiki.codes("--suppressions", other) == ["TC1201"]


def test_a_missing_or_broken_file_is_an_error_in_words(wiki: Wiki, tmp_path: Path) -> None:
    code, found, err = wiki.check("--suppressions", tmp_path / "none.yaml")
    assert code and not found
    assert "none.yaml" in err
    (tmp_path / "store.suppressions.yaml").write_bytes(b"\xff\xfe broken")
    code, found, err = wiki.check()
    assert code and not found
    assert "store.suppressions.yaml" in err and "Traceback" not in err


def test_a_comment_in_the_page(wiki: Wiki) -> None:
    wiki.write(PAGE.replace("**参考", "//saitei-ignore TC1201 あとで書く\n**参考"))
    assert wiki.codes() == ["TC1101"]


def test_a_baseline_survives_lines_put_in_front_and_tells_what_is_new(wiki: Wiki, tmp_path: Path) -> None:
    baseline = tmp_path / "known.json"
    wiki.check("--write-baseline", baseline, "--reason", "移行前からある")
    wiki.write(PAGE.replace("**ルール", "前書き。\n\n**ルール"))
    assert wiki.codes("--baseline", baseline) == []
    wiki.write(PAGE + "**関連する札\n")
    assert wiki.codes("--baseline", baseline) == ["TC1201"]


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1), ("info", 1), ("never", 0)])
def test_exit_codes(wiki: Wiki, level: str, code: int) -> None:
    assert wiki.check("--fail-on", level)[0] == code
