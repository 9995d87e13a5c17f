"""What a browser session works with: the store, the language, the caches that follow the store."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import streamlit as st

from explorer.app.data import base, search
from explorer.app.data.search import NameIndex
from explorer.app.i18n import LANGUAGES, Texts
from ingest.store import Store, StoreError, open_store
from ingest.text_index import TextIndex, open_text_index

T = TypeVar("T")

__all__ = ["Session", "choose_language", "current", "language", "location"]


def location() -> str:
    """Return where the store lies: ``SAITEI_STORE``, or the default folder."""
    return os.environ.get("SAITEI_STORE") or "./saitei-store"


@st.cache_resource(show_spinner=False)
def _store(place: str) -> Store:
    return open_store(place, read_only=True, pool_size=3)


@dataclass(frozen=True)
class Session:
    """The open store with the texts in the reader's language."""

    store: Store
    text: Texts

    @property
    def lang(self) -> str:
        """Language of the page: "ja" or "en"."""
        return self.text.lang

    def names(self, iris: list[str]) -> dict[str, base.Named]:
        """Return label and kind of each IRI."""
        return base.names(self.store, iris, lang=self.lang)

    def kept(self, name: str, ask: Callable[[], T]) -> T:
        """Return the answer to a question over the whole graph, asked again when the store has changed."""
        answer: T = _kept(ask, self.store.location, self.revision, self.lang, name)
        return answer

    def index(self) -> NameIndex:
        """Return the names of all things, read anew when the store has changed."""
        return _index(self.store, self.store.location, self.revision, self.lang)

    def passages(self) -> TextIndex:
        """Return the full-text index, opened anew when the store has changed."""
        return _text_index(self.store, self.store.location, self.revision)

    def word(self, iri: str) -> str:
        """Return the label of a class or property, its local name where the vocabulary has none."""
        local = iri.rpartition("#")[2].rpartition("/")[2]
        return self._labels.get(iri) or self.text.get(f"word.{local}", local)

    @cached_property
    def revision(self) -> int:
        """Revision of the store when the page began to be made; everything kept for a page goes by it."""
        return self.store.revision

    @cached_property
    def _labels(self) -> dict[str, str]:
        return _vocabulary(self.store, self.store.location, self.revision, self.lang)


@st.cache_resource(show_spinner=False, max_entries=64)
def _kept(_ask: Callable[[], T], place: str, revision: int, lang: str, name: str) -> T:
    return _ask()


@st.cache_resource(show_spinner=False, max_entries=4)
def _index(_store: Store, place: str, revision: int, lang: str) -> NameIndex:
    return search.build_index(_store, lang=lang)


@st.cache_resource(show_spinner=False, max_entries=2)
def _text_index(_store: Store, place: str, revision: int) -> TextIndex:
    return open_text_index(_store)


@st.cache_resource(show_spinner=False, max_entries=4)
def _vocabulary(_store: Store, place: str, revision: int, lang: str) -> dict[str, str]:
    return base.class_labels(_store, lang)


def language() -> str:
    """Return the language: from the address, else as chosen before in this browser tab, else Japanese."""
    asked = st.query_params.get("lang")
    chosen = asked if asked in LANGUAGES else st.session_state.get("_lang", "ja")
    st.session_state["_lang"] = chosen
    return str(chosen)


def choose_language(lang: str) -> None:
    """Change the language and nothing else: all other parameters of the address stay."""
    st.session_state["_lang"] = lang
    if lang == "ja":
        st.query_params.pop("lang", None)
    else:
        st.query_params["lang"] = lang


def current(text: Texts) -> Session | None:
    """Return the session's store, or None after telling the reader why there is none and what to do."""
    try:
        store = _store(location())
        store.revision  # noqa: B018 - opens the files, so that a damaged store is told here
    except StoreError as error:
        st.title(text("app.title"))
        st.error(text("store.missing", place=location()), icon=":material/database_off:")
        st.markdown(text("store.how"))
        st.caption(str(error))
        return None
    return Session(store, text)
