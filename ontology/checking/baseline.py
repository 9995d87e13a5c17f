"""Baselines: findings known and accepted, by fingerprint, each with the reason why."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ontology.checking.finding import Finding

__all__ = ["Baseline", "BaselineError", "read_baseline", "write_baseline"]


class BaselineError(ValueError):
    """A baseline that cannot be used; the message names the file and the entry."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Accepted fingerprints with their reasons."""

    reasons: dict[str, str]

    def new(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings (ungrouped) that the baseline does not hold."""
        return [f for f in findings if f.fingerprint not in self.reasons]

    def gone(self, findings: Iterable[Finding]) -> list[str]:
        """Return the fingerprints of the baseline that no finding has any more."""
        return sorted(set(self.reasons) - {f.fingerprint for f in findings})


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        BaselineError: it is not one, or an entry has no reason.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        entries = data["findings"]
        reasons = {str(e["fingerprint"]): str(e.get("reason", "")).strip() for e in entries}
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise BaselineError(
            f"{path}: not a baseline of saitei check ({error}); write one with --write-baseline"
        ) from None
    for number, (known, reason) in enumerate(reasons.items(), 1):
        if not reason:
            raise BaselineError(
                f"{path}: entry {number} ({known}) has no reason; say why the finding is accepted"
            )
    return Baseline(reasons)


def write_baseline(findings: Sequence[Finding], path: Path, *, reason: str) -> int:
    """Write the findings (ungrouped) as the baseline; reasons given earlier are kept. Return how many.

    Raises:
        BaselineError: the reason is empty.
    """
    if not reason.strip():
        raise BaselineError("a baseline needs a reason: say why these findings are accepted")
    known = read_baseline(path).reasons if path.exists() else {}
    entries = []
    for finding in sorted(findings, key=lambda f: f.order):
        place = finding.locations[0]
        entries.append(
            {
                "fingerprint": finding.fingerprint,
                "code": finding.code,
                "page": place.page,
                "text": place.text[:60],
                "reason": known.get(finding.fingerprint, reason.strip()),
            }
        )
    path.write_text(
        json.dumps({"version": 1, "findings": entries}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    return len(entries)
