"""The gold sets hold together: what their answers quote really stands where they say."""

import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

GOLD = Path(__file__).parent
FOLDERS = [GOLD / f"extraction{which}" for which in ("", "-second", "-third", "-fourth")]
FACTS = [facts for folder in FOLDERS for facts in sorted(folder.glob("*.yaml"))]

ENCODINGS = {
    "024-dm-euc-render": "euc_jis_2004",
    "209-dm-euc-old": "euc_jp",
    "218-cards-cp932": "cp932",
    "310-dm-euc-term": "euc_jis_2004",
}
FAMILIES = {
    "card-list",
    "html",
    "mediawiki",
    "pukiwiki",
    "pukiwiki-diff",
    "pukiwiki-flat",
    "qa",
    "rendered",
    "rules",
    "symbols",
}
KINDS = {
    "classification",
    "definition",
    "example",
    "exception",
    "gloss",
    "history",
    "practice",
    "procedure",
    "rule",
}
KEYS = {
    "absent",
    "card_facts",
    "cards",
    "citations",
    "columns",
    "continues",
    "date",
    "diagram",
    "examples",
    "exceptions",
    "family",
    "folds",
    "game",
    "known",
    "links",
    "mentions",
    "name_sets",
    "pointers",
    "practice",
    "rules",
    "rulings",
    "sections",
    "statements",
    "terms",
    "title",
    "validity",
    "versions",
}
WITHIN_RANGES = {"703.4f", "703.4g"}
"""Cited by ``703.4e～703.4h``: not written out on the page."""

ISO = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
RUBY = re.compile(r"&ruby\([^)]*\)\{([^}]*)\};")
STYLE = re.compile(r"(?:COLOR|SIZE)\([^)]*\)\{([^}]*)\}")
READING = re.compile(r"\([ぁ-ゖ]+\)")


def page_of(facts: Path) -> Path:
    (page,) = (p for p in facts.parent.glob(facts.stem + ".*") if p.suffix != ".yaml")
    return page


def text_of(facts: Path) -> str:
    return page_of(facts).read_bytes().decode(ENCODINGS.get(facts.stem, "utf-8"))


def load(facts: Path) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(facts.read_text(encoding="utf-8"))
    return data


def squeeze(text: str) -> str:
    """Fold a page or name for a tolerant look-up: ruby and furigana resolved, NFKC, no spaces, marks or quotes."""
    text = READING.sub("", STYLE.sub(r"\1", RUBY.sub(r"\1", text)))
    text = unicodedata.normalize("NFKC", text.replace("〜", "~").replace("−", "-"))
    return re.sub(r"\s|''|</?b>", "", text)


