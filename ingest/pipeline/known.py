"""What the store knows of pages that are read again: their rulings, so that these keep their IRIs."""

from collections.abc import Sequence

from ingest.extraction.model import squeeze
from ingest.extraction.ruling_identity import KnownRuling
from ingest.store import Store
from ontology.namespaces import sparql_prefixes

__all__ = ["known_rulings"]

_BATCH = 200


def known_rulings(store: Store, pages: Sequence[str]) -> dict[str, tuple[KnownRuling, ...]]:
    """Return the rulings of stored pages, by page; pages without rulings are left out."""
    found: dict[str, dict[str, KnownRuling]] = {}
    for at in range(0, len(pages), _BATCH):
        values = " ".join(f"<{page}>" for page in pages[at : at + _BATCH])
        rows = store.select(
            sparql_prefixes()
            + f"SELECT ?page ?ruling ?question ?date ?verdict ?url {{ VALUES ?page {{ {values} }} GRAPH ?page {{ "
            "?ruling a tcg:Ruling ; tcg:question ?question ; tcg:verdict ?verdict . "
            "OPTIONAL { ?ruling tcg:rulingDate ?date } OPTIONAL { ?ruling tcg:sourceUrl ?url } } }"
        )
        for page, ruling, question, date, verdict, url in sorted(rows, key=str):
            if page and ruling:
                known = KnownRuling(ruling, squeeze(question or ""), date, verdict or "other", url)
                found.setdefault(page, {}).setdefault(ruling, known)
    return {page: tuple(rulings.values()) for page, rulings in found.items()}
