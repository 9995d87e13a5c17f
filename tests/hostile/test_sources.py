"""Files of strangers: what is read, what is refused, and that the next page is always reached."""

import bz2
import gzip
import json
import os
import tracemalloc
from pathlib import Path

import pytest

from ingest.extraction.page import collect_names, extract_page
from ingest.markup import parse
from ingest.reading import MAX_BYTES, Source, iter_sources
from tests.hostile.payloads import SCRIPTS, STEERING

GOOD = "*甲 [#a]\n-甲は出る。\n"


def read(path: Path) -> tuple[list[str], list[str]]:
    """Texts of the pages below a path, and the problems of what is none."""
    texts, problems = [], []
    for source in iter_sources(path):
        if source.problem is not None:
            problems.append(source.problem.message)
            continue
        try:
            texts.append(source.read().text)
        except (ValueError, OSError) as error:
            problems.append(str(error))
    return texts, problems


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress], ids=["gz", "bz2"])
def test_a_decompression_bomb_is_refused_within_bounds(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    name = "a.txt.gz" if pack is gzip.compress else "a.txt.bz2"
    (tmp_path / name).write_bytes(pack(b"\0" * (MAX_BYTES + 4096)))
    (tmp_path / "b.txt").write_text(GOOD, "utf-8")
    tracemalloc.start()
    texts, problems = read(tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert texts == [GOOD]
    assert "64 MB" in problems[0]
    assert peak < 4 * MAX_BYTES


ENTITIES = '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("head", [ENTITIES, OUTSIDE])
def test_entities_of_a_dump_are_refused(tmp_path: Path, head: str) -> None:
    body = (
        f"{head}<mediawiki><page><title>t</title><revision><text>&b;&x;</text></revision></page></mediawiki>"
    )
    (tmp_path / "d.xml").write_text(f'<?xml version="1.0"?>{body}', "utf-8")
    (tmp_path / "e.txt").write_text(GOOD, "utf-8")
    texts, problems = read(tmp_path)
    assert texts == [GOOD]
    assert "document type" in problems[0]


def test_a_dump_nested_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "d.xml").write_text("<mediawiki>" + "<a>" * 200_000, "utf-8")
    (tmp_path / "e.txt").write_text(GOOD, "utf-8")
    texts, problems = read(tmp_path)
    assert texts == [GOOD]
    assert problems


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "[1,", "\0", '[{"name": NaN}]', '"\\ud800"']
)
def test_a_card_list_that_is_none_is_a_problem(tmp_path: Path, text: str) -> None:
    (tmp_path / "cards.json").write_text(text, "utf-8")
    (tmp_path / "cards.json.mapping.yaml").write_text("columns: {name: name}\n", "utf-8")
    (tmp_path / "e.txt").write_text(GOOD, "utf-8")
    texts, problems = read(tmp_path)
    assert GOOD in texts
    assert problems or len(texts) == 2


def test_links_lead_nowhere_outside_and_pipes_do_not_block(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("秘密", "utf-8")
    wiki = tmp_path / "wiki"
    (wiki / "sub").mkdir(parents=True)
    (wiki / "a.txt").write_text(GOOD, "utf-8")
    (wiki / "b.txt").symlink_to(secret)
    (wiki / "c.txt").symlink_to("a.txt")
    (wiki / "d.txt").symlink_to("nowhere.txt")
    (wiki / "loop").symlink_to(wiki)
    os.mkfifo(wiki / "e.txt")
    texts, problems = read(wiki)
    assert texts == [GOOD, GOOD]
    assert len(problems) == 3
    assert any("outside" in p for p in problems)


@pytest.mark.parametrize("title", ["../../etc/passwd", "..", "a/../b", "con", "-rf", "a\\b", "名\u202e前"])
def test_names_that_walk_stay_names(tmp_path: Path, title: str) -> None:
    (tmp_path / (title.encode().hex().upper() + ".txt")).write_text(GOOD, "utf-8")
    (source,) = iter_sources(tmp_path)
    assert isinstance(source, Source)
    document = parse(source.read().text)
    page = extract_page(
        document, game="dm", site="t", title=title, names=collect_names(document, "dm", title=title)
    )
    assert page.page_iri.startswith("https://saitei.example/id/dm/page/t/")
    assert page.page_iri.count("/") == 7


@pytest.mark.parametrize("text", SCRIPTS + STEERING)
@pytest.mark.parametrize("form", ["pukiwiki", "mediawiki", "html"])
def test_every_form_keeps_hostile_text_whole(text: str, form: str) -> None:
    page = f"*題 [#a]\n-《{text}》は[[{text}]]である。\n>Q.{text}？\nA.はい。\n"
    document = parse(page, format=form)
    assert document.joined() == page
    names = collect_names(document, "dm", title="題")
    extract_page(document, game="dm", site="t", title="題", names=names)


@pytest.mark.parametrize("piece", ["あ", "[[", "|", "a ", "《", "\u202e"])
def test_a_line_of_ten_megabytes(piece: str) -> None:
    size = 10_000_000 if piece in ("あ", "a ") else 500_000
    text = piece * (size // len(piece))
    assert parse(text).joined() == text


def test_a_page_of_a_hundred_megabytes_in_one_line_is_a_problem_of_its_own(tmp_path: Path) -> None:
    with (tmp_path / "a.txt").open("wb") as file:
        file.write("あ".encode())
        file.truncate(100 << 20)
    (tmp_path / "b.txt").write_text(GOOD, "utf-8")
    texts, problems = read(tmp_path)
    assert texts == [GOOD]
    assert len(problems) == 1
    assert "a.txt: more than 64 MB; split it" in problems[0]


def test_json_lines_with_one_bad_line_go_on(tmp_path: Path) -> None:
    lines = [json.dumps({"name": "甲"}), "[" * 50_000, json.dumps({"name": "乙"})]
    (tmp_path / "cards.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / "cards.jsonl.mapping.yaml").write_text("columns: {name: name}\n", "utf-8")
    texts, problems = read(tmp_path)
    assert len(texts) == 2
    assert len(problems) == 1
