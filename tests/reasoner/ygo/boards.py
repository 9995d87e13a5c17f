"""Random boards and events: any number of links, responses of every kind, what may come afterwards."""

import random
from typing import Any

import yaml

from ontology.reasoner import Derivation, derive, load_scenarios

TYPES = ("warrior", "dragon", "spellcaster")
ATTRIBUTES = ("光", "闇", "地")
RESPONSES: dict[str, tuple[list[str], list[str]]] = {
    "negate": (["counter_trap"], ["negate_activation"]),
    "negate_field": (["counter_trap"], ["negate_field_target_activation"]),
    "break_card": (["spell", "quick"], ["destroy_spell_trap"]),
    "break_trap": (["trap"], ["destroy_spell_trap"]),
    "break_monster": (["trap"], ["destroy_monster"]),
    "hide": (["spell", "quick"], ["turn_face_down"]),
    "redirect": (["trap"], ["redirect_target"]),
    "gather": (["trap"], ["gather_equips"]),
    "order": (["continuous_trap"], ["negate_spells"]),
    "naked": (["continuous_trap"], ["negate_equip_spells"]),
    "nothing": (["quick"], []),
}


def _monsters(rng: random.Random, cards: dict[str, Any]) -> dict[str, list[dict[str, str]]]:
    field: dict[str, list[dict[str, str]]] = {"me": [], "opp": []}
    for n in range(rng.randint(1, 5)):
        side = rng.choice(["me", "opp"])
        cards[f"m{n}"] = {
            "types": ["monster"],
            "monster_type": rng.choice(TYPES),
            "attribute": rng.choice(ATTRIBUTES),
            "level": rng.randint(1, 8),
            "owner": side,
        }
        if rng.random() < 0.12:
            cards[f"m{n}"]["does"] = [
                rng.choice(["reject_equip_to_self", "protect_dragons", "reject_equip_to_warriors"])
            ]
        field[side].append(
            {"card": f"m{n}", "position": rng.choice(["face_up", "face_up", "face_up", "face_down"])}
        )
    return field


def _equips(rng: random.Random, cards: dict[str, Any]) -> None:
    for n in range(rng.randint(1, 3)):
        card: dict[str, Any] = {"types": ["equip_spell"], "owner": "me"}
        requires: dict[str, Any] = {}
        if rng.random() < 0.3:
            requires["monster_type"] = rng.choice(TYPES)
        if rng.random() < 0.2:
            requires["attribute"] = rng.choice(ATTRIBUTES)
        if rng.random() < 0.2:
            requires["max_level"] = rng.randint(2, 7)
        if rng.random() < 0.15:
            requires["controller"] = rng.choice(["me", "opp"])
        if requires:
            card["requires"] = requires
        if rng.random() < 0.25:
            card["cost"] = f"cost:lp:{rng.choice([100, 800, 2000])}"
        if rng.random() < 0.25:
            card["does"] = ["target_own_graveyard", "revive_then_equip"]
            card.pop("requires", None)
        cards[f"e{n}"] = card


def random_board(seed: int) -> dict[str, Any]:
    """Return a case with a random board and events; every choice is fixed by its event."""
    rng = random.Random(seed)
    cards: dict[str, Any] = {}
    monsters = _monsters(rng, cards)
    _equips(rng, cards)
    for n in range(rng.randint(0, 2)):
        cards[f"g{n}"] = {"types": ["monster"], "owner": "me", "special_summonable": rng.random() < 0.8}
    for n in range(rng.randint(0, 4)):
        kind = rng.choice(sorted(RESPONSES))
        types, does = RESPONSES[kind]
        cards[f"r{n}"] = {"types": list(types), "does": list(does), "owner": rng.choice(["me", "opp"])}
    situation: dict[str, Any] = {
        "turn": {
            "of": rng.choice(["me", "me", "me", "me", "opp"]),
            "phase": rng.choice(["main1", "main1", "main2", "battle"]),
        },
        "cards": cards,
        "monsters": monsters,
        "graveyards": {"me": [c for c in cards if c.startswith("g")], "opp": []},
        "spell_trap_count": {"me": rng.choice([0, 0, 1, 3, 4, 5]), "opp": rng.choice([0, 0, 4])},
        "life_points": {"me": rng.choice([8000, 1000, 500]), "opp": 8000},
    }
    return {
        "id": f"random-{seed}",
        "game": "ygo",
        "situation": situation,
        "events": _events(rng, cards),
        "expected": {"verdict": "none", "holds": []},
    }


