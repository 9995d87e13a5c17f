"""`saitei ingest` and `saitei remove`: wiki pages into the store, and out of it."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from explorer.cli.failures import complain, fail
from explorer.cli.options import DEFAULT_STORE, StoreOption, the_store
from ingest.pipeline.result import Problem

__all__ = ["ingest", "remove"]


def ingest(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH…",
            help="ファイル・フォルダ・ダンプ・- (標準入力) / files, folders, dumps, - for standard input",
        ),
    ],
    store: StoreOption = DEFAULT_STORE,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="dm|ygo", help="ゲーム（省略時は内容から判断） / game; found out from the text by default"
        ),
    ] = None,
    site: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="サイトの名（省略時はフォルダの名） / site; by default the name of the folder",
        ),
    ] = None,
    format: Annotated[  # noqa: A002 - the name of the option
        str | None,
        typer.Option(
            "--format", "-f", metavar="NAME", help="書式（省略時は自動判定） / markup; detected by default"
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="並列の数（省略時は CPU の数） / worker processes; by default one a CPU"
        ),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="dask://HOST:PORT",
            help="Dask のクラスタで読む（省略時はこの計算機） / read on a Dask cluster; by default on this machine",
        ),
    ] = None,
    prune: Annotated[
        bool,
        typer.Option(
            "--prune", help="入力にないページを除く / take out pages of these sites that the input lacks"
        ),
    ] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="裁定が消えるページも受け入れ、すべて読み直す / accept pages that lose their rulings, read everything anew",
        ),
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="報告を書く / write a report")
    ] = None,
    timings: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="ページごとの秒数を書く / write the seconds each page took"),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="誤りだけを表示 / show errors only")] = False,
) -> None:
    """ウィキのページを取り込む / read wiki pages into the store.

    もう一度取り込むと変わったページだけが置き換わる / ingesting again replaces only what has changed.
    """
    from explorer.cli.progress import Progress
    from ingest.pipeline import ingest_paths

    for path in paths:  # before a store is made for nothing
        if path != "-" and not Path(path).exists():
            raise fail("そのファイルもフォルダもありません / there is no such file or folder", file=path)
    with (
        the_store(store, read_only=False) as writer,
        Progress(shown=not quiet and sys.stderr.isatty()) as progress,
    ):
        result = ingest_paths(
            writer,
            paths,
            game=game,
            site=site,
            markup_format=format,
            workers=workers or os.cpu_count() or 1,
            engine=engine,
            prune=prune,
            force=force,
            progress=progress.update,
        )
    _tell(result.problems, quiet=quiet)
    if report is not None:
        _write_json(report, result.report)
    if timings is not None:
        _write_json(timings, result.timings)
    if not quiet:
        complain(result.summary())
    if result.failed:
        raise typer.Exit(1)


_SHOWN = 20


def _tell(problems: list[Problem], *, quiet: bool) -> None:
    """Write errors, and the first of the lesser problems; the report holds all of them."""
    errors = [p for p in problems if p.severity == "error"]
    lesser = [] if quiet else [p for p in problems if p.severity != "error"]
    for p in (*errors, *lesser[:_SHOWN]):
        complain(f"{p.message} [{p.code}]", file=p.file, line=p.line, column=p.column)
    if len(lesser) > _SHOWN:
        more = len(lesser) - _SHOWN
        complain(
            f"ほかに {more} 件の注意があります（--report で全件） / {more} more notes; --report has them all"
        )


def remove(
    pages: Annotated[
        list[str], typer.Argument(metavar="PAGE…", help="ページの題名または IRI / titles or IRIs of pages")
    ],
    store: StoreOption = DEFAULT_STORE,
    game: Annotated[str | None, typer.Option(metavar="dm|ygo", help="ゲーム / game")] = None,
    site: Annotated[str | None, typer.Option(metavar="NAME", help="サイト / site")] = None,
) -> None:
    """ページと、そこから導かれたものを除く / take pages out, and what was derived from them."""
    from ingest.pipeline import PageNotFound, remove_pages

    the_store(store).close()  # a store that does not exist is not created here
    with the_store(store, read_only=False) as writer:
        try:
            removed = remove_pages(writer, pages, game=game, site=site)
        except PageNotFound as error:
            raise fail(str(error)) from error
    for page in removed:
        complain(f"除きました / removed: {page}")


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
