"""Other names of a term that its page states: ``略して…とも呼ぶ``, ``「…」とも書く``; its English name, its reading."""

import re
from typing import NamedTuple

from ingest.extraction.flow import Flow, fold_text
from ingest.markup.tree import Document, Kind, Node

__all__ = ["Stated", "stated_aliases", "stated_names"]

_CALLED = r"(?:呼|よ|書|表記|言|いう|略|称)"
_NAME = r"[^「」『』、。\s()（）は]{2,20}?"
_PATTERNS = (
    re.compile(rf"「(?P<name>[^「」]{{2,20}})」(?:や「[^「」]{{2,20}}」)?(?:と|とも)(?:{_CALLED})"),
    re.compile(
        rf"(?:略して|俗に|通称(?:は|で)?|別名(?:は|で)?|略称は|旧称は|正式(?:には|名称は))、?「?(?P<name>{_NAME})」?(?=(?:と(?:も)?{_CALLED}|である|です|だ|。|、))"
    ),
    re.compile(rf"(?P<name>[ァ-ヺー一-鿿A-Za-z0-9・]{{2,20}})とも(?:{_CALLED})"),
    re.compile(r"(?:別名|通称|略称|俗称|旧称|異表記|別表記)[:：](?P<name>[^、。\s|]{2,20})"),
)
_LEAD = frozenset({Kind.PARAGRAPH, Kind.PREFORMATTED})


def stated_aliases(document: Document) -> list[str]:
    """Return the other names that the lead of a page gives for its subject, in order."""
    found: dict[str, None] = {}
    for node in _lead(document.root, 0):
        text = Flow.of(document, node).text
        for pattern in _PATTERNS:
            for m in pattern.finditer(text):
                found[m["name"].strip()] = None
    return [name for name in found if fold_text(name)]


_ENGLISH = re.compile(
    r"(?:英語(?:版)?(?:では|での?(?:名称|呼称|呼び名|表記)は|名は|表記は|名称は|は)|英(?:名|表記)は|英語名[:：])[、 ]?[「『“\"]?(?P<name>[A-Z][A-Za-z0-9 ,.'’&/-]{1,60}?)(?=[」』”\"。、(（\n]|(?:と(?:いう|呼|表記|書)|である|です|だ)|\s*$)",
    re.M,
)
_READING = re.compile(
    r"^[「『《]?(?P<name>[^「」『』《》()（）]{1,40})[」』》]?[(（](?P<kana>[ぁ-ゖァ-ヺー・ 　]{2,40})[、)）]"
)


class Stated(NamedTuple):
    """What the lead of a page says about its name."""

    english: str | None
    reading: str | None


def stated_names(document: Document, title: str) -> Stated:
    """Return the English name and the reading (in kana after the name) that the lead of a page gives for its subject."""
    english = reading = None
    for node in _lead(document.root, 0):
        text = Flow.of(document, node).text.strip()
        if english is None and (m := _ENGLISH.search(text)):
            english = m["name"].strip()
        if (
            reading is None
            and (m := _READING.match(text))
            and fold_text(m["name"].strip()) == fold_text(title.strip())
        ):
            reading = m["kana"].strip()
    return Stated(english, reading)


def _lead(node: Node, depth: int) -> list[Node]:
    """The paragraphs before the first heading but the title."""
    out: list[Node] = []
    for child in node.children:
        if child.kind is Kind.SECTION:
            if depth >= 1:
                break
            out += _lead(child, depth + 1)
            break
        if child.kind in _LEAD:
            out.append(child)
    return out
