"""What the editor offers while somebody types: the vocabulary, the names of things, the words of SPARQL."""

from collections.abc import Iterable

from explorer.app.data.base import vocabulary_labels
from ingest.store import Store
from ontology.namespaces import PREFIXES

__all__ = ["Word", "words"]

Word = tuple[str, str, str]
"""What is put into the query, the names under which it is found (one a line), what it is."""

_KEYWORDS = (
    "SELECT", "DISTINCT", "WHERE", "OPTIONAL", "FILTER", "FILTER NOT EXISTS", "UNION", "MINUS", "BIND", "VALUES", "GRAPH",
    "GROUP BY", "HAVING", "ORDER BY", "DESC", "LIMIT", "OFFSET", "CONSTRUCT", "DESCRIBE", "ASK", "COUNT", "SUM", "AVG", "MIN",
    "MAX", "SAMPLE", "GROUP_CONCAT", "CONTAINS", "STRSTARTS", "REGEX", "LANG", "STR", "YEAR", "MONTH", "BOUND", "COALESCE", "IF",
)  # fmt: skip
_THINGS = 4000
"""Names that are sent along with the page: those of cards, terms, rules, then of pages."""

_NAMES = """SELECT ?s ?l ?t WHERE {
  VALUES ?t { tcg:Card tcg:Term tcg:Rule tcg:NameSet tcg:Page }
  ?s a ?t . ?s ?p ?l FILTER(?p IN (skos:prefLabel, skos:notation, skos:altLabel, dcterms:title)) } LIMIT 12000"""


def words(store: Store) -> list[Word]:
    """Return everything that is offered: keywords, classes and properties with labels, things by their names."""
    found: list[Word] = [(word, word, "SPARQL") for word in _KEYWORDS]
    for iri, labels in sorted(vocabulary_labels(store).items()):
        short = _short(iri)
        if short:
            found.append(
                (short, "\n".join(dict.fromkeys((short, *labels.values()))), short.partition(":")[0])
            )
    return found + _things(store.select(_NAMES, timeout=10))


def _things(rows: Iterable[tuple[str | None, ...]]) -> list[Word]:
    order = ("Card", "Term", "Rule", "NameSet", "Page")
    named: dict[str, tuple[int, list[str]]] = {}
    for subject, label, cls in rows:
        kind = order.index((cls or "").rpartition("#")[2])
        entry = named.setdefault(str(subject), (kind, []))
        if label and label not in entry[1]:
            entry[1].append(label)
    ranked = sorted(
        named.items(), key=lambda item: (item[1][0], len(item[1][1][0]) if item[1][1] else 99, item[0])
    )
    return [
        (f"<{iri}>", "\n".join(labels), order[kind]) for iri, (kind, labels) in ranked[:_THINGS] if labels
    ]


def _short(iri: str) -> str:
    for prefix, base in PREFIXES.items():
        local = iri.removeprefix(base)
        if local != iri and local.replace("_", "").replace("-", "").isalnum():
            return f"{prefix}:{local}"
    return ""
