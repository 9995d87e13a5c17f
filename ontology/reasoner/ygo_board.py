"""A Yu-Gi-Oh board as facts: where cards are, what they are, who owns them."""

from collections.abc import Iterator, Mapping
from typing import Any

from clingo import Function, Symbol

from ontology.reasoner.errors import ScenarioError
from ontology.reasoner.game import CardFacts
from ontology.reasoner.predicates import load_table
from ontology.reasoner.scenario import MAX_CARDS, Board
from ontology.reasoner.symbols import atom, constant, token

__all__ = ["BoardReader", "words"]

PLAYERS = ("me", "opp")
OTHER = {"me": "opp", "opp": "me"}
PILES = {"graveyards": "graveyard", "hands": "hand", "decks": "deck", "banished": "banished"}
ROWS = {
    "monsters": "monster_zone",
    "spell_trap_zone": "spell_trap_zone",
    "field_spell_zone": "field_spell_zone",
}
# Types of the graph as the words of boards.
TYPE_WORDS: Mapping[str, tuple[str, ...]] = {
    "normal_spell": ("spell",),
    "continuous_spell": ("spell",),
    "field_spell": ("spell",),
    "ritual_spell": ("spell",),
    "quick": ("spell", "quick"),
    "normal_trap": ("trap",),
}
REQUIREMENTS = (
    "controller", "monster_type", "attribute", "card_type", "card_name", "max_level", "min_level", "max_attack",
    "min_attack", "max_defense", "min_defense", "not_monster_type", "not_attribute", "not_card_type",
    "not_card_name", "any_of",
)  # fmt: skip


def words(value: object) -> tuple[str, ...]:
    """Return a value that is one word, a list of words, or nothing."""
    if value is None:
        return ()
    if isinstance(value, list):
        return tuple(str(v) for v in value)
    return (str(value),)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _types(of_graph: tuple[str, ...]) -> tuple[str, ...]:
    """Words for the types a card has in the graph; kinds of monsters are monsters."""
    found: list[str] = []
    for word in of_graph:
        found.extend(("monster",) if word.endswith("_monster") else TYPE_WORDS.get(word, (word,)))
    return tuple(dict.fromkeys(found))


