"""When things hold: rule versions, statements and folds by their validity, rulings by their date."""

from collections.abc import Collection

from explorer.app.data.base import properties
from ontology.graph import GraphReader

__all__ = ["outside"]


def outside(reader: GraphReader, things: Collection[str], day: str) -> set[str]:
    """Return those of the things that do not hold on a day (YYYY-MM-DD); what is not dated always holds.

    A ruling holds from its date on. Dates compare as text: shorter ones (a month, a year) begin and end with it.
    """
    if not things:
        return set()
    said = properties(reader, things, ("tcg:validFrom", "tcg:validTo", "tcg:rulingDate"))
    found: set[str] = set()
    for thing, dates in said.items():
        begins = dates.get("tcg:validFrom") or dates.get("tcg:rulingDate") or []
        ends = dates.get("tcg:validTo") or []
        # Something said with several validities holds while one of them does.
        after = bool(begins) and all(day[: len(date)] < date[:10] for date in begins)
        before = bool(ends) and all(day[: len(date)] > date[:10] for date in ends)
        if after or before:
            found.add(thing)
    return found
