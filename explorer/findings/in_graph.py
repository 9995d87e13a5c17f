"""Findings as `tcg:Finding` in the graph `id:graph/findings`, where queries and the explorer see them.

A finding is ``id:finding/{fingerprint}`` with `tcg:code`, `tcg:severity`, `tcg:status`, `tcg:fingerprint`,
`tcg:between` (the extracts it speaks of, of which one may be a whole page), `dcterms:references` (the pages they lie
on), `rdfs:label` (title) and `rdfs:comment` (message), both in Japanese and English.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

import pyoxigraph as ox

from ingest.store import FINDINGS_GRAPH, Store
from ontology.checking import Finding, Location, PageView, read_pages
from ontology.checking.suppression import UNREASONED, UNUSED
from ontology.namespaces import PREFIXES, mint_iri

__all__ = ["finding_quads", "write_findings"]

_HELD = ("Statement", "Ruling", "RuleVersion", "Section")
_GRAPH = ox.NamedNode(FINDINGS_GRAPH)


def write_findings(
    store: Store, findings: Iterable[Finding], *, codes: Collection[str], pages: Collection[str] | None = None
) -> int:
    """Write findings (ungrouped) in place of those that an earlier run of these checks left; return how many.

    With `pages`, only findings that touch one of these pages were looked for, so only such ones are replaced.
    """
    found = [f for f in findings if any(p.page_iri for p in f.locations)]
    replaced = _earlier(store, {*codes, UNUSED, UNREASONED}, pages)
    kept = [q.triple for q in store.quads(FINDINGS_GRAPH) if _name(q.subject) not in replaced]
    store.replace_graph(FINDINGS_GRAPH, [*kept, *(q.triple for q in finding_quads(store, found))])
    return len(found)


def _name(node: object) -> str:
    return node.value if isinstance(node, ox.NamedNode) else ""


def _earlier(store: Store, codes: Collection[str], pages: Collection[str] | None) -> set[str]:
    """The findings in the graph that this run would have found again if they still held."""
    query = f"SELECT ?f ?code ?page {{ GRAPH <{FINDINGS_GRAPH}> {{ ?f tcg:code ?code ; dcterms:references ?page }} }}"
    return {
        str(finding)
        for finding, code, page in store.select(query)
        if code in codes and (pages is None or page in pages)
    }


def finding_quads(store: Store, findings: Sequence[Finding]) -> Iterator[ox.Quad]:
    """Yield the quads of findings; places without an extract of their own belong to the innermost one around."""
    loose = {p.page_iri for f in findings for p in f.locations if not p.extract and p.page_iri}
    views = {view.iri: view for view in read_pages(store, sorted(loose))} if loose else {}
    for finding in findings:
        node = ox.NamedNode(mint_iri("finding", finding.fingerprint))
        statements: list[tuple[str, ox.NamedNode | ox.Literal]] = [
            (PREFIXES["rdf"] + "type", ox.NamedNode(PREFIXES["tcg"] + "Finding")),
            (PREFIXES["tcg"] + "code", ox.Literal(finding.code)),
            (PREFIXES["tcg"] + "severity", ox.Literal(finding.severity.value)),
            (PREFIXES["tcg"] + "status", ox.Literal(finding.status.value)),
            (PREFIXES["tcg"] + "fingerprint", ox.Literal(finding.fingerprint)),
        ]
        for name, text in (("label", finding.title), ("comment", finding.message)):
            statements.append((PREFIXES["rdfs"] + name, ox.Literal(text.ja, language="ja")))
            statements.append((PREFIXES["rdfs"] + name, ox.Literal(text.en, language="en")))
        for place in finding.locations:
            if place.page_iri:
                held = place.extract or _around(place, views.get(place.page_iri))
                statements.append((PREFIXES["tcg"] + "between", ox.NamedNode(held)))
                statements.append((PREFIXES["dcterms"] + "references", ox.NamedNode(place.page_iri)))
        for predicate, value in dict.fromkeys(statements):
            yield ox.Quad(node, ox.NamedNode(predicate), value, _GRAPH)


def _around(place: Location, view: PageView | None) -> str:
    """The innermost extract around a place, or its page."""
    around = [e for e in (view.of(*_HELD) if view else []) if e.start <= place.start and place.end <= e.end]
    return min(around, key=lambda e: e.end - e.start).iri if around else place.page_iri
