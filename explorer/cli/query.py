"""`saitei query`: ask the graph in SPARQL."""

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from explorer.cli.failures import complain, fail
from explorer.cli.options import DEFAULT_STORE, Lang, StoreOption, language, the_store
from explorer.cli.tables import draw_table
from ingest.store import QueryError, QuerySyntaxError, QueryTimeout
from ontology.queries import NamedQuery, QueryFileError, load_queries

__all__ = ["query"]

Format = Literal["table", "csv", "tsv", "json", "xml", "turtle", "ntriples", "rdfxml", "jsonld"]


def query(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|NAME|-",
            help="SPARQL のファイル、名前付き問い合わせ、または - (標準入力) / a file, a named query, or - for standard input",
        ),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    format: Annotated[  # noqa: A002 - the name of the option
        Format | None,
        typer.Option(
            "--format",
            "-f",
            help="出力の形式 / format; default table (SELECT, ASK) or turtle (CONSTRUCT, DESCRIBE)",
        ),
    ] = None,
    timeout: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="時間の上限（秒） / time limit")
    ] = 60.0,
    limit: Annotated[
        int | None,
        typer.Option(min=1, metavar="ROWS", help="行数の上限 / at most so many rows (the rest is reported)"),
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option(
            "--param",
            "-p",
            metavar="NAME=VALUE",
            help="名前付き問い合わせの引数 / value for a named query (repeatable)",
        ),
    ] = None,
    list_queries: Annotated[
        bool, typer.Option("--list", help="名前付き問い合わせの一覧 / list the named queries")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="実行せずに本文を表示 / print the query text, do not run it")
    ] = False,
    lang: Annotated[Lang | None, typer.Option(help="一覧の言語 / language of the list")] = None,
) -> None:
    """SPARQL で問い合わせる / query the graph with SPARQL (reading only; prefixes are known).

    例 / example: saitei query rulings-citing-or-involving --param rule=703.4e --param card=龍神ヘヴィ
    """
    if list_queries:
        _list(lang or language(), "json" if format == "json" else "table")
        return
    if source is None:
        raise fail("name a file or a named query, or - for standard input; saitei query --list names them")
    text, file = _read(source, param or [])
    if show:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    started = time.monotonic()
    try:
        with the_store(store) as reader:
            wanted = None if format == "table" else format
            form = _form(text)
            tabular = form in ("SELECT", "ASK")
            if tabular and format in (None, "table"):
                wanted = "json"
            answer = reader.query(text, result_format=wanted, timeout=timeout, max_rows=limit)
    except QueryTimeout as error:
        complain(str(error), file=file)
        raise typer.Exit(1) from error
    except QuerySyntaxError as error:
        complain(str(error), file=file, line=error.line, column=error.column)
        if error.hint:
            complain("直した問い合わせ / mended query:\n" + error.hint.rstrip())
        raise typer.Exit(2) from error
    except QueryError as error:
        complain(str(error), file=file)
        raise typer.Exit(2 if "cannot be written as" in str(error) else 1) from error
    if tabular and format in (None, "table"):
        draw_table(answer.data)
        if answer.form == "SELECT" and sys.stdout.isatty():
            complain(f"{answer.rows} 行 rows, {time.monotonic() - started:.2f} s")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(answer.data)
        sys.stdout.buffer.flush()
    if answer.truncated:
        complain(f"{limit} 行で打ち切りました。続きがあります / cut at {limit} rows; there are more")


def _form(text: str) -> str:
    from ingest.store.lint import check_query

    return check_query(text)


def _read(source: str, params: list[str]) -> tuple[str, str]:
    """Return the text of the query and the name to use in messages."""
    values: dict[str, str] = {}
    for item in params:
        name, equals, value = item.partition("=")
        if not equals:
            raise fail(f"--param needs NAME=VALUE, not {item!r}")
        values[name.strip().lstrip("?$")] = value
    if source == "-":
        text, file = sys.stdin.buffer.read().decode("utf-8-sig", "replace"), "-"
    else:
        named = load_queries().get(source)
        path = Path(source)
        if named is not None and not path.is_file():
            try:
                return named.bind(values), f"{source}.rq"
            except QueryFileError as error:
                raise fail(str(error)) from error
        if not path.is_file():
            raise fail(
                f"{source}: そのファイルも名前付き問い合わせもありません / neither a file nor a named query; "
                "saitei query --list names the queries, and - reads one from standard input"
            )
        text, file = path.read_text("utf-8-sig"), source
    if values:
        unbound = [n for n in values if f"?{n}" not in text and f"${n}" not in text]
        if unbound:
            raise fail(f"the query does not use ?{unbound[0]}", file=file)
        text = _bind_loose(text, values, file)
    return text, file


def _bind_loose(text: str, values: dict[str, str], file: str) -> str:
    """Bind parameters of a query of the user: where it has ``VALUES ?name { … }``."""
    from ontology.queries import Parameter

    parameters = tuple(Parameter(n, "string", n, n, "", True) for n in values)
    loose = NamedQuery(file, file, file, "", "", text, parameters)
    for name in values:
        if f"VALUES ?{name}" not in " ".join(text.split()):
            raise fail(
                f"--param {name} needs a line 'VALUES ?{name} {{ \"default\" }}' in the query", file=file
            )
    return loose.bind(values)


def _list(lang: Lang, form: str) -> None:
    queries = load_queries().values()
    if form == "json":
        listed = [
            {
                "name": q.name,
                "title": {"ja": q.title_ja, "en": q.title_en},
                "description": {"ja": q.description_ja, "en": q.description_en},
                "parameters": [
                    {
                        "name": p.name,
                        "type": p.type,
                        "default": p.default,
                        "label": {"ja": p.label_ja, "en": p.label_en},
                    }
                    for p in q.parameters
                ],
                "columns": list(q.columns),
                "example": dict(q.example),
            }
            for q in queries
        ]
        print(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    for q in queries:
        print(f"{q.name}\n    {q.title(lang)}")
        for p in q.parameters:
            print(
                f"    --param {p.name}=…  {p.label_en if lang == 'en' else p.label_ja} ({p.default or '*'})"
            )
