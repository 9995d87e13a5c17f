"""The commands of `saitei`, gathered."""

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from explorer.cli import check, derive, explore, export, ingest, query, rules, serve

__all__ = ["app"]

app = typer.Typer(
    name="saitei",
    help="裁定 Saitei: カードゲームの規則を知識グラフにして、調べ、導く / "
    "a knowledge-graph explorer and reasoner for card-game rules.\n\n"
    "終了コード / exit codes: 0 正常 fine, 1 指摘あり・失敗 findings or failures, 2 使い方の誤り wrong use.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        try:
            found = version("saitei")
        except PackageNotFoundError:
            found = "unknown"
        typer.echo(f"saitei {found}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="版を表示 / show the version"),
    ] = False,
) -> None:
    """裁定 Saitei."""


app.command("demo")(explore.demo)
app.command("ingest")(ingest.ingest)
app.command("remove")(ingest.remove)
app.command("explore")(explore.explore)
app.command("query")(query.query)
app.command("derive")(derive.derive)
app.command("check")(check.check)
app.command("rules")(rules.rules)
app.command("export")(export.export)
app.command("serve")(serve.serve)
