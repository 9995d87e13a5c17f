"""`saitei check`: contradictions, gaps and stale statements, each at its place."""

import datetime
import io
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from explorer.cli.failures import complain, fail
from explorer.cli.options import DEFAULT_STORE, Lang, StoreOption, language, the_store
from ingest.store import Store

__all__ = ["check"]

Format = Literal["text", "json", "sarif", "github", "csv", "html", "pukiwiki"]
Level = Literal["error", "warning", "info", "never"]


def check(
    store: StoreOption = DEFAULT_STORE,
    format: Annotated[Format, typer.Option("--format", "-f", help="出力の形式 / format")] = "text",  # noqa: A002
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="出力先（省略時は標準出力） / file to write"),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE|KIND",
            help="行う検査（TC0401、TC04、K4 など。繰り返し・コンマ区切り可） / checks to run",
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CODE|KIND", help="行わない検査 / checks to leave out")
    ] = None,
    suppressions: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="抑制の一覧（YAML）。省略時は STORE.suppressions.yaml があればそれ"
            " / suppressions with their reasons (YAML); STORE.suppressions.yaml where there is one",
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="既知の指摘を除く / leave out the findings of this baseline"),
    ] = None,
    write_baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="今の指摘を既知として書く / write the findings as a baseline (needs --reason)",
        ),
    ] = None,
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="既知とする理由 / why the findings are accepted")
    ] = "",
    changed_since: Annotated[
        str | None,
        typer.Option(
            metavar="STORE|DATE",
            help="その後に変わったページだけ / only pages that differ from a store, or are dated since a day",
        ),
    ] = None,
    write_graph: Annotated[
        bool,
        typer.Option(
            "--write", help="指摘を tcg:Finding としてストアに書く / write the findings into the store"
        ),
    ] = False,
    fail_on: Annotated[
        Level,
        typer.Option(metavar="LEVEL", help="終了コード 1 とする重さ / level from which the exit code is 1"),
    ] = "error",
    show_all: Annotated[
        bool, typer.Option("--all", help="参考の指摘も表示 / show findings of level info too")
    ] = False,
    list_checks: Annotated[bool, typer.Option("--list", help="検査の一覧 / list the checks")] = False,
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, help="大きなウィキを読むプロセスの数 / processes that read a large wiki"),
    ] = 2,
    lang: Annotated[Lang | None, typer.Option(help="言語 / language")] = None,
) -> None:
    """矛盾・抜け・古くなった記述を探す / look for contradictions, gaps and stale statements."""
    from ontology.checking.baseline import BaselineError, read_baseline
    from ontology.checking.baseline import write_baseline as save_baseline
    from ontology.checking.suppression import SuppressionError, sidecar_of
    from ontology.checks import CheckError, grouped, load_checks, run_checks, select_checks

    spoken = lang or language()
    if list_checks:
        for known in load_checks():
            print(f"{known.code}  {known.title.get(spoken)}")
        return
    from explorer.findings import write

    if suppressions is None and (beside := sidecar_of(store)).exists():
        suppressions = beside  # the explorer writes it
    try:
        accepted = read_baseline(baseline) if baseline else None
        with the_store(store) as reader:
            pages = _changed(reader, changed_since) if changed_since else None
            found = run_checks(
                reader,
                select=_split(select),
                ignore=_split(ignore),
                lang=spoken,
                pages=pages,
                sidecar=suppressions,
                baseline=accepted,
                group=False,
                reopen=partial(the_store, store),
                processes=workers,
            )
        if write_graph:
            from explorer.findings.in_graph import write_findings

            codes = {c.code for c in select_checks(load_checks(), _split(select) or (), _split(ignore) or ())}
            with the_store(store, read_only=False) as writer:
                number = write_findings(writer, found, codes=codes, pages=pages)
            complain(f"{store}: {number} 件を書きました / findings written")
        if write_baseline is not None:
            count = save_baseline(found, write_baseline, reason=reason)
            complain(f"{write_baseline}: {count} 件 / findings")
            return
        found = grouped(found)
    except (CheckError, BaselineError, SuppressionError) as error:
        raise fail(str(error)) from error
    text = io.StringIO()
    write(found, format, spoken, text, show_info=show_all)
    if output is None:
        sys.stdout.write(text.getvalue())
    else:
        output.write_text(text.getvalue(), "utf-8")
    ranks = {"info": 0, "warning": 1, "error": 2, "never": 9}
    if any(f.severity.rank >= ranks[fail_on] for f in found):
        raise typer.Exit(1)


def _split(values: list[str] | None) -> list[str] | None:
    return [part.strip() for v in values for part in v.split(",") if part.strip()] if values else None


def _changed(reader: Store, since: str) -> list[str]:
    """Return the pages that differ from another store, or that are dated on a day or later."""
    try:
        day = datetime.date.fromisoformat(since)
    except ValueError:
        day = None
    if day is not None:
        rows = reader.select(
            "PREFIX tcg: <https://saitei.example/tcg#> PREFIX dcterms: <http://purl.org/dc/terms/> "
            "SELECT ?page { ?page a tcg:Page ; dcterms:modified ?date "
            f'FILTER(?date >= "{day.isoformat()}"^^<http://www.w3.org/2001/XMLSchema#date>) }} ORDER BY ?page'
        )
        return [str(row[0]) for row in rows]
    if not Path(since).is_dir():
        raise fail(f"--changed-since needs the folder of a store or a day (YYYY-MM-DD), not {since!r}")
    with the_store(since) as old:
        before = set(old.graphs())
        return [
            g for g in reader.graphs()
            if "/page/" in g and (g not in before or set(reader.quads(g)) != set(old.quads(g)))
        ]  # fmt: skip
