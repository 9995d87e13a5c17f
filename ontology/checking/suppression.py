"""Suppressions with a reason: comments in the page and a sidecar file; those that fit nothing are reported.

In a page, ``//saitei-ignore CODE reason`` silences a code on the next line of the page (in a page flattened to
one line: on that line), ``//saitei-ignore-page CODE reason`` on the whole page. The sidecar is YAML::

    - code: TC1101          # required; one code
      reason: 用語集に統合予定   # required
      page: 状況起因処理       # optional: title of the page
      text: リンク            # optional: words that the place must hold
      fingerprint: 0123…     # optional: exactly this finding
"""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ontology.checking.finding import Bilingual, Finding, Location, Severity, Status, fingerprint
from ontology.checking.pages import PageView
from ontology.graph import GraphReader
from ontology.namespaces import sparql_prefixes

__all__ = [
    "UNREASONED",
    "UNUSED",
    "Suppression",
    "SuppressionError",
    "find_suppressions",
    "page_suppressions",
    "read_sidecar",
    "sidecar_of",
    "suppress",
]

UNUSED, UNREASONED = "TC9001", "TC9002"
_COMMENT = re.compile(r"//[ \t]*saitei-ignore(?P<page>-page)?[ \t]+(?P<code>[A-Z]{2}\d{4})(?P<reason>[^\n]*)")
_KEYS = {"code", "reason", "page", "text", "fingerprint"}


class SuppressionError(ValueError):
    """A sidecar file that cannot be used; the message names file and entry."""


@dataclass(slots=True)
class Suppression:
    """A wish to silence findings; `where` is the comment's own place, None for a sidecar entry."""

    code: str
    reason: str
    page: str | None = None
    page_iri: str | None = None
    line: int | None = None
    text: str | None = None
    fingerprint: str | None = None
    where: Location | None = None
    origin: str = ""
    used: bool = False

    def fits(self, finding: Finding) -> bool:
        """Whether the finding is the one (or one of those) meant."""
        if finding.code != self.code or (self.fingerprint and self.fingerprint != finding.fingerprint):
            return False
        if self.page is None and self.page_iri is None and self.text is None:
            return True
        return any(self._here(place) for place in finding.locations)

    def _here(self, place: Location) -> bool:
        return (
            (self.page is None or place.page == self.page)
            and (self.page_iri is None or place.page_iri == self.page_iri)
            and (self.line is None or place.line <= self.line <= place.line + place.text.count("\n"))
            and (self.text is None or self.text in place.text)
        )


def page_suppressions(page: PageView) -> list[Suppression]:
    """Suppressions written as comments in a page."""
    found = []
    for hit in _COMMENT.finditer(page.text):
        line, column = page.position(hit.start())
        place = Location(page.title, page.iri, line, column, hit.start(), hit.end(), hit.group(), page.source)
        flat = column > 1
        found.append(
            Suppression(
                hit["code"],
                hit["reason"].strip(),
                page_iri=page.iri,
                line=None if hit["page"] else line if flat else line + 1,
                where=place,
                origin=f"{page.title}:{line}",
            )
        )
    return found


def find_suppressions(graph: GraphReader, pages: Sequence[str] | None = None) -> list[Suppression]:
    """Suppressions written in the pages of a graph (in those named, or in all)."""
    only = "" if pages is None else f"VALUES ?page {{ {' '.join(f'<{p}>' for p in pages)} }}"
    query = f"""{sparql_prefixes()}
SELECT DISTINCT ?page ?title ?source ?text WHERE {{
  {only} ?page a tcg:Page ; dcterms:title ?title ; tcg:text ?text .
  OPTIONAL {{ ?page dcterms:source ?source }} FILTER(CONTAINS(?text, "saitei-ignore"))
}}"""
    found = []
    for page, title, source, text in graph.select(query):
        if page and text:
            found += page_suppressions(PageView(page, title=title or page, text=text, source=source or ""))
    return found


def sidecar_of(store: str | os.PathLike[str]) -> Path:
    """Where the sidecar file of a store lies: ``SAITEI_SUPPRESSIONS``, or ``<store>.suppressions.yaml`` beside it."""
    if named := os.environ.get("SAITEI_SUPPRESSIONS"):
        return Path(named).expanduser()
    folder = Path(store).expanduser().absolute()
    return folder.with_name(f"{folder.name}.suppressions.yaml")


def read_sidecar(path: Path) -> list[Suppression]:
    """Read a sidecar file.

    Raises:
        SuppressionError: it cannot be read, is not a list of entries with code and reason, or an entry has an
            unknown key.
    """
    try:
        entries: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise SuppressionError(f"{path}: not YAML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SuppressionError(f"{path}: cannot be read: {error}") from None
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise SuppressionError(f"{path}:1:1: write a list of entries, each with `code` and `reason`")
    found = []
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or not entry.get("code") or not str(entry.get("reason") or "").strip():
            raise SuppressionError(f"{path}: entry {number}: needs a `code` and a `reason`")
        if unknown := set(entry) - _KEYS:
            raise SuppressionError(
                f"{path}: entry {number}: unknown key {', '.join(sorted(map(str, unknown)))}"
            )
        values = {k: str(v) for k, v in entry.items()}
        found.append(
            Suppression(
                values["code"],
                values["reason"].strip(),
                page=values.get("page"),
                text=values.get("text"),
                fingerprint=values.get("fingerprint"),
                origin=f"{path.name}#{number}",
            )
        )
    return found


def suppress(findings: Iterable[Finding], suppressions: Sequence[Suppression]) -> list[Finding]:
    """Take out what is suppressed; add a warning for each suppression unused or without a reason."""
    kept = []
    for finding in findings:
        fitting = [s for s in suppressions if s.reason and s.fits(finding)]
        for suppression in fitting:
            suppression.used = True
        if not fitting:
            kept.append(finding)
    for suppression in suppressions:
        if not suppression.reason:
            kept.append(_report(UNREASONED, suppression))
        elif not suppression.used:
            kept.append(_report(UNUSED, suppression))
    return kept


def _report(code: str, suppression: Suppression) -> Finding:
    if code == UNUSED:
        title = Bilingual("使われていない抑制", "Unused suppression")
        message = Bilingual(
            f"{suppression.code} の抑制（{suppression.origin}）に当たる指摘はもうありません。",
            f"The suppression of {suppression.code} ({suppression.origin}) fits no finding any more.",
        )
        fix = Bilingual("抑制を消してください。", "Delete the suppression.")
    else:
        title = Bilingual("理由のない抑制", "Suppression without a reason")
        message = Bilingual(
            f"{suppression.code} の抑制（{suppression.origin}）に理由が書かれていないので、効いていません。",
            f"The suppression of {suppression.code} ({suppression.origin}) gives no reason, so it has no effect.",
        )
        fix = Bilingual("コードの後に理由を書いてください。", "Write the reason after the code.")
    place = suppression.where or Location(suppression.origin, "", 1, 1, 0, 0, suppression.code)
    return Finding(
        code,
        ("K12",),
        Severity.WARNING,
        Status.WORDING,
        title,
        message,
        fix,
        (place,),
        fingerprint(code, [suppression.origin, suppression.code]),
    )
