"""The reference of the command line, made from its own help.

`python -m explorer.cli.reference` writes `explorer/docs/cli.md`; a test holds the file to what this gives.
"""

import sys
from pathlib import Path

from typer.testing import CliRunner

from explorer.cli.app import app

__all__ = ["REFERENCE", "reference"]

REFERENCE = Path(__file__).parent.parent / "docs" / "cli.md"
_HEAD = """# saitei: コマンド / commands

この文書は `python -m explorer.cli.reference` が `--help` から作る。
This document is made from `--help` by `python -m explorer.cli.reference`.

終了コード / exit codes: 0 正常 fine, 1 指摘あり・失敗 findings or failures, 2 使い方の誤り wrong use.
Errors go to standard error as `file:line:column: message`.
"""


def reference() -> str:
    """Return the reference as Markdown."""
    parts = [_HEAD]
    for name in [c.name or "" for c in app.registered_commands]:
        said = CliRunner(
            env={"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "SAITEI_STORE": ""}
        ).invoke(app, [name, "--help"], prog_name="saitei")
        lines = [line.rstrip() for line in said.output.strip().splitlines()]
        parts.append(f"\n## saitei {name}\n\n```\n" + "\n".join(lines) + "\n```\n")
    return "".join(parts)


if __name__ == "__main__":
    REFERENCE.write_text(reference(), "utf-8")
    print(REFERENCE, file=sys.stderr)
