"""Suppressing findings in the app: the file, the form, and what is said of an entry that fits nothing."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer.app import sidecar
from ontology.checking.finding import Bilingual, Location, Severity, Status
from ontology.checking.suppression import SuppressionError, read_sidecar
from tests.app.conftest import App
from tests.app.test_pages import html_of


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "suppressions.yaml"
    monkeypatch.setenv("SAITEI_SUPPRESSIONS", str(path))
    return path


def test_entries_are_added_beside_those_that_are_there(file: Path) -> None:
    file.write_text("# mine\n- code: TC1101\n  reason: later\n", encoding="utf-8")
    sidecar.add(file, {"code": "TC0401", "reason": "分かっている", "page": "再構築"})
    assert file.read_text(encoding="utf-8").startswith("# mine\n")
    assert [(s.code, s.reason, s.page) for s in read_sidecar(file)] == [
        ("TC1101", "later", None),
        ("TC0401", "分かっている", "再構築"),
    ]
    sidecar.remove(file, 0)
    assert [s.code for s in read_sidecar(file)] == ["TC0401"]


def test_a_list_in_brackets_is_added_to(file: Path) -> None:
    file.write_text("[{code: TC1101, reason: later}]", encoding="utf-8")
    sidecar.add(file, {"code": "TC0401", "reason": "known"})
    assert [s.code for s in read_sidecar(file)] == ["TC1101", "TC0401"]


def test_a_file_that_is_wrong_is_not_touched(file: Path) -> None:
    file.write_text("- code: TC1101\n", encoding="utf-8")
    with pytest.raises(SuppressionError):
        sidecar.add(file, {"code": "TC0401", "reason": "known"})
    assert file.read_text(encoding="utf-8") == "- code: TC1101\n"


def pressed(at: AppTest) -> AppTest:
    return next(button for button in at.button if button.label == "抑制する").click().run()


def finding_of(app: App, code: str) -> str:
    """The address of the first finding of a check."""
    shown = html_of(app.open(f"findings?code={code}"))
    at = shown.index('href="findings?f=') + len('href="')
    return shown[at : shown.index('"', at)]


def test_a_finding_is_suppressed_with_a_reason_and_taken_back(app: App, file: Path) -> None:
    address = finding_of(app, "TC0401")
    at = app.open(address)
    assert "graph?start=" in html_of(at)
    refused = pressed(at)
    assert "理由を書いてください" in refused.warning[0].value
    assert not file.exists()
    at.text_input("suppress-reason").set_value("運用の注記なので残す")
    at = pressed(at)
    (entry,) = read_sidecar(file)
    assert entry.code == "TC0401"
    assert entry.reason.startswith("運用の注記なので残す")
    assert "TC0401" in at.success[0].value
    assert address not in html_of(at)
    assert app.open(address).warning, "the finding is gone"
    back = at.button("unsuppress-0").click().run()
    assert address in html_of(back)
    assert read_sidecar(file) == []


def test_a_suppression_that_fits_nothing_is_reported(app: App, file: Path) -> None:
    sidecar.add(file, {"code": "TC0401", "reason": "old", "page": "no such page"})
    at = app.open("findings")
    assert "TC9001" in html_of(at)
    assert any("使われていません" in part.value for part in at.text)


def test_a_broken_file_is_told_and_the_findings_stay(app: App, file: Path) -> None:
    file.write_text("- code: TC1101\n", encoding="utf-8")
    at = app.open("findings")
    assert "誤り" in at.error[0].value
    assert "TC0401" in html_of(at)


def test_a_group_is_suppressed_at_each_of_its_places() -> None:
    from explorer.app.views.findings_decide import _narrowed
    from ontology.checking.suppression import Suppression
    from ontology.checks import Finding

    def place(page: str, words: str) -> Location:
        return Location(page, f"iri:{page}", 1, 1, 0, len(words), words, "")

    parts = [(("甲", "[[リンク]]"),), (("乙", "[[リンク]]"),)]
    title = Bilingual("題", "title")

    def finding(places: tuple[tuple[str, str], ...], mark: str, count: int = 1) -> Finding:
        return Finding(
            code="TC1101", kinds=(), severity=Severity.WARNING, status=Status.REAL, title=title, message=title, fix=title,
            locations=tuple(place(*one) for one in places), fingerprint=mark, count=count,
        )  # fmt: skip

    members = [finding(places, str(n)) for n, places in enumerate(parts)]
    group = finding(tuple(one for places in parts for one in places), "group", count=2)
    entries = _narrowed(group, "cause")
    assert entries == [{"page": "甲", "text": "[[リンク]]"}, {"page": "乙", "text": "[[リンク]]"}]
    wishes = [Suppression("TC1101", "known", page=one["page"], text=one["text"]) for one in entries]
    assert all(any(wish.fits(member) for wish in wishes) for member in members)
    assert not any(wish.fits(finding((("丙", "[[リンク]]"),), "other")) for wish in wishes)
    assert _narrowed(group, "page") == [{"page": "甲"}]
    assert _narrowed(members[0], "this") == [{"fingerprint": "0"}]
