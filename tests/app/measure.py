"""``python -m tests.app.measure [PAGES | outcome]``: how long the app's questions take on a large invented wiki.

Builds a store of about 365 quads a page (2,800 pages, as many as without the number: a million quads) in a temporary
folder, or opens the one named by ``SAITEI_BIG``, and prints medians in milliseconds: of the questions alone, of whole
pages on the server, and in Chromium from the click to the answer, with two browsers at once and the memory of a
session. Run it on a quiet machine.
"""

import logging
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from urllib.parse import quote

import pyoxigraph as ox

from explorer import drawing
from explorer.app.data import entity, neighbours, overview, pages, passages, relations, search
from explorer.app.scene import replay
from explorer.app.session import Session
from ingest.store import VOCABULARY_GRAPH, open_store
from ingest.text_index import open_text_index
from ontology.namespaces import card_iri, page_iri, rule_iri, ruling_iri, term_iri
from tests.app import small_graph as g
from tests.browser.figures import browser_figures

WORDS = [
    "再構築",
    "進化",
    "離れる",
    "残る",
    "重ねる",
    "破壊",
    "墓地",
    "山札",
    "手札",
    "召喚",
    "効果",
    "能力",
    "条件",
    "順番",
    "自分",
    "相手",
    "攻撃",
    "選ぶ",
    "置換",
    "処理",
]


