"""What names stand for: cards, name sets, faces, terms and rules of one game, and their description."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import pyoxigraph as ox

from ingest.extraction.citations import normal_number
from ingest.extraction.flow import fold_text
from ingest.extraction.matcher import Matcher
from ingest.extraction.names import (
    CARD_TITLE,
    Names,
    card_key,
    clean_name,
    split_faces,
    term_title,
    vocabulary_names,
)
from ingest.extraction.renumbering import Renumbering
from ingest.extraction.writing import QuadWriter, iri, lang, string, term
from ontology.namespaces import mint_iri, name_set_iri, rule_iri, term_iri
from ontology.vocabulary import concepts

__all__ = ["Entities", "Found", "is_alias"]

_GENERIC = re.compile(
    r"^(?:ここ|こちら|これ|それ|上記|下記|前述|後述|参照|詳細|詳しく|同様|公式|公式サイト|リンク先|以下|引用元|出典|[ぁ-ん]|.{0,1})$"
)


_TOO_SHORT = re.compile(r"^(?:[ぁ-ゖー]{1,2}|[\x00-\x7f]|[ァ-ヺー])$")
"""Titles that would be found inside other words everywhere; they are found where they are linked."""


def is_alias(label: str) -> bool:
    """Whether a word that a link shows names its target, and is not a word such as ここ."""
    return len(label) <= 20 and not _GENERIC.match(label)


class Found(NamedTuple):
    """An entity: its node and what it is ("card", "name-set", "term", "rule"); `face` where a face is named."""

    node: ox.NamedNode
    sort: str
    face: ox.NamedNode | None = None


@lru_cache(maxsize=100_000)
def _term_key(game: str, head: str) -> str:
    return term_iri(game, head if head.strip("《》 \u3000") else "\ufffd")


@lru_cache(maxsize=20_000)
def _rule_key(game: str, number: str) -> str:
    return rule_iri(game, number)


class _Lexicon:
    """What is looked up for every page of a corpus; made once from its names."""

    def __init__(self, names: Names) -> None:
        self.vocabulary = {fold_text(form): head for form, head in vocabulary_names(names.game).items()}
        self.concepts = {c.ja: c for c in concepts(names.game) if "AbilityKinds" not in c.schemes}
        self.headwords: dict[str, str] = dict(self.vocabulary)
        self.boxed = {title for title in names.boxed if fold_text(title) not in self.vocabulary}
        for alias, targets in sorted(names.redirects.items()):
            target = min(targets)
            if not CARD_TITLE.match(target) and target not in self.boxed and alias not in self.vocabulary:
                self.headwords.setdefault(
                    alias, self.vocabulary.get(fold_text(target), term_title(target)[0])
                )
        for title in sorted(names.terms - self.boxed):
            if not _TOO_SHORT.match(title):
                self.headwords.setdefault(fold_text(title), title)
        for alias, targets in sorted(names.aliases.items()):
            if len(targets) == 1 and not _TOO_SHORT.match(alias) and not _GENERIC.match(alias):
                target = next(iter(targets))
                if not CARD_TITLE.match(target):
                    head = term_title(target)[0]
                    self.headwords.setdefault(alias, self.headwords.get(fold_text(head), head))
        for form, head in list(self.headwords.items()):
            if variant := _other_spelling(form):
                self.headwords.setdefault(variant, head)
        self.matcher = Matcher(self.headwords.items())
        self.renumbering = Renumbering(names.moves, names.editions)


def _other_spelling(form: str) -> str | None:
    """Return ``出たとき`` for ``出た時`` and the other way round: one word, spelt either way."""
    if form.endswith(("た時", "る時", "い時")):
        return form[:-1] + "とき"
    return form[:-2] + "時" if form.endswith(("たとき", "るとき", "いとき")) else None


_LAST: list[tuple[Names, _Lexicon]] = []


def _lexicon(names: Names) -> _Lexicon:
    """Return the lexicon of these names; the last few are kept, since a corpus is extracted with one."""
    for known, lexicon in _LAST:
        if known is names:
            return lexicon
    lexicon = _Lexicon(names)
    _LAST.insert(0, (names, lexicon))
    del _LAST[4:]
    return lexicon


class Entities:
    """The entities of one page; each is described once in the graph of the page."""

    def __init__(self, game: str, names: Names, writer: QuadWriter) -> None:
        """`names` are those of the whole corpus."""
        self.game = game
        self.names = names
        self.writer = writer
        self.name_sets: set[str] = set()
        self.named_sets: dict[str, str] = {}
        self.counts: dict[str, set[str]] = {
            "cards": set(),
            "name_sets": set(),
            "terms": set(),
            "rules": set(),
        }
        self._lexicon = _lexicon(names)
        self._seen: set[str] = set()
        self._written: dict[str, str] = {}
        self._english: dict[str, str] = {}
        self._terms: dict[str, Found] = {}
        self._cards: dict[str, Found] = {}
        self.day: str | None = None

    @property
    def matcher(self) -> Matcher:
        """Return the matcher of all terms."""
        return self._lexicon.matcher

    def find_name_sets(self, written: Iterable[str]) -> None:
        """Find the name sets among the bracketed names of the page.

        A name that is contained in a longer card name of the page, and that no page, box, link or twinpact of
        the corpus knows as a card, picks cards by their name.
        """
        keys = {card_key(self.game, w): fold_text(w).replace(" ", "") for w in map(clean_name, written) if w}
        for key, name in keys.items():
            if key in self.names.own or key in self.names.faces or len(name) < 2:
                continue
            if any(name != other and _contains(other, name) for other in keys.values()):
                self.name_sets.add(key)

    def card(self, written: str) -> Found:
        """Return the card, or the name set, that a bracketed name stands for."""
        known = self._cards.get(written)
        if known is None:
            known = self._cards[written] = self._find_card(written)
        return known

    def knows_card(self, written: str) -> bool:
        """Whether a card of this name has a page, a box or a link somewhere in the corpus."""
        return card_key(self.game, clean_name(written)) in self.names.own

    def _find_card(self, written: str) -> Found:
        name = clean_name(written)
        if self.game == "ygo":
            name = term_title(name)[0]
        key = card_key(self.game, name)
        if key in self.name_sets:
            return self._name_set(name)
        if key in self.names.faces:
            full = min(self.names.faces[key])
            card = self._card(card_key(self.game, full), full)
            face = next((f for f in split_faces(full) if card_key(self.game, f) == key), name)
            return Found(card.node, "card", self.face(card.node, face))
        return self._card(key, name)

    def _card(self, key: str, name: str) -> Found:
        node = iri(key)
        if key not in self._seen:
            self._seen.add(key)
            self.counts["cards"].add(key)
            add = self.writer.add
            add(node, term("rdf:type"), term("tcg:Card"))
            label = self.names.card_label(key, name)
            add(node, term("skos:prefLabel"), lang(label, "ja"))
            add(node, term("tcg:game"), ox.Literal(self.game))
            for en in sorted(self.names.english.get(key, ()))[:1]:
                self.english(node, en)
            faces = split_faces(label) if self.game != "ygo" else ()
            if faces and any(card_key(self.game, f) in self.names.faces for f in faces):
                for face in faces:
                    self.face(node, face)
            self._written[key] = label
        if (form := self._written[key]) != name and card_key(self.game, form) == card_key(self.game, name):
            self.writer.add(node, term("skos:altLabel"), lang(name, "ja"))
        return Found(node, "card")

    def face(self, card: ox.NamedNode, name: str) -> ox.NamedNode:
        """Return the node of a face of a card, described."""
        face = iri(mint_iri(self.game, "card-face", card.value.rsplit("/", 1)[-1].replace("%2F", " "), name))
        add = self.writer.add
        add(card, term("tcg:hasFace"), face)
        add(face, term("rdf:type"), term("tcg:CardFace"))
        add(face, term("skos:prefLabel"), lang(name, "ja"))
        add(face, term("tcg:game"), ox.Literal(self.game))
        return face

    def _name_set(self, name: str) -> Found:
        value = name_set_iri(self.game, name if name.strip("《》 \u3000") else "\ufffd")
        node = iri(value)
        if value not in self._seen:
            self._seen.add(value)
            self.counts["name_sets"].add(value)
            add = self.writer.add
            add(node, term("rdf:type"), term("tcg:NameSet"))
            add(node, term("skos:prefLabel"), lang(name, "ja"))
            add(node, term("tcg:containsName"), string(name))
            add(node, term("tcg:game"), ox.Literal(self.game))
        return Found(node, "name-set")

    def name_set(self, name: str) -> Found:
        """Return the set of the cards whose name contains a name."""
        label = clean_name(name)
        key = card_key(self.game, label)
        if key not in self.names.own:
            self.name_sets.add(key)
            self.named_sets[key] = label
            self._cards.clear()
        return self._name_set(label)

    def headword(self, title: str) -> str:
        """Return the headword of a term, whichever of its known spellings is given."""
        ja = term_title(clean_name(title))[0]
        return self._lexicon.headwords.get(fold_text(ja), ja)

    def term(self, name: str) -> Found:
        """Return a term by its headword or any known spelling."""
        known = self._terms.get(name)
        if known is None:
            known = self._terms[name] = self._find_term(name)
        return known

    def _find_term(self, name: str) -> Found:
        head = self.headword(name)
        value = _term_key(self.game, head)
        node = iri(value)
        if value not in self._seen:
            self._seen.add(value)
            self.counts["terms"].add(value)
            add = self.writer.add
            add(node, term("rdf:type"), term("tcg:Term"))
            add(node, term("rdf:type"), term("skos:Concept"))
            add(node, term("skos:prefLabel"), lang(head, "ja"))
            add(node, term("tcg:game"), ox.Literal(self.game))
            concept = self._lexicon.concepts.get(head)
            if concept:
                add(node, term("skos:exactMatch"), iri(concept.iri))
                self.english(node, concept.en)
            else:
                for en in sorted(self.names.english.get(head, ()))[:1]:
                    self.english(node, en)
        return Found(node, "term")

    def english(self, node: ox.NamedNode, name: str) -> None:
        """Give an entity its English label; where it has one already, a different name is another label."""
        known = self._english.setdefault(node.value, name)
        if known == name:
            self.writer.add(node, term("skos:prefLabel"), lang(name, "en"))
        elif known.casefold() != name.casefold():
            self.writer.add(node, term("skos:altLabel"), lang(name, "en"))

    def titled(self, title: str) -> Found:
        """Return what a page of this title is about: a card where it stands in 《》 or shows its own box, else a term."""
        name = clean_name(title)
        m = CARD_TITLE.match(name)
        if name in self._lexicon.boxed:
            return self.card(name)
        return self.card(m["name"]) if m and not m["tail"].strip() else self.term(title)

    @property
    def renumbering(self) -> Renumbering:
        """Return which provision a number stands for on a day."""
        return self._lexicon.renumbering

    def rule(self, number: str, day: str | None = None) -> Found:
        """Return the rule that stood under a number, with the groups it belongs to.

        On `day`, else on the day of the passage that is being read (`day` of this object), where one is known.
        """
        key = self.renumbering.provision(normal_number(number), day or self.day)
        value = _rule_key(self.game, key)
        number = key.partition("~")[0]
        node = iri(value)
        if value not in self._seen:
            self._seen.add(value)
            self.counts["rules"].add(value)
            self._describe_rule(node, number, "tcg:Rule")
            child = node
            for group in rule_groups(number):
                parent = iri(_rule_key(self.game, group))
                self.writer.add(child, term("dcterms:isPartOf"), parent)
                self._describe_rule(parent, group, "tcg:RuleGroup")
                child = parent
        return Found(node, "rule")

    def _describe_rule(self, node: ox.NamedNode, number: str, kind: str) -> None:
        add = self.writer.add
        add(node, term("rdf:type"), term(kind))
        add(node, term("rdf:type"), term("skos:Concept"))
        add(node, term("skos:notation"), string(number))
        add(node, term("tcg:game"), ox.Literal(self.game))

    def memberships(self, cards: Iterable[str]) -> None:
        """Say which of the cards written on the page belong to its name sets."""
        names = {**self.named_sets, **{card_key(self.game, c): c for c in map(clean_name, cards) if c}}
        for key in sorted(self.name_sets):
            if key not in names:
                continue
            needle = fold_text(names[key]).replace(" ", "")
            for other, written in names.items():
                if (
                    other != key
                    and other not in self.name_sets
                    and _contains(fold_text(written).replace(" ", ""), needle)
                ):
                    self.writer.add(
                        self.card(written).node, term("tcg:inNameSet"), self._name_set(names[key]).node
                    )


def _contains(longer: str, name: str) -> bool:
    """Whether a card name contains a name, not cutting a word of letters or a number in two."""
    at = longer.find(name)
    while at >= 0:
        before, after = longer[at - 1 : at], longer[at + len(name) : at + len(name) + 1]
        cut = (_alnum(before) and _alnum(name[0])) or (_alnum(after) and _alnum(name[-1]))
        if not cut:
            return True
        at = longer.find(name, at + 1)
    return False


def _alnum(c: str) -> bool:
    return bool(c) and c.isascii() and c.isalnum()


def rule_groups(number: str) -> list[str]:
    """Return the groups of a rule number from the inside out.

    >>> rule_groups("703.4e.1")
    ['703.4e', '703.4', '703']
    >>> rule_groups("812.3b-1")
    ['812.3b', '812.3', '812']
    """
    groups = []
    rest = number
    while m := re.match(r"(.+?)(?:[.\-]\d+|(?<=\d)[a-z]{1,2})$", rest):
        rest = m[1]
        groups.append(rest)
    return groups
