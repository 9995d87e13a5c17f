"""A derivation as JSON and as text."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontology.reasoner.derivation import Derivation

__all__ = ["as_json", "as_text"]


def as_json(derivation: "Derivation") -> dict[str, Any]:
    """Return the JSON entry of a derivation."""
    outcomes = []
    for index, outcome in enumerate(derivation.outcomes):
        outcomes.append(
            {
                "label": derivation.labels[index] if index < len(derivation.labels) else None,
                "state": sorted(str(s) for s in outcome.state),
                "steps": [
                    {"rule": f.rule, "action": str(f.action), "because": [str(b) for b in f.because], "cites": []}
                    for step in outcome.steps
                    for f in step.fired
                ],
                "rejected": [
                    {"rule": r.rule, "why": r.kind, "premise": str(r.premise) if r.premise is not None else None, "by": r.by}
                    for step in outcome.steps
                    for r in step.rejected
                ],
            }
        )
    return {
        "case": derivation.id,
        "status": derivation.status,
        "as_of": derivation.as_of,
        "verdict": derivation.verdict,
        "expected_verdict": derivation.expected_verdict,
        "conditional_on": list(derivation.conditional_on),
        "outcomes": outcomes,
        "holds": [
            {"predicate": j.fact.predicate, "args": dict(j.fact.args), "expected": j.expected, "actual": j.actual, "ok": j.ok}
            for j in derivation.holds
        ],
        "choices": [
            {"decides": c.decides, "chooser": c.chooser, "exhaustive": c.exhaustive, "alternatives": list(c.labels), "ok": c.ok}
            for c in derivation.choices
        ],
        "unanswered": list(derivation.unanswered),
        "note": derivation.note,
    }


def as_text(derivation: "Derivation", lang: str) -> str:
    """Return the derivation as text."""
    return str(as_json(derivation))


