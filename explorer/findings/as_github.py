"""Findings as GitHub workflow commands, which the Actions runner turns into annotations."""

from collections.abc import Sequence
from typing import TextIO

from ontology.checking import Finding, Severity

__all__ = ["write_github"]

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def write_github(findings: Sequence[Finding], lang: str, out: TextIO) -> None:
    """Write one workflow command a finding."""
    for finding in findings:
        place = finding.locations[0]
        properties = {
            "file": place.source or place.page,
            "line": str(place.line),
            "col": str(place.column),
            "title": f"{finding.code} {finding.title.get(lang)}",
        }
        head = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        out.write(f"::{_COMMAND[finding.severity]} {head}::{_data(finding.message.get(lang))}\n")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
