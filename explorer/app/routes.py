"""Addresses of the app: every view is a page name and query parameters, so that it can be shared."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NoReturn
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import streamlit as st
from streamlit.navigation.page import Page

from ontology.namespaces import ID, mint_iri

__all__ = ["entity_href", "follow", "full_iri", "href", "is_iri", "page_of", "register", "short_id"]

_BAD_IRI = re.compile(r"[\s<>\"{}|\\^`]")
_PAGES = "_pages"


def is_iri(text: str | None) -> bool:
    """Say whether `text` is an absolute IRI that may stand in a query."""
    return (
        bool(text)
        and re.match(r"[a-z][a-z0-9+.-]*:", text or "") is not None
        and not _BAD_IRI.search(text or "")
    )


@lru_cache(maxsize=20_000)
def short_id(iri: str) -> str:
    """Return the readable form of an IRI for addresses: ``dm/rule/703.4e``; other IRIs as they are."""
    base = str(ID)
    if not iri.startswith(base):
        return iri
    short = "/".join(unquote(part) for part in iri[len(base) :].split("/"))
    return short if full_iri(short) == iri else iri


def full_iri(short: str) -> str | None:
    """Return the IRI behind an address, or None where it is not one."""
    if re.match(r"https?:|urn:", short):
        return short if is_iri(short) else None
    try:
        return mint_iri(*short.split("/"))
    except ValueError:
        return None


def register(pages: Mapping[str, Page]) -> None:
    """Remember the pages of this run under their names."""
    st.session_state[_PAGES] = dict(pages)


def page_of(name: str) -> Page:
    """Return the page registered under `name`, the overview where there is none."""
    pages: dict[str, Page] = st.session_state[_PAGES]
    return pages.get(name) or pages["overview"]


def href(page: str, /, *, lang: str, **parameters: str | Iterable[str] | None) -> str:
    """Return the address of a page; Japanese is the default and is not written out."""
    pairs: list[tuple[str, str]] = []
    for name, value in parameters.items():
        if value is None or value == "":
            continue
        pairs.extend((name, item) for item in ([value] if isinstance(value, str) else value))
    if lang != "ja":
        pairs.append(("lang", lang))
    query = urlencode(pairs)
    path = "./" if page == "overview" else page
    return f"{path}?{query}" if query else path


@lru_cache(maxsize=20_000)
def entity_href(iri: str, *, lang: str) -> str:
    """Return the address of the page of an entity."""
    return href("entity", lang=lang, id=short_id(iri))


def follow(address: str) -> NoReturn:
    """Change to the page at an address made by `href`."""
    parts = urlsplit(address)
    grouped: dict[str, list[str]] = {}
    for name, value in parse_qsl(parts.query):
        grouped.setdefault(name, []).append(value)  # a list of pairs would keep only the last of each name
    st.switch_page(page_of(parts.path.strip("./")), query_params=grouped)
