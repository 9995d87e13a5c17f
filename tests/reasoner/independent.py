"""A second checker of state-based actions and rebuilding: plain Python, straight from the rule texts.

It shares no code with the reasoner: it reads the situation and the events of a case as a dictionary and carries
out, for the rules since 2021-03-16: leaving (whole object, or the top card), destruction, battle, moves, and
checks of state-based actions 703.4a to h, j, l, m, n, with 703.4i and 801.4a/b. The one choice it knows is which
of the linked gods leaves when a check destroys one of them (703.4f).
"""

import itertools
from dataclasses import dataclass, field
from typing import Any

CREATURES = {"creature", "psychic_creature"}
ALONE = CREATURES | {"tamaseed", "field", "cross_gear", "dragheart"}
CELLS = {"psychic_cell", "dragheart_cell"}
STAYS_NOT = {"spell", "forbidden_core", "castle", "aura"}


@dataclass
class Table:
    """A board while it is played on."""

    cards: dict[str, dict[str, Any]]
    objects: list[list[str]] = field(default_factory=list)
    stranded: set[str] = field(default_factory=set)
    elsewhere: dict[str, str] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)
    listed: set[tuple[str, str]] = field(default_factory=set)
    links: list[list[str]] = field(default_factory=list)
    partners: list[set[str]] | None = None
    attached: dict[str, tuple[str, str]] = field(default_factory=dict)
    effects: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    beaten: set[str] = field(default_factory=set)
    arrived: dict[str, None] = field(default_factory=dict)
    loose_castles: set[str] = field(default_factory=set)
    hit: dict[str, bool] = field(default_factory=dict)
    destroyed: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    rebuilt: set[str] = field(default_factory=set)

    def kind(self, card: str) -> set[str]:
        """Types of a card: those it has, else those printed on it (of a twinpact, the creature)."""
        printed = set(self.cards[card].get("printed_types") or ())
        return set(self.cards[card].get("types") or (printed & CREATURES or printed))

    def stack_of(self, card: str) -> list[str] | None:
        """The object a card is in."""
        return next((o for o in self.objects if card in o), None)

    def power(self, card: str) -> int | None:
        """Power now: the number given, changed by effects that do something here."""
        number = self.cards[card].get("power")
        if number is None:
            return None
        for effect in self.effects.get(card, []):
            if effect.get("aimed_at") != "creature" or self.kind(card) & CREATURES:
                number += effect.get("power_delta", 0)
        return int(number)


def set_up(situation: dict[str, Any]) -> Table:
    """Put a situation on the table."""
    table = Table({k: dict(v or {}) for k, v in situation["cards"].items()})
    for player, objects in (situation.get("battle_zone") or {}).items():
        for stack in objects:
            table.objects.append(list(stack))
            for card in stack:
                table.owner.setdefault(card, player)
    for player, zones in (situation.get("other_zones") or {}).items():
        for zone, cards in zones.items():
            table.listed.add((player, zone))
            for card in cards:
                table.elsewhere[card] = zone
                table.owner.setdefault(card, player)
    for card, attributes in table.cards.items():
        table.owner[card] = attributes.get("owner") or table.owner.get(card, "self")
    table.links = [list(c) for c in situation.get("links") or []]
    if "link_partners" in situation:
        table.partners = [set(p) for p in situation["link_partners"]]
    for item in situation.get("attachments") or []:
        table.attached[item["card"]] = (item["to"], item["how"])
    for effect in situation.get("effects") or []:
        table.effects.setdefault(effect["applied_to"], []).append(effect)
    table.status = dict(situation.get("status") or {})
    return table


@dataclass
class Choices:
    """Which option is taken at each choice; the first where nothing is said yet."""

    taken: list[int] = field(default_factory=list)
    offered: list[int] = field(default_factory=list)

    def pick(self, options: list[list[str]]) -> list[str]:
        """Take one of the options."""
        place = len(self.offered)
        self.offered.append(len(options))
        return options[self.taken[place] if place < len(self.taken) else 0]


def plays(situation: dict[str, Any], events: list[dict[str, Any]]) -> list[Table]:
    """Return the tables that the events can lead to, one for each way of choosing."""
    found: list[Table] = []
    waiting: list[list[int]] = [[]]
    while waiting:
        taken = waiting.pop()
        choices = Choices(taken)
        found.append(play(situation, events, choices))
        for place in range(len(taken), len(choices.offered)):
            first = taken + [0] * (place - len(taken))
            waiting += [[*first, other] for other in range(1, choices.offered[place])]
    return found


