"""Graph to people: command line, Streamlit app, graph drawing, SPARQL endpoint, reports; in Python, `open_graph`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer.research import Graph, open_graph

__all__ = ["Graph", "open_graph"]


def __getattr__(name: str) -> Any:
    """Load the Python interface when it is asked for, so that the command line starts quickly."""
    if name in __all__:
        from explorer import research

        return getattr(research, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
