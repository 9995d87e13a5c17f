"""The machinery of checks: files, running, findings, suppressions, baselines."""

from ontology.checking.baseline import Baseline, BaselineError, read_baseline, write_baseline
from ontology.checking.check import CHECKS_FOLDER, Check, CheckError, load_checks, read_check
from ontology.checking.finding import (
    Bilingual,
    Finding,
    Location,
    Match,
    Severity,
    Span,
    Status,
    group_by_cause,
)
from ontology.checking.pages import Extract, PageView, read_pages
from ontology.checking.runner import run_all
from ontology.checking.suppression import (
    Suppression,
    SuppressionError,
    page_suppressions,
    read_sidecar,
    suppress,
)

__all__ = [
    "CHECKS_FOLDER",
    "Baseline",
    "BaselineError",
    "Bilingual",
    "Check",
    "CheckError",
    "Extract",
    "Finding",
    "Location",
    "Match",
    "PageView",
    "Severity",
    "Span",
    "Status",
    "Suppression",
    "SuppressionError",
    "group_by_cause",
    "load_checks",
    "page_suppressions",
    "read_baseline",
    "read_check",
    "read_pages",
    "read_sidecar",
    "run_all",
    "suppress",
    "write_baseline",
]
