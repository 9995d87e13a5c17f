"""Findings as JSON: the stable output of `saitei check --format json`."""

import json
from collections.abc import Sequence
from typing import Any, TextIO

from ontology.checking import Finding

__all__ = ["to_json", "write_json"]


def to_json(findings: Sequence[Finding], lang: str = "ja") -> list[dict[str, Any]]:
    """Return findings as JSON values.

    Keys: code, kinds, severity, status, title, message, locations (page, page_iri, line, column, start, end,
    text), reconciled_by and board (text or null), fingerprint, fix, count.
    """
    return [
        {
            "code": f.code,
            "kinds": list(f.kinds),
            "severity": f.severity.value,
            "status": f.status.value,
            "title": f.title.get(lang),
            "message": f.message.get(lang),
            "locations": [
                {
                    "page": p.page,
                    "page_iri": p.page_iri,
                    "line": p.line,
                    "column": p.column,
                    "start": p.start,
                    "end": p.end,
                    "text": p.text,
                }
                for p in f.locations
            ],
            "reconciled_by": f.reconciled_by,
            "board": f.board,
            "fingerprint": f.fingerprint,
            "fix": f.fix.get(lang),
            "count": f.count,
        }
        for f in findings
    ]


def write_json(findings: Sequence[Finding], lang: str, out: TextIO) -> None:
    """Write findings as a JSON array."""
    json.dump(to_json(findings, lang), out, ensure_ascii=False, indent=2)
    out.write("\n")
