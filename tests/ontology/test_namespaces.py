"""IRIs: one for names that are the same, another for names that are not, and never an invalid one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib import Graph, URIRef

from ontology.namespaces import card_iri, fold_name, mint_iri, page_iri, rule_iri, term_iri


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ケンゲキオージャ 〜究極火焔〜", "ケンゲキオージャ ～究極火焔～"),
        ("重力の斧−グラール", "重力の斧－グラール"),
        ("重力の斧−グラール", "重力の斧-グラール"),
        ("ＤＮＡ改造手術", "DNA改造手術"),
        ("無敗将軍 フリード", "無敗将軍フリード"),
        ("《龍神ヘヴィ》", "龍神ヘヴィ"),
        ("ｶｰﾄﾞ", "カード"),
        ("ドラグハート・ウエポン", "ドラグハート・ウェポン"),
        ("\u30ac", "\u30ab\u3099"),
    ],
)
def test_spellings_of_one_name_share_an_iri(one: str, other: str) -> None:
    assert card_iri("dm", one) == card_iri("dm", other)


@pytest.mark.parametrize(
    ("one", "other"), [("龍", "竜"), ("カード", "カト"), ("a", "A"), ("Q.Q.QX.", "QQQX")]
)
def test_different_names_have_different_iris(one: str, other: str) -> None:
    assert card_iri("dm", one) != card_iri("dm", other)


def test_games_and_sites_are_apart() -> None:
    assert term_iri("dm", "破壊") != term_iri("ygo", "破壊")
    assert page_iri("dm", "a", "進化") != page_iri("dm", "b", "進化")
    assert page_iri("dm", "a", "b/c") != page_iri("dm", "a/b", "c")
    assert rule_iri("dm", "703.4e").endswith("dm/rule/703.4e")


def test_search_folds_more_than_identity() -> None:
    assert fold_name("龍神ヘヴィ") == fold_name("竜神ヘヴィ")


@pytest.mark.parametrize("bad", ["", "  ", "a\nb", "\x00"])
def test_what_cannot_be_an_iri_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="IRI"):
        mint_iri("dm", bad)


@given(st.text(min_size=1).filter(lambda s: s.strip() and s.isprintable()))
def test_every_minted_iri_can_be_serialised_and_read_back(text: str) -> None:
    graph = Graph()
    node = URIRef(mint_iri("dm", "term", text))
    graph.add((node, node, node))
    assert set(Graph().parse(data=graph.serialize(format="nt"), format="nt")) == set(graph)
