"""`saitei derive`: run boards and say what follows, step by step."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from explorer.cli.failures import complain, fail
from explorer.cli.options import Lang, StoreOptionMaybe, language, the_store
from ingest.store import Store

if TYPE_CHECKING:
    from explorer.cli.deriving import Entry

__all__ = ["derive"]


def derive(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE.yaml…", help="場面のファイル、- は標準入力 / scenario files, - for standard input"
        ),
    ] = None,
    store: StoreOptionMaybe = None,
    case: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID", help="この事例だけ（ID#2 で変種） / only this case (ID#2: a variant); repeatable"
        ),
    ] = None,
    as_of: Annotated[
        str | None, typer.Option(metavar="DATE", help="この日の規則で / with the rules of this day")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="DATE DATE", help="二つの日の結果を比べる / compare the outcomes of two days"),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE", help="この規則がなければ / what if this rule were not there; repeatable"
        ),
    ] = None,
    format: Annotated[  # noqa: A002 - the name of the option
        Literal["text", "json", "turtle"], typer.Option("--format", "-f", help="出力の形式 / format")
    ] = "text",
    lang: Annotated[Lang | None, typer.Option(help="言語 / language")] = None,
    rulings: Annotated[
        bool,
        typer.Option(
            "--rulings",
            help="ストアの裁定のうち事例のあるもの、自動で読めたもの / rulings of the store with a formal case, or read into one",
        ),
    ] = False,
    write_read: Annotated[
        Path | None,
        typer.Option(
            "--write-read",
            metavar="FILE",
            help="裁定の読み取りを、直すための事例として書き出す / write how rulings were read, as cases to correct",
        ),
    ] = None,
    attach: Annotated[
        bool,
        typer.Option(
            "--attach",
            help="FILE の事例を裁定に添え、ストアに入れる / attach the cases of FILE to their rulings in the store",
        ),
    ] = False,
    materialise: Annotated[
        bool,
        typer.Option(
            "--materialise",
            help="リンクの相手・進化元・装備の対象を導いて格納 / derive link partners, evolution and equip targets into the store",
        ),
    ] = False,
) -> None:
    """場面に規則を当てはめ、結果と理由を示す / apply the rules to boards, with the reasons.

    ストアがなくても動く / works without a store; with --store its facts are used too.
    """
    from explorer.cli.deriving import (
        Request,
        run_attach,
        run_cases,
        run_export,
        run_materialise,
        run_rulings,
    )

    spoken = lang or language()
    for day in (as_of, *(diff or ())):
        _check_day(day)
    request = Request(tuple(case or ()), as_of, tuple(without or ()))
    if not files and not rulings and not materialise and write_read is None:
        raise fail("name a scenario file, or use --rulings, --write-read or --materialise with --store")
    if (rulings or materialise or attach or write_read is not None) and store is None:
        raise fail("--rulings, --write-read, --attach and --materialise need --store")
    if attach and (not files or "-" in files):
        raise fail("--attach needs the scenario files whose cases are attached")
    ok = True
    graph: Store | None = None
    try:
        if materialise and store is not None:
            the_store(store).close()
            with the_store(store, read_only=False) as writer:
                complain(run_materialise(writer))
            if not files and not rulings:
                return
        if attach and store is not None:
            the_store(store).close()
            with the_store(store, read_only=False) as writer:
                complain(run_attach(writer, files or []))
        graph = the_store(store) if store is not None else None
        if write_read is not None and graph is not None:
            complain(run_export(graph, write_read))
            if not files and not rulings:
                return
        entries: list[Entry] = []
        for file in (files or ()) if not attach else ():
            entries += run_cases(sys.stdin.read() if file == "-" else Path(file), request, graph, diff)
        if attach and not rulings:
            return
        if rulings and graph is not None:
            entries += run_rulings(graph, request, diff)
        ok = _write(entries, format, spoken)
    finally:
        if graph is not None:
            graph.close()
    if not ok:
        raise typer.Exit(1)


def _write(entries: "list[Entry]", form: str, lang: Lang) -> bool:
    """Write derivations; returns whether every expected fact holds."""
    if form == "json":
        json.dump([e.to_json() for e in entries], sys.stdout, ensure_ascii=False, indent=1)
        print()
    elif form == "turtle":
        for entry in entries:
            print(entry.to_turtle())
    else:
        print("\n\n".join(entry.to_text(lang).rstrip() for entry in entries))
    return all(entry.ok for entry in entries)


def _check_day(day: str | None) -> None:
    import datetime

    if day is None:
        return
    for pattern in ("%Y-%m-%d", "%Y-%m", "%Y"):
        try:
            datetime.datetime.strptime(day, pattern).date()
        except ValueError:
            continue
        return
    raise fail(f"{day!r} is no date: write YYYY-MM-DD")
