"""A second, independent reading of the page in plain Python; it shares no code with the reasoner.

It plays the boards of ``boards.py``: one Equip Spell after another, responses to it, what happens afterwards.
"""

from dataclasses import dataclass, field
from typing import Any

OTHER = {"me": "opp", "opp": "me"}
FIELD = ("monster_zone", "spell_trap_zone")


@dataclass
class Table:
    """The table: where every card lies, who is equipped with what, the chain."""

    cards: dict[str, dict[str, Any]]
    place: dict[str, tuple[str, str]] = field(default_factory=dict)
    up: dict[str, bool] = field(default_factory=dict)
    equipped: dict[str, str] = field(default_factory=dict)
    had: set[str] = field(default_factory=set)
    working: list[str] = field(default_factory=list)
    life: dict[str, int] = field(default_factory=dict)
    unnamed: dict[str, int] = field(default_factory=dict)
    chain: list[dict[str, Any]] = field(default_factory=list)
    resolving: bool = False
    legal: list[bool] = field(default_factory=list)
    turn: str = "me"
    phase: str = "main1"

    def does(self, card: str) -> list[str]:
        """What the card does."""
        return list(self.cards[card].get("does") or [])

    def is_a(self, card: str, kind: str) -> bool:
        """Whether it has this type."""
        return kind in self.cards[card]["types"]

    def spell(self, card: str) -> bool:
        """Whether it is a spell."""
        return self.is_a(card, "spell") or self.is_a(card, "equip_spell")

    def on_field(self, card: str) -> bool:
        """Whether it is on the field."""
        return self.place[card][0] in FIELD

    def monster_up(self, card: str) -> bool:
        """Whether it is a face-up monster on the field."""
        return self.place[card][0] == "monster_zone" and self.up[card]

    def count(self, player: str) -> int:
        """Cards that count in this player's spell and trap zone."""
        return self.unnamed[player] + sum(p == ("spell_trap_zone", player) for p in self.place.values())

    def meets(self, equip: str, monster: str, activator: str) -> bool:
        """Whether the monster meets the condition of the Equip Spell."""
        wanted = self.cards[equip].get("requires") or {}
        given = self.cards[monster]
        for key in ("monster_type", "attribute"):
            if key in wanted and given.get(key) != wanted[key]:
                return False
        if "max_level" in wanted and given.get("level", 99) > wanted["max_level"]:
            return False
        if "controller" in wanted:
            side = activator if wanted["controller"] == "me" else OTHER[activator]
            if self.place[monster][1] != side:
                return False
        return True

    def may_equip(self, equip: str, monster: str, activator: str) -> bool:
        """Whether the Equip Spell may choose the monster on activation."""
        if "revive_then_equip" in self.does(equip):
            good = self.cards[monster].get("special_summonable", True) and self.is_a(monster, "monster")
            return self.place[monster] == ("graveyard", activator) and good
        guarded = self.cards[monster].get("monster_type") == "dragon" and any(
            self.monster_up(c) and "protect_dragons" in self.does(c) for c in self.cards
        )
        return self.monster_up(monster) and self.meets(equip, monster, activator) and not guarded

    # -- what happens to cards -------------------------------------------------------------------

    def go(self, card: str, zone: str) -> None:
        """Move a card off the field; equips of a monster that leaves are destroyed."""
        was_monster = self.place[card][0] == "monster_zone"
        if card in self.equipped:
            self.had.add(card)
            del self.equipped[card]
        if card in self.working:
            self.working.remove(card)
        self.place[card] = (zone, self.cards[card]["owner"])
        self.up.pop(card, None)
        if was_monster:
            for equip in [e for e, m in self.equipped.items() if m == card]:
                self.go(equip, "graveyard")

    def hide(self, monster: str) -> None:
        """Turn a monster face-down; its equips are sent to the graveyard."""
        self.up[monster] = False
        for equip in [e for e, m in self.equipped.items() if m == monster]:
            self.go(equip, "graveyard")

    def equip(self, card: str, monster: str) -> None:
        """Equip; monsters that reject equips throw the card off at once."""
        self.equipped[card] = monster
        warrior = self.cards[monster].get("monster_type") == "warrior"
        rejected = "reject_equip_to_self" in self.does(monster) or (
            warrior
            and any(self.monster_up(c) and "reject_equip_to_warriors" in self.does(c) for c in self.cards)
        )
        if rejected:
            self.go(card, "graveyard")

    def negated(self, card: str) -> bool:
        """Whether a continuous effect negates the effect of the card now."""
        return any(
            n != card
            and (
                ("negate_spells" in self.does(n) and self.spell(card))
                or ("negate_equip_spells" in self.does(n) and self.is_a(card, "equip_spell"))
            )
            for n in self.working
        )

    # -- events -----------------------------------------------------------------------------------

    def play(self, event: dict[str, Any]) -> None:
        """Carry out one event if it is legal."""
        done = getattr(self, "on_" + event["do"])(event)
        self.legal.append(done is not False)

    def _slow(self, card: str) -> bool:
        return not any(self.is_a(card, t) for t in ("quick", "trap", "counter_trap", "continuous_trap"))

    def _timely(self) -> bool:
        return self.turn == "me" and self.phase in ("main1", "main2")

    def on_set(self, event: dict[str, Any]) -> bool | None:
        card = event["card"]
        if self.place[card][0] not in ("hand", "somewhere") or not self._timely() or self.count("me") >= 5:
            return False
        self.place[card], self.up[card] = ("spell_trap_zone", "me"), False
        return None

    def on_flip_up(self, event: dict[str, Any]) -> bool | None:
        card = event["card"]
        if self.place[card][0] != "spell_trap_zone" or self.up[card] or not self._timely():
            return False
        self.up[card] = True
        self.cards[card]["shown"] = True
        return None

    def on_activate(self, event: dict[str, Any]) -> bool | None:
        card, by = event["card"], event["by"]
        zone = self.place[card][0]
        ready = zone in ("hand", "somewhere") or (
            zone == "spell_trap_zone" and (not self.up[card] or bool(self.cards[card].get("shown")))
        )
        cost = int(str(self.cards[card].get("cost", "cost:lp:0")).rpartition(":")[2])
        if (
            not ready
            or self.chain
            or not self._timely()
            or (zone != "spell_trap_zone" and self.count(by) >= 5)
            or not self.may_equip(card, event["target"], by)
            or self.life[by] < cost
        ):
            return False
        self.place[card], self.up[card] = ("spell_trap_zone", by), True
        self.life[by] -= cost
        self.chain.append({"card": card, "by": by, "target": event["target"]})
        return None

    def on_chain(self, event: dict[str, Any]) -> bool | None:
        card, by = event["card"], event["by"]
        if not self.chain or self.resolving or self.place[card][0] not in ("hand", "somewhere"):
            return False
        top = self.chain[-1]
        if self.is_a(top["card"], "counter_trap") and not self.is_a(card, "counter_trap"):
            return False
        does, goal = self.does(card), str(event.get("target") or event.get("redirect_to"))
        aimed = top.get("target")
        on_monster = aimed is not None and self.place[aimed][0] == "monster_zone"
        if "negate_activation" in does and not self.spell(top["card"]):
            return False
        if "negate_field_target_activation" in does and not (self.spell(top["card"]) and on_monster):
            return False
        if "destroy_spell_trap" in does and self.place[goal][0] != "spell_trap_zone":
            return False
        if "destroy_monster" in does and self.place[goal][0] != "monster_zone":
            return False
        if "turn_face_down" in does and not self.monster_up(goal):
            return False
        if "redirect_target" in does:
            if not (self.spell(top["card"]) and on_monster) or goal == aimed:
                return False
            if not self._may_move(top, goal):
                return False
        if "gather_equips" in does and not self.monster_up(goal):
            return False
        if self.count(by) >= 5:
            if not self.unnamed[by]:
                return False
            self.unnamed[by] -= 1
        self.place[card], self.up[card] = ("spell_trap_zone", by), True
        self.chain.append(
            {
                "card": card,
                "by": by,
                "target": event.get("target"),
                "to": event.get("redirect_to"),
                "below": top,
            }
        )
        return None

    def _may_move(self, link: dict[str, Any], monster: str) -> bool:
        if self.is_a(link["card"], "equip_spell"):
            return self.may_equip(link["card"], monster, link["by"])
        return self.monster_up(monster) if "turn_face_down" in self.does(link["card"]) else False

    def on_resolve(self, event: dict[str, Any]) -> bool | None:
        if not self.chain or self.chain[-1]["card"] != event["card"]:
            return False
        link = self.chain.pop()
        self.resolving = bool(self.chain)
        card = link["card"]
        if self.is_a(card, "equip_spell"):
            self._resolve_equip(link)
            return None
        if not (self.spell(card) and self.negated(card)):
            self._carry_out(link)
        if self.place[card][0] == "spell_trap_zone" and not self.is_a(card, "continuous_trap"):
            self.go(card, "graveyard")
        return None

    def _resolve_equip(self, link: dict[str, Any]) -> None:
        card, by, monster = link["card"], link["by"], link["target"]
        if self.place[card][0] != "spell_trap_zone" or not self.up[card]:
            return
        if "revive_then_equip" in self.does(card):
            if not self.negated(card) and self.place[monster][0] == "graveyard":
                self.place[monster], self.up[monster] = ("monster_zone", by), True
                self.equip(card, monster)
                return
        elif self.monster_up(monster) and self.meets(card, monster, by):
            self.equip(card, monster)
            return
        self.go(card, "graveyard")

    def _carry_out(self, link: dict[str, Any]) -> None:
        card, does, goal = link["card"], self.does(link["card"]), str(link.get("target"))
        negates = "negate_activation" in does or "negate_field_target_activation" in does
        if negates and link["below"] in self.chain:
            self.chain.remove(link["below"])
            self.resolving = bool(self.chain)
            if self.on_field(link["below"]["card"]):
                self.go(link["below"]["card"], "graveyard")
        if ("destroy_spell_trap" in does or "destroy_monster" in does) and self.on_field(goal):
            self.go(goal, "graveyard")
        if "turn_face_down" in does and self.monster_up(goal):
            self.hide(goal)
        if (
            "redirect_target" in does
            and link["below"] in self.chain
            and self._may_move(link["below"], link["to"])
        ):
            link["below"]["target"] = link["to"]
        if "gather_equips" in does and self.monster_up(link["to"]):
            self._gather(link["to"])
        if ("negate_spells" in does or "negate_equip_spells" in does) and self.on_field(card):
            self.working.append(card)

    def _gather(self, monster: str) -> None:
        waiting = [
            k
            for k in self.chain
            if self.is_a(k["card"], "equip_spell")
            and "revive_then_equip" not in self.does(k["card"])
            and self.on_field(k["card"])
        ]
        for link in waiting:
            if self.meets(link["card"], monster, link["by"]):
                link["target"] = monster
            else:
                self.go(link["card"], "graveyard")
        for card, wearer in list(self.equipped.items()):
            if not self.meets(card, monster, self.place[card][1]):
                self.go(card, "graveyard")
            elif wearer != monster:
                self.equip(card, monster)

    def on_leave_field(self, event: dict[str, Any]) -> bool | None:
        if self.place[event["card"]][0] == "graveyard":
            self.go(event["card"], event["to"])
            return None
        return self._leave(event["card"], event["to"])

    def on_destroy(self, event: dict[str, Any]) -> bool | None:
        return self._leave(event["card"], "graveyard")

    def on_return_to_hand(self, event: dict[str, Any]) -> bool | None:
        return self._leave(event["card"], "hand")

    def _leave(self, card: str, zone: str) -> bool | None:
        if not self.on_field(card):
            return False
        self.go(card, zone)
        return None

    def on_flip_face_down(self, event: dict[str, Any]) -> bool | None:
        if not self.monster_up(event["card"]):
            return False
        self.hide(event["card"])
        return None

    def on_control_change(self, event: dict[str, Any]) -> bool | None:
        if self.place[event["card"]][0] != "monster_zone":
            return False
        self.place[event["card"]] = ("monster_zone", event["to"])
        return None

    def on_change(self, event: dict[str, Any]) -> bool | None:
        self.cards[event["card"]]["monster_type"] = event["to"]
        return None

    def state_of(self, equip: str) -> str:
        """State of the effect of an Equip Spell."""
        if equip in self.equipped:
            return "negated" if self.negated(equip) else "applied"
        return "lost" if equip in self.had else "not_yet_applied"


def play(case: dict[str, Any]) -> Table:
    """Play a case of ``boards.py`` and return the table at its end."""
    situation = case["situation"]
    table = Table({c: dict(a) for c, a in situation["cards"].items()})
    table.turn, table.phase = situation["turn"]["of"], situation["turn"]["phase"]
    table.life = dict(situation["life_points"])
    table.unnamed = dict(situation["spell_trap_count"])
    for card, given in table.cards.items():
        table.place[card] = ("somewhere", given["owner"])
    for side, items in situation["monsters"].items():
        for item in items:
            table.place[item["card"]], table.up[item["card"]] = (
                ("monster_zone", side),
                item["position"] == "face_up",
            )
    for side, ids in situation["graveyards"].items():
        for card in ids:
            table.place[card] = ("graveyard", side)
    for event in case["events"]:
        table.play(event)
    return table
