"""What was read from a page, before it becomes quads.

An `Extract` is a thing with a place; its identifier is made from what it says, never from where it stands, so
that editing one paragraph does not rename the others.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

import pyoxigraph as ox

from ingest.extraction.validity import ALWAYS, Validity

__all__ = ["Extract", "Value", "assign_ids", "digest", "squeeze"]

Value = "Extract | ox.NamedNode | ox.Literal"


def digest(text: str) -> str:
    """Return a short, stable hash of a text (12 hexadecimal digits)."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def squeeze(text: str) -> str:
    """Return the text as it enters identifiers: NFKC, without white space."""
    value = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return "".join(value.split())


@dataclass(slots=True, eq=False)
class Extract:
    """Something taken from the span ``start:end`` of the page.

    `role` is the prefix of its identifier (s statement, sec section, rv rule version, cn change notice, ab
    ability), `classes` the local names of its classes in ``tcg:``, `key` the text its identifier is made
    from, `parent` what it is part of (None: the page), `plain` its text without markup, `facts` further
    properties (IRI of the property, value). `iri` is set by `assign_ids`, or beforehand where identity does
    not belong to the page (rulings).
    """

    role: str
    classes: tuple[str, ...]
    start: int
    end: int
    key: str
    parent: "Extract | None" = None
    plain: str | None = None
    order: int | None = None
    level: int | None = None
    validity: Validity = ALWAYS
    facts: list[tuple[ox.NamedNode, "Extract | ox.NamedNode | ox.Literal"]] = field(default_factory=list)
    iri: ox.NamedNode | None = None

    @property
    def node(self) -> ox.NamedNode:
        """Return the IRI; only after `assign_ids`."""
        if self.iri is None:
            raise RuntimeError("the extract has no identifier yet")
        return self.iri

    def section(self) -> "Extract | None":
        """Return the section or fold it lies in."""
        at = self.parent
        while at is not None and at.role != "sec":
            at = at.parent
        return at

    def ancestors(self) -> Iterator["Extract"]:
        """Yield what it is part of, from the inside out."""
        at = self.parent
        while at is not None:
            yield at
            at = at.parent


def assign_ids(page: str, extracts: list[Extract]) -> None:
    """Give every extract without an IRI one: page, role, hash of its key.

    Extracts with the same words are told apart by the section they lie in, then by their order in it, so that
    moving sections about does not exchange them.
    """
    groups: dict[tuple[str, str], list[Extract]] = {}
    for extract in extracts:
        if extract.iri is None:
            groups.setdefault((extract.role, digest(squeeze(extract.key))), []).append(extract)
    for (role, code), members in groups.items():
        if len(members) > 1:
            members.sort(key=lambda e: (_section_key(e), e.start))
        for i, extract in enumerate(members):
            extract.iri = ox.NamedNode(f"{page}#{role}-{code}" + (f"-{i + 1}" if i else ""))


def _section_key(extract: Extract) -> str:
    section = extract.section()
    return squeeze(section.key) if section else ""
