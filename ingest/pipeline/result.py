"""What an ingest reports."""

from dataclasses import dataclass, field
from typing import Any

__all__ = ["PageNotFound", "Problem", "Result"]


class PageNotFound(LookupError):
    """No page of this title or IRI is in the store, or more than one; the message says which."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to be told, with its place in a source file (line 0: none)."""

    file: str
    line: int
    column: int
    code: str
    severity: str
    message: str


@dataclass(slots=True)
class Result:
    """What was done: counts of pages, problems, the report of the contract (one entry a page), seconds a page."""

    pages: int = 0
    changed: int = 0
    reread: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    rebuilt: bool = False
    problems: list[Problem] = field(default_factory=list)
    report: list[dict[str, Any]] = field(default_factory=list)
    timings: list[dict[str, Any]] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether a page was skipped or something else went wrong that the user must see to."""
        return self.skipped > 0 or any(
            p.code.startswith("IN") and p.severity == "error" for p in self.problems
        )

    def summary(self) -> str:
        """One line for people."""
        ja = f"{self.pages} ページ: 変更 {self.changed}、再読 {self.reread}、変化なし {self.unchanged}、除去 {self.removed}、失敗 {self.skipped}"
        en = (
            f"{self.pages} pages: {self.changed} changed, {self.reread} read again, {self.unchanged} unchanged, "
            f"{self.removed} removed, {self.skipped} failed"
        )
        return f"{ja} / {en} ({self.seconds:.1f} s)"
