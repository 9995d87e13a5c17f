"""Search by name: labels, aliases, readings and rule numbers, folded so that spellings meet."""

import heapq
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from explorer.app.data.base import Named, rows
from explorer.app.kinds import KINDS, Kind, kind_of
from ontology.graph import GraphReader
from ontology.namespaces import PREFIXES, TCG, fold_name

__all__ = ["Hit", "NameIndex", "build_index", "fold", "rule_number"]

_RULE = re.compile(r"(\d{3})[.\-_・,。\s]?(\d{1,3})?[.\-_]?\s*([a-z]{1,2})?(\d{1,2})?")
_HIRAGANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}
_PUNCTUATION = re.compile(
    r"[\s・･、。，．,.!！?？\-‐‑–—―_/／<>＜＞《》〈〉「」『』()（）\[\]［］:：;；'\"’”~〜～=＝*＊☆★]+"
)


def fold(text: str) -> str:
    """Return the form in which names are compared: NFKC, case, hiragana as katakana, 龍 as 竜, no punctuation."""
    folded = fold_name(text) if text.strip() else ""
    return _PUNCTUATION.sub("", folded.translate(_HIRAGANA))


def rule_number(text: str) -> str | None:
    """Return the rule number that was meant: ``703.4e`` for ``７０３．４ｅ``, ``703-4e``, ``７０３の４e`` …, else None."""
    folded = (
        unicodedata.normalize("NFKC", text).strip().casefold().removeprefix("総合ルール").removeprefix("rule")
    )
    match = _RULE.fullmatch(folded.replace("の", ".").strip(" 　第条項"))
    if not match:
        return None
    chapter, item, letter, sub = match.groups()
    number = chapter + (f".{item}" if item else "")
    return number + (letter or "") + (sub or "")


@dataclass(frozen=True)
class Hit:
    """A thing found by a name; `name` is the name that matched, `score` is smaller for better matches."""

    thing: Named
    name: str
    score: int


class NameIndex:
    """Names of all things that can be looked up, kept in memory in folded form."""

    def __init__(self, entries: Iterable[tuple[str, str]], things: dict[str, Named]) -> None:
        self._things = things
        ranks = {thing: _rank(named.kind) for thing, named in things.items()}
        folded = {(fold(name), name, thing, ranks[thing]) for thing, name in entries if thing in things}
        self._entries = sorted(entry for entry in folded if entry[0])

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, text: str, *, limit: int = 200) -> list[Hit]:
        """Return things whose name equals, starts with or contains `text`, best first."""
        wanted = fold(text)
        number = rule_number(text)
        wanted_number = fold(number) if number else None
        if not wanted:
            return []
        # Plain tuples until the end: a single letter may match every name there is.
        best: dict[str, tuple[int, int, int, str]] = {}
        spellings = [wanted] if wanted_number in (None, wanted) else [wanted, wanted_number]
        for spelling in spellings:
            for folded, name, thing, rank in [entry for entry in self._entries if spelling in entry[0]]:
                score = 0 if folded == spelling else 1 if folded.startswith(spelling) else 2
                offer = (score, rank, len(name), name)
                if thing not in best or offer < best[thing]:
                    best[thing] = offer
        first = heapq.nsmallest(limit, best.items(), key=itemgetter(1))
        return [Hit(self._things[thing], name, score) for thing, (score, _, _, name) in first]

    def samples(self, kinds: Iterable[str], *, each: int) -> list[str]:
        """Return names of a few things of each kind, for examples: short ones, always the same."""
        found: list[str] = []
        for kind in kinds:
            names_of_kind = sorted({thing.label for thing in self._things.values() if thing.kind.key == kind})
            found += sorted(names_of_kind, key=lambda name: (abs(len(name) - 6), name))[:each]
        return found


def _rank(kind: Kind) -> int:
    order = ("rule", "card", "term", "page", "name_set", "ruling", "rule_group")
    return (
        order.index(kind.key)
        if kind.key in order
        else len(order) + (KINDS.index(kind) if kind in KINDS else 99)
    )


def build_index(reader: GraphReader, *, lang: str) -> NameIndex:
    """Read the names of cards, rules, terms, name sets, pages and rulings: two queries over the whole graph."""
    entries: list[tuple[str, str]] = []
    types: dict[str, set[str]] = {}
    best: dict[str, tuple[int, int, str]] = {}
    query = f"""SELECT ?s ?t ?p (STR(?n) AS ?name) (LANG(?n) AS ?lang) WHERE {{
        VALUES ?t {{ tcg:Card tcg:CardFace tcg:NameSet tcg:Term tcg:Rule tcg:RuleGroup tcg:Page }}
        ?s a ?t . VALUES ?p {{ {" ".join(_NAMES)} }} ?s ?p ?n }}"""
    order = {full: rank for rank, full in enumerate(_FULL)}
    for thing, cls, predicate, name, name_lang in rows(reader, query):
        if not name:
            continue
        entries.append((str(thing), name))
        types.setdefault(str(thing), set()).add(str(cls))
        offer = (order[str(predicate)], {lang: 0, "": 1, "ja": 2}.get(name_lang or "", 3), name)
        if str(thing) not in best or offer < best[str(thing)]:
            best[str(thing)] = offer
    things = {
        thing: Named(thing, " ".join(label.split()), kind_of(types[thing]), tuple(sorted(types[thing])))
        for thing, (_, _, label) in best.items()
    }
    ruling = (str(TCG.Ruling),)
    for thing, question in rows(reader, "SELECT ?s ?n WHERE { ?s a tcg:Ruling ; tcg:question ?n }"):
        label = " ".join((question or "").split())
        entries.append((str(thing), label))
        things[str(thing)] = Named(str(thing), label[:160], kind_of(ruling), ruling)
    return NameIndex(entries, things)


# In the order in which they serve as labels.
_NAMES = (
    "skos:prefLabel",
    "rdfs:label",
    "dcterms:title",
    "skos:notation",
    "skos:altLabel",
    "skos:hiddenLabel",
    "tcg:reading",
)
_FULL = tuple(PREFIXES[name.partition(":")[0]] + name.partition(":")[2] for name in _NAMES)
