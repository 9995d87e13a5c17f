"""Content negotiation: which format a client wants, by its Accept header or by `format=`."""

from collections.abc import Mapping

__all__ = ["GRAPH_TYPES", "PAGE_TYPES", "RESULT_TYPES", "NotAcceptable", "choose"]

RESULT_TYPES: dict[str, str] = {
    "application/sparql-results+json": "json",
    "application/json": "json",
    "application/sparql-results+xml": "xml",
    "application/xml": "xml",
    "text/xml": "xml",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
}
GRAPH_TYPES: dict[str, str] = {
    "text/turtle": "turtle",
    "application/n-triples": "ntriples",
    "text/plain": "ntriples",
    "application/ld+json": "jsonld",
    "application/json": "jsonld",
    "application/rdf+xml": "rdfxml",
    "application/xml": "rdfxml",
}
PAGE_TYPES: dict[str, str] = {"text/html": "html", "application/xhtml+xml": "html"} | GRAPH_TYPES

_ALSO = {
    "rdf+xml": "rdfxml", "xml": "rdfxml", "json-ld": "jsonld", "json": "jsonld", "ttl": "turtle", "nt": "ntriples",
}  # fmt: skip
"""Short names that clients use in `format=`; xml and json mean those of results where there are results."""


class NotAcceptable(Exception):
    """No format that the client takes can be given; the message names those that can."""


def choose(accept: str, wanted: str | None, offered: Mapping[str, str]) -> tuple[str, str]:
    """Return (media type, format): by the short name or media type `wanted`, else by the Accept header.

    Raises:
        NotAcceptable: nothing fits.
    """
    if wanted:
        asked = (wanted, _ALSO.get(wanted, wanted))
        for media, name in offered.items():
            if name in asked or media in asked:
                return media, name
        raise NotAcceptable(
            f"format={wanted} is not offered; use one of {', '.join(dict.fromkeys(offered.values()))}"
        )
    ranges = _ranges(accept)
    if not ranges:
        return next(iter(offered.items()))
    best: tuple[float, int, str] | None = None
    for position, media in enumerate(offered):
        quality = _quality(media, ranges)
        if quality > 0 and (best is None or (quality, -position) > (best[0], best[1])):
            best = (quality, -position, media)
    if best is None:
        raise NotAcceptable(f"none of {accept!r} can be given; use one of {', '.join(offered)}")
    return best[2], offered[best[2]]


def _ranges(accept: str) -> list[tuple[str, float]]:
    ranges = []
    for part in accept.split(","):
        media, *parameters = (p.strip() for p in part.split(";"))
        if not media:
            continue
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "q":
                try:
                    quality = max(0.0, min(1.0, float(value)))
                except ValueError:
                    quality = 0.0
        ranges.append((media.lower(), quality))
    return ranges


def _quality(media: str, ranges: list[tuple[str, float]]) -> float:
    """Quality of a media type: that of the most specific range it falls in."""
    kind = media.split("/", maxsplit=1)[0]
    for pattern in (media, f"{kind}/*", "*/*"):
        for name, quality in ranges:
            if name == pattern:
                return quality
    return 0.0
