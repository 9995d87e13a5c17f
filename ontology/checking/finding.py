"""Findings: what a check says, where, how bad, and under which fingerprint.

A *match* is one hit of a check in a graph (IRIs or spans, values for the message). A *finding* is the match made
readable: places with line and column, message in both languages, and a fingerprint made of the code and the
texts it speaks of, so that it survives edits elsewhere on the page.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

__all__ = [
    "Bilingual",
    "Finding",
    "Location",
    "Match",
    "Severity",
    "Span",
    "Status",
    "fingerprint",
    "group_by_cause",
    "shortened",
]


class Severity(StrEnum):
    """How bad a finding is; errors first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for error: the larger, the worse."""
        return {"info": 0, "warning": 1, "error": 2}[self.value]


class Status(StrEnum):
    """What a finding amounts to once it has been weighed against dates and known rules."""

    REAL = "real"
    SUPERSEDED = "superseded"
    STALE = "stale"
    RECONCILABLE = "reconcilable"
    GAP = "gap"
    WORDING = "wording"


@dataclass(frozen=True, slots=True)
class Bilingual:
    """A text in Japanese and English."""

    ja: str
    en: str

    def get(self, lang: str) -> str:
        """Return the text in a language; Japanese unless English is asked for."""
        return self.en if lang == "en" else self.ja


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a page: code points into its text, end exclusive."""

    page: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Match:
    """One hit of a check.

    `at` names the places, the one to be edited first; `values` fill the message; `cause` is what hits of the
    same origin share (they become one finding with a count). `pages` restricts the look-up of a place that
    occurs on many pages (a ruling, say) to the page meant.
    """

    at: tuple[str | Span, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    cause: str | None = None
    status: Status | None = None
    severity: Severity | None = None
    reconciled_by: str | None = None
    board: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """A place: page title and IRI, 1-based line and column, 0-based code-point offsets, the text there.

    `extract` is the IRI of the extract, empty for a stretch of text that is none.
    """

    page: str
    page_iri: str
    line: int
    column: int
    start: int
    end: int
    text: str
    source: str = ""
    extract: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding, ready to be written in any format."""

    code: str
    kinds: tuple[str, ...]
    severity: Severity
    status: Status
    title: Bilingual
    message: Bilingual
    fix: Bilingual
    locations: tuple[Location, ...]
    fingerprint: str
    reconciled_by: str | None = None
    board: str | None = None
    cause: str | None = None
    count: int = 1

    @property
    def order(self) -> tuple[int, str, str, int, str]:
        """Sort key: worst first, then by code and place."""
        first = self.locations[0] if self.locations else None
        return (
            -self.severity.rank,
            self.code,
            first.page if first else "",
            first.start if first else 0,
            self.fingerprint,
        )


_SPACE = re.compile(r"\s+")
_MARK = re.compile(r"^(?:[-+*□◇◆■・※●○|>] ?)+(?=[^-+*])")
_QUESTION = re.compile(r"^[QＱ][.．:：]?\s*")
_SHOWN = 5


def _normal(text: str) -> str:
    return _SPACE.sub("", unicodedata.normalize("NFKC", text))


def fingerprint(code: str, parts: Iterable[str]) -> str:
    """Fingerprint of a finding: 16 hexadecimal digits of the code and the texts it speaks of.

    Whitespace and width do not count, nor do line numbers; so moving a passage, or editing another one, leaves
    the fingerprint as it is.
    """
    digest = hashlib.sha256(code.encode())
    for part in parts:
        digest.update(b"\x00")
        digest.update(_normal(part).encode())
    return digest.hexdigest()[:16]


def group_by_cause(
    findings: Iterable[Finding], *, sums: Mapping[str, Bilingual] | None = None
) -> list[Finding]:
    """Fold findings of the same code, cause and status into one with a count and all their places.

    `sums` gives, per code, the message of a group; ``{count}`` and ``{examples}`` are filled in. Findings without
    a cause stay as they are. The result is sorted.
    """
    out: list[Finding] = []
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in sorted(findings, key=lambda f: f.order):
        if finding.cause is None:
            out.append(finding)
        else:
            groups.setdefault((finding.code, finding.cause, finding.status), []).append(finding)
    for (code, cause, _status), members in groups.items():
        if len(members) == 1:
            out.append(members[0])
            continue
        first = members[0]
        message = first.message
        if sums and code in sums:
            shown = list(dict.fromkeys(_named(m) for m in members if m.locations))
            count, some = str(len(members)), shown[:_SHOWN]
            ja = "、".join(some) + (" など" if len(shown) > _SHOWN else "")
            en = ", ".join(some) + (" …" if len(shown) > _SHOWN else "")
            message = Bilingual(
                fill(sums[code].ja, {"count": count, "examples": ja}),
                fill(sums[code].en, {"count": count, "examples": en}),
            )
        places = tuple(dict.fromkeys(place for member in members for place in member.locations))
        out.append(
            replace(
                first,
                message=message,
                locations=places,
                fingerprint=fingerprint(code, ["group", cause]),
                count=len(members),
            )
        )
    return sorted(out, key=lambda f: f.order)


def _named(finding: Finding) -> str:
    """A finding in a list of examples: its forms, where they are words, else the beginning of its first place."""
    texts = list(dict.fromkeys(_short(place.text) for place in finding.locations))
    words = 1 < len(texts) <= 3 and all(len(text) <= 12 for text in texts)
    return "／".join(texts) if words else texts[0]


def _short(text: str, limit: int = 24) -> str:
    return shortened(_QUESTION.sub("", text.strip()), limit)


def shortened(text: str, limit: int) -> str:
    """One line of a passage without the mark of its list, cut to a length."""
    flat = _SPACE.sub(" ", text).strip()
    flat = _MARK.sub("", flat) or flat
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


_SLOT = re.compile(r"\{(\w+)\}")


def fill(template: str, values: Mapping[str, str]) -> str:
    """Fill ``{name}`` slots; a slot without a value is left out, so that no brace reaches a reader."""
    return _SLOT.sub(lambda m: values.get(m.group(1), ""), template)
