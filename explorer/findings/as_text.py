"""Findings as text: one line each, `page:line:column: level CODE message`."""

from collections.abc import Sequence
from typing import TextIO

from explorer.cli.tables import harmless
from explorer.findings.words import SEVERITY, WORDS, place_line
from ontology.checking import Finding

__all__ = ["write_text"]


def write_text(findings: Sequence[Finding], lang: str, out: TextIO) -> None:
    """Write one line a finding; further places follow in brackets. Nothing in it steers a terminal."""
    if not findings:
        out.write(WORDS["none"].get(lang) + "\n")
    for finding in findings:
        place = finding.locations[0]
        line = f"{place.page}:{place.line}:{place.column}: {SEVERITY[finding.severity].get(lang)} {finding.code} "
        line += " ".join(finding.message.get(lang).split())
        if finding.count > 1:
            line += f" ×{finding.count}"
        if rest := place_line(finding, lang):
            line += f" [{rest}]"
        out.write(harmless(line) + "\n")
