"""Pages of things: what the graph says about an IRI, as HTML or RDF."""

from html import escape
from urllib.parse import quote, unquote

import pyoxigraph as ox

from explorer.cli.tables import shorten
from ingest.store import Store
from ontology.namespaces import ID

__all__ = ["facts_about", "page_of", "resource_iri"]

_LIMIT = 500


def resource_iri(path: str) -> str | None:
    """Return the IRI of the path below /id/ (as it came, percent-encoded), or None where it names none.

    Dots that walk up, empty parts and control characters name nothing.
    """
    parts = path.split("/")
    decoded = [unquote(part, errors="strict") for part in parts]
    if not parts or any(p in ("", ".", "..") or "/" in p or any(ord(c) < 0x20 for c in p) for p in decoded):
        return None
    return str(ID) + "/".join(quote(part, safe="-._~") for part in decoded)


def facts_about(store: Store, iri: str, *, timeout: float) -> tuple[list[ox.Triple], list[ox.Triple]]:
    """Return the triples of which the IRI is the subject, and those of which it is the object."""
    own = store.construct(
        f"CONSTRUCT {{ <{iri}> ?p ?o }} {{ <{iri}> ?p ?o }} LIMIT {_LIMIT}", timeout=timeout
    )
    other = store.construct(
        f"CONSTRUCT {{ ?s ?p <{iri}> }} {{ ?s ?p <{iri}> }} LIMIT {_LIMIT}", timeout=timeout
    )
    return own, other


def page_of(iri: str, own: list[ox.Triple], other: list[ox.Triple]) -> str:
    """Return an HTML page about an IRI; everything from the graph is escaped."""
    name = shorten(iri)
    title = next(
        (t.object.value for t in own if isinstance(t.object, ox.Literal) and "abel" in t.predicate.value),
        name,
    )
    rows = "".join(f"<tr><td>{_link(t.predicate)}</td><td>{_link(t.object)}</td></tr>" for t in own)
    back = "".join(f"<tr><td>{_link(t.subject)}</td><td>{_link(t.predicate)}</td></tr>" for t in other)
    return (
        "<!doctype html><html lang='ja'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>{escape(title)}</title>"
        "<style>body{font-family:system-ui,sans-serif;margin:2rem;max-width:70rem}table{border-collapse:collapse}"
        "td{border-bottom:1px solid #ccc;padding:.3rem .8rem;vertical-align:top;overflow-wrap:anywhere}</style></head>"
        f"<body><h1>{escape(title)}</h1><p><code>{escape(iri)}</code></p>"
        f"<h2>述べていること / what it says</h2><table>{rows}</table>"
        f"<h2>触れているもの / what refers to it</h2><table>{back}</table></body></html>"
    )


def _link(term: object) -> str:
    if isinstance(term, ox.NamedNode):
        text = escape(shorten(term.value))
        if term.value.startswith(str(ID)):
            path = term.value.removeprefix(str(ID)).partition("#")
            anchor = f"#{path[2]}" if path[1] else ""
            return f"<a href='/id/{escape(path[0], quote=True)}{escape(anchor, quote=True)}'>{text}</a>"
        return f"<span title='{escape(term.value, quote=True)}'>{text}</span>"
    if isinstance(term, ox.Literal):
        language = f" <small>@{escape(term.language)}</small>" if term.language else ""
        return escape(term.value[:2000]) + language
    return escape(str(term))
