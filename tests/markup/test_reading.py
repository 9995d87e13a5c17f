"""Sources: encodings, dump folders, XML dumps, card lists, standard input; a broken one never stops the others."""

import bz2
import gzip
import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from ingest.markup import Kind, parse
from ingest.reading import Source, iter_sources, read_source

TEXT = "*港の規則 [#a0000001]\n-夜は閉じる。波は〜三尺まで。\n-[[灯台]]を見よ。\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "euc_jp", "euc_jis_2004", "utf-16"])
def test_encodings_are_found(encoding: str) -> None:
    source = read_source(TEXT.encode(encoding), name="a.txt")
    assert source.text == TEXT
    assert source.diagnostics == []


def test_cp932_with_its_own_characters_is_found() -> None:
    text = TEXT.replace("〜", "～") + "-①から⑳まで、髙い﨑。\n"
    source = read_source(text.encode("cp932"))
    assert (source.text, source.encoding) == (text, "cp932")


def test_euc_jis_2004_is_found_where_euc_jp_does_not_reach() -> None:
    text = TEXT + "-①と②と俱楽部。\n"
    source = read_source(text.encode("euc_jis_2004"))
    assert (source.text, source.encoding) == (text, "euc_jis_2004")


def test_short_titles_are_enough_to_tell_encodings() -> None:
    for encoding in ("euc_jp", "cp932", "utf-8"):
        assert read_source("*港\n-舟\n-つなぐ\n".encode(encoding)).text.startswith("*港")


def test_a_named_encoding_is_used_and_an_unknown_one_refused() -> None:
    assert read_source("港".encode("cp932"), encoding="cp932").text == "港"
    assert read_source(b"\xef\xbb\xbfa", encoding="utf-8").text == "a"
    with pytest.raises(LookupError):
        read_source(b"a", encoding="no-such-encoding")


def test_wrong_bytes_are_placed_and_the_page_is_kept() -> None:
    data = TEXT.encode() + b"-\xff bad\n" + "-終わり。\n".encode()
    source = read_source(data)
    assert source.encoding == "utf-8"
    assert [n.code for n in source.diagnostics] == ["MK001", "MK004"]
    assert source.text[source.diagnostics[0].start] == "\ufffd"
    assert source.text.endswith("-終わり。\n")


def test_a_page_cut_inside_a_character_is_kept() -> None:
    for encoding in ("utf-8", "euc_jp"):
        source = read_source(TEXT.encode(encoding)[:-4])
        assert source.encoding == encoding
        assert source.text.startswith("*港の規則")
        assert [n.code for n in source.diagnostics][-1:] in (["MK001"], ["MK004"], [])


@pytest.mark.parametrize("encoding", ["euc_jp", "utf-8"])
def test_dump_folder_with_hex_names(tmp_path: Path, encoding: str) -> None:
    wiki = tmp_path / "wiki"
    wiki.mkdir()
    titles = ["港の規則", "《霧ノカナタ》", "用語/灯台", "Rule"]
    for title in titles:
        (wiki / f"{title.encode(encoding).hex().upper()}.txt").write_bytes(TEXT.encode(encoding))
    (tmp_path / "diff").mkdir()
    (tmp_path / "diff" / "C1F5C8F7.txt").write_bytes(b"-old\n")
    (wiki / "index.html").write_text("<html><body><p>x</p></body></html>", encoding="utf-8")
    found = list(iter_sources(tmp_path))
    assert sorted(s.title for s in found if s.title) == sorted(titles)
    assert len(found) == len(titles) + 1
    for source in found:
        if source.title:
            assert source.data is None  # read by whoever parses it
            text = source.read()
            assert (text.text, text.title_hint) == (TEXT, source.title)


def test_a_single_file_and_the_hint_of_its_name(tmp_path: Path) -> None:
    path = tmp_path / f"{'裁定'.encode('euc_jp').hex().upper()}.txt"
    path.write_bytes(TEXT.encode("euc_jp"))
    [source] = iter_sources(path)
    assert source.title == "裁定"
    assert read_source(path.read_bytes(), name=path.name).title_hint == "裁定"
    plain = tmp_path / "20210316.txt"
    plain.write_text(TEXT, encoding="utf-8")
    [source] = iter_sources(plain)
    assert source.title is None


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(TEXT.encode("euc_jp"))))
    [source] = iter_sources("-")
    assert source.read().text == TEXT


