"""What every reader of a card's text shares: adding facts to a card or face, keeping its abilities."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pyoxigraph as ox

from ingest.extraction.entities import Entities, Found
from ingest.extraction.flow import Flow
from ingest.extraction.model import Extract
from ingest.extraction.names import clean_name
from ingest.extraction.reader import Context, PageReader
from ingest.extraction.writing import iri, lang, string, term
from ontology.namespaces import mint_iri
from ontology.vocabulary import Concept, concept_by_label

__all__ = ["AbilityCues", "CardFacts", "ability_cues", "labelled"]

_REMINDER = re.compile(r"[(（][^()（）]*[)）]")


class AbilityCues:
    """The cues of one game: kinds of ability (local names) by pattern."""

    def __init__(self, game: str) -> None:
        """Read ``abilities.toml``."""
        data = tomllib.loads(Path(__file__).with_name("abilities.toml").read_text("utf-8"))
        self.cues = [(c["kind"], re.compile(c["pattern"])) for c in data.get(game, [])]

    def kinds(self, folded: str) -> list[str]:
        """Return the kinds of an ability text, without what stands in brackets as a reminder."""
        text = _REMINDER.sub("", folded) or folded
        return [kind for kind, pattern in self.cues if pattern.search(text)]


@cache
def ability_cues(game: str) -> AbilityCues:
    """Return the cues of a game."""
    return AbilityCues(game)


def labelled(game: str, scheme: str, text: str) -> Concept | None:
    """Return the concept of a scheme that has this label, in Japanese or else in English."""
    name = text.strip()
    found = concept_by_label(game, scheme).get(name)
    return found or (_in_english(game, scheme).get(name.casefold()) if name.isascii() else None)


@cache
def _in_english(game: str, scheme: str) -> dict[str, Concept]:
    return {c.en.casefold(): c for c in concept_by_label(game, scheme).values() if c.en}


class CardFacts:
    """Adds facts about one card, or one face of it, in the graph of the page."""

    def __init__(self, reader: PageReader, context: Context, subject: ox.NamedNode, name: str) -> None:
        """`subject` is the card or face."""
        self.reader, self.context, self.subject, self.name = reader, context, subject, name

    @property
    def entities(self) -> Entities:
        """Return the entities of the page."""
        return self.reader.entities

    def add(self, predicate: str, value: ox.NamedNode | ox.Literal) -> None:
        """Add a fact (``tcg:cost`` …)."""
        self.reader.writer.add(self.subject, term(predicate), value)
        self.reader.count("card_facts")

    def concept(self, predicate: str, scheme: str, text: str) -> Concept | None:
        """Add the concept with this label; returns None, and adds nothing, where there is none."""
        concept = labelled(self.reader.game, scheme, text)
        if concept:
            self.add(predicate, iri(concept.iri))
        return concept

    def race(self, predicate: str, text: str) -> None:
        """Add a race; races are an open list, so an unknown one becomes a node of its own."""
        name = clean_name(text)
        if not name:
            return
        concept = labelled(self.reader.game, "MonsterTypes", name)
        if concept:
            self.add(predicate, iri(concept.iri))
            return
        node = iri(mint_iri(self.reader.game, "race", name))
        writer = self.reader.writer
        for kind in ("tcg:Race", "skos:Concept"):
            writer.add(node, term("rdf:type"), term(kind))
        writer.add(node, term("skos:prefLabel"), lang(name, "ja"))
        writer.add(node, term("tcg:game"), ox.Literal(self.reader.game))
        self.add(predicate, node)

    def ability(self, flow: Flow, start: int, end: int, kinds: list[str], namespace: str) -> Extract:
        """Keep an ability with its text; without kinds it is text that was not read."""
        a, b = flow.place(start, end)
        plain = self.reader.plain(flow, start, end)
        ability = Extract(
            "ab",
            ("Ability",),
            a,
            b,
            f"{self.subject.value} {plain}",
            parent=self.context.section,
            plain=plain,
        )
        ability.facts.append((term("tcg:abilityText"), string(plain)))
        for kind in kinds:
            concept = term(f"{namespace}:{kind}")
            ability.facts.append((term("tcg:abilityKind"), concept))
            self.add("tcg:does", concept)
        if not kinds:
            ability.facts.append((term("tcg:abilityKind"), term("tcg:UnmodelledText")))
        self.reader.keep(ability)
        self.reader.count("abilities")
        self.reader.later.append((self.subject, term("tcg:hasAbility"), ability))
        return ability

    def resolve(self, name: str) -> Found:
        """Return the card or name set a bracketed name stands for."""
        return self.entities.card(name)
