"""Tables for people: IRIs shortened, wide characters counted as two."""

import sys
from urllib.parse import unquote

import pyoxigraph as ox
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ontology.namespaces import PREFIXES

__all__ = ["draw_table", "harmless", "shorten"]

_CONTROLS = dict.fromkeys([*range(0x20), 0x7F, *range(0x80, 0xA0)], "\ufffd") | {10: " ", 9: " ", 13: None}
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F], None)


def shorten(iri: str) -> str:
    """Write an IRI with its prefix, percent-encoding undone, for reading only."""
    for prefix, base in PREFIXES.items():
        if iri.startswith(base) and len(iri) > len(base):
            return f"{prefix}:{unquote(iri[len(base) :])}"
    return iri


def harmless(text: str) -> str:
    """Return a text without characters that would steer a terminal."""
    return text.translate(_CONTROLS).translate(_BIDI)


def draw_table(results: bytes) -> None:
    """Print SPARQL JSON results as a table; as wide as needed when the output is no terminal."""
    found = ox.parse_query_results(results, format=ox.QueryResultsFormat.JSON)
    if isinstance(found, ox.QueryBoolean):
        print("はい / yes" if found else "いいえ / no")
        return
    if not isinstance(found, ox.QuerySolutions):
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for variable in found.variables:
        table.add_column(variable.value, overflow="fold")
    for row in found:
        table.add_row(*(Text(_cell(value)) for value in row))
    terminal = sys.stdout.isatty()
    console = Console(file=sys.stdout, width=None if terminal else 100_000, highlight=False, soft_wrap=False)
    if terminal:
        console.print(table)
        return
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        print(line.rstrip())


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, ox.NamedNode):
        return harmless(shorten(value.value))
    return harmless(value.value if isinstance(value, ox.Literal | ox.BlankNode) else str(value))
