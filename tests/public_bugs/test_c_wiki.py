"""C: parsing of wikis. Each test is named after an entry of the log of public bugs."""

from pathlib import Path
from urllib.parse import quote

import pytest

from ingest.markup import Kind, parse
from ingest.pipeline import ingest_paths
from ingest.reading import read_source
from ingest.store import open_store
from tests.markup.test_linear import steps


def test_c1_a_single_brace_loses_nothing() -> None:
    text = "{{hello|foo={{A}, {B}}|bar=123}}\nあと\n"
    document = parse(text, format="mediawiki")
    assert document.joined() == text
    assert "bar=123" in document.plain(document.root)
    assert "あと" in document.plain(document.root)


@pytest.mark.parametrize(
    "piece", ["[[", "{{", "((", "''", "#region{{{{\n", "<div>", "{|\n", "[[a>b", "&ruby(", "{{a|"]
)
@pytest.mark.parametrize("form", ["pukiwiki", "mediawiki", "html"])
def test_c4_twice_the_text_takes_less_than_thrice_the_steps(piece: str, form: str) -> None:
    small, large = (steps(lambda n=n: parse(piece * (n // len(piece)), format=form)) for n in (1000, 2000))
    assert large < 3 * small


def test_c4_a_page_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    wiki.mkdir()
    (wiki / "a.txt").write_text("*甲 [#a]\n-甲は出る。\n", "utf-8")
    (wiki / "b.txt.gz").write_bytes(b"\x1f\x8b\x08\x00broken")
    (wiki / "c.txt").write_text("*丙 [#c]\n" + "{{{{[[" * 3000, "utf-8")
    (wiki / "d.txt").write_text("*丁 [#d]\n-丁は戻る。\n", "utf-8")
    with open_store(tmp_path / "store") as store:
        result = ingest_paths(store, [str(wiki)], workers=1)
        titles = {row[0] for row in store.select("SELECT ?t { ?p a tcg:Page ; dcterms:title ?t }")}
    assert titles == {"甲", "丙", "丁"}
    assert (result.changed, result.skipped) == (3, 1)


@pytest.mark.parametrize(
    "markup", ["{{Nihongo2|東京都}}", "{{未知|東京都}}", "{{a|{{c|東京都}}}}", "<foo>東京都</foo>"]
)
def test_c5_unknown_markup_keeps_its_text(markup: str) -> None:
    document = parse(f"値は{markup}です。\n", format="mediawiki")
    kept = document.plain(document.root) + "".join(n.attrs.get("arguments", "") for n in document.root.walk())
    assert "東京都" in kept
    assert document.joined() == f"値は{markup}です。\n"


@pytest.mark.parametrize(
    "markup", ["&未知(甲){東京都};", "#未知(東京都)", "#未知{{\n東京都\n}}", "&#x6771;&#x4EAC;都"]
)
def test_c5_unknown_plugins_keep_their_text(markup: str) -> None:
    document = parse(f"*題 [#a]\n{markup}\n", format="pukiwiki")
    assert document.joined() == f"*題 [#a]\n{markup}\n"
    kept = document.plain(document.root) + "".join(n.attrs.get("arguments", "") for n in document.root.walk())
    assert "東京都" in kept


def test_c6_alias_page_and_anchor_are_fields_of_their_own() -> None:
    text = "*題 [#a]\n[[こちら>https://x.test/]]と[[表示>ページ#anchor]]と[[リンク]]\n"
    document = parse(text, format="pukiwiki")
    links = {document.slice(n): n.attrs for n in document.root.find(Kind.LINK)}
    outer, inner, plain = (
        links[k] for k in ("[[こちら>https://x.test/]]", "[[表示>ページ#anchor]]", "[[リンク]]")
    )
    assert (outer["alias"], outer["url"]) == ("こちら", "https://x.test/")
    assert (inner["alias"], inner["target"], inner["anchor"]) == ("表示", "ページ", "anchor")
    assert plain["target"] == "リンク"
    for node in document.root.find(Kind.LINK):
        assert text[node.start : node.end] == document.slice(node)


@pytest.mark.parametrize("encoding", ["utf-8", "euc_jp", "euc_jis_2004"])
def test_c7_links_of_a_euc_jp_wiki_lead_to_their_page(encoding: str) -> None:
    title = "《灰流うらら》"
    page = f'<html><body><p><a href="./index.php?{quote(title.encode(encoding))}">灰流うらら</a></p></body></html>'
    [link] = parse(page, format="html").root.find(Kind.LINK)
    assert link.attrs["target"] == title


@pytest.mark.parametrize(
    ("encoding", "characters"),
    [("euc_jp", "〜−‖¬"), ("cp932", "～－∥￢"), ("utf-8", "〜～－‖¬"), ("euc_jis_2004", "〜～－‖¬")],
)
def test_c7_wave_dashes_survive(encoding: str, characters: str) -> None:
    text = f"*題{characters}\n-《灰流うらら》は{characters}と書かれることがあるが、意味は同じであり、どちらの表記も使われる。\n"
    source = read_source(text.encode(encoding), encoding=encoding)
    assert source.text == text
    guessed = read_source(text.encode(encoding))
    assert "\ufffd" not in guessed.text
    assert "《灰流うらら》" in guessed.text
