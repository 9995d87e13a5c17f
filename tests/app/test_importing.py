"""Taking in a page: what the preview says, that it changes nothing, committing and undoing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.app import importing, session
from explorer.app.importing import Draft
from ingest.pipeline import ingest_paths
from ingest.store import Store, StoreLocked, open_store
from tests.app.conftest import App
from tests.app.test_pages import html_of

PAGE = """*試しの再構築
進化クリーチャーが離れたとき、下のカードがバトルゾーンに残る処理である。
*公式Q&A
Q.《試しのドラゴン》が離れました。下のカードは残りますか？
A.はい、残ります。
([[引用元(2021.9.7)>https://example.com/1]])
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store of one page, that may be changed."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "試しの再構築.txt").write_text(PAGE, encoding="utf-8")
    place = tmp_path / "store"
    with open_store(place) as opened:
        assert ingest_paths(opened, [str(folder)], game="dm", site="test").pages == 1
    monkeypatch.setenv("SAITEI_STORE", str(place))
    session._store.clear()
    yield place
    session._store.clear()


def draft(text: str = PAGE, title: str = "試しの再構築") -> Draft:
    return Draft(text, "test", "dm", title)


def content(place: Path) -> set[str]:
    with open_store(place, read_only=True) as opened:
        return texts_of(opened)


def texts_of(opened: Store) -> set[str]:
    rows = opened.select("SELECT ?t { ?s <https://saitei.example/tcg#text> ?t }")
    return {str(row[0]) for row in rows}


def test_the_same_text_changes_nothing(store: Path) -> None:
    with open_store(store, read_only=True) as opened:
        found = importing.preview(opened, draft())
    assert found.former == PAGE
    assert found.added == found.removed == []


def test_a_preview_tells_what_would_change_and_changes_nothing(store: Path) -> None:
    before = content(store)
    changed = PAGE.replace("はい、残ります。", "いいえ、残りません。")
    with open_store(store, read_only=True) as opened:
        found = importing.preview(opened, draft(changed))
        with importing.with_page(opened, found) as copy:
            assert any("いいえ" in text for text in texts_of(copy))
    assert {c.kind for c in found.added} >= {"Ruling"}
    assert {c.kind for c in found.removed} >= {"Ruling"}
    assert content(store) == before


def test_a_commit_is_undone(store: Path) -> None:
    before = content(store)
    changed = PAGE.replace("はい、残ります。", "いいえ、残りません。")
    with open_store(store, read_only=True) as opened:
        found = importing.preview(opened, draft(changed))
    assert importing.undoable(str(store)) is None
    assert not importing.commit(str(store), found).failed
    assert any("いいえ" in text for text in content(store))
    assert importing.undoable(str(store)) == "試しの再構築"
    importing.undo(str(store))
    assert content(store) == before
    assert importing.undoable(str(store)) is None


def test_a_new_page_is_removed_when_it_is_undone(store: Path) -> None:
    before = content(store)
    with open_store(store, read_only=True) as opened:
        found = importing.preview(opened, draft("*新しいページ\nクリーチャーの説明。\n", "新しいページ"))
    assert found.former is None
    importing.commit(str(store), found)
    assert content(store) > before
    importing.undo(str(store))
    assert content(store) == before


def test_a_store_in_use_is_not_written(store: Path) -> None:
    with open_store(store, read_only=True) as opened:
        found = importing.preview(opened, draft(PAGE + "付け足し。\n"))
    with open_store(store), pytest.raises(StoreLocked):
        importing.commit(str(store), found)
    assert importing.undoable(str(store)) is None


def test_a_page_is_previewed_committed_and_undone_in_the_app(app: App, store: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("SAITEI_STORE", str(store))
    at = app.open("import?page=dm/page/test/試しの再構築")
    assert at.text_area[0].value == PAGE
    at.text_area[0].set_value(PAGE.replace("はい、残ります。", "いいえ、残りません。"))
    at = next(button for button in at.button if button.label == "先に見る").click().run()
    assert not at.error
    assert "いいえ、残りません。" in html_of(at)
    at = at.button("import-commit").click().run()
    assert "取り込みました" in at.success[0].value
    at = at.button("import-undo").click().run()
    assert "取り消しました" in at.success[0].value


def test_a_page_of_no_known_game_is_told(app: App) -> None:
    at = app.open("import")
    at.text_area[0].set_value("なにもない")
    at = next(button for button in at.button if button.label == "先に見る").click().run()
    assert "ゲーム" in at.error[0].value
    at.text_area[0].set_value(" ")
    at = next(button for button in at.button if button.label == "先に見る").click().run()
    assert at.warning
