"""Streamlit components (version 2) of the explorer; all they need lies in this folder.

`graph` draws nodes and edges with the bundled vis-network and returns clicks; `html` shows HTML built from
escaped values and returns clicks on its links, so that the app changes page without a reload.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

__all__ = ["GraphEvent", "graph", "html"]

_HERE = Path(__file__).parent
_LIBRARY = "saitei.vis_network"
_GRAPH = "saitei.graph"
_HTML = "saitei.html"

GraphEvent = Mapping[str, str]
"""``{"type": "select" | "expand", "id": node id}``."""


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


_library = st.components.v2.component(
    _LIBRARY,
    # The library sets a global, so the large script is one message that never changes and is sent once.
    js=_asset("vis-network.min.js") + "\nexport default function () {}\n",
    html="<span hidden></span>",
    isolate_styles=False,
)
_graph = st.components.v2.component(
    _GRAPH, js=_asset("graph.js"), html=_asset("graph.html"), css=_asset("graph.css"), isolate_styles=False
)
_html = st.components.v2.component(
    _HTML, js=_asset("html.js"), html='<div class="sai"></div>', css=_asset("html.css"), isolate_styles=False
)


def graph(
    *,
    nodes: Sequence[Mapping[str, Any]],
    edges: Sequence[Mapping[str, Any]],
    texts: Mapping[str, str],
    grounds: Sequence[Mapping[str, Any]] = (),
    selected: str | None = None,
    height: int = 560,
    key: str = "graph",
) -> GraphEvent | None:
    """Draw a graph; return the click that led to this run, or None.

    Args:
        nodes: ``{"id", "label", "title", "shape", "color", "hollow", "size", "x", "y"}``, positions in pixels.
        edges: ``{"from", "to", "label", "title", "dashes", "curve"}``.
        texts: labels of the controls: ``label, hint, in, out, fit, png``.
        grounds: ``{"label", "colour", "members"}``, coloured under nodes that belong together.
        selected: id of the node that is marked.
        height: in pixels.
        key: identity of the drawing in the session.
    """
    _library(key=f"{key}-library", height="content")
    data = {
        "nodes": [dict(node) for node in nodes],
        "edges": [dict(edge) for edge in edges],
        "grounds": [dict(ground) for ground in grounds],
        "texts": dict(texts),
        "selected": selected,
        "height": height,
    }
    result = _graph(key=key, data=data, height="content", on_event_change=lambda: None)
    event = result.get("event")
    return event if isinstance(event, dict) else None


def html(content: str, *, key: str, lang: str, scroll: str | None = None) -> str | None:
    """Show `content`, HTML whose values are already escaped; return the address of a clicked link, or None.

    Links that stay in the app carry ``data-go``. `lang` ("ja", "en") is the language of the page. `scroll` is
    a CSS selector inside a ``data-scrolls`` box that is brought into view when the content is first shown.
    """
    digest = hashlib.sha256(content.encode()).hexdigest()[:16]
    data = {"html": content, "digest": digest, "scroll": scroll, "lang": lang}
    result = _html(key=key, data=data, height="content", on_go_change=lambda: None)
    clicked = result.get("go")
    if not isinstance(clicked, dict):
        return None
    return str(clicked.get("href", ""))
