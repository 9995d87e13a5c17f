"""The rules as data: sources, dates, overrides, and no card by name."""

import os
import re
import unicodedata
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest

import ontology
from ontology.namespaces import mint_iri
from ontology.reasoner import RuleBaseError, load_rules
from ontology.reasoner.phrasing import phrasebook
from ontology.reasoner.predicates import load_table

ROOT = Path(ontology.__file__).parent
GAMES = [
    "dm",
    pytest.param("ygo", marks=pytest.mark.skipif(not (ROOT / "rules" / "ygo").is_dir(), reason="no rules")),
]
PAGES = os.environ.get("SAITEI_PAGES")


def shipped() -> ox.Store:
    store = ox.Store()
    for path in sorted((ROOT / "cards").glob("*.ttl")):
        store.load(path=str(path), format=ox.RdfFormat.TURTLE)
    return store


def card_names() -> set[str]:
    names = set()
    query = """PREFIX tcg: <https://saitei.example/tcg#> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
        SELECT ?n { { ?c a tcg:Card } UNION { ?c a tcg:NameSet } ?c skos:prefLabel ?n }"""
    for row in shipped().query(query):  # type: ignore[union-attr]
        names.add(row["n"].value)
    for game in ("dm", "ygo"):
        import yaml

        document = yaml.safe_load((ROOT / "cases" / f"{game}.yaml").read_text(encoding="utf-8"))
        names |= {str(f["name"]) for f in document["card_facts"]}
        for case in document["cases"]:
            for attributes in (case["situation"].get("cards") or {}).values():
                if isinstance(attributes, dict) and "name" in attributes:
                    names.add(str(attributes["name"]))
    return {n for n in names if len(n) > 2 and not n.startswith("name_")}


def test_no_rule_and_no_code_names_a_card() -> None:
    names = card_names()
    assert len(names) > 60
    files = [*ROOT.glob("reasoner/**/*.py"), *ROOT.glob("rules/**/*.lp"), *ROOT.glob("rules/**/phrases.yaml")]
    assert len(files) > 30
    for path in files:
        text = path.read_text(encoding="utf-8")
        found = sorted(n for n in names if n in text)
        assert not found, f"{path.name} names {found}"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_source_that_exists(game: str) -> None:
    base = load_rules(game)
    known = {
        s.subject.value
        for s in shipped().quads_for_pattern(None, None, None)
        if isinstance(s.subject, ox.NamedNode)
    }
    assert len(base.rules) > 20
    for rule in base.rules.values():
        assert rule.sources, rule.id
        for source in rule.sources:
            if source.kind == "outside":
                assert mint_iri(game, "outside", str(source.key)) in known, (
                    f"{rule.id}: no outside entry {source.key}"
                )
            else:
                assert source.line is not None, f"{rule.id}: {source} names no line"
            if source.kind == "rule":
                assert re.fullmatch(r"\d{3}\.\d+[a-z]*", str(source.key)), (
                    f"{rule.id}: {source.key} is no rule number"
                )
            if source.kind == "ruling":
                assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", str(source.key)), (
                    f"{rule.id}: {source.key} is no date"
                )
        if not rule.id.startswith("x-"):
            numbers = {s.key for s in rule.sources if s.kind == "rule"} | {
                str(s.key).removeprefix("rule-") for s in rule.sources if s.kind == "outside"
            }
            assert rule.id.split("~")[0] in numbers, f"{rule.id} quotes no rule of its number"


@pytest.mark.real_pages
@pytest.mark.skipif(not PAGES, reason="SAITEI_PAGES is not set")
def test_sources_are_where_they_say() -> None:
    pages = {p.name[:3]: p.read_text(encoding="utf-8") for p in Path(str(PAGES)).glob("*.txt")}
    titles = {"再構築": pages["000"].splitlines(), "状況起因処理": pages["002"].splitlines()}
    for rule in load_rules("dm").rules.values():
        for source in rule.sources:
            if source.kind == "outside":
                continue
            lines = titles[source.title]
            assert source.line is not None
            assert 1 <= source.line <= len(lines), f"{rule.id}: {source}"
            if source.kind == "rule":
                near = "\n".join(lines[max(0, source.line - 6) : source.line + 2])
                assert str(source.key) in near, f"{rule.id}: {source.key} is not at L{source.line}"
            if source.kind == "ruling":
                year, month, day = str(source.key).split("-")
                after = "\n".join(lines[source.line - 1 : source.line + 17])
                assert f"（{year}.{int(month)}.{int(day)}）" in after, (
                    f"{rule.id}: no ruling of {source.key} at L{source.line}"
                )


