"""The graph as text: the same things and relations as tables, and files to take along."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from explorer import drawing, drawing_files
from explorer.app import markup, show, tables
from explorer.app.data.base import Named
from explorer.app.data.neighbours import Edge
from explorer.app.session import Session
from explorer.drawing_groups import Community

__all__ = ["render"]


def render(
    nodes: Sequence[str],
    edges: Sequence[Edge],
    known: Mapping[str, Named],
    groups: Sequence[Community],
    picture: drawing.Drawing,
    session: Session,
) -> None:
    """Show the tables and the downloads."""
    text = session.text
    st.subheader(text("graph.twin"))
    home = {node: group.number for group in groups for node in group.members}
    degree: dict[str, int] = dict.fromkeys(nodes, 0)
    for edge in edges:
        degree[edge.source] += 1
        degree[edge.target] += 1
    relations, things = st.tabs([text("graph.relations", n=len(edges)), text("graph.things", n=len(nodes))])
    with relations:
        show.html(
            session,
            markup.table(
                [text("head.from"), text("head.relation"), text("head.to")],
                [
                    [
                        markup.chip(known[e.source], text),
                        markup.brief(session.word(e.predicate)),
                        markup.chip(known[e.target], text),
                    ]
                    for e in edges
                ],
                caption=text("graph.relations", n=len(edges)),
            ),
            key="twin-edges",
        )
        rows = [
            [e.source, known[e.source].label, e.predicate, e.target, known[e.target].label] for e in edges
        ]
        tables.downloads(
            ["from", "from_label", "predicate", "to", "to_label"], rows, name="relations", text=text
        )
    with things:
        ordered = sorted(nodes, key=lambda node: (home.get(node, len(groups) + 1), -degree[node]))
        grouped = [text("head.group")] if groups else []
        show.html(
            session,
            markup.table(
                [*grouped, text("head.kind"), text("head.name"), text("head.degree")],
                [
                    [
                        *([str(home.get(n, "–"))] if groups else []),
                        markup.brief(text(f"kind.{known[n].kind.key}")),
                        markup.chip(known[n], text),
                        str(degree[n]),
                    ]
                    for n in ordered
                ],
                caption=text("graph.things", n=len(nodes)),
            ),
            key="twin-nodes",
        )
        listed: list[list[tables.Cell]] = [
            [n, known[n].label, known[n].kind.key, degree[n], home.get(n)] for n in ordered
        ]
        tables.downloads(["iri", "label", "kind", "degree", "group"], listed, name="things", text=text)
    with st.container(horizontal=True):
        st.download_button(
            "SVG",
            partial(drawing_files.to_svg, picture, lang=session.lang, title=text("graph.title")),
            file_name="saitei-graph.svg",
            mime="image/svg+xml",
            key="svg",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "GraphML",
            partial(drawing_files.to_graphml, picture),
            file_name="saitei-graph.graphml",
            mime="application/xml",
            key="graphml",
            icon=":material/download:",
            on_click="ignore",
        )
