"""Findings as PukiWiki source, to be pasted on a talk page."""

import re
from collections.abc import Sequence
from typing import TextIO

from explorer.findings.words import SEVERITY, STATUS, WORDS, excerpt
from ontology.checking import Finding, Location

__all__ = ["write_pukiwiki"]

_LINK_BREAKERS = re.compile(r"[\[\]>#&\n]")


def write_pukiwiki(findings: Sequence[Finding], lang: str, out: TextIO) -> None:
    """Write a heading a page, a list item a finding, the places and what to do as sub-items."""
    if not findings:
        out.write(WORDS["none"].get(lang) + "\n")
    by_page: dict[str, list[Finding]] = {}
    for finding in findings:
        by_page.setdefault(finding.locations[0].page, []).append(finding)
    for page, members in by_page.items():
        out.write(f"*{_link(page)}\n")
        for f in members:
            head = f"{SEVERITY[f.severity].get(lang)} {f.code} ({STATUS[f.status].get(lang)})"
            count = f" ×{f.count}" if f.count > 1 else ""
            out.write(f"-''{head}''{count} {_plain(f.message.get(lang))}\n")
            for place in f.locations[:4]:
                out.write(f"--{_place(place)}\n")
            if len(f.locations) > 4:
                out.write("--" + WORDS["more"].get(lang).format(n=len(f.locations) - 4) + "\n")
            if f.board:
                out.write(f"--{WORDS['board'].get(lang)}: {_plain(f.board)}\n")
            if f.reconciled_by:
                out.write(f"--{WORDS['rule'].get(lang)}: {_plain(f.reconciled_by)}\n")
            out.write(f"--{WORDS['fix'].get(lang)}: {_plain(f.fix.get(lang))}\n")
        out.write("\n")


def _place(place: Location) -> str:
    return f"{_link(place.page)} {place.line}:{place.column} 「{_plain(excerpt(place.text))}」"


def _link(page: str) -> str:
    return _plain(page) if _LINK_BREAKERS.search(page) else f"[[{page}]]"


def _plain(text: str) -> str:
    """Text that PukiWiki shows as it stands: no markup starts in it."""
    flat = " ".join(text.split())
    for mark, entity in (
        ("&", "&amp;"),
        ("[[", "[&#91;"),
        ("((", "(&#40;"),
        ("''", "'&#39;"),
        ("%%", "%&#37;"),
    ):
        flat = flat.replace(mark, entity)
    return flat.replace("//", "/&#47;")
