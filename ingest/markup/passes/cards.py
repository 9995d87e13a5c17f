"""Boxes of cards: tables headed ``name rarity civilisation (cost)``, and indented lines under a 《name》 heading."""

import re

from ingest.markup.tree import Document, Kind, Node

__all__ = ["CARD_HEADER", "FURIGANA", "mark_card_boxes"]

CARD_HEADER = re.compile(
    r"(?P<name>\S(?:.{0,80}?\S)?)(?:[ 　](?P<rarity>[A-Z]{1,4}(?:[(（][A-Z]{1,4}[)）])?|-))?[ 　](?P<civilization>[^\s()（）|]{1,20}文明|[^\s()（）|]{1,12})"
    r"[ 　][(（](?P<cost>\d{1,3}|∞|[０-９]{1,3})[)）][ 　]*\|?$"
)

FURIGANA = re.compile(r"([一-鿿々〆ヶ]+)\(([ぁ-ゖァ-ヺー]+)\)")
_HEADER_LENGTH = 400  # characters; a longer row is no header, and may hold a whole page
_CARD_TITLE = re.compile(r"《([^《》/]+)(?:/([^《》]+))?》$")


def mark_card_boxes(document: Document) -> None:
    """Turn a TABLE whose first row heads a card into a CARD_BOX (attrs name, rarity, civilization, cost)."""
    for node in document.root.blocks():
        if node.kind is Kind.SECTION:
            _indented_box(node)
        if node.kind is not Kind.TABLE:
            continue
        row = next((n for n in node.children if n.kind is Kind.ROW), None)
        if row is None or row.end - row.start > _HEADER_LENGTH:
            continue
        head = CARD_HEADER.match(document.plain(row).strip())
        if head:
            node.kind = Kind.CARD_BOX
            node.attrs.update({k: v for k, v in head.groupdict().items() if v})
            if document.format == "rendered":
                _take_furigana(node.attrs)
            _mark_faces(document, node)


def _take_furigana(attrs: dict[str, str]) -> None:
    """A rendered page has furigana in brackets: ``海龍(かいりゅう)ミサキ`` is 海龍ミサキ, read かいりゅうミサキ."""
    written = attrs["name"]
    attrs["name"] = FURIGANA.sub(r"\1", written)
    if attrs["name"] != written:
        attrs["reading"] = FURIGANA.sub(r"\2", written)


def _mark_faces(document: Document, box: Node) -> None:
    """Number the rows by the face of the card they tell of; the row that heads a face has its attributes."""
    face = 0
    for row in box.children:
        if row.kind is not Kind.ROW:
            continue
        if row.end - row.start <= _HEADER_LENGTH and (head := CARD_HEADER.match(document.plain(row).strip())):
            face += 1
            row.attrs.update({k: v for k, v in head.groupdict().items() if v})
        row.attrs["face"] = str(face)


def _indented_box(section: Node) -> None:
    """Preformatted lines right under a heading 《name/English name》 are the text of that card, a row each."""
    heading = section.children[0]
    name = _CARD_TITLE.match(heading.attrs.get("title", ""))
    if name is None:
        return
    block = next((n for n in section.children[1:] if n.kind is not Kind.MARKUP), None)
    if block is None or block.kind is not Kind.PREFORMATTED:
        return
    attrs = {"name": name[1]}
    if name[2]:
        attrs["english"] = name[2]
    box = Node(Kind.CARD_BOX, block.start, block.end, attrs)
    line: list[Node] = []
    for child in [*block.children, None]:
        if child is not None and child.kind not in (Kind.MARKUP, Kind.COMMENT):
            line.append(child)
            continue
        if line:
            cell = Node(Kind.CELL, line[0].start, line[-1].end, None, line)
            box.children.append(Node(Kind.ROW, cell.start, cell.end, {"style": "body"}, [cell]))
            line = []
        if child is not None:
            box.children.append(child)
    section.children[section.children.index(block)] = box
