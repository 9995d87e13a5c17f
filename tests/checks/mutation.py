"""Seeded faults in the sample wiki: ``python -m tests.checks.mutation [--count 300] [--seed 1] [--all-sites] [--details]``.

A fault is one small edit that makes the wiki contradict itself: it is made where the wiki says the same thing in a
second place (a rule quoted twice, a verdict and the sentence after it, a link and its page). With ``--all-sites``
faults are also made where nothing else in the wiki speaks of the matter; no check can see most of these.

One kind is not found by nature where it is not found: of 13 dropped marks of exceptions, four leave a wiki that does
not contradict itself. Two of these exceptions limit themselves (…に限る), one denies a wider reading of the sentence
before it (…のではない), and one stands below a sentence about what is usual (ふつうの…). The other nine deny for a part what
the sentence above says of all, or of the keyword what it says of the card, and are found by that.

A fault is *found* when a finding that was not there before stands on the edited passage. A new finding elsewhere is a
*false alarm*.
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from ingest.extraction.names import Names
from ingest.extraction.page import collect_names, extract_page
from ingest.markup import parse
from ontology.checking import Finding, PageView, read_pages
from ontology.checking.japanese import fold
from ontology.checks import load_checks, run_checks
from ontology.namespaces import page_iri
from tests.checks.graphs import Graph
from tests.checks.wiki import Wiki, sample_wiki

_REACH = 14  # the number in brackets after a quoted rule belongs to its passage
SAMPLE = Path(__file__).parents[2] / "ingest" / "sample"


@dataclass(frozen=True)
class Fault:
    """An edit of a page: `start` to `end` becomes `new`."""

    kind: str
    page: str
    start: int
    end: int
    new: str


class Patient:
    """A wiki that can be hurt and healed, one page at a time."""

    def __init__(self, wiki: Wiki, *, judged: bool = True) -> None:
        self.pages = {page_iri(game, "t", title): (game, title, text) for game, title, text in wiki}
        self.names: dict[str, Names] = {
            iri: self._names(iri, text) for iri, (_, _, text) in self.pages.items()
        }
        self.graph = Graph()
        self.quads = {
            iri: self._quads(iri, text, self._merged(game)) for iri, (game, _, text) in self.pages.items()
        }
        for quads in self.quads.values():
            self.graph.store.extend(quads)
        self.checks = load_checks()
        self.before = {
            (f.code, f.fingerprint) for f in run_checks(self.graph, group=False, checks=self.checks)
        }

    def _names(self, iri: str, text: str) -> Names:
        game, title, _ = self.pages[iri]
        return collect_names(parse(text, name=title), game, title=title)

    def _merged(self, game: str) -> Names:
        return Names.merged([n for iri, n in self.names.items() if self.pages[iri][0] == game], game)

    def _quads(self, iri: str, text: str, names: Names) -> list[ox.Quad]:
        game, title, _ = self.pages[iri]
        return extract_page(parse(text, name=title), game=game, site="t", title=title, names=names).quads

    def with_fault(self, fault: Fault) -> list[Finding]:
        """The findings that the fault adds."""
        game, _, text = self.pages[fault.page]
        hurt = text[: fault.start] + fault.new + text[fault.end :]
        kept = self.names[fault.page]
        self.names[fault.page] = self._names(fault.page, hurt)
        node = ox.NamedNode(fault.page)
        try:
            self.graph.store.remove_graph(node)
            self.graph.store.extend(self._quads(fault.page, hurt, self._merged(game)))
            found = run_checks(self.graph, group=False, checks=self.checks, pages=[fault.page])
        finally:
            self.names[fault.page] = kept
            self.graph.store.remove_graph(node)
            self.graph.store.extend(self.quads[fault.page])
        return [f for f in found if (f.code, f.fingerprint) not in self.before]


def sites(patient: Patient, *, everywhere: bool) -> list[Fault]:
    """All faults that can be made."""
    pages = list(read_pages(patient.graph))
    quoted = Counter(
        (v.one("notation"), fold(v.plain))
        for p in pages
        for v in p.of("RuleVersion")
        if p.valid_to(v) is None
    )
    faults = [f for p in pages for make in MAKERS for f in make(p, quoted, everywhere)]
    return sorted(set(faults), key=lambda f: (f.kind, f.page, f.start, f.new))


def verdicts(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """はい and いいえ exchanged."""
    for ruling in page.of("Ruling"):
        for found in re.finditer("A[.．](はい|いいえ)", page.text[ruling.start : ruling.end]):
            new = "いいえ" if found[1] == "はい" else "はい"
            at = ruling.start + found.start(1)
            yield Fault("verdict", page.iri, at, at + len(found[1]), new)


def _texts(
    page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool
) -> Iterator[tuple[int, int]]:
    for version in page.of("RuleVersion"):
        key = (version.one("notation"), fold(version.plain))
        if page.valid_to(version) is None and (everywhere or quoted[key] > 1):
            yield version.start, version.end
    if everywhere:
        for statement in page.of("RuleStatement"):
            yield statement.start, statement.end


def numbers(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """The number of a quoted rule changed to another letter."""
    for start, end in _texts(page, quoted, False):
        first = max(0, start - 24)
        for found in re.finditer(r"[0-9]{3}\.[0-9]+([a-z])(?=\}|[)）])", page.text[first : end + 12]):
            if first + found.end() <= start or first + found.start() >= end:
                at = first + found.start(1)
                yield Fault("number", page.iri, at, at + 1, chr((ord(found[1]) - 96 + 3) % 14 + 97))


_ZONES = {"墓地": "手札", "手札": "山札", "超次元ゾーン": "マナゾーン", "山札": "墓地"}


def zones(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """One zone put for another."""
    for start, end in _texts(page, quoted, everywhere):
        for found in re.finditer("|".join(_ZONES), page.text[start:end]):
            yield Fault("zone", page.iri, start + found.start(), start + found.end(), _ZONES[found.group()])


def dates(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """A date shifted by some days (of a revision), or beyond the page's own date (of a ruling)."""
    for found in re.finditer(
        r"(20[0-9]{2}年[0-9]{1,2}月)([0-9]{1,2})(日(?:の|に)?(?:改訂|登場)|日から)", page.text
    ):
        for shift in (-3, 2, 5):
            yield Fault("date", page.iri, found.start(2), found.end(2), str(int(found[2]) + shift))
    if page.date or everywhere:
        for ruling in page.of("Ruling"):
            for found in re.finditer(r"引用元（(20[0-9]{2})", page.text[ruling.start : ruling.end + 20]):
                at = ruling.start + found.start(1)
                yield Fault("date", page.iri, at, at + 4, str(int(found[1]) + 4))


