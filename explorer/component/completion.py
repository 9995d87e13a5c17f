"""The component that completes words in a text area of the page."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

__all__ = ["completion"]

_HERE = Path(__file__).parent
_CSS = """
.sai-complete { position: relative; min-height: 0; }
.sai-complete ul { position: absolute; z-index: 9; margin: 0; padding: 0.2rem 0; list-style: none; width: min(42rem, 100%);
  background: var(--st-background-color); color: var(--st-text-color); border: 1px solid var(--st-border-color);
  border-radius: 0.4rem; box-shadow: 0 4px 14px rgb(0 0 0 / 0.18); }
.sai-complete li { padding: 0.2rem 0.7rem; cursor: pointer; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.sai-complete li[aria-selected="true"] { background: var(--st-secondary-background-color); }
.sai-complete span { opacity: 0.75; font-size: 0.85em; }
"""
_component = st.components.v2.component(
    "saitei.complete",
    js=(_HERE / "complete.js").read_text(encoding="utf-8"),
    html='<div class="sai-complete"><ul role="listbox" hidden></ul></div>',
    css=_CSS,
    isolate_styles=False,
)


def completion(words: Sequence[Sequence[str]], *, texts: Mapping[str, str], key: str) -> None:
    """Offer words in the text area whose label is ``texts["area"]``.

    Each word is what is put in, the names under which it is found (one a line), and what it is. ``texts["label"]``
    names the list for those who cannot see it.
    """
    _component(
        key=key, data={"words": [list(word) for word in words], "texts": dict(texts)}, height="content"
    )