def play(situation: dict[str, Any], events: list[dict[str, Any]], choices: Choices) -> Table:
    """Carry the events out and return the table as it then is."""
    table = set_up(situation)
    for event in events:
        verb = event["do"]
        if verb == "leave" and event["scope"] == "top_card_only":
            stack = table.stack_of(event["card"])
            if stack and stack[0] == event["card"]:
                top_leaves(table, stack, event["to"])
        elif verb == "leave":
            stack = table.stack_of(event["card"])
            if stack:
                all_leave(table, stack, event["to"])
        elif verb == "destroy":
            stack = table.stack_of(event["card"])
            if stack:
                table.destroyed.add(stack[0])
                all_leave(table, stack, "graveyard")
        elif verb == "battle":
            stack = table.stack_of(event["loser"])
            if stack and stack[0] == event["loser"]:
                table.beaten.add(event["loser"])
        elif verb == "enter":
            enter(table, event["card"])
        elif verb == "move":
            move(table, event["card"], event["from"], event["to"])
        elif verb == "direct_attack":
            shields = [
                c
                for c, z in table.elsewhere.items()
                if z == "shield_zone"
                and table.owner[c] == event["player"]
                and c not in table.attached
                and c not in table.loose_castles
            ]
            known = (event["player"], "shield_zone") in table.listed
            table.hit[event["player"]] = known and not shields and not event.get("redirected")
        elif verb == "sba_check":
            check(table, choices)
        else:
            raise ValueError(verb)
    return table


def enter(table: Table, card: str) -> None:
    """A card is put into the battle zone from elsewhere."""
    if table.stack_of(card) is not None:
        return
    table.elsewhere.pop(card, None)
    table.objects.append([card])
    table.arrived[card] = None


def move(table: Table, card: str, origin: str, to: str) -> None:
    """A card moves between zones other than the battle zone."""
    if table.elsewhere.get(card) != origin:
        return
    table.elsewhere[card] = to
    if origin == "shield_zone":
        free_castles(table, card)


def free_castles(table: Table, card: str) -> None:
    """A shield has left the shield zone: a castle that fortified it is without a shield."""
    for castle, (shield, how) in list(table.attached.items()):
        if shield == card and how == "fortifies":
            table.loose_castles.add(castle)
            del table.attached[castle]


def off_the_board(table: Table, card: str, zone: str) -> None:
    """A card is now in another zone: nothing of the battle zone clings to it."""
    table.elsewhere[card] = zone
    table.stranded.discard(card)
    table.effects.pop(card, None)
    table.status.pop(card, None)
    table.attached.pop(card, None)
    table.beaten.discard(card)
    table.arrived.pop(card, None)


def unlink(table: Table, card: str) -> None:
    """Take a card out of its chain: what is left of the chain on either side stays linked."""
    chains = []
    for chain in table.links:
        if card in chain:
            place = chain.index(card)
            chains += [part for part in (chain[:place], chain[place + 1 :]) if len(part) > 1]
        else:
            chains.append(chain)
    table.links = chains


def drop_attachments(table: Table, carrier: str) -> None:
    """What was attached to a carrier that is gone comes off."""
    for card, (to, _) in list(table.attached.items()):
        if to == carrier:
            del table.attached[card]


def all_leave(table: Table, stack: list[str], zone: str) -> None:
    """A whole object leaves."""
    table.objects.remove(stack)
    unlink(table, stack[0])
    for card in stack:
        off_the_board(table, card, zone)
        drop_attachments(table, card)


