"""Stores of a given size for measurements: the sample wiki, and question pages in the shape that ingest writes.

A generated page has two rulings (question, answer, verdict, date, cards, rules, place), a statement with a mention
and a link. Cards are few where asked for often, as on a wiki: a tenth of them has most of the rulings.
"""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import ontology
from ingest.pipeline import ingest_paths
from ingest.store import Store, open_store
from ontology.namespaces import PREFIXES, card_iri, page_iri, rule_iri, ruling_iri, term_iri

__all__ = ["CARDS", "RULES", "card_name", "generated", "store_of"]

CARDS, RULES, TERMS = 5000, 400, 300
SAMPLE = Path(ontology.__file__).parent.parent / "ingest" / "sample"

_HEADS = ("白銀", "轟炎", "深緑", "黒曜", "蒼海", "天翔", "無双", "幻影", "鋼鉄", "月光")
_TAILS = (
    "の守護者",
    "の射手",
    "の翼竜",
    "の魔道士",
    "の巨兵",
    "の歌姫",
    "の剣豪",
    "の番人",
    "の狩人",
    "の賢者",
)
_DOES = (
    "手札に戻",
    "山札の上に置か",
    "墓地に置か",
    "破壊さ",
    "シールドに加えら",
    "裏返さ",
    "タップさ",
    "選ば",
)
_XSD = PREFIXES["xsd"]
_P = {n: PREFIXES["tcg"] + n for n in (
    "Page", "Section", "Statement", "RuleStatement", "Ruling", "Card", "Mention", "Link", "Rule", "Term", "game",
    "site", "text", "plainText", "format", "line", "column", "start", "end", "order", "level", "onPage", "about",
    "involves", "cites", "citedNumber", "question", "answer", "verdict", "rulingDate", "fingerprint", "mentions",
    "displayText", "inStatement", "linksTo", "targetTitle", "anchor",
)}  # fmt: skip
_P |= {
    "type": PREFIXES["rdf"] + "type", "title": PREFIXES["dcterms"] + "title",
    "modified": PREFIXES["dcterms"] + "modified", "partOf": PREFIXES["dcterms"] + "isPartOf",
    "label": PREFIXES["skos"] + "prefLabel", "notation": PREFIXES["skos"] + "notation",
}  # fmt: skip


def card_name(number: int) -> str:
    """Name of a generated card."""
    return f"{_HEADS[number % 10]}{_TAILS[number // 10 % 10]}{number}"


_CARD_IRIS = [card_iri("dm", card_name(n)) for n in range(CARDS)]
_RULE_NUMBERS = [f"{300 + n // 26}.{1 + n % 9}{chr(97 + n % 26)}" for n in range(RULES)]
_RULE_IRIS = [rule_iri("dm", n) for n in _RULE_NUMBERS]
_TERM_IRIS = [term_iri("dm", f"用語{n}") for n in range(TERMS)]


class _Page:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def iri(self, subject: str, predicate: str, value: str) -> None:
        self.lines.append(f"<{subject}> <{_P[predicate]}> <{value}> .\n")

    def text(self, subject: str, predicate: str, value: str, kind: str = "") -> None:
        value = value.replace("\n", "\\n")
        self.lines.append(f'<{subject}> <{_P[predicate]}> "{value}"{kind} .\n')

    def number(self, subject: str, predicate: str, value: int) -> None:
        self.lines.append(f'<{subject}> <{_P[predicate]}> "{value}"^^<{_XSD}integer> .\n')

    def place(self, subject: str, page: str, line: int, text: str) -> None:
        for name, value in (
            ("line", line),
            ("column", 1),
            ("start", 60 * line),
            ("end", 60 * line + len(text)),
        ):
            self.number(subject, name, value)
        self.iri(subject, "onPage", page)
        self.text(subject, "text", text)


