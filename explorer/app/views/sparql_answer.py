"""The answer of a query: as a table with the wiki line of each row, as a graph, as a chart, along time."""

import re
from collections.abc import Callable

import streamlit as st

from explorer import component, drawing
from explorer.app import markup, show, tables
from explorer.app.data import sparql
from explorer.app.data.sparql_places import spots
from explorer.app.session import Session

__all__ = ["edges_of", "numbers_of", "rows"]

_PAGE = 100
_DRAWN = 150
"""Things in a drawing; more than that at once is a hairball."""
_BARS = 60
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ID = "https://saitei.example/id/"

Edge = tuple[str, str, str]


def rows(result: sparql.Result, session: Session) -> None:
    """Show the rows of a SELECT in the way the reader chooses among those that fit."""
    text = session.text
    key = "sparql.cut" if result.truncated else "sparql.found"
    st.markdown(text(key, n=f"{len(result.rows):,}"))
    ways: dict[str, Callable[[sparql.Result, Session], None]] = {"table": _table}
    if edges_of(result):
        ways["graph"] = _graph
    if numbers_of(result):
        ways["chart"] = _chart
    if _days_of(result) is not None:
        ways["timeline"] = _timeline
    chosen = "table"
    if len(ways) > 1:
        chosen = st.radio(
            text("sparql.shown_as"),
            list(ways),
            format_func=lambda way: text(f"sparql.as_{way}"),
            horizontal=True,
            key="sparql-way-" + "-".join(ways),
        )
    ways[chosen](result, session)
    tables.downloads(
        result.variables, [[value for value, _ in row] for row in result.rows], name="sparql", text=text
    )


def _table(result: sparql.Result, session: Session) -> None:
    text = session.text
    pages = (len(result.rows) + _PAGE - 1) // _PAGE
    page = (
        st.number_input(text("sparql.page", n=pages), 1, pages, key="result-page", width=160)
        if pages > 1
        else 1
    )
    shown = result.rows[(page - 1) * _PAGE : page * _PAGE]
    iris = [value for row in shown for value, is_iri in row if is_iri and value]
    known, places = session.names(iris), spots(session.store, iris)

    def cell(value: str | None, is_iri: bool) -> str:
        if value is None:
            return ""
        if not is_iri or value not in known:
            return markup.brief(value)
        if value.startswith(_ID):
            return markup.chip(known[value], text)
        return f'<span title="{markup.plain(value)}">{markup.plain(known[value].label)}</span>'

    def place(row: list[tuple[str | None, bool]]) -> str:
        spot = next((places[value] for value, is_iri in row if is_iri and value in places), None)
        if spot is None:
            return ""
        label = text("place.short", page=spot.title, line=spot.line, column=spot.column)
        return markup.link(spot.address(text.lang), label)

    heads = [*result.variables, *([text("head.place")] if places else [])]
    body = [[*(cell(*value) for value in row), *([place(row)] if places else [])] for row in shown]
    show.html(session, markup.table(heads, body, caption=text("sparql.answer")), key="sparql-table")


def edges_of(result: sparql.Result) -> list[Edge]:
    """Return the pairs of things in the first two columns of things, labelled by what the third says."""
    columns = [n for n in range(len(result.variables)) if any(row[n][1] for row in result.rows)]
    if len(columns) < 2:
        return []
    one, two = columns[:2]
    said = columns[2] if len(columns) > 2 else None
    found = {}
    for row in result.rows:
        (source, is_one), (target, is_two) = row[one], row[two]
        if is_one and is_two and source and target and source != target:
            label = (row[said][0] or "").rpartition("#")[2].rpartition("/")[2] if said is not None else ""
            found[source, target] = label
    return [(source, target, label) for (source, target), label in found.items()]


