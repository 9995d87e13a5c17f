"""What the queries of the app share: prefixes, checked IRIs, rows, labels and kinds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from explorer.app.kinds import Kind, kind_of
from explorer.app.routes import is_iri
from ontology.graph import GraphReader, Term
from ontology.namespaces import PREFIXES, TCG, sparql_prefixes

__all__ = ["Named", "class_labels", "iri", "names", "properties", "rows", "values", "vocabulary_labels"]

_SHORT = 48


@dataclass(frozen=True)
class Named:
    """A thing with the label and kind under which it is shown; `types` are its class IRIs."""

    iri: str
    label: str
    kind: Kind
    types: tuple[str, ...] = ()

    @property
    def short(self) -> str:
        """The label, cut to what fits into a drawing."""
        return self.label if len(self.label) <= _SHORT else self.label[: _SHORT - 1] + "…"


def rows(reader: GraphReader, query: str) -> list[Sequence[Term]]:
    """Run a SELECT query of the app with the project's prefixes; these are bounded and need no time limit."""
    return list(reader.select(sparql_prefixes() + query))


def iri(value: str) -> str:
    """Return ``<value>`` for a query.

    Raises:
        ValueError: the value cannot stand in a query as an IRI.
    """
    if not is_iri(value):
        raise ValueError(f"not an IRI: {value!r}")
    return f"<{value}>"


def values(variable: str, items: Iterable[str]) -> str:
    """Return a VALUES clause that binds a variable to IRIs."""
    return f"VALUES ?{variable} {{ {' '.join(iri(item) for item in items)} }}"


def _listed(predicates: Iterable[str]) -> str:
    """Return predicates for ``?p IN (…)``: as a second VALUES they would be crossed with the things first."""
    return ", ".join(iri(predicate) for predicate in predicates)


def properties(
    reader: GraphReader, things: Iterable[str], predicates: Iterable[str]
) -> dict[str, dict[str, list[str]]]:
    """Return ``{thing: {prefixed name: values as text}}`` for some predicates of some things.

    Asked like this, and not with OPTIONAL: the engine would read every such value in the graph first.
    """
    wanted = list(dict.fromkeys(things))
    full = {PREFIXES[name.partition(":")[0]] + name.partition(":")[2]: name for name in predicates}
    found: dict[str, dict[str, list[str]]] = {thing: {} for thing in wanted}
    for chunk in (wanted[start : start + 400] for start in range(0, len(wanted), 400)):
        query = f"""SELECT ?s ?p (STR(?o) AS ?v) WHERE {{ {values("s", chunk)} ?s ?p ?o
            FILTER(?p IN ({_listed(full)})) }}"""
        for thing, predicate, value in rows(reader, query):
            found[str(thing)].setdefault(full[str(predicate)], []).append(value or "")
    return found


# In the order of preference; the language only matters where the graph gives one.
_LABELS = (
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://purl.org/dc/terms/title",
    "http://www.w3.org/2004/02/skos/core#notation",
    str(TCG.question),
    str(TCG.plainText),
    str(TCG.text),
    str(TCG.displayText),
    str(TCG.code),
)
_PLAIN = _LABELS.index(str(TCG.plainText))


def names(reader: GraphReader, iris: Iterable[str], *, lang: str) -> dict[str, Named]:
    """Return label and kind for each IRI, in `lang` where the graph has it, else in any language."""
    wanted = [item for item in dict.fromkeys(iris) if is_iri(item)]
    types: dict[str, set[str]] = {item: set() for item in wanted}
    offers: dict[str, dict[int, tuple[int, str]]] = {item: {} for item in wanted}
    for chunk in (wanted[start : start + 400] for start in range(0, len(wanted), 400)):
        for subject, cls in rows(reader, f"SELECT ?s ?t WHERE {{ {values('s', chunk)} ?s a ?t }}"):
            types[str(subject)].add(str(cls))
        # The text of a whole page is never a label and would be slow to fetch. (Told apart here: in the query,
        # a filter for it makes the engine read every text of the graph.)
        titled = [item for item in chunk if str(TCG.Page) in types[item]]
        others = [item for item in chunk if str(TCG.Page) not in types[item]]
        found_labels = []
        for part, predicates in ((titled, _LABELS[:4]), (others, _LABELS)):
            if part:
                query = f"""SELECT ?s ?p (SUBSTR(STR(?o), 1, 160) AS ?l) (LANG(?o) AS ?lang) WHERE {{
                    {values("s", part)} ?s ?p ?o FILTER(?p IN ({_listed(predicates)})) }}"""
                found_labels += rows(reader, query)
        for subject, predicate, label, label_lang in found_labels:
            order = _LABELS.index(str(predicate))
            offer = ({lang: 0, "": 1, "ja": 2}.get(label_lang or "", 3), " ".join((label or "").split()))
            known = offers[str(subject)]
            if offer[1] and (order not in known or offer < known[order]):
                known[order] = offer
    found = {}
    for item in wanted:
        kind = kind_of(types[item])
        found[item] = Named(item, _label(item, kind, offers[item]), kind, tuple(sorted(types[item])))
    return found


def _label(item: str, kind: Kind, offers: dict[int, tuple[int, str]]) -> str:
    """Choose a label; a wording of a rule is told from its rule by its first words."""
    if not offers:
        return unquote(item.rstrip("/#").rpartition("/")[2].rpartition("#")[2])
    label = offers[min(offers)][1]
    if kind.key == "rule_version" and _PLAIN in offers and min(offers) < _PLAIN:
        return f"{label} {offers[_PLAIN][1]}"
    return label


def vocabulary_labels(reader: GraphReader) -> dict[str, dict[str, str]]:
    """Return ``{IRI: {"ja": label, "en": label}}`` of the classes and properties of the vocabulary."""
    found: dict[str, dict[str, str]] = {}
    query = """SELECT ?s ?l (LANG(?l) AS ?lang) WHERE { ?s rdfs:label ?l .
        FILTER(STRSTARTS(STR(?s), STR(tcg:)) || STRSTARTS(STR(?s), STR(dm:)) || STRSTARTS(STR(?s), STR(ygo:))) }"""
    for subject, label, lang in rows(reader, query):
        if label:
            found.setdefault(str(subject), {})[lang or ""] = label
    return found


def class_labels(reader: GraphReader, lang: str) -> dict[str, str]:
    """Return the vocabulary labels in one language, in another one where that is missing."""
    return {
        subject: labels.get(lang) or labels.get("") or next(iter(labels.values()))
        for subject, labels in vocabulary_labels(reader).items()
    }