class BoardReader:
    """Reads the situation of one board; what it cannot read it refuses with the place in the file."""

    def __init__(self, board: Board, cards: Mapping[str, CardFacts]) -> None:
        self.board = board
        self.situation = board.situation
        self.card_facts = cards
        self.conditional: list[str] = []
        self.table = load_table("ygo")
        raw = self.mapping("cards")
        if len(raw) > MAX_CARDS:
            raise self.error(f"more than {MAX_CARDS} cards", "cards")
        self.cards: dict[str, Mapping[str, Any]] = {}
        for key, attributes in raw.items():
            if attributes is not None and not isinstance(attributes, dict):
                raise self.error(f"the attributes of {key} must be a mapping", "cards", key)
            self.cards[key] = attributes or {}
        self._places = self._placed()

    def error(self, message: str, *path: str | int) -> ScenarioError:
        """Return an error placed in the situation of this board."""
        return self.board.case.error(message, "situation", *path)

    def mapping(self, key: str) -> Mapping[str, Any]:
        """Return a part of the situation that must be a mapping (empty when absent)."""
        value = self.situation.get(key) or {}
        if not isinstance(value, dict):
            raise self.error(f"{key} must be a mapping", key)
        return value

    def card(self, value: object, *path: str | int) -> str:
        """Return the id of a card of this board, or refuse."""
        if not isinstance(value, str) or value not in self.cards:
            raise self.error(
                f"{value!r} is no card of this board; cards are {', '.join(self.cards) or 'none'}", *path
            )
        return value

    def player(self, value: object, *path: str | int) -> str:
        """Return the name of a player, or refuse."""
        if value not in PLAYERS:
            raise self.error(f"the player must be me or opp, not {value!r}", *path)
        return str(value)

    def known(self, card: str) -> CardFacts | None:
        """Return what is known of the card by its name."""
        name = self.cards[card].get("name")
        return self.card_facts.get(name) if isinstance(name, str) else None

    def does(self, card: str) -> tuple[str, ...]:
        """Behaviour tokens of a card: those of its name and those the board gives it."""
        facts = self.known(card)
        return tuple(dict.fromkeys([*(facts.does if facts else ()), *words(self.cards[card].get("does"))]))

    def owner(self, card: str) -> str:
        """Owner of a card: as given, else the side it is listed on, else who uses it, else me."""
        given = self.cards[card].get("owner")
        if given is not None:
            return self.player(given, "cards", card, "owner")
        if card in self._places:
            return self._places[card][1]
        for event in self.board.events:
            if event.get("card") == card and event.get("by") in PLAYERS:
                return str(event["by"])
        return "me"

    def _placed(self) -> dict[str, tuple[str, str, str | None]]:
        """Where each listed card is: zone, side, position on the field."""
        result: dict[str, tuple[str, str, str | None]] = {}

        def put(card: str, zone: str, side: str, position: str | None, *path: str | int) -> None:
            if card in result:
                raise self.error(f"{card} is in two places", *path)
            result[card] = (zone, side, position)

        for key, zone in ROWS.items():
            for side, items in self.mapping(key).items():
                self.player(side, key)
                for index, item in enumerate(items or []):
                    where = (key, side, index)
                    if not isinstance(item, dict):
                        raise self.error("a card on the field is {card, position}", *where)
                    position = str(item.get("position") or "face_up")
                    if position not in self.table.vocabulary("positions"):
                        raise self.error(f"position must be face_up or face_down, not {position!r}", *where)
                    put(self.card(item.get("card"), *where), zone, side, position, *where)
        for key, zone in PILES.items():
            for side, ids in self.mapping(key).items():
                self.player(side, key)
                for index, card in enumerate(ids or []):
                    put(self.card(card, key, side, index), zone, side, None, key, side, index)
        return result

    def _attached(self) -> Iterator[tuple[str, str]]:
        value = self.situation.get("attachments") or []
        if not isinstance(value, list):
            raise self.error("attachments must be a list", "attachments")
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                raise self.error("an attachment is {card, to}", "attachments", index)
            yield (
                self.card(item.get("card"), "attachments", index),
                self.card(item.get("to"), "attachments", index),
            )

    def facts(self) -> Iterator[Symbol]:
        """Yield the board as ground atoms (see ``rules/ygo/board.lp``)."""
        places = dict(self._places)
        obtained = self.mapping("obtained")
        for card, monster in self._attached():
            yield atom("equipped", card, monster)
            side = OTHER[self.owner(card)] if card in obtained else self.owner(card)
            places.setdefault(card, ("spell_trap_zone", side, "face_up"))
        for card in self.cards:
            owner = self.owner(card)
            yield atom("owner", card, constant(owner))
            user = OTHER[owner] if card in obtained else owner
            zone, side, position = places.get(card, ("somewhere", user, None))
            yield atom("at", card, constant(zone), constant(side))
            if position is not None:
                yield atom("face", card, constant(position))
                if position == "face_up":
                    yield atom("at_start", card)
            yield from self._attributes(card)
        yield from self._players(places)
        for card, number in self.mapping("counters").items():
            count = _number(number)
            if count is None:
                raise self.error("counters maps cards to numbers", "counters", card)
            if count > 0:
                yield atom("counter", self.card(card, "counters"), count)
        for card, through in obtained.items():
            yield atom("obtained", self.card(card, "obtained"), self.card(through, "obtained", card))

    def _players(self, places: Mapping[str, tuple[str, str, str | None]]) -> Iterator[Symbol]:
        counts, life = self.mapping("spell_trap_count"), self.mapping("life_points")
        for player in PLAYERS:
            listed = sum(
                1 for zone, side, _ in places.values() if zone == "spell_trap_zone" and side == player
            )
            total = _number(counts.get(player, listed))
            if total is None:
                raise self.error("spell_trap_count maps players to numbers", "spell_trap_count", player)
            yield atom("extra", constant(player), max(0, total - listed))
            if player in life:
                points = _number(life[player])
                if points is None:
                    raise self.error("life_points maps players to numbers", "life_points", player)
                yield atom("life", constant(player), points)
            for key, zone in PILES.items():
                if player in self.mapping(key):
                    yield atom("listed", constant(player), constant(zone))
        turn = self.mapping("turn")
        if turn.get("of") in PLAYERS:
            yield atom("turn_of", constant(turn["of"]))
        phase = turn.get("phase")
        if phase is not None and phase not in self.table.vocabulary("phases"):
            raise self.error(f"unknown phase {phase!r}", "turn", "phase")
        if phase not in (None, "any"):
            yield atom("phase", constant(str(phase)))

    def _attributes(self, card: str) -> Iterator[Symbol]:
        given = self.cards[card]
        facts = self.known(card)
        merged = {**(facts.attributes if facts else {}), **given}
        for word in words(merged.get("types")) or _types(words(merged.get("type"))):
            yield atom("type", card, token(word))
            if word.endswith("_monster"):
                yield atom("type", card, constant("monster"))
        for word in words(merged.get("monster_type")):
            yield atom("monster_type", card, token(word))
        for word in words(merged.get("attribute")):
            yield atom("attribute", card, token(word))
        for word in (*words(merged.get("types")), *words(merged.get("type"))):
            if word.endswith("_monster"):
                yield atom("monster_kind", card, token(word))
        for key in ("level", "attack", "defense"):
            number = _number(merged.get(key))
            if number is not None:
                yield atom(key, card, number)
        for key in ("card_name", "name"):
            if isinstance(given.get(key), str):
                yield atom("named", card, given[key])
        if merged.get("special_summonable") is False:
            yield atom("unsummonable", card)
        yield from self._requirements(card, merged.get("requires"))
        for word in self.does(card):
            if word in self.table.words["does"]:
                yield atom("does", card, token(word))
            else:
                self.conditional.append(f"{given.get('name') or card}: {word}")
        for cost in words(merged.get("cost")):
            parsed = self.table.parse_id(cost, {})
            if parsed is None or parsed.term.name != "cost":
                raise self.error(
                    f"{cost!r} is no cost; write cost:lp:800 or cost:discard_one", "cards", card, "cost"
                )
            if parsed.term.arguments != [Function("none", [])]:
                yield atom("cost", card, parsed.term)
        upkeep = _number(merged.get("upkeep"))
        if upkeep is not None:
            yield atom("upkeep", card, upkeep)
        for text in facts.unread if facts else ():
            self.conditional.append(f"{given.get('name')}: {text}")

    def _requirements(self, card: str, requires: object) -> Iterator[Symbol]:
        if requires is None:
            return
        if not isinstance(requires, dict):
            raise self.error("requires must be a mapping", "cards", card, "requires")
        for key, wanted in requires.items():
            if key not in REQUIREMENTS:
                known = ", ".join(REQUIREMENTS)
                raise self.error(f"unknown condition {key!r}; known are {known}", "cards", card, "requires")
            if key == "any_of" and wanted not in (True, "true"):
                continue
            for value in wanted if isinstance(wanted, list) else [wanted]:
                number = _number(value)
                if number is not None:
                    yield atom("requires", card, constant(key), number)
                elif key in ("card_name", "not_card_name"):
                    yield atom("requires", card, constant(key), str(value))
                else:
                    yield atom("requires", card, constant(key), token(str(value)))
