"""Options that several commands share."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from ingest.store import Store, open_store
from ingest.store.endpoint import is_endpoint

__all__ = ["DEFAULT_STORE", "Lang", "StoreOption", "StoreOptionMaybe", "store_location", "the_store"]

DEFAULT_STORE = "./saitei-store"

StoreOption = Annotated[
    str,
    typer.Option(
        "--store",
        envvar="SAITEI_STORE",
        metavar="DIR|URL",
        help="ストアのフォルダか SPARQL エンドポイントの URL / folder of the store, or URL of a SPARQL endpoint",
        show_default=True,
    ),
]
StoreOptionMaybe = Annotated[
    str | None,
    typer.Option(
        "--store",
        envvar="SAITEI_STORE",
        metavar="DIR|URL",
        help="ストアのフォルダか SPARQL エンドポイントの URL / folder of the store, or URL of a SPARQL endpoint",
    ),
]
Lang = Literal["ja", "en"]


def store_location(location: str) -> str:
    """Return the location of a store as an absolute path; a URL stays one."""
    if is_endpoint(location):
        return location
    return str(Path(location).expanduser().absolute())


def the_store(location: str, *, read_only: bool = True) -> Store:
    """Open the store for a command."""
    return open_store(location, read_only=read_only)


def language(environment: dict[str, str] | None = None) -> Lang:
    """Guess the language of the user: Japanese unless the locale clearly says otherwise."""
    values = environment if environment is not None else dict(os.environ)
    locale = values.get("LC_ALL") or values.get("LC_MESSAGES") or values.get("LANG") or ""
    return "en" if locale.startswith("en") else "ja"