def _graph(result: sparql.Result, session: Session) -> None:
    text = session.text
    edges = edges_of(result)
    nodes: list[str] = []
    for source, target, _ in edges:
        new = [n for n in dict.fromkeys((source, target)) if n not in nodes]
        if len(nodes) + len(new) <= _DRAWN:
            nodes += new
    drawn = set(nodes)
    kept = [edge for edge in edges if edge[0] in drawn and edge[1] in drawn]
    if len(kept) < len(edges):
        st.caption(text("sparql.drawn", n=len(kept), all=len(edges)))
    known = session.names(nodes)
    picture = drawing.draw(
        [
            drawing.DrawnNode(n, k.short, f"{text(f'kind.{k.kind.key}')}\n{k.label}", k.kind.shape, k.kind.colour, k.kind.hollow)
            for n, k in ((n, known[n]) for n in nodes if n in known)
        ],
        [drawing.DrawnEdge(source, target, label) for source, target, label in kept],
        drawing.grow({}, nodes, [(source, target) for source, target, _ in kept]),
    )  # fmt: skip
    event = component.graph(
        nodes=picture.nodes,
        edges=picture.edges,
        texts={name: text(f"graph.{name}") for name in ("hint", "in", "out", "fit", "png")}
        | {"label": text("sparql.canvas", nodes=len(nodes), edges=len(kept))},
        key="sparql-graph",
    )
    chosen = known.get(event["id"]) if event else None
    if chosen is not None:
        show.html(session, f"<p>{markup.chip(chosen, text)}</p>", key="sparql-graph-chosen")


def _value(cell: tuple[str | None, bool]) -> float | None:
    if cell[1] or not cell[0] or _DAY.match(cell[0]):
        return None
    try:
        return float(cell[0])
    except ValueError:
        return None


def numbers_of(result: sparql.Result) -> tuple[int, int] | None:
    """Return the columns of names and of numbers for bars: the last column of numbers, the first other one."""
    numeric = [
        n for n in range(len(result.variables)) if all(_value(row[n]) is not None for row in result.rows)
    ]
    named = [n for n in range(len(result.variables)) if n not in numeric]
    return (named[0], numeric[-1]) if numeric and named else None


def _labels(result: sparql.Result, column: int, session: Session) -> list[str]:
    known = session.names(
        [value for row in result.rows for value, is_iri in (row[column],) if is_iri and value]
    )
    return [known[v].short if v in known else (v or "") for v in (row[column][0] for row in result.rows)]


def _chart(result: sparql.Result, session: Session) -> None:
    import pandas as pd

    columns = numbers_of(result)
    assert columns is not None  # noqa: S101 - offered only then
    heads = [result.variables[n] for n in columns]
    labels = _labels(result, columns[0], session)
    data = pd.DataFrame({heads[0]: labels, heads[1]: [_value(row[columns[1]]) for row in result.rows]})
    found = data.groupby(heads[0], as_index=False, sort=False)[heads[1]].sum()
    if len(found) > _BARS:
        st.caption(session.text("sparql.bars", n=_BARS, all=len(found)))
    st.bar_chart(found.head(_BARS), x=heads[0], y=heads[1], horizontal=True, sort=False)


def _days_of(result: sparql.Result) -> int | None:
    for column in range(len(result.variables)):
        given = [value for value, _ in (row[column] for row in result.rows) if value]
        if given and all(_DAY.match(value) for value in given):
            return column
    return None


def _timeline(result: sparql.Result, session: Session) -> None:
    import pandas as pd

    column = _days_of(result)
    assert column is not None  # noqa: S101 - offered only then
    days = [row[column][0] for row in result.rows]
    years = pd.Series([int(day[:4]) for day in days if day], dtype=int)
    counted = years.value_counts().sort_index()
    span = range(int(years.min()), int(years.max()) + 1)
    year, count = session.text("sparql.year"), session.text("sparql.count")
    data = pd.DataFrame({year: [str(y) for y in span], count: [int(counted.get(y, 0)) for y in span]})
    st.bar_chart(data, x=year, y=count)
    other = next((n for n in range(len(result.variables)) if n != column), None)
    listed = sorted(
        zip(days, _labels(result, other, session) if other is not None else [""] * len(days), strict=True),
        key=lambda item: item[0] or "",
    )
    body = [[markup.fixed(day), markup.brief(label)] for day, label in listed[:_PAGE] if day]
    heads = [result.variables[column], result.variables[other] if other is not None else ""]
    show.html(
        session, markup.table(heads, body, caption=session.text("sparql.as_timeline")), key="sparql-timeline"
    )
