"""Fixtures and the report of what was skipped."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def real_pages() -> Path:
    """Folder of the real pages, or a visible skip where `SAITEI_PAGES` does not name it."""
    folder = os.environ.get("SAITEI_PAGES")
    if not folder or not Path(folder).is_dir():
        pytest.skip("SAITEI_PAGES does not name the folder of the real pages")
    return Path(folder).resolve()


@pytest.fixture(scope="session")
def sample_wiki() -> Path:
    """Folder of the sample wiki that the project ships."""
    return ROOT / "ingest" / "sample"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why tests were skipped even where `-q` hides it."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        reasons[reason] = reasons.get(reason, 0) + 1
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"skipped {count}: {reason.removeprefix('Skipped: ')}")
