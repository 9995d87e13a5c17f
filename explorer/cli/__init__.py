"""The command line `saitei`."""

import io
import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends the process with 0 (fine), 1 (findings or failures) or 2 (wrong use)."""
    for stream in (sys.stdout, sys.stderr):  # the texts are Japanese, whatever the locale says
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace" if stream is sys.stderr else "strict")
    from explorer.cli.app import app
    from explorer.cli.failures import report_failure

    try:
        app(args=list(arguments) if arguments is not None else None, prog_name="saitei")
    except BrokenPipeError:  # the reader of a pipe (head, less) has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        print("中断しました / interrupted", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        sys.exit(report_failure(error))
