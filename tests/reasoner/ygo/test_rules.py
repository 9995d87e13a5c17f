"""The rule files: every rule has its source, nothing names a card, overriding has no circle."""

import re
from pathlib import Path

import networkx
import pyoxigraph as ox
import pytest
import yaml

import ontology
from ontology.namespaces import PREFIXES
from ontology.reasoner import load_rules

ROOT = Path(ontology.__file__).parent
RULES = load_rules("ygo").rules


def _card_store() -> ox.Store:
    store = ox.Store()
    for path in sorted((ROOT / "cards").glob("ygo*.ttl")):
        store.load(path=str(path), format=ox.RdfFormat.TURTLE)
    return store


def test_there_are_rules() -> None:
    assert len(RULES) > 60


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda r: r.id)
def test_every_rule_has_a_source(rule: object) -> None:
    store = _card_store()
    source_of = ox.NamedNode(PREFIXES["dcterms"] + "source")
    for source in rule.sources:  # type: ignore[attr-defined]
        if source.kind == "outside":
            node = ox.NamedNode(f"https://saitei.example/id/ygo/outside/{source.key}")
            assert list(store.quads_for_pattern(node, source_of, None)), (
                f"{source.key} is not in ontology/cards"
            )
        else:
            # The page has fifteen rows; the key names the bullet inside the row.
            assert source.title == "装備魔法"
            assert source.line in range(1, 16)
            assert re.fullmatch(r"[□◇◆・※]\d+|chain-diagram", source.key or ""), source


def test_cited_bullets_exist(real_pages: Path) -> None:
    """A bullet that a rule names is there on the real page."""
    (path,) = real_pages.glob("003*")
    rows = path.read_text(encoding="utf-8").splitlines()
    for rule in RULES.values():
        for source in rule.sources:
            if source.kind != "outside" and source.key != "chain-diagram":
                assert source.key
                assert source.line
                mark, number = source.key[0], int(source.key[1:])
                assert rows[source.line - 1].count(mark) >= number, f"{rule.id}: {source}"


def test_no_rule_and_no_code_names_a_card() -> None:
    names = {
        str(getattr(q.object, "value", ""))
        for q in _card_store().quads_for_pattern(None, ox.NamedNode(PREFIXES["skos"] + "prefLabel"), None)
    }
    names |= {
        row["name"]
        for row in yaml.safe_load((ROOT / "cases" / "ygo.yaml").read_text(encoding="utf-8"))["card_facts"]
    }
    assert len(names) > 80
    files = [
        *(ROOT / "rules" / "ygo").iterdir(),
        ROOT / "rules" / "core.lp",
        *(ROOT / "reasoner").glob("*.py"),
    ]
    for path in files:
        text = path.read_text(encoding="utf-8")
        # One English name is an everyday word of the code (Shift, Exchange); names of two words and more are not.
        found = [n for n in names if n in text and (" " in n or not n.isascii())]
        assert not found, f"{path.name}: {found}"


def test_overriding_has_no_circle() -> None:
    graph = networkx.DiGraph([(r.id, other) for r in RULES.values() for other in r.overrides])
    assert networkx.is_directed_acyclic_graph(graph)
