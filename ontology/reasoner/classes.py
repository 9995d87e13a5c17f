"""Facts about classes of rules, abilities and cards: asserted over the loaded statements.

``rules/{game}/classes.yaml`` says which statements of the graph put an item into a class. With a graph such a fact is
true or false only if some statement, or a fact about the card, says so. Without one, a board is judged by what the
rules name in their headers (``member``) and by the card facts of the ontology; a case that is only about
statements is unknown.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from ontology.graph import GraphReader
from ontology.namespaces import card_iri, rule_iri, sparql_prefixes
from ontology.reasoner.cards import card_facts
from ontology.reasoner.judge import Judged
from ontology.reasoner.rulebase import ROOT, load_rules
from ontology.reasoner.scenario import Board, Fact
from ontology.reasoner.ygo_classes import card_in_class

__all__ = ["judge_class"]

_TIES = {
    "rule": "{ ?s tcg:versionOf <%s> } UNION { ?s tcg:cites <%s> }",
    "card": "{ ?s tcg:involves <%s> } UNION { ?s tcg:about <%s> } UNION { ?m tcg:mentions <%s> ; tcg:inStatement ?s }",
}


def judge_class(fact: Fact, board: Board, graph: GraphReader | None) -> Judged:
    """Judge a ``class`` fact over the statements of the graph; unknown without one."""
    expected = fact.args.get("is")
    item, wanted = fact.args.get("item"), fact.args.get("in")
    if set(fact.args) != {"item", "in", "is"} or not isinstance(expected, bool):
        return Judged(fact, None, None, reason="class needs item, in, is")
    if graph is None and board.case.mode == "graph":
        return Judged(fact, expected, None, reason="needs a store")
    actual = None if graph is None else _belongs(str(item), str(wanted), board, graph)
    if actual is None:
        actual = _by_facts(str(item), str(wanted), board, graph)
    if actual is None and graph is None:
        actual = _by_rules(str(item), str(wanted), board)
        return Judged(fact, expected, actual, reason="" if actual is not None else "needs a store")
    return Judged(
        fact, expected, actual, reason="" if actual is not None else "no statement of the store says so"
    )


def _by_rules(item: str, wanted: str, board: Board) -> bool | None:
    """What the rules name: true if a rule puts the item into the class, false if rules know both and none does."""
    members = {m for rule in load_rules(board.case.game).rules.values() for m in rule.members}
    if (item, wanted) in members:
        return True
    return False if item in {m[0] for m in members} and wanted in {m[1] for m in members} else None


def _by_facts(item: str, wanted: str, board: Board, graph: GraphReader | None) -> bool | None:
    """What card facts say of a card of Yu-Gi-Oh, where they decide the class."""
    if board.case.game != "ygo" or not item.startswith("card:"):
        return None
    return card_in_class(item.removeprefix("card:"), wanted, card_facts(board.case, graph), graph)


def _belongs(item: str, wanted: str, board: Board, graph: GraphReader) -> bool | None:
    entries = _entries(board.case.game)
    mine = [e for e in entries if e["in"] == wanted and _speaks_of(e, item)]
    for entry in mine:
        if _said(entry, item, board, graph):
            return bool(entry["is"])
    groups = {e.get("group") for e in mine} - {None}
    for entry in entries:
        excluded = entry.get("group") in groups and entry["in"] != wanted and _speaks_of(entry, item)
        if excluded and _said(entry, item, board, graph):
            return False
    return None


def _speaks_of(entry: Mapping[str, Any], item: str) -> bool:
    kind = entry["item"]
    if kind == "rule":
        return ":" not in item
    if kind in ("ability", "card"):
        return item.startswith(f"{kind}:")
    return bool(kind == item)


def _said(entry: Mapping[str, Any], item: str, board: Board, graph: GraphReader) -> bool:
    tie = entry.get("about")
    game = board.case.game
    if tie == "rule":
        return _found(entry, graph, _TIES["rule"].replace("%s", rule_iri(game, item)))
    if tie == "card":
        name = _card_name(item, board)
        if name is None:
            return False
        if _found(entry, graph, _TIES["card"].replace("%s", card_iri(game, name))):
            return True
        known = card_facts(board.case, graph).get(name)
        return known is not None and entry.get("does") in known.does
    return _found(entry, graph, "")


def _card_name(item: str, board: Board) -> str | None:
    kind, _, rest = item.partition(":")
    if kind == "card":
        return rest
    card = (board.situation.get("cards") or {}).get(rest.rpartition("@")[2]) or {}
    name = card.get("name")
    return name if isinstance(name, str) else None


def _found(entry: Mapping[str, Any], graph: GraphReader, tie: str) -> bool:
    wanted = [re.compile(p) for p in entry.get("statement") or ()]
    titles = [re.compile(p) for p in entry.get("section") or ()]
    texts: dict[str, tuple[str, set[str]]] = {}
    for subject, text, title in _statements(graph, tie, str(entry.get("anchor") or "")):
        texts.setdefault(subject, (text, set()))[1].add(title)
    return any(
        all(p.search(text) for p in wanted) and all(any(p.search(t) for t in lies_in) for p in titles)
        for text, lies_in in texts.values()
    )


def _statements(graph: GraphReader, tie: str, anchor: str) -> Iterator[tuple[str, str, str]]:
    safe = anchor.replace("\\", "").replace('"', "")
    contains = f'FILTER(CONTAINS(?text, "{safe}"))' if safe else ""
    query = (
        sparql_prefixes()
        + f"SELECT DISTINCT ?s ?text ?title {{ {tie} ?s tcg:plainText ?text . {contains} ?s dcterms:isPartOf+ ?part . ?part dcterms:title ?title }}"
    )
    for row in graph.select(query, timeout=20):
        subject, text, title = row[0], row[1], row[2]
        if subject and text is not None and title is not None:
            yield subject, text, title


@functools.cache
def _entries(game: str) -> tuple[Mapping[str, Any], ...]:
    path = ROOT / game / "classes.yaml"
    if not path.exists():
        return ()
    return tuple(yaml.safe_load(path.read_text(encoding="utf-8"))["entries"])