def test_nothing_there_is_an_error_that_names_the_place(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        list(iter_sources(tmp_path / "nowhere"))


DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/"><siteinfo><sitename>海</sitename></siteinfo>
<page><title>灯台</title><ns>0</ns><id>1</id>
 <revision><timestamp>2019-01-01T00:00:00Z</timestamp><model>wikitext</model><text>古い</text></revision>
 <revision><timestamp>2020-01-01T00:00:00Z</timestamp><model>wikitext</model><text>== 歴史 ==
* [[港]] &amp; 岬</text></revision></page>
<page><title>部品</title><ns>828</ns><revision><timestamp>2020-02-02T00:00:00Z</timestamp><model>Scribunto</model><text>return 1</text></revision></page>
</mediawiki>"""


@pytest.mark.parametrize("suffix", [".xml", ".xml.bz2", ".xml.gz"])
def test_xml_dumps(tmp_path: Path, suffix: str) -> None:
    pack = {".xml": bytes, ".xml.bz2": bz2.compress, ".xml.gz": gzip.compress}[suffix]
    path = tmp_path / f"dump{suffix}"
    path.write_bytes(pack(DUMP.encode()))
    first, second = iter_sources(path)
    assert (first.title, first.modified, first.format, first.line) == (
        "灯台",
        "2020-01-01T00:00:00Z",
        "mediawiki",
        2,
    )
    text = first.read().text
    assert text == "== 歴史 ==\n* [[港]] & 岬"
    document = parse(text, format=first.format)
    assert [n.attrs["target"] for n in document.root.find(Kind.LINK)] == ["港"]
    assert second.format is None


def test_a_broken_dump_gives_its_pages_and_then_the_place(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(DUMP[: DUMP.index("<page><title>部品") + 40], encoding="utf-8")
    page, broken = iter_sources(path)
    assert page.title == "灯台"
    assert broken.problem is not None
    assert broken.problem.code == "MK501"
    assert ":6:" in broken.name


def test_a_cut_archive_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml.bz2"
    path.write_bytes(bz2.compress(DUMP.encode())[:-20])
    *_, broken = iter_sources(path)
    assert broken.problem is not None


def test_entity_bombs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xml"
    path.write_text(
        '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><mediawiki><page><title>&b;</title></page></mediawiki>',
        encoding="utf-8",
    )
    [broken] = iter_sources(path)
    assert broken.problem is not None
    assert "document type" in broken.problem.message


MAPPING = "columns:\n  name: {column: カード名, strip: 《》}\n  cost: コスト\n  race: {column: 種族, separator: 、}\n  text: 文\nsource: 海の一覧\n"


def cards(tmp_path: Path, name: str, data: str, mapping: str = MAPPING) -> list[Source]:
    path = tmp_path / name
    path.write_bytes(data.encode("cp932" if name.endswith(".csv") else "utf-8"))
    path.with_name(name + ".mapping.yaml").write_text(mapping, encoding="utf-8")
    return list(iter_sources(tmp_path))


def test_card_list_as_csv(tmp_path: Path) -> None:
    first, second, broken = cards(
        tmp_path,
        "a.csv",
        'カード名,コスト,種族,文\n《霧ノ王》,5,霧族、影族,"一行目\n二行目"\n岬の番人,3,,\n,1,,\n',
    )
    assert (first.title, first.line, second.title, second.line) == ("《霧ノ王》", 2, "《岬の番人》", 4)
    document = parse(first.read().text, format=first.format)
    [box] = document.root.find(Kind.CARD_BOX)
    assert box.attrs == {
        "name": "霧ノ王",
        "cost": "5",
        "race": "霧族/影族",
        "text": "一行目\n二行目",
        "source": "海の一覧",
    }
    assert (
        document.plain(next(c for c in document.root.find(Kind.CELL) if c.attrs["field"] == "text"))
        == "一行目\n二行目"
    )
    assert document.joined() == document.text
    assert parse(first.read().text).format == "cards"
    assert broken.problem is not None
    assert broken.line == 5


def test_card_list_as_json_and_json_lines(tmp_path: Path) -> None:
    records = [{"n": "霧ノ王", "stats": {"power": 5000}, "r": ["霧族", "影族"]}, {"n": "岬"}]
    mapping = "columns:\n  name: n\n  power: stats.power\n  race: r\nrecords: data.cards\n"
    first, second = cards(
        tmp_path, "a.json", json.dumps({"data": {"cards": records}}, ensure_ascii=False), mapping
    )
    assert first.read().text == "《霧ノ王》\npower: 5000\nrace: 霧族/影族\n"
    assert second.title == "《岬》"
    indented = cards(tmp_path, "a.json", json.dumps({"data": {"cards": records}}, indent=1), mapping)
    assert [s.line for s in indented] == [5, 15]
    lines = "\n".join(json.dumps(r, ensure_ascii=False) for r in records) + "\n{broken\n"
    (tmp_path / "x").mkdir()
    found = cards(
        tmp_path / "x",
        "b.jsonl",
        lines,
        mapping.replace("records: data.cards\n", ""),
    )
    assert [s.title for s in found] == ["《霧ノ王》", "《岬》", None]
    assert (found[2].line, found[2].problem is not None) == (3, True)


@pytest.mark.parametrize(
    ("mapping", "line", "said"),
    [
        ("columns:\n  cost: コスト\n", 1, "name"),
        ("columns:\n  name: カード名\n  weight: コスト\n", 1, "weight"),
        ("columns:\n  name: カード名\ncolour: red\n", 3, "colour"),
        ("columns: [\n", 2, "YAML"),
        ("columns:\n  name: {column: カード名, trim: x}\n", 2, "trim"),
    ],
)
def test_a_wrong_mapping_is_an_error_with_its_line(
    tmp_path: Path, mapping: str, line: int, said: str
) -> None:
    [broken] = cards(tmp_path, "a.csv", "カード名,コスト\n霧,1\n", mapping)
    assert broken.problem is not None
    assert said in broken.problem.message
    assert broken.name.endswith(f"a.csv.mapping.yaml:{line}")


def test_a_missing_column_names_those_that_exist(tmp_path: Path) -> None:
    [broken] = cards(tmp_path, "a.csv", "名,コスト\n霧,1\n", "columns:\n  name: カード名\n")
    assert broken.problem is not None
    assert "名, コスト" in broken.problem.message


def test_a_list_without_mapping_says_what_to_write(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,y\n", encoding="utf-8")
    [broken] = iter_sources(tmp_path)
    assert broken.problem is not None
    assert "a.csv.mapping.yaml" in broken.problem.message
