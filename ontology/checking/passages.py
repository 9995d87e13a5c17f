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


def passages(page: PageView, *, questions: bool = False) -> list[Passage]:
    """Return the passages of a page in reading order; what is nested in another passage is read once.

    A rule that is itself a statement is the statement; an aside in parentheses belongs to the statement around it;
    any other statement within a statement is read on its own and left out of the outer one.
    """
    key = f"passages {questions}"
    known: list[Passage] | None = page.memo.get(key)  # type: ignore[assignment]
    if known is None:
        known = page.memo[key] = list(_read(page, questions))
    return known


def _read(page: PageView, questions: bool) -> Iterator[Passage]:
    statements = [e for e in page.extracts if e.is_a("Statement") and not e.types & _SILENT]
    inner: dict[str, list[Extract]] = {}
    asides: set[str] = set()
    open_: list[Extract] = []
    for extract in statements:
        while open_ and open_[-1].end < extract.end:
            open_.pop()
        if open_ and open_[-1].start <= extract.start and extract.plain in open_[-1].plain:
            if page.text[extract.start - 1 : extract.start] in ("（", "("):
                asides.add(extract.iri)
            else:
                inner.setdefault(open_[-1].iri, []).append(extract)
        open_.append(extract)
    spans = [(e.start, e.end) for e in statements]
    for extract in page.extracts:
        if extract.is_a("Ruling"):
            if questions and (question := extract.one("question")):
                yield _passage(page, extract, question, "question")
            if answer := extract.one("answer"):
                yield _passage(page, extract, answer, "answer")
        elif extract.is_a("RuleVersion"):
            if not any(start <= extract.start and extract.end <= end for start, end in spans):
                yield _passage(page, extract, extract.plain, "rule")
        elif extract.is_a("Statement") and not extract.types & _SILENT and extract.iri not in asides:
            text = extract.plain
            for nested in inner.get(extract.iri, ()):
                text = text.replace(nested.plain, "", 1)
            if text.strip():
                yield _passage(page, extract, text, "statement")


def _passage(page: PageView, extract: Extract, text: str, role: str) -> Passage:
    if role in ("question", "answer"):
        valid_from, valid_to = extract.one("rulingDate"), page.valid_to(extract)
    else:
        valid_from, valid_to = page.valid_from(extract), page.valid_to(extract)
    return Passage(extract, page, text, role, valid_from, valid_to, tuple(page.section_titles(extract)))