@pytest.mark.real_pages
@pytest.mark.skipif(not PAGES, reason="SAITEI_PAGES is not set")
def test_no_sentence_is_taken_from_the_pages() -> None:
    def squeeze(text: str) -> str:
        return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))

    pages = squeeze("".join(p.read_text(encoding="utf-8") for p in Path(str(PAGES)).glob("*.txt")))
    runs = {pages[i : i + 24] for i in range(len(pages) - 23)}
    for path in [
        *ROOT.glob("rules/**/*"),
        *ROOT.glob("cards/*.ttl"),
        *ROOT.glob("cases/*.yaml"),
        *ROOT.glob("reasoner/**/*.py"),
    ]:
        if path.is_file() and path.suffix in {".lp", ".yaml", ".ttl", ".py"}:
            text = squeeze(path.read_text(encoding="utf-8"))
            shared = [text[i : i + 24] for i in range(len(text) - 23) if text[i : i + 24] in runs]
            assert not shared, f"{path.name}: {shared[0]}"


@pytest.mark.parametrize("game", GAMES)
def test_overrides_are_acyclic(game: str) -> None:
    graph = nx.DiGraph()
    for rule in load_rules(game).rules.values():
        graph.add_node(rule.id)
        graph.add_edges_from((rule.id, other) for other in rule.overrides)
    assert nx.is_directed_acyclic_graph(graph)
    assert graph.number_of_edges() > 0


@pytest.mark.parametrize("game", GAMES)
def test_predicate_table_is_complete(game: str) -> None:
    table = load_table(game)
    for predicate in table.predicates.values():
        assert predicate.ja and predicate.en and predicate.args
        assert predicate.at in {"end", "step", "run", "outcomes", "graph", "source"}
    views = (ROOT / "rules" / game / "views.lp").read_text(encoding="utf-8")
    for key, predicate in table.predicates.items():
        if predicate.at != "graph":
            assert f"ask(I,{key})" in views, f"views.lp does not say what {key} means"


def test_every_premise_of_a_rule_can_be_said() -> None:
    base, book = load_rules("dm"), phrasebook("dm")
    text = "\n".join(s.text for s in base.statements if s.text.startswith("w("))
    heads = set(re.findall(r"w\(\d+,(?:break_seal|[a-z_]+)\(", text))
    actions = {h.split(",")[1].rstrip("(") for h in heads}
    assert actions <= set(book.actions), actions - set(book.actions)
    premises = set()
    for line in text.splitlines():
        inner = line.split(",(", 1)[1].split(")) :-", 1)[0]
        premises |= set(re.findall(r"(?<![a-z_A-Z0-9])([a-z][a-z0-9_]*)\(", inner))
    silent = {"no", "do", "happens", "event", "proposed", "compare", "check", "fires", "sba", "ability_def"}
    terms = (
        premises
        - silent
        - set(book.premises)
        - set(book.actions)
        - set(book.events)
        - {"leave_group", "death"}
    )
    assert not terms


def test_bad_rule_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "core.lp").write_text("do(X) :- fires(_,X).\n", encoding="utf-8")
    folder = tmp_path / "dm"
    folder.mkdir()
    good = "%! id: x-a\n%! ja: あ\n%! en: a\n%! source: P L1 [statement]\n"
    bad = {
        "no source": '%! id: x-a\n%! ja: あ\n%! en: a\napplies("x-a",f) :- check.\n',
        "no such field": good + "%! colour: red\n",
        "not ASP": good + 'applies("x-a",f :- check.\n',
        "another id": good + 'applies("x-b",f) :- check.\n',
        "bad date": good + '%! valid: yesterday\napplies("x-a",f) :- check.\n',
        "unknown override": good + '%! overrides: x-z\napplies("x-a",f) :- check.\n',
    }
    for name, text in bad.items():
        (folder / "a.lp").write_text(text, encoding="utf-8")
        load_rules.cache_clear()
        with pytest.raises(RuleBaseError):
            load_rules("dm", tmp_path)
            pytest.fail(name)
    load_rules.cache_clear()
