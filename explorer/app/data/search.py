"""Search by name: labels, aliases, readings and rule numbers, folded so that spellings meet."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from explorer.app.data.base import Named, names, rows
from explorer.app.kinds import KINDS, Kind
from ontology.graph import GraphReader
from ontology.namespaces import fold_name

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
        self._entries = sorted({(fold(name), name, thing) for thing, name in entries if fold(name)})

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, text: str, *, limit: int = 200) -> list[Hit]:
        """Return things whose name equals, starts with or contains `text`, best first."""
        wanted = fold(text)
        number = rule_number(text)
        wanted_number = fold(number) if number else None
        if not wanted:
            return []
        best: dict[str, Hit] = {}
        for folded, name, thing in self._entries:
            score = _score(folded, wanted)
            if wanted_number:
                numbered = _score(folded, wanted_number)
                score = min((s for s in (score, numbered) if s is not None), default=None)
            if score is None or thing not in self._things:
                continue
            if thing not in best or score < best[thing].score:
                best[thing] = Hit(self._things[thing], name, score)
        ordered = sorted(
            best.values(), key=lambda hit: (hit.score, _rank(hit.thing.kind), len(hit.name), hit.name)
        )
        return ordered[:limit]

    def samples(self, kinds: Iterable[str], *, each: int) -> list[str]:
        """Return names of a few things of each kind, for examples: short ones, always the same."""
        found: list[str] = []
        for kind in kinds:
            names_of_kind = sorted({thing.label for thing in self._things.values() if thing.kind.key == kind})
            found += sorted(names_of_kind, key=lambda name: (abs(len(name) - 6), name))[:each]
        return found


def _score(folded: str, wanted: str) -> int | None:
    if folded == wanted:
        return 0
    if folded.startswith(wanted):
        return 1
    return 2 if wanted in folded else None


def _rank(kind: Kind) -> int:
    order = ("rule", "card", "term", "page", "name_set", "ruling", "rule_group")
    return (
        order.index(kind.key)
        if kind.key in order
        else len(order) + (KINDS.index(kind) if kind in KINDS else 99)
    )


def build_index(reader: GraphReader, *, lang: str) -> NameIndex:
    """Read the names of cards, rules, terms, name sets, pages and rulings."""
    query = """SELECT ?s ?n WHERE {
        VALUES ?t { tcg:Card tcg:CardFace tcg:NameSet tcg:Term tcg:Rule tcg:RuleGroup tcg:Page }
        ?s a ?t . ?s skos:prefLabel|skos:altLabel|skos:hiddenLabel|skos:notation|dcterms:title|rdfs:label ?n }"""
    entries = [(str(s), str(n)) for s, n in rows(reader, query)]
    query = "SELECT ?s ?n WHERE { ?s a tcg:Ruling ; tcg:question ?n }"
    entries += [(str(s), " ".join(str(n).split())) for s, n in rows(reader, query)]
    return NameIndex(entries, names(reader, [thing for thing, _ in entries], lang=lang))
