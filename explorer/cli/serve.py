"""`saitei serve`: a read-only SPARQL endpoint."""

from typing import Annotated

import typer

from explorer.cli.launch import free_port
from explorer.cli.options import DEFAULT_STORE, StoreOption, store_location, the_store

__all__ = ["serve"]


def serve(
    store: StoreOption = DEFAULT_STORE,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="待ち受けるアドレス / address to listen at")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="ポート / port")] = 7878,
    timeout: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="問い合わせの時間の上限 / time limit of a query")
    ] = 30.0,
    max_rows: Annotated[
        int, typer.Option(min=1, metavar="ROWS", help="行数の上限 / at most so many rows")
    ] = 100_000,
    workers: Annotated[
        int, typer.Option(min=1, metavar="N", help="同時に動く問い合わせ / queries that run at once")
    ] = 4,
) -> None:
    """読み取り専用の SPARQL エンドポイント / read-only SPARQL 1.1 Protocol endpoint."""
    import uvicorn

    from explorer.cli.failures import complain
    from explorer.serve import Limits, create_app
    from explorer.serve.deadline import DeadlineProtocol

    the_store(store).close()
    chosen = free_port(host, port)
    application = create_app(
        store_location(store), Limits(timeout=timeout, max_rows=max_rows, workers=workers)
    )
    complain(f"SPARQL: http://{host}:{chosen}/sparql  (Ctrl-C で終了 / Ctrl-C ends)")
    uvicorn.run(
        application, host=host, port=chosen, log_level="warning", access_log=False, server_header=False,
        timeout_keep_alive=15, limit_concurrency=1000, h11_max_incomplete_event_size=64 * 1024,
        http=DeadlineProtocol,
    )  # fmt: skip
