"""How many of the passages that the cases cite are linked to their rule: ``python -m tests.reasoner.links STORE``.

A case is linked when some passage at its lines on its page states (``tcg:states``, derived) a rule that the case
exercises, rejects or names.
"""

import sys

from ingest.store import open_store
from ontology.graph import GraphReader
from ontology.namespaces import sparql_prefixes
from ontology.reasoner import derive, materialise
from ontology.reasoner.rulings import shipped_cases
from ontology.reasoner.whatif import exercised


def linked(graph: GraphReader) -> tuple[int, list[str]]:
    """Return the number of cases and the ids of those without a linked passage."""
    where: dict[str, tuple[str, range]] = {}
    texts = dict(
        graph.select(sparql_prefixes() + "SELECT ?t ?x { ?p a tcg:Page ; dcterms:title ?t ; tcg:text ?x }")
    )
    query = (
        "SELECT ?s ?title ?line ?end { ?s tcg:line ?line ; tcg:end ?end ; tcg:onPage/dcterms:title ?title }"
    )
    for subject, title, line, end in graph.select(sparql_prefixes() + query):
        if subject and title and line and end:
            last = (texts[title] or "").count("\n", 0, int(end)) + 1
            where[subject] = (title, range(int(line), last + 1))
    said: dict[tuple[str, int], set[str]] = {}
    for triple in materialise(graph):
        if triple.predicate.value.endswith("#states"):
            place = where.get(triple.subject.value)  # type: ignore[union-attr]
            for line in place[1] if place is not None else ():
                said.setdefault((place[0], line), set()).add(triple.object.value.rsplit("/", 1)[-1])  # type: ignore[union-attr]
    total, missing = 0, []
    for case in shipped_cases("dm"):
        if case.id.startswith("more-"):
            continue
        source = case.raw["source"]
        title = case.file.meta["pages"][source["page"]]["title"]
        rules = {str(r) for r in case.raw.get("rules") or []} | {
            str(r) for r in case.raw.get("implied_rules") or []
        }
        if case.mode == "board":
            derivations = derive(case, graph=graph)
            rules |= {r for d in derivations for r in exercised(d)}
            rules |= {r.rule for d in derivations for o in d.outcomes for s in o.steps for r in s.rejected}
        lines = {n for first, last in source["lines"] for n in range(first, last + 1)}
        found = {r for (t, line), rs in said.items() if t == title and line in lines for r in rs}
        total += 1
        if not found & rules and rules:
            missing.append(case.id)
    return total, missing


if __name__ == "__main__":
    with open_store(sys.argv[1], read_only=True) as store:
        count, short = linked(store)
    print(
        f"{count - len(short)} of {count} cases have their passage linked to a rule; not: {' '.join(short)}"
    )
