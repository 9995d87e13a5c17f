"""`saitei explore` and `saitei demo`: the app in the browser."""

from typing import Annotated

import typer

from explorer.cli.failures import complain, fail
from explorer.cli.launch import run_app
from explorer.cli.options import DEFAULT_STORE, StoreOption, store_location, the_store

__all__ = ["demo", "explore"]

Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="待ち受けるアドレス / address to listen at (0.0.0.0: every network)"
    ),
]
Port = Annotated[
    int | None,
    typer.Option(min=1, max=65535, help="ポート（省略時は空いているもの） / port; a free one by default"),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="ブラウザを開かない / do not open the browser")]


def explore(
    store: StoreOption = DEFAULT_STORE,
    host: Host = "127.0.0.1",
    port: Port = None,
    no_browser: NoBrowser = False,
) -> None:
    """ブラウザでグラフを見る / open the explorer on a store."""
    the_store(store).close()  # an unusable store is told here, not in the browser
    raise typer.Exit(run_app(store_location(store), host=host, port=port, browser=not no_browser))


def demo(
    host: Host = "127.0.0.1",
    port: Port = None,
    no_browser: NoBrowser = False,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="DIR",
            help="見本用のストア / store for the sample (default: in the cache folder)",
        ),
    ] = None,
    ingest_only: Annotated[
        bool,
        typer.Option("--ingest-only", help="取り込みだけを行う / only fill the store, do not start the app"),
    ] = False,
) -> None:
    """見本のウィキを取り込み、ブラウザで見る / ingest the sample wiki into its own store and open the explorer."""
    from explorer.cli.sample import prepare_sample

    location = prepare_sample(store)
    if location is None:
        raise fail("the sample wiki could not be ingested", code=1)
    complain(f"見本のストア / store of the sample: {location}")
    if not ingest_only:
        raise typer.Exit(run_app(str(location), host=host, port=port, browser=not no_browser))