def top_leaves(table: Table, stack: list[str], zone: str) -> None:
    """Only the top card leaves: 703.4i and 801.4a, or nothing may stay."""
    top, below = stack[0], stack[1:]
    evolution = table.cards[top].get("evolution", "none") != "none"
    rebuilds = bool(below) and evolution and bool(table.kind(top) & (CREATURES | {"cross_gear"}))
    effects, status = table.effects.get(top, []), table.status.get(top)
    table.objects.remove(stack)
    heir = None
    if rebuilds:
        table.rebuilt.add(top)
        while below and not table.kind(below[0]) & ALONE:
            off_the_board(table, below.pop(0), "graveyard")
        if below:
            heir = below[0]
            table.objects.append(below)
            table.effects[heir] = table.effects.get(heir, []) + effects
            if status is not None:
                table.status[heir] = status
    else:
        table.stranded |= set(below)
    if heir is None:
        unlink(table, top)
    else:
        table.links = [[heir if c == top else c for c in chain] for chain in table.links]
    for card, (to, how) in list(table.attached.items()):
        if to == top:
            if (
                heir is not None
                and table.kind(heir) & CREATURES
                and how in ("crossed", "equipped", "attached")
            ):
                table.attached[card] = (heir, how)
            else:
                del table.attached[card]
    off_the_board(table, top, zone)


def one_of_each_link(table: Table, destroy: list[list[str]], choices: Choices) -> list[list[str]]:
    """Of the gods of a link of which any is destroyed, only one leaves, whichever is chosen."""
    gone: list[list[str]] = []
    for chain in table.links:
        together = [stack for stack in table.objects if stack[0] in chain]
        if len(together) > 1 and any(stack in destroy for stack in together):
            destroy = [stack for stack in destroy if stack not in together]
            gone.append(choices.pick(together))
    return destroy + gone


def check(table: Table, choices: Choices) -> None:
    """Perform what applies, all at once, until nothing does."""
    first = True
    while True:
        destroy, send, put, broken = [], [], [], []
        for player in ("self", "opponent"):
            if (player, "deck") in table.listed and not any(
                z == "deck" and table.owner[c] == player for c, z in table.elsewhere.items()
            ):
                table.lost.add(player)
            if first and table.hit.get(player):
                table.lost.add(player)
        for stack in table.objects:
            top = stack[0]
            kinds = table.kind(top)
            power = table.power(top)
            if kinds & CREATURES and ((power is not None and power <= 0) or top in table.beaten):
                destroy.append(stack)
            elif kinds & CELLS or ("weapon" in kinds and top not in table.attached):
                send.append((stack, "hyperspatial_zone"))
            elif kinds & STAYS_NOT and not kinds & ALONE and top not in table.attached:
                send.append((stack, "graveyard"))
            elif d2(table, top):
                # In the order of arrival; what was there before all of them is older than any.
                since = [*table.arrived]
                newer = since[since.index(top) + 1 :] if top in table.arrived else since
                if any(o[0] in newer and d2(table, o[0]) for o in table.objects):
                    send.append((stack, "graveyard"))
        put += [
            (c, "hyperspatial_zone")
            for c, z in table.elsewhere.items()
            if table.kind(c) & {"psychic_creature", "dragheart", "weapon"} and z != "hyperspatial_zone"
        ]
        put += [(c, "graveyard") for c in table.loose_castles]
        strays = [
            (
                c,
                "graveyard"
                if table.kind(c) & STAYS_NOT and not table.kind(c) & ALONE
                else "outside_battle_zone",
            )
            for c in table.stranded
            if table.kind(c) & (ALONE | STAYS_NOT)
        ]
        for chain in table.links:
            pairs = itertools.pairwise(chain)
            if any(not proper(table, a, b) for a, b in pairs):
                broken.append(chain)
        table.beaten.clear()
        table.arrived.clear()
        table.hit.clear()
        first = False
        if not (destroy or send or put or strays or broken):
            return
        destroy = one_of_each_link(table, destroy, choices)
        for chain in broken:
            table.links.remove(chain)
        for stack in destroy:
            table.destroyed.add(stack[0])
            all_leave(table, stack, "graveyard")
        for stack, zone in send:
            all_leave(table, stack, zone)
        for card, zone in put:
            if table.elsewhere.get(card) == "shield_zone":
                free_castles(table, card)
            table.elsewhere[card] = zone
        for card, _ in put:
            if table.elsewhere[card] == "graveyard":
                table.loose_castles.discard(card)
        for card, zone in strays:
            off_the_board(table, card, zone)


def d2(table: Table, card: str) -> bool:
    """Whether the card is a D2 field."""
    return "field" in table.kind(card) and "D2" in (table.cards[card].get("subtypes") or ())


def proper(table: Table, a: str, b: str) -> bool:
    """Whether two neighbours of a chain may be linked."""
    if not (table.cards[a].get("god") and table.cards[b].get("god")):
        return False
    return table.partners is None or {a, b} in table.partners
