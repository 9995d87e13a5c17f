"""Where engines behind an endpoint differ from each other, and what is done about it."""

import json
from typing import Any

from ingest.store.lint import tokens
from ontology.namespaces import PREFIXES

__all__ = ["MERGED_GRAPH", "STAGED_GRAPH", "named_graphs", "plain_results", "with_prefixes", "without_merged"]

_OWN = "https://saitei.example/id/graph/"
MERGED_GRAPH = _OWN + "merged"
"""Holds the merge of all graphs where the default graph of an engine cannot: in Virtuoso it is a union."""

STAGED_GRAPH = _OWN + "staged"
"""Holds triples on their way out of the merge while a change is made."""

_BOOLEAN = PREFIXES["xsd"] + "boolean"


def with_prefixes(query: str) -> str:
    """Declare the prefixes of the project that a query uses without declaring them."""
    used: set[str] = set()
    declared: set[str] = set()
    declaring = False
    for token in tokens(query):
        if token.kind == "name" and ":" in token.text and token.text[0] not in "?$@_":
            (declared if declaring else used).add(token.text.partition(":")[0])
        if token.kind not in ("space", "comment"):
            declaring = token.kind == "word" and token.text.upper() == "PREFIX"
    missing = [p for p in PREFIXES if p in used - declared]
    return "".join(f"PREFIX {p}: <{PREFIXES[p]}> " for p in missing) + query


def without_merged(query: str, hidden: frozenset[str]) -> str:
    """Keep the graphs that are not pages nor ours out of every ``GRAPH ?g { … }``.

    Virtuoso has no setting that hides a graph there and not in the default graph as well, so a filter follows each
    such group.
    """
    out: list[str] = []
    closing: list[tuple[int, str]] = []
    depth, after_graph, variable = 0, False, ""
    names = ", ".join(f"<{g}>" for g in sorted(hidden))
    for token in tokens(query):
        out.append(token.text)
        if token.kind in ("space", "comment"):
            continue
        if token.text == "{":
            if variable:
                closing.append((depth, variable))
            depth += 1
        elif token.text == "}":
            depth -= 1
            if closing and closing[-1][0] == depth:
                out.append(f" FILTER({closing.pop()[1]} NOT IN ({names})) ")
        variable = token.text if after_graph and token.text[0] in "?$" else ""
        after_graph = token.kind == "word" and token.text.upper() == "GRAPH"
    return "".join(out)


def named_graphs(query: str) -> list[str] | None:
    """Return the graphs that a query names in ``GRAPH <…>``; None where one is a variable and no list would do."""
    found: list[str] = []
    after_graph = False
    for token in tokens(query):
        if token.kind in ("space", "comment"):
            continue
        if after_graph:
            if token.text[0] in "?$":
                return None
            prefix, _, local = token.text.partition(":")
            found.append(
                token.text[1:-1] if token.kind == "iri" else PREFIXES.get(prefix, prefix + ":") + local
            )
        after_graph = token.kind == "word" and token.text.upper() == "GRAPH"
    return list(dict.fromkeys(found))


def plain_results(data: bytes) -> bytes:
    """Bring SPARQL JSON of an older draft to that of the recommendation, and 1 to true where it is a boolean."""
    found: dict[str, Any] = json.loads(data)
    if "boolean" in found:
        return json.dumps({"head": {}, "boolean": found["boolean"]}).encode()
    rows = found["results"]["bindings"]
    if found["head"]["vars"] == ["__ASK_RETVAL"]:
        return json.dumps(
            {"head": {}, "boolean": bool(rows) and rows[0]["__ASK_RETVAL"]["value"] == "1"}
        ).encode()
    for row in rows:
        for term in row.values():
            if term["type"] == "typed-literal":
                term["type"] = "literal"
            if term.get("datatype") == _BOOLEAN:
                term["value"] = {"1": "true", "0": "false"}.get(term["value"], term["value"])
    plain = {"head": {"vars": found["head"]["vars"]}, "results": {"bindings": rows}}
    return json.dumps(plain, separators=(",", ":")).encode()  # as compact as the rows are counted
