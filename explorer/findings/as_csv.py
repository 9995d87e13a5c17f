"""Findings as CSV, one row a finding, safe to open in a spreadsheet."""

import csv
from collections.abc import Sequence
from typing import TextIO

from ontology.checking import Finding

__all__ = ["inert", "write_csv"]

_HEADER = (
    "code",
    "kinds",
    "severity",
    "status",
    "page",
    "line",
    "column",
    "message",
    "text",
    "other_places",
    "reconciled_by",
    "board",
    "count",
    "fingerprint",
    "fix",
)
_ACTIVE = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_csv(findings: Sequence[Finding], lang: str, out: TextIO) -> None:
    """Write a header and one row a finding; cells that a spreadsheet would run as a formula get a leading quote."""
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_HEADER)
    for f in findings:
        place = f.locations[0]
        others = " ".join(f"{p.page}:{p.line}:{p.column}" for p in f.locations[1:])
        row: tuple[str | int, ...] = (
            f.code,
            " ".join(f.kinds),
            f.severity.value,
            f.status.value,
            place.page,
            place.line,
            place.column,
            f.message.get(lang),
            place.text,
            others,
            f.reconciled_by or "",
            f.board or "",
            f.count,
            f.fingerprint,
            f.fix.get(lang),
        )
        writer.writerow([inert(cell) if isinstance(cell, str) else cell for cell in row])


def inert(cell: str) -> str:
    """Return the text of a cell so that no spreadsheet takes it for a formula."""
    return "'" + cell if cell.startswith(_ACTIVE) else cell
