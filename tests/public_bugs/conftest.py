"""Fixtures of the app and the command line, for tests that need them."""

from tests.app.conftest import app, small_store
from tests.cli.conftest import saitei, sample_store

__all__ = ["app", "saitei", "sample_store", "small_store"]
