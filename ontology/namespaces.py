"""Namespaces and the one place where IRIs are made.

Every IRI of the graph is minted here: NFC first, then percent-encoding, so that names that look the same
are the same node and no invalid IRI can reach a store or a serialiser.
"""

import unicodedata
from urllib.parse import quote

from rdflib import Namespace

__all__ = [
    "DM",
    "ID",
    "PREFIXES",
    "TCG",
    "YGO",
    "card_iri",
    "fold_name",
    "mint_iri",
    "name_set_iri",
    "page_iri",
    "rule_iri",
    "ruling_iri",
    "sparql_prefixes",
    "term_iri",
]

TCG = Namespace("https://saitei.example/tcg#")
DM = Namespace("https://saitei.example/dm#")
YGO = Namespace("https://saitei.example/ygo#")
ID = Namespace("https://saitei.example/id/")

PREFIXES: dict[str, str] = {
    "tcg": str(TCG),
    "dm": str(DM),
    "ygo": str(YGO),
    "id": str(ID),
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dcterms": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
    "sh": "http://www.w3.org/ns/shacl#",
}

_UNRESERVED = "-._~"
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−－", "-"))
_WAVES = str.maketrans({"〜": "~", "～": "~"})
_VARIANTS = str.maketrans({"龍": "竜", "ヱ": "エ"})


def mint_iri(*segments: str) -> str:
    """Return the IRI ``id:seg/seg/…``; each segment is NFC-normalised and percent-encoded.

    Raises:
        ValueError: a segment is empty or holds a control character or a lone surrogate.
    """
    parts = []
    for segment in segments:
        value = unicodedata.normalize("NFC", segment)
        if not value.strip():
            raise ValueError(f"an IRI cannot be made from an empty segment in {segments!r}")
        if any(unicodedata.category(c) in {"Cc", "Cs"} for c in value):
            raise ValueError(f"an IRI cannot hold control characters: {value!r}")
        parts.append(quote(value, safe=_UNRESERVED))
    return str(ID) + "/".join(parts)


def page_iri(game: str, site: str, title: str) -> str:
    """IRI of a wiki page: ``id:{game}/page/{site}/{title}``."""
    return mint_iri(game, "page", site, title)


def rule_iri(game: str, key: str) -> str:
    """IRI of a rule (a provision); ``key`` is the number under which it was first met, or a semantic id."""
    return mint_iri(game, "rule", key)


def card_iri(game: str, name: str) -> str:
    """IRI of a card; spellings that differ only in width, dashes or spaces give the same IRI."""
    return mint_iri(game, "card", _key(name))


def name_set_iri(game: str, name: str) -> str:
    """IRI of a set of cards that is picked by name content."""
    return mint_iri(game, "name-set", _key(name))


def term_iri(game: str, name: str) -> str:
    """IRI of a term; one per game, because the games use the same words for different things."""
    return mint_iri(game, "term", _key(name))


def ruling_iri(game: str, key: str) -> str:
    """IRI of an official ruling."""
    return mint_iri(game, "ruling", key)


def _key(name: str) -> str:
    """Identity key of a name: NFKC, dashes and wave dashes unified, brackets and spaces dropped; case kept."""
    value = unicodedata.normalize("NFKC", name.translate(_DASHES)).translate(_WAVES).translate(_DASHES)
    value = value.strip().removeprefix("《").removesuffix("》")
    value = "".join(value.split()).replace("ウエポン", "ウェポン")
    return unicodedata.normalize("NFC", value)


def fold_name(name: str) -> str:
    """Matching key of a name: the identity key, case-folded, 龍 as 竜. For search, never for identity."""
    return _key(name).casefold().translate(_VARIANTS)


def sparql_prefixes() -> str:
    """Return the PREFIX lines of all namespaces of the project, for the head of a query."""
    return "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in PREFIXES.items())