def _events(rng: random.Random, cards: dict[str, Any]) -> list[dict[str, Any]]:
    monsters = [c for c in cards if c.startswith("m")]
    graves = [c for c in cards if c.startswith("g")]
    responses = [c for c in cards if c.startswith("r")]
    events: list[dict[str, Any]] = []
    for equip in [c for c in cards if c.startswith("e")]:
        revives = "revive_then_equip" in cards[equip].get("does", [])
        target = rng.choice(graves) if revives and graves else rng.choice(monsters)
        if rng.random() < 0.2:
            events.append({"do": "set", "card": equip})
            events.append({"do": "flip_up", "card": equip})
        events.append({"do": "activate", "card": equip, "by": "me", "target": target, "chain_link": 1})
        linked = [equip]
        for card in rng.sample(responses, rng.randint(0, len(responses))):
            responses.remove(card)
            events.append(_response(rng, card, cards, monsters, linked))
            linked.append(card)
        for n, card in enumerate(reversed(linked)):
            if rng.random() < 0.05:
                events.append({"do": "resolve", "card": rng.choice(linked)})
            events.append({"do": "resolve", "card": card})
            if n + 1 < len(linked) and rng.random() < 0.1:
                events.append(_happening(rng, cards, monsters))
        if rng.random() < 0.4:
            events.append(_happening(rng, cards, monsters))
    return events


def _response(
    rng: random.Random, card: str, cards: dict[str, Any], monsters: list[str], linked: list[str]
) -> dict[str, Any]:
    does = cards[card]["does"]
    event: dict[str, Any] = {"do": "chain", "card": card, "by": cards[card]["owner"]}
    if "destroy_spell_trap" in does:
        event["target"] = rng.choice(linked)
    if "destroy_monster" in does or "turn_face_down" in does:
        event["target"] = rng.choice(monsters)
    if "redirect_target" in does or "gather_equips" in does:
        event["redirect_to"] = rng.choice(monsters)
    return event


def _happening(rng: random.Random, cards: dict[str, Any], monsters: list[str]) -> dict[str, Any]:
    monster, any_card = rng.choice(monsters), rng.choice(sorted(cards))
    return rng.choice(
        [
            {
                "do": "leave_field",
                "card": monster,
                "to": rng.choice(["hand", "graveyard", "banished", "deck"]),
            },
            {"do": "flip_face_down", "card": monster, "cause": "unspecified"},
            {
                "do": "control_change",
                "card": monster,
                "to": rng.choice(["me", "opp"]),
                "cause": "unspecified",
            },
            {"do": "change", "card": monster, "what": "monster_type", "to": rng.choice(TYPES)},
            {"do": "destroy", "card": any_card, "cause": "unspecified"},
            {"do": "return_to_hand", "card": any_card, "cause": "unspecified"},
        ]
    )


def derive_document(case: dict[str, Any], *, explain: bool = False) -> Derivation:
    """Derive one case given as plain data."""
    any_card = next(iter(case["situation"]["cards"]))
    owner = case["situation"]["cards"][any_card]["owner"]
    asked = {"verdict": "none", "holds": [{"owner": {"card": any_card, "player": owner}}]}
    document = {"meta": {"game": "ygo"}, "cases": [{**case, "expected": asked}]}
    file = load_scenarios(yaml.safe_dump(document, allow_unicode=True), name="random")
    (derivation,) = derive(next(iter(file)), as_of="2006-07-05", explain=explain)
    return derivation
