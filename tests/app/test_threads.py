"""Several readers at once: script runs happen in threads of their own and share the store and the indexes."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from explorer.app.data import neighbours, passages, search
from ingest.store import open_store
from ingest.text_index import open_text_index
from tests.app.small_graph import RULE


def test_readers_in_threads_get_the_same_answers(small_store: Path) -> None:
    store = open_store(small_store, read_only=True)
    texts = open_text_index(store)
    names = search.build_index(store, lang="ja")

    def read(_: int) -> tuple[list[str], list[str], list[str]]:
        return (
            [hit.thing.iri for hit in names.find("龍神")],
            [passage.extract for passage in passages.find(store, texts, "リンク")],
            [group.key for group in neighbours.groups(store, RULE)],
        )

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(read, range(40)))
    assert all(answer == answers[0] for answer in answers)
    assert all(answers[0])
    store.close()
