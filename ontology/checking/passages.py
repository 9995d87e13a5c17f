"""Passages: the texts of a page that say something, with what surrounds them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ontology.checking.pages import Extract, PageView

__all__ = ["Passage", "passages"]

_SILENT = {"NavigationStatement"}


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that says something: a statement, a quoted rule, the question or the answer of a ruling.

    `role` is statement, rule, question or answer; dates are ISO or None; `titles` are those of the sections around.
    """

    extract: Extract
    page: PageView
    text: str
    role: str
    valid_from: str | None
    valid_to: str | None
    titles: tuple[str, ...]

    @property
    def iri(self) -> str:
        """IRI of the extract."""
        return self.extract.iri

    @property
    def in_force(self) -> bool:
        """Whether nothing says that it has ended."""
        return self.valid_to is None


def passages(page: PageView, *, questions: bool = False) -> Iterator[Passage]:
    """Yield the passages of a page in reading order; a rule that is itself a statement comes once."""
    stated = [(e.start, e.end) for e in page.of("Statement")]
    for extract in page.extracts:
        if extract.is_a("Ruling"):
            if questions and (question := extract.one("question")):
                yield _passage(page, extract, question, "question")
            if answer := extract.one("answer"):
                yield _passage(page, extract, answer, "answer")
        elif extract.is_a("RuleVersion"):
            if not any(start <= extract.start and extract.end <= end for start, end in stated):
                yield _passage(page, extract, extract.plain, "rule")
        elif extract.is_a("Statement") and not extract.types & _SILENT:
            yield _passage(page, extract, extract.plain, "statement")


def _passage(page: PageView, extract: Extract, text: str, role: str) -> Passage:
    if role in ("question", "answer"):
        valid_from, valid_to = extract.one("rulingDate"), page.valid_to(extract)
    else:
        valid_from, valid_to = page.valid_from(extract), page.valid_to(extract)
    return Passage(extract, page, text, role, valid_from, valid_to, tuple(page.section_titles(extract)))
