"""Passages of the wiki text that contain some words, through the full-text index."""

from dataclasses import dataclass

from explorer.app.data.base import properties, rows, values
from ingest.text_index import TextIndex
from ontology.graph import GraphReader

__all__ = ["Passage", "find"]


@dataclass(frozen=True)
class Passage:
    """An extract whose text contains what was searched; start and end are its span in the page."""

    extract: str
    page: str
    line: int
    column: int
    start: int
    end: int
    text: str
    section: str = ""


def find(reader: GraphReader, index: TextIndex, words: str, *, limit: int = 60) -> list[Passage]:
    """Find extracts that contain `words` (one character is enough), in the order of the pages."""
    hits = index.search(words, limit=4 * limit)
    found: dict[str, str] = {}
    for hit in hits:
        if hit.text and hit.kind not in _NAMED:
            found.setdefault(hit.iri, hit.text)
    return _placed(reader, found, limit)


_NAMED = {"Card", "CardFace", "Term", "NameSet", "Rule", "RuleGroup", "Page", "Section", "Fold"}


def _placed(reader: GraphReader, found: dict[str, str], limit: int) -> list[Passage]:
    if not found:
        return []
    query = f"""SELECT ?e ?page ?line ?column ?start ?end WHERE {{ {values("e", found)}
        ?e tcg:onPage ?page ; tcg:line ?line ; tcg:column ?column ; tcg:start ?start ; tcg:end ?end .
        }} ORDER BY ?page ?start LIMIT {limit}"""
    placed = rows(reader, query)
    sections = _sections(reader, list(dict.fromkeys(str(row[0]) for row in placed)))
    return [
        _passage(
            str(e), str(page), found[str(e)], sections.get(str(e), ""), [int(float(n or 0)) for n in numbers]
        )
        for e, page, *numbers in placed
    ]


def _sections(reader: GraphReader, extracts: list[str]) -> dict[str, str]:
    """Return the text of the section around each extract; the smallest one where sections nest."""
    around = f"SELECT ?e ?s WHERE {{ {values('e', extracts)} ?e dcterms:isPartOf ?s . ?s a tcg:Section }}"
    held: dict[str, list[str]] = {}
    for extract, section in rows(reader, around):
        held.setdefault(str(extract), []).append(str(section))
    # Each section once: many passages of a page lie in the same one.
    texts = properties(reader, [s for sections in held.values() for s in sections], ("tcg:text",))
    return {
        extract: min((text for s in sections for text in texts[s].get("tcg:text", ())), key=len, default="")
        for extract, sections in held.items()
    }


def _passage(extract: str, page: str, text: str, section: str, numbers: list[int]) -> Passage:
    line, column, start, end = numbers
    return Passage(extract, page, line, column, start, end, text, section)