def _page(number: int, pick: random.Random) -> tuple[str, bytes]:
    title = f"質問{number}"
    page = page_iri("dm", "generated", title)
    out = _Page()
    day = f"{2008 + pick.randrange(16)}-{1 + pick.randrange(12):02}-{1 + pick.randrange(28):02}"
    section = f"{page}#sec"
    texts = []
    for n in range(2):
        first, second = int(CARDS * pick.random() ** 3), pick.randrange(CARDS)
        rule = min(int(RULES * pick.random() ** 2), RULES - 1)
        ruling = ruling_iri("dm", f"{number}-{n}")
        question = (
            f"《{card_name(first)}》が{pick.choice(_DOES)}れるとき、"
            f"《{card_name(second)}》の効果は{pick.choice(_DOES)}れる前に解決しますか？"
        )
        verdict = pick.choice(("yes", "no", "other"))
        answer = (
            "はい、" if verdict == "yes" else "いいえ、"
        ) + f"{_RULE_NUMBERS[rule]} に従って解決します。"
        text = f"Q.{question}\nA.{answer}"
        texts.append(text)
        out.iri(ruling, "type", _P["Ruling"])
        out.text(ruling, "game", "dm")
        for card in {first, second}:
            out.iri(ruling, "involves", _CARD_IRIS[card])
            out.iri(ruling, "about", _CARD_IRIS[card])
        out.iri(ruling, "cites", _RULE_IRIS[rule])
        out.text(ruling, "citedNumber", _RULE_NUMBERS[rule])
        out.text(ruling, "question", question)
        out.text(ruling, "answer", answer)
        out.text(ruling, "verdict", verdict)
        out.text(ruling, "rulingDate", day, f"^^<{_XSD}date>")
        out.text(ruling, "fingerprint", f"{number:06x}{n:06x}")
        out.iri(ruling, "partOf", section)
        out.number(ruling, "order", n + 2)
        out.place(ruling, page, 4 + 3 * n, text)
    statement, mention, link = f"{page}#s", f"{page}#m", f"{page}#l"
    term, target = pick.randrange(TERMS), f"質問{int(number * pick.random() ** 2)}"
    said = f"用語{term}については、[[{target}]]も見る。"
    for kind in ("Statement", "RuleStatement"):
        out.iri(statement, "type", _P[kind])
    out.text(statement, "plainText", said.replace("[[", "").replace("]]", ""))
    out.iri(statement, "partOf", section)
    out.iri(statement, "about", _TERM_IRIS[term])
    out.number(statement, "order", 1)
    out.place(statement, page, 3, said)
    out.iri(mention, "type", _P["Mention"])
    out.iri(mention, "mentions", _TERM_IRIS[term])
    out.text(mention, "displayText", f"用語{term}")
    out.iri(mention, "inStatement", statement)
    out.place(mention, page, 3, f"用語{term}")
    out.iri(link, "type", _P["Link"])
    out.iri(link, "linksTo", page_iri("dm", "generated", target))
    out.text(link, "targetTitle", target)
    out.iri(link, "inStatement", statement)
    out.place(link, page, 3, f"[[{target}]]")
    out.iri(section, "type", _P["Section"])
    out.iri(section, "partOf", page)
    out.text(section, "title", "質問と回答")
    out.number(section, "level", 1)
    out.place(section, page, 2, "*質問と回答")
    out.iri(page, "type", _P["Page"])
    out.text(page, "title", title)
    out.text(page, "game", "dm")
    out.text(page, "site", "generated")
    out.text(page, "format", "pukiwiki")
    out.text(page, "modified", day, f"^^<{_XSD}date>")
    out.text(page, "text", f"*質問と回答\n{said}\n" + "\n".join(texts))
    return page, "".join(out.lines).encode()


def _known() -> tuple[str, bytes]:
    out = _Page()
    for n, iri in enumerate(_CARD_IRIS):
        out.iri(iri, "type", _P["Card"])
        out.text(iri, "game", "dm")
        out.text(iri, "label", card_name(n), "@ja")
    for number, iri in zip(_RULE_NUMBERS, _RULE_IRIS, strict=True):
        out.iri(iri, "type", _P["Rule"])
        out.text(iri, "game", "dm")
        out.text(iri, "notation", number)
    for n, iri in enumerate(_TERM_IRIS):
        out.iri(iri, "type", _P["Term"])
        out.text(iri, "game", "dm")
        out.text(iri, "label", f"用語{n}", "@ja")
    return PREFIXES["id"] + "graph/generated", "".join(dict.fromkeys(out.lines)).encode()


def generated(quads: int) -> Iterator[tuple[str, bytes]]:
    """Yield named graphs as N-Triples until they hold about so many quads; the same ones each time."""
    pick = random.Random(20240401)
    graph, data = _known()
    yield graph, data
    count, number = data.count(b"\n"), 0
    while count < quads:
        graph, data = _page(number, pick)
        yield graph, data
        count, number = count + data.count(b"\n"), number + 1


def store_of(quads: int, folder: Path) -> Store:
    """Return a reader of a store with about so many quads, made in `folder` unless it is there already."""
    place = folder / f"store-{quads}"
    if not (place / "CURRENT").exists():
        began = time.perf_counter()
        with open_store(":memory:") as sample:
            ingest_paths(sample, [str(SAMPLE)])
            fixed = [(g, sample.ntriples(g)) for g in sample.graphs()]
        size = sum(data.count(b"\n") for _, data in fixed)

        def graphs() -> Iterator[tuple[str, bytes]]:
            yield from fixed
            yield from generated(max(0, quads - size))

        with open_store(place) as writer:
            writer.build(graphs())
        print(f"{quads:,} quads built in {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return open_store(place, read_only=True)
