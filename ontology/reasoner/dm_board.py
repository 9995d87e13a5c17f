"""Duel Masters boards as facts of their start."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from clingo import Function, Symbol

from ontology.reasoner.errors import ScenarioError
from ontology.reasoner.game import CardFacts
from ontology.reasoner.predicates import load_table
from ontology.reasoner.scenario import MAX_CARDS, Board
from ontology.reasoner.symbols import atom, constant, token

__all__ = ["PLAYERS", "BoardReader", "word_list"]

PLAYERS = ("self", "opponent")


class BoardReader:
    """Reads the situation of a board; every mistake is named with its place."""

    def __init__(self, board: Board, cards: Mapping[str, CardFacts]) -> None:
        self.board = board
        self.situation = board.situation
        self.card_facts = cards
        raw = self.situation.get("cards") or {}
        if not isinstance(raw, dict):
            raise self.error("cards must be a mapping from ids to attributes", "cards")
        if len(raw) > MAX_CARDS:
            raise self.error(f"more than {MAX_CARDS} cards", "cards")
        self.cards: dict[str, Mapping[str, Any]] = {}
        for key, attributes in raw.items():
            if attributes is not None and not isinstance(attributes, dict):
                raise self.error(f"the attributes of {key} must be a mapping", "cards", key)
            self.cards[key] = attributes or {}
        self.abilities: set[str] = {a for c in self.cards.values() for a in word_list(c.get("abilities"))}
        self.conditional: list[str] = []
        defs = board.case.file.vocab.get("ability_defs")
        self.ability_defs: Mapping[str, Any] = {**load_table("dm").words["ability_defs"], **(defs or {})}

    def error(self, message: str, *path: str | int) -> ScenarioError:
        """Return the error for a mistake at a place of the situation."""
        return self.board.case.error(message, "situation", *path)

    def card(self, value: object, *path: str | int) -> str:
        """Return the id of a card of this board, or raise `ScenarioError`."""
        if not isinstance(value, str) or value not in self.cards:
            raise self.error(
                f"{value!r} is no card of this board; cards are {', '.join(self.cards) or 'none'}", *path
            )
        return value

    def listing(self, key: str) -> list[Any]:
        """Return the list under a key, empty where there is none."""
        value = self.situation.get(key) or []
        if not isinstance(value, list):
            raise self.error(f"{key} must be a list", key)
        return value

    def mapping(self, key: str) -> Mapping[str, Any]:
        """Return the mapping under a key, empty where there is none."""
        value = self.situation.get(key) or {}
        if not isinstance(value, dict):
            raise self.error(f"{key} must be a mapping", key)
        return value

    def facts(self) -> Iterator[Symbol]:
        """Yield the facts of the board as it is at the start."""
        side, placed = self._sides()
        for card, attributes in self.cards.items():
            owner = attributes.get("owner") or side.get(card) or "self"
            if owner not in PLAYERS:
                raise self.error(
                    f"the owner of {card} must be self or opponent, not {owner!r}", "cards", card
                )
            yield atom("owner", card, constant(owner))
            yield from self._attributes(card, attributes)
        yield from placed
        yield from self._relations()
        yield from self._effects()
        turn = self.mapping("turn")
        if turn.get("of") in PLAYERS:
            yield atom("turn_of", constant(turn["of"]))

    def _sides(self) -> tuple[dict[str, str], list[Symbol]]:
        side: dict[str, str] = {}
        facts: list[Symbol] = []
        placed: set[str] = set()

        def place(card: str, *path: str | int) -> str:
            if card in placed:
                raise self.error(f"{card} is in two places", *path)
            placed.add(card)
            return card

        for player, objects in self.mapping("battle_zone").items():
            if player not in PLAYERS:
                raise self.error(f"unknown player {player!r}", "battle_zone")
            for index, stack in enumerate(objects or []):
                ids = [stack] if isinstance(stack, str) else stack
                where = ("battle_zone", player, index)
                if not isinstance(ids, list) or not ids:
                    raise self.error("an object is a list of card ids, top first", *where)
                ids = [place(self.card(c, *where), *where) for c in ids]
                facts.append(atom("top", ids[0]))
                facts.extend(atom("over", a, b) for a, b in itertools.pairwise(ids))
                for card in ids:
                    side.setdefault(card, player)
                    facts.append(atom("side", card, constant(player)))
        for player, zones in self.mapping("other_zones").items():
            if player not in PLAYERS or not isinstance(zones, dict):
                raise self.error(
                    f"other_zones.{player} must be a mapping of zones of self or opponent", "other_zones"
                )
            for zone, ids in zones.items():
                facts.append(atom("listed", constant(player), token(str(zone))))
                for index, card in enumerate(ids or []):
                    spot = ("other_zones", player, zone, index)
                    place(self.card(card, *spot), *spot)
                    side.setdefault(card, player)
                    facts.append(atom("in", card, token(str(zone))))
        for index, item in enumerate(self.listing("attachments")):
            if not isinstance(item, dict):
                raise self.error("an attachment is {card, to, how}", "attachments", index)
            card, to = (
                self.card(item.get("card"), "attachments", index),
                self.card(item.get("to"), "attachments", index),
            )
            side.setdefault(card, side.get(to, "self"))
            facts.append(atom("attached", card, to, token(str(item.get("how", "attached")))))
            if item.get("how") == "sealed_on":
                facts.append(atom("seal", card))
        return side, facts

    def _attributes(self, card: str, given: Mapping[str, Any]) -> Iterator[Symbol]:
        name = given.get("name")
        known = self.card_facts.get(name) if isinstance(name, str) else None
        attributes = {**(known.attributes if known else {}), **given}
        for word in word_list(attributes.get("types")):
            yield atom("type", card, token(word))
        for word in word_list(attributes.get("printed_types")):
            yield atom("printed_type", card, token(word))
        for word in word_list(attributes.get("subtypes")):
            yield atom("subtype", card, token(word))
        for word in word_list(attributes.get("civ")):
            yield atom("civ", card, token(word))
        for word in word_list(attributes.get("keywords")):
            yield atom("keyword", card, token(word))
        for word in word_list(attributes.get("abilities")):
            yield atom("ability", card, token(word))
        evolution = attributes.get("evolution")
        if evolution not in (None, "none"):
            yield atom("evolution", card, token(str(evolution)))
        if attributes.get("god") is True:
            yield atom("god", card)
        power = attributes.get("power")
        if isinstance(power, int) and not isinstance(power, bool):
            yield atom("power", card, power)
        current = self.mapping("current_names").get(card)
        for label in (current, name):
            if isinstance(label, str):
                yield atom("named", card, label)
                break
        for word in known.does if known else ():
            yield atom("does", card, token(word))
        for word in word_list(given.get("does")):
            yield atom("does", card, token(word))
        for text in known.unread if known else ():
            self.conditional.append(f"{name}: {text}")

    def _relations(self) -> Iterator[Symbol]:
        for key, name in (("links", "link"), ("cell_links", "cells")):
            for index, chain in enumerate(self.listing(key)):
                if not isinstance(chain, list):
                    raise self.error(f"{key} lists chains of cards", key, index)
                ids = [self.card(c, key, index) for c in chain]
                yield from (atom(name, a, b) for a, b in itertools.pairwise(ids))
        partners, names = self.listing("link_partners"), self.mapping("partner_names")
        for index, pair in enumerate(partners):
            if not isinstance(pair, list) or len(pair) != 2:
                raise self.error("link_partners lists pairs of cards", "link_partners", index)
            yield atom(
                "partner",
                self.card(pair[0], "link_partners", index),
                self.card(pair[1], "link_partners", index),
            )
        for card, words in names.items():
            yield from (atom("partner_name", self.card(card, "partner_names"), w) for w in word_list(words))
        if "link_partners" not in self.situation and "partner_names" not in self.situation:
            yield from self._partners_from_facts()
        for card, sources in self.mapping("valid_sources").items():
            yield atom("sources_known", self.card(card, "valid_sources"))
            yield from (
                atom("valid_source", card, self.card(s, "valid_sources", card)) for s in sources or []
            )
        for card, status in self.mapping("status").items():
            yield from (atom("status", self.card(card, "status"), token(w)) for w in word_list(status))
        for card, arrival in self.mapping("arrival").items():
            yield atom("arrival", self.card(card, "arrival"), token(str(arrival)))
        yield from self._names()
        for ability, definition in self.ability_defs.items():
            if ability in self.abilities and isinstance(definition, dict):
                yield from (_definition(ability, key, value) for key, value in definition.items())

    def _partners_from_facts(self) -> Iterator[Symbol]:
        """Partners by card facts, where every god of the board has a name of which partners are known."""
        gods = [c for c, a in self.cards.items() if a.get("god") is True]
        known = {c: self.card_facts.get(str(self.cards[c].get("name"))) for c in gods}
        if gods and all(f is not None and f.partners for f in known.values()):
            for card, facts in known.items():
                for name in facts.partners if facts else ():
                    yield atom("partner_name", card, name)
                    for _other, attributes in self.cards.items():
                        own = attributes.get("name")
                        if isinstance(own, str) and name in own:
                            yield atom("partner_name", card, own)
        else:
            yield Function("partners_unknown", [])

    def names(self) -> frozenset[str]:
        """Names that cards of the board have or take."""
        names = {str(a["name"]) for a in self.cards.values() if isinstance(a.get("name"), str)}
        names |= {str(n) for n in self.mapping("current_names").values()}
        for event in self.board.events:
            names |= {
                str(event[k]) for k in ("to", "into") if event["do"] in ("rename", "transform") and k in event
            }
        return frozenset(names)

    def _names(self) -> Iterator[Symbol]:
        """Which names belong to which name set: a name set is picked by the text it contains."""
        names = self.names()
        sets = {str(f["name"]) for f in self.board.case.file.card_facts} | names
        sets |= {
            _bare(v)
            for d in self.ability_defs.values()
            if isinstance(d, dict)
            for v in d.values()
            if isinstance(v, str)
        }
        for name in sorted(names):
            yield from (atom("in_set", name, s) for s in sorted(sets) if s in name)

    def _effects(self) -> Iterator[Symbol]:
        for index, effect in enumerate(self.listing("effects")):
            if not isinstance(effect, dict) or not isinstance(effect.get("id"), str):
                raise self.error("an effect needs an id", "effects", index)
            key = effect["id"]
            yield atom("effect_id", key)
            for card in word_list(effect.get("applied_to")):
                yield atom("effect", key, self.card(card, "effects", index))
            if "aimed_at" in effect:
                yield atom("aimed", key, token(str(effect["aimed_at"])))
            if isinstance(effect.get("grants"), str):
                yield atom("grants", key, token(effect["grants"].removeprefix("kw:")))
            if isinstance(effect.get("power_delta"), int):
                yield atom("delta", key, effect["power_delta"])
            if "defines" in effect:
                yield atom("defines", key, token(str(effect["defines"])))
        for index, item in enumerate(self.listing("replacements")):
            if not isinstance(item, dict):
                raise self.error(
                    "a replacement is {source, object, replaces, by, uses}", "replacements", index
                )
            source = item.get("source", "unspecified")
            yield atom(
                "replacement",
                index,
                constant("unspecified")
                if source == "unspecified"
                else self.card(source, "replacements", index),
                self.card(item.get("object"), "replacements", index),
                token(str(item.get("replaces"))),
                token(str(item.get("by", "stay"))),
            )
            uses = item.get("uses", "unspecified")
            yield atom("uses", index, uses if isinstance(uses, int) else token(str(uses)))

    def event_card(self, event: Mapping[str, Any], key: str, index: int) -> str:
        """Return the card that an event names under `key`, or raise `ScenarioError`."""
        value = event.get(key)
        if not isinstance(value, str) or value not in self.cards:
            raise self.board.case.error(
                f"the event {event['do']} needs {key}: a card of the board, not {value!r}", "events", index
            )
        return value


def _definition(ability: str, key: str, value: object) -> Symbol:
    if isinstance(value, int) and not isinstance(value, bool):
        return atom("ability_def", token(ability), token(key), value)
    text = str(value)
    named = key in ("other_name", "may_link_to", "leaver")
    return atom("ability_def", token(ability), token(key), _bare(text) if named else token(text))


def _bare(text: str) -> str:
    return text.removeprefix("nameset:")


def word_list(value: object) -> tuple[str, ...]:
    """Return what is given as one word or as a list of words."""
    if value is None:
        return ()
    if isinstance(value, list):
        return tuple(str(v) for v in value)
    return (str(value),)
