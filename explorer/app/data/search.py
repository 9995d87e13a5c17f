"""Search by name: labels, aliases, readings and rule numbers, folded so that spellings meet."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

from explorer.app.data.base import Named, rows
from explorer.app.data.romaji import latin_key, readings, sound_keys
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
    """A thing found by a name; `name` is the name or reading that matched, `score` is smaller for better matches."""

    thing: Named
    name: str
    score: int


class NameIndex:
    """Names of all things that can be looked up, kept in memory in folded form and by their sound."""

    def __init__(self, entries: Iterable[tuple[str, str]], things: dict[str, Named]) -> None:
        self._things = things
        ranks = {thing: _rank(named.kind) for thing, named in things.items()}
        names = {(thing, name) for thing, name in entries if thing in things}
        heard = {(thing, read) for thing, name in names for read in _readings(things[thing], name)}
        ordered = sorted(names | heard, key=lambda e: (ranks[e[0]], len(e[1]), e[1], e[0]))
        # Best names first, so that a search can stop as soon as it has enough.
        self._entries = [(folded, name, thing) for thing, name in ordered if (folded := fold(name))]
        self._exact: dict[str, list[int]] = {}
        self._sounds: list[tuple[str, int]] = []
        for number, (folded, name, thing) in enumerate(self._entries):
            self._exact.setdefault(folded, []).append(number)
            if things[thing].kind.key in _HEARD:
                self._sounds += [(key, number) for key in _sounds(name)]

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, text: str, *, limit: int = 200) -> list[Hit]:
        """Return things whose name equals, starts with or contains `text`, or sounds like it, best first."""
        wanted = fold(text)
        number = rule_number(text)
        wanted_number = fold(number) if number else None
        if not wanted:
            return []
        found: dict[str, Hit] = {}
        tiers = [
            tier
            for spelling in dict.fromkeys([wanted, wanted_number or wanted])
            for tier in self._spelled(spelling, limit)
        ]
        for score, entries in sorted([*tiers, *self._sounding(text, limit)], key=itemgetter(0)):
            for _, name, thing in (self._entries[entry] for entry in entries):
                found.setdefault(thing, Hit(self._things[thing], name, score))
        return list(islice(found.values(), limit))

    def _spelled(self, spelling: str, limit: int) -> list[tuple[int, list[int]]]:
        """Return entries that are, begin with or contain a spelling; each tier is cut off when it is long enough."""
        begin: list[int] = []
        contain: list[int] = []
        enough = 3 * limit  # a thing may have several names
        for number, (folded, _, _) in enumerate(self._entries):
            if spelling in folded:
                (begin if folded.startswith(spelling) else contain).append(number)
                if len(begin) > enough:
                    break
        return [(0, self._exact.get(spelling, [])), (2, begin), (4, contain[:enough])]

    def _sounding(self, text: str, limit: int) -> list[tuple[int, list[int]]]:
        """Return entries that sound like what was typed in Latin letters, or in kana for names in Latin letters."""
        latin = latin_key(text)
        keys = [latin] if latin else sound_keys(text) if fold(text) else []
        same: list[int] = []
        begin: list[int] = []
        contain: list[int] = []
        for key in keys:
            if len(key) < _FEWEST:
                continue
            for sound, number in self._sounds:
                if key in sound:
                    place = same if sound == key else begin if sound.startswith(key) else contain
                    place.append(number)
                    if len(begin) > 3 * limit:
                        break
        return [(1, same), (3, begin), (5, [] if len(min(keys, default="")) < 2 * _FEWEST else contain)]

    def samples(self, kinds: Iterable[str], *, each: int) -> list[str]:
        """Return names of a few things of each kind, for examples: short ones, always the same."""
        found: list[str] = []
        for kind in kinds:
            names_of_kind = sorted({thing.label for thing in self._things.values() if thing.kind.key == kind})
            found += sorted(names_of_kind, key=lambda name: (abs(len(name) - 6), name))[:each]
        return found


_HEARD = {"card", "card_face", "name_set", "term", "page"}
_FEWEST = 2
"""Letters that must be typed before names are looked up by sound; twice as many for the inside of names."""


def _readings(thing: Named, name: str) -> list[str]:
    if thing.kind.key not in _HEARD or name.isascii():
        return []
    return [reading for reading in readings(name) if reading != name]


def _sounds(name: str) -> list[str]:
    latin = latin_key(name)
    return [latin] if latin else sound_keys(name)


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
