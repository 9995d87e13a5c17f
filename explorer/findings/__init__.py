"""Findings for people and tools: one writer a format."""

from collections.abc import Callable, Sequence
from typing import TextIO

from explorer.findings.as_csv import write_csv
from explorer.findings.as_github import write_github
from explorer.findings.as_html import write_html
from explorer.findings.as_json import to_json, write_json
from explorer.findings.as_pukiwiki import write_pukiwiki
from explorer.findings.as_sarif import to_sarif, write_sarif
from explorer.findings.as_text import write_text
from ontology.checking import Finding, Severity

__all__ = ["FORMATS", "to_json", "to_sarif", "visible", "write"]

Writer = Callable[[Sequence[Finding], str, TextIO], None]

FORMATS: dict[str, Writer] = {
    "text": write_text,
    "json": write_json,
    "sarif": write_sarif,
    "github": write_github,
    "csv": write_csv,
    "html": write_html,
    "pukiwiki": write_pukiwiki,
}
_FOR_READING = frozenset({"text", "github", "pukiwiki"})


def visible(findings: Sequence[Finding], format: str, *, show_info: bool = False) -> list[Finding]:  # noqa: A002
    """Return what a format shows: those read line by line leave infos out unless asked for them."""
    if show_info or format not in _FOR_READING:
        return list(findings)
    return [f for f in findings if f.severity is not Severity.INFO]


def write(
    findings: Sequence[Finding],
    format: str,  # noqa: A002
    lang: str,
    out: TextIO,
    *,
    show_info: bool = False,
) -> None:
    """Write findings in a format (a key of `FORMATS`).

    Findings of level info are left out of text, github and pukiwiki unless `show_info`; a last line of the text
    says how many. JSON, SARIF, CSV and HTML hold all of them.

    Raises:
        ValueError: the format is unknown.
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; choose one of {', '.join(FORMATS)}")
    shown = visible(findings, format, show_info=show_info)
    FORMATS[format](shown, lang, out)
    hidden = len(findings) - len(shown)
    if format == "text" and hidden:
        out.write(
            f"({hidden} more of level info: --all shows them)\n"
            if lang == "en"
            else f"（ほかに参考の指摘 {hidden} 件。--all で表示）\n"
        )
