"""The frame around every page: navigation, search, language; and what happens when a page fails."""

import logging
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import Page

from explorer import component
from explorer.app import markup, routes, session
from explorer.app.i18n import LANGUAGES, Texts, texts
from explorer.app.session import Session
from explorer.app.views import entity, findings, graph, importing, outcome, overview, searching, sparql
from ingest.store import QueryError, StoreError

__all__ = ["run"]

_LOG = logging.getLogger(__name__)

_VIEWS: dict[str, tuple[Callable[[Session], None], str]] = {
    "overview": (overview.render, ":material/home:"),
    "search": (searching.render, ":material/search:"),
    "graph": (graph.render, ":material/hub:"),
    "entity": (entity.render, ":material/article:"),
    "outcome": (outcome.render, ":material/balance:"),
    "findings": (findings.render, ":material/flag:"),
    "import": (importing.render, ":material/upload_file:"),
    "sparql": (sparql.render, ":material/terminal:"),
}
_PER_GROUP = 5
_ICON = Path(__file__).parent / "icon.png"
# Streamlit leaves a hand's breadth above every page and wide margins on phones.
_STYLE = """
.st-key-page-language { display: none; }
[data-testid="stCaptionContainer"], [data-testid="stCaptionContainer"] p { color: inherit !important; opacity: 0.86; }
[data-testid="stMainBlockContainer"] { padding-top: 3.6rem; padding-bottom: 3rem; max-width: 1500px; }
@media (min-width: 641px) { [data-testid="stMainBlockContainer"] { padding-left: 2.5rem; padding-right: 2.5rem; } }
[data-testid="stSidebarHeader"] { height: 2.2rem; padding-bottom: 0; }
@media (max-width: 640px) { [data-testid="stMainBlockContainer"] { padding: 3.2rem 1rem 2rem; } }
[data-testid="stTextArea"] textarea { font-family: ui-monospace, "Noto Sans Mono CJK JP", Menlo, Consolas, monospace; }
h1 { font-size: 2rem !important; padding: 0.4rem 0 0.6rem !important; }
button[data-variant="pills"][data-selected="true"], button[data-variant="pills"][data-selected="true"] p { color: inherit !important; }
[data-testid="stMain"] h2, [data-testid="stMain"] h3 { overflow-wrap: anywhere; }
"""


def run() -> None:
    """Show the page that the address asks for."""
    text = texts(session.language())
    pages = {
        name: st.Page(
            _guarded(view, text),
            title=text(f"{name}.nav"),
            # no icon here: Streamlit would fetch it from outside as the icon of the tab
            url_path=None if name == "overview" else name,
            default=name == "overview",
        )
        for name, (view, _) in _VIEWS.items()
    }
    routes.register(pages)
    chosen = st.navigation(list(pages.values()), position="hidden")
    st.set_page_config(
        page_title=f"{chosen.title} · {text('app.title')}",
        page_icon=str(_ICON),  # a symbol or emoji would be fetched from outside
        layout="wide",
        initial_sidebar_state="auto",
    )
    st.html(f"<style>{_STYLE}</style>")
    waiting = st.session_state.pop("_follow", None)
    if waiting:
        routes.follow(waiting)
    # Says in which language the document is, on pages that show nothing else through the component, too.
    component.html("<i></i>", key="page-language", lang=text.lang)
    with st.sidebar:
        _sidebar(text, pages)
    chosen.run()


def _guarded(view: Callable[[Session], None], text: Texts) -> Callable[[], None]:
    """Wrap a page: it gets the session, and an error becomes a sentence that says what to do."""

    def page() -> None:
        opened = session.current(text)
        if opened is None:
            return
        try:
            view(opened)
        except (QueryError, StoreError) as error:
            _LOG.warning("%s failed", view.__module__, exc_info=True)
            st.error(text("error.store", detail=str(error)), icon=":material/error:")
        except Exception as error:
            _LOG.exception("%s failed", view.__module__)
            st.error(text("error.page", detail=f"{type(error).__name__}"), icon=":material/error:")
            st.markdown(text("error.what_to_do"))

    page.__name__ = view.__module__.rpartition(".")[2]
    return page


def _sidebar(text: Texts, pages: dict[str, Page]) -> None:
    brand = f"<div class='sai-brand'>{markup.plain(text('app.title'))}</div>"
    subtitle = f"<div class='sai-muted'>{markup.plain(text('app.subtitle'))}</div>"
    component.html(brand + subtitle, key="brand", lang=text.lang)
    _search_box(text)
    for name, page in pages.items():
        if name == "entity":
            continue
        query = {"lang": text.lang} if text.lang != "ja" else None
        st.page_link(page, label=text(f"{name}.nav"), icon=_VIEWS[name][1], query_params=query)
    others = [lang for lang in LANGUAGES if lang != text.lang]
    for lang in others:
        st.button(
            LANGUAGES[lang],
            key=f"lang-{lang}",
            icon=":material/translate:",
            on_click=session.choose_language,
            args=(lang,),
            help=text("app.switch"),
        )


@st.fragment
def _search_box(text: Texts) -> None:
    """Answer while typing; as a fragment, so that the page beside it is not run again for each letter."""
    typed = st.text_input(
        text("search.label"),
        key="quick",
        type="search",
        placeholder=text("search.placeholder"),
        live="50ms",
    )
    if not typed.strip():
        return
    opened = session.current(text)
    if opened is None:
        return
    hits = opened.index().find(typed)
    content = (
        searching.grouped(hits, opened, per_group=_PER_GROUP) if hits else markup.notice(text("search.none"))
    )
    more = routes.href("search", lang=text.lang, q=typed.strip())
    content += f"<p>{markup.link(more, text('search.full', q=typed.strip()))}</p>"
    clicked = component.html(content, key="quick-results", lang=text.lang)
    if clicked:
        st.session_state["_follow"] = clicked
        st.rerun(scope="app")
