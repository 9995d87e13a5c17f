"""Tables that can be taken along: as CSV (with a byte order mark, so that spreadsheets read it) and JSON."""

import csv
import io
import json
from collections.abc import Sequence
from functools import partial

import streamlit as st

from explorer.app.i18n import Texts
from explorer.findings.as_csv import inert

__all__ = ["Cell", "as_csv", "as_json", "downloads"]

Cell = str | int | float | None


def as_csv(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return a table as CSV in UTF-8; cells that a spreadsheet would run as a formula get a leading quote."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows([inert(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8")


def as_json(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return a table as a JSON array of objects."""
    return json.dumps(
        [dict(zip(heads, row, strict=True)) for row in rows], ensure_ascii=False, indent=1
    ).encode()


def downloads(heads: Sequence[str], rows: Sequence[Sequence[Cell]], *, name: str, text: Texts) -> None:
    """Show the two buttons under a table."""
    with st.container(horizontal=True):
        st.download_button(
            text("table.csv"),
            partial(as_csv, heads, rows),  # made when it is asked for, not with every page
            file_name=f"saitei-{name}.csv",
            mime="text/csv",
            key=f"csv-{name}",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            text("table.json"),
            partial(as_json, heads, rows),
            file_name=f"saitei-{name}.json",
            mime="application/json",
            key=f"json-{name}",
            icon=":material/download:",
            on_click="ignore",
        )