def wordings(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """One word of a quotation edited."""
    for start, end in _texts(page, quoted, everywhere):
        for found in re.finditer(
            "破壊する|離れる|解除される|負ける|残す|置く|移す|出た時|クリーチャー|プレイヤー",
            page.text[start:end],
        ):
            new = {"破壊する": "選ぶ", "クリーチャー": "カード", "プレイヤー": "持ち主"}.get(
                found.group(), "戻す"
            )
            yield Fault("wording", page.iri, start + found.start(), start + found.end(), new)


def links(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """The target of a link renamed."""
    for link in page.of("Link"):
        raw = page.text[link.start : link.end]
        found = re.fullmatch(r"\[\[(?:[^\[\]>]+>)?([^\[\]>#]+)(?:#[^\]]*)?\]\]", raw)
        if found and "//" not in raw:
            at = link.start + found.end(1)
            yield Fault("link", page.iri, at, at, "（旧）")


def exceptions(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """The mark of an exception dropped, wherever there is one."""
    for found in re.finditer("ただし、", page.text):
        yield Fault("exception", page.iri, found.start(), found.end(), "")


_MODAL = (
    ("できない。", "しなければならない。"),
    ("しなければならない。", "してもよい。"),
    ("してもよい。", "しなければならない。"),
    ("する。", "してもよい。"),
    ("移す。", "移してもよい。"),
    ("残す。", "残してもよい。"),
    ("離れる。", "離れてもよい。"),
)


def modals(page: PageView, quoted: Counter[tuple[str | None, str]], everywhere: bool) -> Iterator[Fault]:
    """Must, may and plain exchanged."""
    for start, end in _texts(page, quoted, everywhere):
        for old, new in _MODAL:
            at = page.text.find(old, start, end)
            if at >= 0:
                yield Fault("modality", page.iri, at, at + len(old), new)
                break


Maker = Callable[[PageView, "Counter[tuple[str | None, str]]", bool], Iterator[Fault]]
MAKERS: tuple[Maker, ...] = (verdicts, numbers, zones, dates, wordings, links, exceptions, modals)


def choose(faults: list[Fault], count: int, seed: int) -> list[Fault]:
    """Pick faults, kind after kind in turn, so that no kind crowds out the others."""
    rng = random.Random(seed)
    kinds: dict[str, list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(fault.kind, []).append(fault)
    for members in kinds.values():
        rng.shuffle(members)
    chosen: list[Fault] = []
    while len(chosen) < count and any(kinds.values()):
        for kind in sorted(kinds):
            if kinds[kind] and len(chosen) < count:
                chosen.append(kinds[kind].pop())
    return chosen


def on_place(finding: Finding, fault: Fault) -> bool:
    """Whether a finding stands on the edited passage."""
    start, end = fault.start - _REACH, fault.start + len(fault.new) + _REACH
    return any(p.page_iri == fault.page and p.start <= end and start <= p.end for p in finding.locations)


def run(count: int, seed: int, *, everywhere: bool = False, details: bool = False) -> tuple[float, float]:
    """Make the faults, print the table; return recall and the share of faults with a false alarm."""
    patient = Patient(sample_wiki(SAMPLE))
    chosen = choose(sites(patient, everywhere=everywhere), count, seed)
    made: Counter[str] = Counter()
    found: Counter[str] = Counter()
    false: Counter[str] = Counter()
    for fault in chosen:
        new = patient.with_fault(fault)
        hit = any(on_place(f, fault) for f in new)
        made[fault.kind] += 1
        found[fault.kind] += hit
        stray = [f for f in new if not on_place(f, fault)]
        false[fault.kind] += bool(stray)
        if details and (not hit or stray):
            text = patient.pages[fault.page]
            print(
                "missed" if not hit else "stray",
                fault.kind,
                text[1],
                repr(text[2][max(0, fault.start - 25) : fault.end + 12]),
                "→",
                fault.new,
            )
            for f in stray:
                print("     ", f.code, f.locations[0].page, f.locations[0].line, f.message.ja[:100])
    for kind in sorted(made):
        print(
            f"{kind:10} {found[kind]:4}/{made[kind]:<4} recall {found[kind] / made[kind]:.3f}  false alarms {false[kind]}"
        )
    total = sum(made.values())
    recall, alarms = sum(found.values()) / total, sum(false.values()) / total
    print(f"{'all':10} {sum(found.values()):4}/{total:<4} recall {recall:.3f}  false alarms {alarms:.3f}")
    return recall, alarms


def main(arguments: list[str]) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all-sites", action="store_true")
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args(arguments)
    recall, alarms = run(options.count, options.seed, everywhere=options.all_sites, details=options.details)
    return 0 if options.all_sites or (recall >= 0.9 and alarms <= 0.03) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