def places(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Every fact that carries a line."""
    found: list[dict[str, Any]] = []
    for key in KEYS:
        value = data.get(key)
        if key == "mentions" and value:
            found += value["are"]
        elif isinstance(value, list):
            found += [v for v in value if isinstance(v, dict) and "line" in v]
    return found


@pytest.fixture(params=FACTS, ids=[f.stem for f in FACTS])
def gold(request: pytest.FixtureRequest) -> tuple[dict[str, Any], str]:
    return load(request.param), text_of(request.param)


def test_keys_and_vocabulary_are_the_documented_ones(gold: tuple[dict[str, Any], str]) -> None:
    data, _ = gold
    assert set(data) <= KEYS
    assert data["game"] in {"dm", "ygo"}
    assert data["family"] in FAMILIES
    assert {s["kind"] for s in data.get("statements", [])} <= KINDS
    assert {m["kind"] for m in data.get("mentions", {}).get("are", [])} <= {
        "card",
        "face",
        "name_set",
        "term",
    }
    assert {r["verdict"] for r in data.get("rulings", [])} <= {"yes", "no", "other"}


def test_quoted_text_stands_on_its_line(gold: tuple[dict[str, Any], str]) -> None:
    data, text = gold
    lines = text.split("\n")
    for fact in places(data):
        assert 1 <= fact["line"] <= len(lines), fact
        if "text" in fact:
            assert fact["text"] in lines[fact["line"] - 1], fact


def test_names_and_numbers_stand_on_the_page(gold: tuple[dict[str, Any], str]) -> None:
    data, text = gold
    whole = squeeze(text)
    names = [*data.get("cards", []), *(n["name"] for n in data.get("name_sets", []))]
    names += [c for r in data.get("rulings", []) for c in (*r["cards"], *r.get("similar", []))]
    names += [v for _, v in data.get("sections", [])] + [t["name"] for t in data.get("terms", [])]
    if data.get("title"):
        names.append(data["title"].strip("《》"))
    for name in names:
        assert squeeze(name) in whole, name
    for key in ("rules", "versions", "citations"):
        for fact in data.get(key, []):
            assert str(fact["number"]) in whole.lower() or fact["number"] in WITHIN_RANGES, fact


def test_links_are_written_on_their_line(gold: tuple[dict[str, Any], str]) -> None:
    data, text = gold
    lines = text.split("\n")
    for link in data.get("links", []):
        if "line" not in link:
            continue
        line = squeeze(lines[link["line"] - 1])
        assert squeeze(link["display"]) in line, link
        own_page = link.get("target") == data.get("title")
        assert own_page or squeeze(link.get("url") or link["target"]) in line, link


def test_mentions_stand_on_the_lines_they_are_complete_for(gold: tuple[dict[str, Any], str]) -> None:
    data, text = gold
    lines = text.split("\n")
    mentions = data.get("mentions", {"lines": [], "are": []})
    assert {m["line"] for m in mentions["are"]} <= set(mentions["lines"])
    wanted = Counter((m["line"], squeeze(m.get("as", m["name"]))) for m in mentions["are"])
    for (line, name), times in wanted.items():
        assert squeeze(lines[line - 1]).count(name) >= times, (line, name)


def test_dates_and_pairs_are_well_formed(gold: tuple[dict[str, Any], str]) -> None:
    data, text = gold
    count = len(text.split("\n"))
    dated = [*data.get("validity", []), *data.get("folds", []), *data.get("versions", [])]
    dates = [v for fact in dated for k in ("from", "to") if (v := fact.get(k))]
    dates += [r["date"] for r in data.get("rulings", []) if r.get("date")] + [
        data.get("date") or "2000-01-01"
    ]
    assert all(isinstance(d, str) and ISO.fullmatch(d) for d in dates)
    kinds = {(s["line"], s["kind"]) for s in data.get("statements", [])}
    for key, kind in (("exceptions", "exception"), ("examples", "example")):
        for pair in data.get(key, []):
            assert (pair["from"], kind) in kinds, pair
            assert 1 <= pair["to"] < pair["from"], pair
    for fold in data.get("folds", []):
        first, last = fold["lines"]
        assert 1 <= first < last <= count, fold


def test_the_set_is_as_large_and_as_broad_as_it_claims() -> None:
    facts = {f.stem: load(f) for f in FACTS}
    pages = [p for folder in FOLDERS for p in folder.iterdir() if p.suffix != ".yaml"]
    assert len(pages) == len(facts) == len(FACTS) >= 130
    assert {d["family"] for d in facts.values()} == FAMILIES
    sizes = Counter[str]()
    for data in facts.values():
        for key, value in data.items():
            sizes[key] += (
                len(value["are"]) if key == "mentions" else len(value) if isinstance(value, list) else 1
            )
    floors = {
        "card_facts": 100,
        "cards": 60,
        "citations": 25,
        "exceptions": 10,
        "folds": 6,
        "links": 50,
        "mentions": 50,
        "practice": 4,
        "rules": 20,
        "rulings": 20,
        "sections": 40,
        "statements": 100,
        "validity": 15,
        "versions": 10,
    }
    assert {key: sizes[key] for key in floors if sizes[key] < floors[key]} == {}
