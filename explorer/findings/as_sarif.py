"""Findings as SARIF 2.1.0, for code-scanning viewers and editors."""

import json
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePath
from typing import Any, TextIO
from urllib.parse import quote

from ontology.checking import Finding, Location, Severity

__all__ = ["to_sarif", "write_sarif"]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def to_sarif(findings: Sequence[Finding], lang: str = "ja") -> dict[str, Any]:
    """Return a SARIF log with one run; columns count Unicode code points."""
    rules: dict[str, dict[str, Any]] = {}
    results = []
    for finding in findings:
        rules.setdefault(
            finding.code,
            {
                "id": finding.code,
                "name": finding.code,
                "shortDescription": {"text": finding.title.get(lang)},
                "help": {"text": finding.fix.get(lang)},
                "properties": {"tags": list(finding.kinds)},
            },
        )
        result: dict[str, Any] = {
            "ruleId": finding.code,
            "ruleIndex": list(rules).index(finding.code),
            "level": _LEVEL[finding.severity],
            "message": {"text": finding.message.get(lang)},
            "locations": [_location(finding.locations[0])],
            "partialFingerprints": {"saitei/v1": finding.fingerprint},
            "properties": {
                "status": finding.status.value,
                "kinds": list(finding.kinds),
                "reconciledBy": finding.reconciled_by,
                "board": finding.board,
                "count": finding.count,
            },
        }
        if len(finding.locations) > 1:
            result["relatedLocations"] = [_location(p, i) for i, p in enumerate(finding.locations[1:], 1)]
        results.append(result)
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "saitei", "semanticVersion": _version(), "rules": list(rules.values())}
                },
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }


def _version() -> str:
    try:
        return version("saitei")
    except PackageNotFoundError:
        return "0.0.0"


def _location(place: Location, number: int | None = None) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": place.line, "startColumn": place.column}
    if place.end >= place.start:
        region["charOffset"] = place.start
        region["charLength"] = place.end - place.start
    if place.text:
        region["snippet"] = {"text": place.text}
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": _uri(place)}, "region": region},
        "logicalLocations": [{"fullyQualifiedName": place.page, "kind": "resource"}],
    }
    if number is not None:
        location["id"] = number
        location["message"] = {"text": place.page}
    return location


def _uri(place: Location) -> str:
    return quote(PurePath(place.source).as_posix() if place.source else place.page, safe="/:._-")


def write_sarif(findings: Sequence[Finding], lang: str, out: TextIO) -> None:
    """Write findings as a SARIF log."""
    json.dump(to_sarif(findings, lang), out, ensure_ascii=False, indent=2)
    out.write("\n")
