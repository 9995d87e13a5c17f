"""The read-only SPARQL endpoint: SPARQL 1.1 Protocol, service description, dereferenceable `id:` IRIs."""

from explorer.serve.application import Limits, create_app

__all__ = ["Limits", "create_app"]