def invented(count: int) -> Iterator[tuple[str, list[ox.Triple]]]:
    """Yield page graphs: each with sections, statements, rulings, mentions of cards, terms and rules."""
    chance = random.Random(7)
    for number in range(count):
        title = f"ページ{number}"
        page = page_iri("dm", "big", title)
        lines: list[str] = [title]
        triples: list[ox.Triple] = []
        for item in range(9):
            card, term, rule = chance.randrange(4000), chance.randrange(600), chance.randrange(900)
            said = "".join(chance.choices(WORDS, k=5))
            lines.append(
                f"{said}を《カード{card}》に用語{term}として{700 + rule // 100}.{rule % 100}で行う。"
            )
            statement = ruling_iri("dm", f"{number}-{item}") if item % 3 == 0 else f"{page}#s-{item}"
            body = "\n".join(lines)
            triples += g.typed(statement, *(("Ruling",) if item % 3 == 0 else ("Statement", "RuleStatement")))
            triples += g.placed(statement, page, body, lines[-1])
            triples.append(ox.Triple(g.node(statement), g.tcg("plainText"), g.text(lines[-1])))
            cited = rule_iri("dm", f"{700 + rule // 100}.{rule % 100}")
            triples.append(ox.Triple(g.node(statement), g.tcg("cites"), g.node(cited)))
            if item % 3 == 0:
                triples.append(ox.Triple(g.node(statement), g.tcg("question"), g.text(lines[-1])))
                triples.append(ox.Triple(g.node(statement), g.tcg("verdict"), g.text("yes")))
                day = f"20{10 + number % 15}-0{1 + item % 9}-11"
                triples.append(ox.Triple(g.node(statement), g.tcg("rulingDate"), g.day(day)))
                triples.append(
                    ox.Triple(g.node(statement), g.tcg("involves"), g.node(card_iri("dm", f"カード{card}")))
                )
            for name, words, target in (
                (f"{item}c", f"《カード{card}》", card_iri("dm", f"カード{card}")),
                (f"{item}t", f"用語{term}", term_iri("dm", f"用語{term}")),
            ):
                triples += g.mention(page, name, body, words, target, statement)
            triples += g.entity(card_iri("dm", f"カード{card}"), "Card", f"カード{card}")
            triples += g.entity(term_iri("dm", f"用語{term}"), "Term", f"用語{term}")
            triples += g.rule(
                cited, f"{700 + rule // 100}.{rule % 100}", rule_iri("dm", str(700 + rule // 100))
            )
        triples += g.page(page, title, "\n".join(lines), "2024-01-01")
        yield page, triples


def median(task: Callable[[], object], rounds: int = 7) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        task()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def main() -> None:
    if sys.argv[1:] == ["outcome"]:
        from tests.browser import measure_outcome

        measure_outcome.main()
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2800
    place = Path(os.environ.get("SAITEI_BIG") or tempfile.mkdtemp()) / "store"
    if not place.exists():
        start = time.perf_counter()
        with open_store(place) as store:
            store.build([*invented(count), (VOCABULARY_GRAPH, list(g.vocabulary()))])
            index = open_text_index(store, read_only=False)
            index.announce(store.graphs())
            index.renew(store)
        print(f"built in {time.perf_counter() - start:.0f} s")
    store = open_store(place, read_only=True)
    quads = sum(1 for _ in store.quads())
    print(f"{quads:,} quads in {len(store.graphs()):,} graphs")
    start = time.perf_counter()
    names = search.build_index(store, lang="ja")
    print(
        f"name index: {len(names):,} names, {time.perf_counter() - start:.1f} s, once a change of the store"
    )
    texts = open_text_index(store)
    card, rule, term = card_iri("dm", "カード17"), rule_iri("dm", "703.4"), term_iri("dm", "用語5")
    page = page_iri("dm", "big", "ページ99")
    scene = replay(store, rule, [f"+dm/term/用語{n}" for n in range(5, 9)])

    def entity_page(thing: str) -> None:
        entity.facts(store, thing)
        entity.place(store, thing)
        entity.occurrences(store, thing)
        found = neighbours.groups(store, thing)
        relations.rulings(store, thing, "cites")
        relations.rulings(store, thing, "involves")
        relations.statements(store, thing)
        from explorer.app.data.base import names as labels

        labels(store, [m for group in found for m in group.members[:60]], lang="ja")

    tasks: dict[str, Callable[[], object]] = {
        "search by name, one letter": lambda: names.find("カ"),
        "search by name": lambda: names.find("カード17"),
        "search by rule number": lambda: names.find("７０３．４"),
        "search in texts, one letter": lambda: passages.find(store, texts, "城"),
        "search in texts": lambda: passages.find(store, texts, "再構築"),
        "entity: card": lambda: entity_page(card),
        "entity: rule": lambda: entity_page(rule),
        "entity: term": lambda: entity_page(term),
        "page: text and extracts": lambda: (pages.text(store, page), pages.extracts(store, page)),
        f"graph of {len(scene.nodes)} nodes: data and layout": lambda: replay(
            store, rule, [f"+dm/term/用語{n}" for n in range(5, 9)]
        ),
        "layout alone, 150 nodes": lambda: drawing.grow(
            {}, [f"n{i}" for i in range(150)], [("n0", f"n{i}") for i in range(1, 150)]
        ),
        "overview: counts": lambda: overview.counts(store),
        "overview: newest rulings": lambda: overview.recent_rulings(store, lang="ja"),
        "overview: most connected": lambda: overview.most_connected(store, lang="ja"),
        "overview: pages": lambda: overview.pages(store, lang="ja"),
    }
    for name, task in tasks.items():
        print(f"{median(task):8.1f} ms  {name}", flush=True)
    store.close()
    whole_pages(place)
    rules = [f"dm/rule/{700 + n}.{10 + n}" for n in range(7)]
    for line in browser_figures(
        place,
        ["ペ", "カ", "用", "7", "カード1", "ージ", "用語2"],
        [f"entity?id={rule}" for rule in rules],
        [graph_address(rule, 10 * n) for n, rule in enumerate(rules)],
    ):
        print(line, flush=True)


def graph_address(rule: str, first: int) -> str:
    """An address of a graph that is full: a rule and four terms opened."""
    steps = "".join(f"&do={quote(f'+dm/term/用語{first + n}')}" for n in range(1, 5))
    return f"graph?start={rule}{steps}"


def whole_pages(place: Path) -> None:
    """Time whole pages on the server, each time another thing, so that nothing was kept from the time before.

    What is timed is all that the page asks, computes and sends; not the harness that stands in for a browser.
    """
    logging.disable(logging.WARNING)
    os.environ["SAITEI_STORE"] = str(place)
    from explorer.app import frame
    from tests.app.conftest import App

    spent: list[float] = []

    def timed(view: Callable[[Session], None]) -> Callable[[Session], None]:
        @wraps(view)
        def page(session: Session) -> None:
            start = time.perf_counter()
            try:
                view(session)
            finally:
                spent.append(1000 * (time.perf_counter() - start))

        return page

    frame._VIEWS.update({name: (timed(view), icon) for name, (view, icon) in frame._VIEWS.items()})
    app = App()
    app.open("")
    rules = [f"dm/rule/{700 + n}.{50 + n}" for n in range(7)]
    kinds: dict[str, list[str]] = {
        "search page": [f"search?q={quote(word)}" for word in WORDS[:7]],
        "entity page of a rule": [f"entity?id={rule}" for rule in rules],
        "entity page of a card": [f"entity?id={quote(f'dm/card/カード{n}')}" for n in range(7)],
        "wiki page with its findings": [f"entity?id={quote(f'dm/page/big/ページ{n}')}" for n in range(7)],
        "graph of 150 nodes": [graph_address(rule, 100 + 10 * n) for n, rule in enumerate(rules)],
        "graph of 150 nodes by community": [
            graph_address(rule, 200 + 10 * n) + "&by=groups" for n, rule in enumerate(rules)
        ],
    }
    for name, addresses in kinds.items():
        app.open(addresses[0])
        times = []
        for address in addresses[1:]:
            spent.clear()
            app.open(address)
            times.append(sum(spent))
        print(f"{statistics.median(times):8.1f} ms  {name}, all of it on the server", flush=True)


if __name__ == "__main__":
    main()
