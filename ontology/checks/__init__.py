"""The checks: one file each in this folder (see README.md), and the functions that use them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ontology.checking.baseline import Baseline
from ontology.checking.check import Check, CheckError, load_checks
from ontology.checking.finding import Finding, group_by_cause
from ontology.checking.gathering import Opener
from ontology.checking.runner import run_all
from ontology.checking.suppression import find_suppressions, read_sidecar, suppress
from ontology.graph import GraphReader

__all__ = ["Check", "CheckError", "Finding", "grouped", "load_checks", "run_checks", "select_checks"]


def select_checks(
    checks: Sequence[Check], select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> list[Check]:
    """Return the checks whose code or kind is selected (all, if none is) and not ignored.

    A selector is a code (`TC0401`), the beginning of one (`TC04`) or a kind (`K4`).

    Raises:
        CheckError: a selector fits no check.
    """

    def fits(check: Check, selector: str) -> bool:
        return check.code.startswith(selector.upper()) or selector.upper() in check.kinds

    chosen, dropped = list(select), list(ignore)
    for selector in (*chosen, *dropped):
        if not any(fits(check, selector) for check in checks):
            raise CheckError(f"no check has the code or kind {selector!r}; `saitei check --list` names them")
    return [
        c
        for c in checks
        if (not chosen or any(fits(c, s) for s in chosen)) and not any(fits(c, s) for s in dropped)
    ]


def run_checks(
    graph: GraphReader,
    *,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
    lang: str = "ja",
    pages: Sequence[str] | None = None,
    sidecar: Path | None = None,
    baseline: Baseline | None = None,
    group: bool = True,
    checks: Sequence[Check] | None = None,
    reopen: Opener | None = None,
    processes: int = 1,
) -> list[Finding]:
    """Run the checks over a graph and return their findings, worst first.

    Args:
        graph: the store.
        select: codes, beginnings of codes or kinds to run; None for all.
        ignore: the same, to leave out.
        lang: kept for writers; findings carry both languages.
        pages: IRIs of pages; only findings that touch one of them are returned.
        sidecar: suppression file (YAML); comments in pages count always.
        baseline: findings known and accepted are left out.
        group: fold findings of one cause into one with a count.
        checks: other checks than those of the project.
        reopen: opens the graph in a further process (must survive pickling); without it there is none.
        processes: how many processes read a large wiki.

    Raises:
        CheckError: a selector fits no check, or a check file is wrong.
        SuppressionError: the sidecar is wrong.
    """
    del lang
    known = list(checks) if checks is not None else load_checks()
    chosen = select_checks(known, select or (), ignore or ())
    findings = run_all(graph, chosen, pages=pages, reopen=reopen, processes=processes)
    codes = {c.code for c in chosen}
    wishes = [s for s in find_suppressions(graph, pages) if s.code in codes]
    if sidecar is not None:
        entries = [s for s in read_sidecar(sidecar) if s.code in codes]
        for entry in entries:
            entry.used = pages is not None  # part of the wiki cannot show that an entry fits nothing
        wishes += entries
    findings = suppress(findings, wishes)
    if baseline is not None:
        findings = baseline.new(findings)
    if not group:
        return sorted(findings, key=lambda f: f.order)
    return grouped(findings, chosen)


def grouped(findings: Iterable[Finding], checks: Sequence[Check] | None = None) -> list[Finding]:
    """Fold findings of one cause into one with a count, in the words of their checks."""
    known = checks if checks is not None else load_checks()
    sums = {c.code: c.group_message for c in known if c.group_message is not None}
    return group_by_cause(findings, sums=sums)
