"""The layers of the project hold: explorer over ingest over ontology, no circles."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_import_layers_hold() -> None:
    tool = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which("lint-imports")
    assert tool, "import-linter is part of the test extra"
    done = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_top_level_is_as_the_user_fixed_it() -> None:
    listed = subprocess.run(
        ["git", "-c", "core.quotepath=off", "ls-files"], cwd=ROOT, capture_output=True, text=True
    ).stdout.splitlines()
    if not listed:  # an installed source tree without its history
        return
    top = {name.split("/")[0] for name in listed}
    visible = {name for name in top if not name.startswith(".")}
    assert visible <= {
        "pyproject.toml",
        "ontology",
        "ingest",
        "explorer",
        "tests",
        "README.md",
        "LICENSE",
        "requirements.lock",
    }
