"""Tables that are the box of a card: their first row is ``name rarity civilisation (cost)``."""

import re

from ingest.markup.tree import Document, Kind

__all__ = ["CARD_HEADER", "mark_card_boxes"]

CARD_HEADER = re.compile(
    r"(?P<name>\S(?:.{0,80}?\S)?)(?:[ 　](?P<rarity>[A-Z]{1,3}|-))?[ 　](?P<civilization>[^\s()（）|]{1,20}文明|[^\s()（）|]{1,12})"
    r"[ 　][(（](?P<cost>\d{1,3}|∞|[０-９]{1,3})[)）][ 　]*\|?$"
)


def mark_card_boxes(document: Document) -> None:
    """Turn a TABLE whose first row heads a card into a CARD_BOX (attrs name, rarity, civilization, cost)."""
    for node in document.root.find(Kind.TABLE):
        row = next((n for n in node.children if n.kind is Kind.ROW), None)
        if row is None:
            continue
        head = CARD_HEADER.match(document.plain(row).strip())
        if head:
            node.kind = Kind.CARD_BOX
            node.attrs.update({k: v for k, v in head.groupdict().items() if v})
