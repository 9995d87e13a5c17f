"""`saitei export`: the graph as files."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from explorer.cli.failures import complain, fail
from explorer.cli.options import DEFAULT_STORE, StoreOption, the_store
from ingest.export import ExportFormat

__all__ = ["export"]


def export(
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="出力先（省略時は標準出力） / file to write; standard output by default",
        ),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    format: Annotated[ExportFormat, typer.Option("--format", "-f", help="形式 / format")] = "trig",  # noqa: A002
    release: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="公開用のフォルダを作る / write a release of the data with its descriptions and checksums",
        ),
    ] = None,
) -> None:
    """グラフを書き出す / write the graph to a file.

    trig, nquads, jsonld には名前付きグラフが残る / trig, nquads and jsonld keep the named graphs.
    """
    from ingest.export import export_graph

    with the_store(store) as reader:
        if release is not None:
            from ingest.release import write_release

            files = write_release(reader, release)
            complain(f"{release}: {len(files)} ファイル / files")
            return
        if output is None:
            if sys.stdout.isatty() and format not in ("trig", "turtle", "nquads"):
                raise fail("name a file with --output, or send the output to another program")
            sys.stdout.flush()
            report = export_graph(reader, sys.stdout.buffer, format)
            sys.stdout.buffer.flush()
        else:
            temporary = output.with_name(f".{output.name}.{os.getpid()}.tmp")
            try:
                with temporary.open("wb") as out:
                    report = export_graph(reader, out, format)
                temporary.replace(output)
            finally:
                temporary.unlink(missing_ok=True)
    if report.replaced:
        complain(
            f"{format} に書けない制御文字を {report.replaced} か所で U+FFFD に置き換えました / "
            f"{report.replaced} texts held control characters that {format} cannot carry, each is now U+FFFD: "
            + ", ".join(report.replaced_in)
            + (" …" if report.replaced > len(report.replaced_in) else "")
        )
