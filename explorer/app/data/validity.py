"""When things hold: rule versions, statements and folds by their validity, rulings by their date."""

from collections.abc import Collection

from explorer.app.data.base import rows, values
from ontology.graph import GraphReader

__all__ = ["outside"]


def outside(reader: GraphReader, things: Collection[str], day: str) -> set[str]:
    """Return those of the things that do not hold on a day (YYYY-MM-DD); what is not dated always holds.

    A ruling holds from its date on. Dates compare as text: shorter ones (a month, a year) begin and end with it.
    """
    if not things:
        return set()
    query = f"""SELECT ?s ?from ?to ?ruled WHERE {{ {values("s", things)}
        OPTIONAL {{ ?s tcg:validFrom ?from }} OPTIONAL {{ ?s tcg:validTo ?to }}
        OPTIONAL {{ ?s tcg:rulingDate ?ruled }} }}"""
    found: set[str] = set()
    inside: set[str] = set()
    for thing, start, end, ruled in rows(reader, query):
        begins = start or ruled
        after = begins is not None and day[: len(begins)] < begins[:10]
        before = end is not None and day[: len(end)] > end[:10]
        (found if after or before else inside).add(str(thing))
    # Something said on several pages with several validities holds when one of them does.
    return found - inside
