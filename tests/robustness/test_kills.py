"""Ingest, check and export killed at random moments leave nothing half done."""

import os
from pathlib import Path

from tests.robustness.kills import kill_at_random_moments

KILLS = int(os.environ.get("SAITEI_KILLS", "6"))
"""How many commands are killed; `python -m tests.robustness.kills 200` for a long run."""


def test_killed_commands_leave_nothing_half_done(tmp_path: Path) -> None:
    tried = kill_at_random_moments(KILLS, tmp_path)
    assert sum(tried.kills.values()) == KILLS
    assert tried.faults == []
